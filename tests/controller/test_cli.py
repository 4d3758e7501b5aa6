"""The command line itself: what it says and how it ends, whatever its streams and files are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RECORDINGS = Path(__file__).parents[1] / "recordings"
COMMANDS = ("judge", "games", "replay", "run", "watch", "boards", "virtual", "displays", "demo")
PATIENCE_S = 60.0


def luza(*words: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """`luza WORDS`, with its streams redirected as a shell would write it."""
    script = f'exec "$0" -m luza.cli "$@" {shell}'
    return subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, *words],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_and_refuses_options_that_it_does_not_have(command: str) -> None:
    assert luza(command, "--help").stdout.startswith(f"usage: luza {command}".encode())
    assert luza(command, "--bogus").returncode == 2


@pytest.mark.parametrize("shell", [">&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", [("judge",), ("replay", str(RECORDINGS / "clean-full-moscow.jsonl")), ()])
def test_a_closed_stream_is_an_empty_one(words: tuple[str, ...], shell: str) -> None:
    run = luza(*words, shell=shell)
    assert run.returncode == 0
    assert b"Traceback" not in run.stderr


def test_a_full_disk_behind_the_output_is_told_in_one_line() -> None:
    run = luza("replay", str(RECORDINGS / "clean-full-moscow.jsonl"), shell=">/dev/full")
    assert run.returncode == 2
    assert run.stderr == b"luza: [Errno 28] No space left on device\n"


def test_logs_are_utf_8_whatever_the_system_speaks(tmp_path: Path) -> None:
    text = (RECORDINGS / "clean-full-moscow.jsonl").read_text(encoding="utf-8").replace("Orlov", "Орлов")
    (tmp_path / "ru.jsonl").write_text(text, encoding="utf-8")
    words = ("replay", str(tmp_path / "ru.jsonl"), "--table", str(RECORDINGS / "full.toml"))
    plain = luza(*words)
    assert "Орлов".encode() in plain.stdout
    assert luza(*words, PYTHONIOENCODING="ascii").stdout == plain.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("judge", "FOLDER"),
        ("replay", "FOLDER"),
        ("replay", "RUBBISH"),
        ("replay", "TORN"),
        ("run", "--table", "TABLE", "--config", "FOLDER"),
        ("run", "--table", "TABLE", "--config", "DEEP"),
        ("virtual", "--table", "DEEP", "--ports", "PORTS", "--hall", "h", "--broker", "mqtt://localhost"),
        ("virtual", "--table", "TABLE", "--ports", "RUBBISH", "--hall", "h", "--broker", "mqtt://localhost"),
        ("virtual", "--table", "TABLE", "--ports", "PORTS", "--hall", "h", "--broker", "mqtt://localhost",
         "--truth", "FOLDER"),
        ("demo", "--folder", "RUBBISH"),
        ("demo", "--port", "99999"),
        ("demo", "--speed", "nan"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_without_a_traceback(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "rubbish").write_bytes(bytes(range(256)))
    (tmp_path / "torn").write_text('{"format": "luza-sen')
    (tmp_path / "deep").write_text("a = " + "[" * 100_000)
    places = {
        "FOLDER": tmp_path,
        "PORTS": tmp_path / "ports",
        "RUBBISH": tmp_path / "rubbish",
        "TORN": tmp_path / "torn",
        "DEEP": tmp_path / "deep",
        "TABLE": RECORDINGS / "full.toml",
    }
    run = luza(*(str(places.get(word, word)) for word in words))
    assert run.returncode == 2
    said = run.stderr.decode()
    assert f"luza {words[0]}: " in said
    assert "Traceback" not in said
