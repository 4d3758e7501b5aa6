"""`luza boards walk` with a board's own program under a real MicroPython: somebody does what it asks, or doesn't."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from luza.cli import main
from luza_hardware.board_news import BoardUp
from luza_hardware.serial_port import SerialPort
from tests.controller.test_watch_boards import TABLE
from tests.firmware.pty_board import BoardUnderTest, Host

BALL = ("pin 2 0", "stall 80", "pin 2 1")
HAND = ("pin 2 0", "stall 400", "pin 2 1")
KNOCK = ("adc 26 0 9000 32768 20000",)
PRESS = ("pin 3 1", "stall 100", "pin 3 0")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardUnderTest]:
    board = BoardUnderTest(tmp_path)
    (tmp_path / "table.toml").write_text(TABLE.replace("PORT", str(board.port)))
    yield board
    board.pull_out()


def walk(board: BoardUnderTest, does: Mapping[str, tuple[str, ...]], *words: str) -> tuple[int, list[str]]:
    """Walk round the table: whenever a line has come that begins with a step's number, the world does this; an empty
    step is passed over with Enter. Returns the exit status and the lines."""
    command = [
        sys.executable,
        "-m",
        "luza.cli",
        "boards",
        "walk",
        str(board.folder / "table.toml"),
        "--within",
        "15",
        *words,
    ]
    told = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "LANG": "C.UTF-8"}
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            told.append(line.rstrip("\n"))
            step = re.match(r" *(\d+)/", line)
            if step and does[step[1]]:
                board.does(*does[step[1]])
            elif step:
                process.stdin.write("\n")
                process.stdin.flush()
    return process.returncode, told


def test_a_table_on_which_all_works_passes(board: BoardUnderTest) -> None:
    status, told = walk(board, {"1": BALL, "2": KNOCK, "3": PRESS}, "--lang", "en")
    told[2] = re.sub(r"\d+ ms", "80 ms", told[2])
    assert told == [
        "t1: 3 things to try. Enter passes one over, Ctrl-C ends the walk.",
        " 1/3  Let a ball fall into the pocket foot left",
        "    ✓  ball, 80 ms",
        " 2/3  Play a ball against the head cushion (cushion)",
        "    ✓  touch",
        " 3/3  Press the button button",
        "    ✓  pressed: undo",
        "All 3 work.",
    ]
    assert status == 0
    host = Host(board.port)  # no table will count these: the board has forgotten them
    host.until(BoardUp)
    board.does("pin 2 0")
    assert host.values(1) == [("beam", 1)]
    host.board.stop()


def test_what_is_not_seen_is_told_with_what_came_instead_and_fails(board: BoardUnderTest) -> None:
    status, told = walk(board, {"1": HAND, "2": (), "3": PRESS}, "--lang", "ru", "--within", "4")
    assert status == 1
    assert re.fullmatch(r" {4}✗ {2}не видно; зато рука, \d+ мс", told[2])
    assert told[3] == " 2/3  Пустите шар в передний (у дома) борт (cushion)"
    assert told[4] == "    ✗  не видно"
    assert told[7] == "Работает 1 из 3. Не видно:"
    assert told[9] == "  датчик борта cushion: не видно"


def test_a_board_that_holds_hits_for_a_table_is_told(board: BoardUnderTest) -> None:
    board.does("pin 2 0", "turn")
    board.until_played()
    status, told = walk(board, {"1": (), "2": (), "3": ()}, "--lang", "en")
    assert status == 1
    assert told[0].startswith("Board n1 keeps hits that no table has taken.")


def test_without_its_board_there_is_no_walk(board: BoardUnderTest, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["boards", "walk", str(board.folder / "table.toml")]
    with SerialPort(str(board.port)):
        assert main(words) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"luza boards: board n1: port .* is in use by another program.*luza run.*\n", said)
    (board.folder / "table.toml").write_text('[table]\nid = "t1"\n')
    assert main(words) == 2
    assert "the table has no sensors" in capsys.readouterr().err
