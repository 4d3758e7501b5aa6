"""`luza watch` as people see it: the live terminal with its keys, and what is printed where there is none."""

from __future__ import annotations

import asyncio
import fcntl
import html
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from textual.pilot import Pilot

from luza.cli import main
from luza.journal import Journal
from luza.sensor_log import header_line, hit_line
from luza.watch_app import SIGNS, SIGNS_FROM_HEIGHT, WatchApp
from luza.watch_sources import Playback
from luza.watch_words import WORDS
from luza_hardware.hit import Hit
from tests.small_table import SMALL_TABLE

RECORDINGS = Path(__file__).parents[1] / "recordings"
RECORDING = RECORDINGS / "clean-full-moscow.jsonl"
PATIENCE_S = 20.0
TEXT = re.compile(r'<text class="[^"]*-r\d+" x="(.*?)" y="(.*?)".*?>(.*?)</text>')  # of a picture of the terminal
CELL = 12.2  # a character's width there


class Stage:
    """A recording on a terminal of a test, with the machine's clock in the test's hand."""

    def __init__(self, lang: str = "en", recording: Path = RECORDING) -> None:
        self.t = 0.0
        self.source = Playback(recording, None, 1.0, lambda: self.t)
        self.app = WatchApp(self.source, lang)

    @property
    def screen(self) -> list[str]:
        """The terminal's lines, from the picture that the app makes of itself."""
        lines: dict[float, str] = {}
        for x, y, text in TEXT.findall(self.app.export_screenshot()):
            before = lines.get(float(y), "").ljust(round(float(x) / CELL))
            lines[float(y)] = before + html.unescape(text).replace("\xa0", " ")
        return [lines[y] for y in sorted(lines)]

    def row(self, *words: str) -> str:
        """The first line that begins with these words, without them, its spaces made one."""
        lines = [" ".join(line.split()) for line in self.screen]
        begin = " ".join(words)
        return next(line for line in lines if line.startswith(begin)).removeprefix(begin).strip()

    def on(self, size: tuple[int, int], *acts: Callable[[Pilot[Any]], Any]) -> None:
        """Do all this on a terminal of that size."""

        async def run() -> None:
            async with self.app.run_test(size=size) as pilot:
                for act in acts:
                    await act(pilot)

        asyncio.run(run())
        self.source.close()

    async def wait(self, pilot: Pilot[Any], seconds: float) -> None:
        """The machine's clock goes on."""
        self.t += seconds
        self.app.look()
        await pilot.pause()


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (132, 50)])
def test_every_sensor_has_its_row_and_every_key_its_hint(size: tuple[int, int], lang: str) -> None:
    stage = Stage(lang)
    words = WORDS[lang]

    async def look(pilot: Pilot[Any]) -> None:
        await stage.wait(pilot, 420.0)
        top = stage.screen
        await pilot.press("end")
        await pilot.pause()
        rows = list(
            dict.fromkeys(line[: size[0] - 3] for line in [*top, *stage.screen])
        )  # without the bar for scrolling
        column = top[1].index(words["sensor"])
        names = [line[column:].split(" ")[0] for line in rows]
        for kind in ("beam", "mouth", "colour"):
            assert names.count(words[kind]) == 6, rows
        for name in ("left_head", "right_foot", "centre_foot", "head", "foot"):
            assert name in names
        assert stage.row(words["rest"]).endswith(words["rest_sign"])
        assert all(words[key] in top[-1] for key in ("quit", "order", "pause", "next", "faster", "slower"))
        assert all(len(line) <= size[0] for line in top)
        assert stage.app.query_one("#latest").display == (size[1] >= SIGNS_FROM_HEIGHT)

    stage.on(size, look)


def test_a_recording_is_held_stepped_and_played_faster_with_keys() -> None:
    stage = Stage()

    async def play(pilot: Pilot[Any]) -> None:
        assert "×1" in stage.screen[0]
        await stage.wait(pilot, 7.0)
        await pilot.press("space")
        before = stage.source.now()
        await stage.wait(pilot, 60.0)
        assert stage.source.now() == before
        assert "paused" in stage.screen[0]
        await pilot.press("n")
        assert before < stage.source.now()
        await pilot.press("space", "plus", "plus", "minus", "plus")
        assert "×4" in stage.screen[0]
        await stage.wait(pilot, 1000.0)
        assert "end of recording" in stage.screen[0]

    stage.on((80, 24), play)


def test_what_was_just_heard_comes_to_the_top_when_asked() -> None:
    stage = Stage()

    async def play(pilot: Pilot[Any]) -> None:
        await stage.wait(pilot, 420.0)
        assert stage.screen[2].startswith("head left  beam")
        await pilot.press("o")
        await pilot.pause()
        assert stage.screen[2].startswith("side left  beam")
        assert "hand, 798 ms" in stage.screen[2]

    stage.on((80, 24), play)


def test_the_latest_signs_stand_below_where_there_is_room() -> None:
    stage = Stage()

    async def play(pilot: Pilot[Any]) -> None:
        await stage.wait(pilot, 420.0)
        assert "side left, beam: hand, 798 ms" in "\n".join(stage.screen[-SIGNS - 1 :])

    stage.on((100, 40), play)


def test_a_line_that_cannot_be_read_ends_it_with_its_place(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    (tmp_path / "t.toml").write_text(SMALL_TABLE)
    bad.write_text(
        "\n".join([header_line("t.toml"), hit_line(Hit(1.0, "tip", 0.5)), hit_line(Hit(2.0, "tip", 0.5)), "{"]) + "\n"
    )
    stage = Stage(recording=bad)

    async def play(pilot: Pilot[Any]) -> None:
        await stage.wait(pilot, 10.0)

    stage.on((80, 24), play)
    assert "bad.jsonl: line 4" in str(stage.app.return_value)


class Terminal:
    """`luza watch WORDS` on a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        command = [sys.executable, "-m", "luza.cli", "watch", *words]
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        self.said = b""

    def until(self, words: bytes) -> None:
        """Read until the terminal has been sent this."""
        late = time.monotonic() + PATIENCE_S
        while words not in self.said:
            ready, _, _ = select.select([self.master], [], [], PATIENCE_S)
            assert ready and time.monotonic() < late, self.said
            self.said += os.read(self.master, 65536)

    def end(self) -> int:
        """Wait for the end; the terminal has to be as it was before. Returns the exit status."""
        self.until(b"\x1b[?1049l")  # it has left the other screen
        status = self.process.wait(PATIENCE_S)
        assert termios.tcgetattr(self.slave) == self.before
        return status


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_terminal(*words: str) -> Terminal:
        opened.append(Terminal(*words))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.process.kill()
        one.process.wait()
        os.close(one.master)
        os.close(one.slave)


@pytest.mark.parametrize("how", ["q", "ctrl-c", "SIGTERM"])
def test_it_leaves_the_terminal_as_it_was_however_it_is_ended(terminal: Callable[..., Terminal], how: str) -> None:
    watch = terminal(str(RECORDING), "--lang", "en")
    watch.until(b"Next hit")
    if how == "SIGTERM":
        watch.process.send_signal(signal.SIGTERM)
    else:
        os.write(watch.master, b"q" if how == "q" else b"\x03")
    assert watch.end() == 0


def test_a_running_table_is_shown_live(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(SMALL_TABLE)
    journal = Journal.open(tmp_path, "t1")
    journal.append(header_line("table.toml"))
    journal.append(json.dumps({"m": "start", "t": 1.0, "wall": "2026-01-01T00:00:00Z", "synced": True, "offset": 0,
                               "speed": 1, "boot": "", "epoch": 1, "table": SMALL_TABLE}))  # fmt: skip
    journal.write()
    watch = terminal("--table", str(tmp_path / "table.toml"), "--journal", str(tmp_path), "--lang", "en")
    watch.until(b"not heard yet")
    assert b"Next hit" not in watch.said  # a key of recordings
    journal.append(hit_line(Hit(5.0, "beam", 1)))
    journal.write()
    watch.until(b"broken")
    os.write(watch.master, b"q")
    assert watch.end() == 0
    journal.close()


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What `luza watch` prints where there is no terminal."""
    assert main(["watch", *words, "--lang", "en"]) == 0
    return capsys.readouterr().out.splitlines()


def test_where_there_is_no_terminal_the_sensors_are_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, str(RECORDING))
    assert lines[0].split() == ["place", "sensor", "now", "ago", "/min", "seen", "last"]
    assert len(lines) == 29
    assert "head right beam        ○ clear         2 min      ball, 114 ms" in lines
    assert printed(capsys, str(RECORDING), "--once") == lines


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([], "name a recording, or with --table FILE"),
        (["none.jsonl"], "none.jsonl: can't be read"),
        (["--table", "none.toml"], "none.toml"),
        (["--table", str(RECORDINGS / "full.toml")], "full.jsonl: can't be read"),
        ([str(RECORDINGS / "README.md")], "README.md: line 1"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_one_line(
    words: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("luza watch: ")
    assert what in said
    assert said.count("\n") == 1
