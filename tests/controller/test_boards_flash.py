"""`luza boards flash`: the real mpremote puts the program on a MicroPython that has nothing, which then runs it.

A real board, its USB port and its flash can't be had here.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from luza.boards_flash import MAIN
from luza.cli import main
from luza_hardware.serial_port import SerialPort
from tests.firmware.pty_board import FIRMWARE, MICROPYTHON, PATIENCE, BoardUnderTest, environment


class BlankBoard(BoardUnderTest):
    """A MicroPython with what is in its folder, and nothing to begin with; it falls back to its prompt."""

    def _start(self) -> None:
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.script.write_text("")
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(self._slave))
        program = self.folder / "main.py"
        self.process = subprocess.Popen(
            [MICROPYTHON, "-i", *([program] if program.exists() else ["-c", "pass"])],
            stdin=master,
            stdout=master,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env={**environment(STANDIN_SCRIPT=self.script), "MICROPYPATH": f"{STANDIN}:{self.folder}"},
        )
        os.close(master)


STANDIN = FIRMWARE.parent / "tests" / "firmware" / "standin"


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[BlankBoard]:
    folder = tmp_path / "board"
    folder.mkdir()
    board = BlankBoard(folder, settings=None)
    yield board
    board.pull_out()


def flash(board: BlankBoard, *words: str) -> int:
    """Flash it; it comes back after its reset."""
    power = threading.Thread(target=board.restarts)
    power.start()
    status = main(["boards", "flash", str(board.port), *words])
    power.join(PATIENCE)
    assert not power.is_alive()
    return status


def test_a_board_with_nothing_but_micropython_runs_the_program_and_answers(
    blank: BlankBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "luza.json"
    settings.write_text('{"inputs": [{"channel": 0, "pin": 2}]}')
    assert flash(blank, "--settings", str(settings)) == 0
    told = capsys.readouterr().out.splitlines()
    names = {path.name for path in (FIRMWARE / "luza_node").glob("*.py")}
    assert told[0] == f"{blank.port}: copying {len(names) + 2} files"
    assert told[1].startswith(f"{blank.port}: board e0e1e2e3e4e5e6e7 runs luza_node ")
    assert {path.name for path in (blank.folder / "luza_node").iterdir()} == names
    assert (blank.folder / "luza.json").read_bytes() == settings.read_bytes()
    for name in names:
        assert (blank.folder / "luza_node" / name).read_bytes() == (FIRMWARE / "luza_node" / name).read_bytes()
    # and once more, over the program at work; its settings stay
    assert flash(blank) == 0
    assert (blank.folder / "luza.json").read_bytes() == settings.read_bytes()


def test_what_a_board_runs_is_what_the_firmwares_folder_has_for_doing_it_by_hand() -> None:
    assert (FIRMWARE / "main.py").read_text().endswith(MAIN)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("rubbish", "is no JSON"),
        ('{"inputs": [{"channel": 0, "pin": 99}]}', 'inputs, entry 1: "pin" is a number from 0 to 29'),
        (b"\xff", "this is not UTF-8"),
        (None, "can't be read"),
    ],
)
def test_settings_that_the_board_would_refuse_are_refused_before_it_is_touched(
    blank: BlankBoard, tmp_path: Path, text: str | bytes | None, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "mine.json"
    if text is not None:
        settings.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["boards", "flash", str(blank.port), "--settings", str(settings)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"luza boards: {settings}: {what}")
    assert said.count("\n") == 1
    assert list(blank.folder.glob("**/*.py")) == []


def test_B9_a_port_that_a_running_table_holds_is_not_flashed(
    blank: BlankBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    with SerialPort(str(blank.port)):
        assert main(["boards", "flash", str(blank.port)]) == 2
    said = capsys.readouterr().err
    assert "in use by another program" in said
    assert "where luza run plays a table" in said
    assert said.count("\n") == 1


def test_a_port_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards", "flash", str(tmp_path / "none")]) == 2
    assert "isn't there: is the board plugged in?" in capsys.readouterr().err


def test_what_has_no_micropython_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)

    def hang_up() -> None:
        os.read(master, 100)
        os.close(master)

    other = threading.Thread(target=hang_up)
    other.start()
    assert main(["boards", "flash", os.ttyname(slave)]) == 2
    other.join(PATIENCE)
    os.close(slave)
    said = capsys.readouterr().err
    assert re.fullmatch(r"luza boards: /dev/pts/\d+: mpremote failed: .+; has the board MicroPython \(.*\)\?\n", said)
