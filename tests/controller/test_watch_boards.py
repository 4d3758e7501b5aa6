"""Boards themselves as a source: the board's own program under a real MicroPython, where no controller runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from luza.cli import main
from luza.errors import UserError
from luza.watch_boards import Boards
from luza.watch_state import Line, Watched
from luza_hardware.board_news import BoardUp
from luza_hardware.hit import Hit
from luza_hardware.serial_port import SerialPort
from luza_hardware.table_file import TableFile, parse_table
from tests.firmware.pty_board import PATIENCE, BoardUnderTest, Host

TABLE = """
[table]
id = "t1"
[[node]]
id = "n1"
port = "PORT"
[[sensor]]
id = "beam"
kind = "beam"
pocket = "foot_left"
node = "n1"
channel = 0
[[sensor]]
id = "button"
kind = "button"
event = "undo"
node = "n1"
channel = 1
[[sensor]]
id = "cushion"
kind = "cushion"
cushion = "head"
node = "n1"
channel = 8
"""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardUnderTest]:
    board = BoardUnderTest(tmp_path)
    yield board
    board.pull_out()


@pytest.fixture
def table(board: BoardUnderTest) -> TableFile:
    (board.folder / "table.toml").write_text(TABLE.replace("PORT", str(board.port)))
    return parse_table((board.folder / "table.toml").read_text())


@pytest.fixture
def watch(table: TableFile) -> Iterator[Callable[..., Boards]]:
    opened: list[Boards] = []

    def open_boards(away: bool = False) -> Boards:
        opened.append(Boards(table, away))
        return opened[-1]

    yield open_boards
    for one in opened:
        one.close()


def hits(source: Boards, count: int) -> list[tuple[str, object]]:
    """(sensor, value) of the next hits."""
    found: list[Line] = []
    late = time.monotonic() + PATIENCE
    while len(found) < count and time.monotonic() < late:
        found += [line for line in source.take() if isinstance(line, Hit)]
    assert len(found) == count
    return [(hit.sensor, hit.value) for hit in found if isinstance(hit, Hit)]


def test_levels_and_hits_of_a_board_are_given_out_as_a_controller_would_journal_them(
    board: BoardUnderTest, watch: Callable[..., Boards]
) -> None:
    source = watch()
    lines = source.everything()
    assert next(line for line in lines if isinstance(line, dict)).keys() >= {"m", "node", "uid", "boot", "up"}
    assert [(line.sensor, line.value) for line in lines if isinstance(line, Hit)] == [("beam", 0), ("button", 0)]
    board.does("pin 2 0 1", "adc 26 0 9000 32768 20000")
    assert hits(source, 3) == [("beam", 1), ("beam", 0), ("cushion", 0.5)]


def test_a_board_that_is_only_watched_keeps_everything_for_the_controller_that_comes_next(
    board: BoardUnderTest, watch: Callable[..., Boards]
) -> None:
    source = watch()
    source.everything()
    board.does("pin 2 0")
    hits(source, 1)
    source.close()
    host = Host(board.port)
    host.until(BoardUp)
    assert host.values(3) == [("beam", 0), ("button", 0), ("beam", 1)]
    host.board.stop()


def test_the_hits_of_a_trial_are_taken_away_and_no_table_will_count_them(
    board: BoardUnderTest, watch: Callable[..., Boards]
) -> None:
    source = watch(away=True)
    source.everything()
    board.does("pin 2 0")
    hits(source, 1)
    assert source.keeping == set()
    source.close()
    board.does("pin 2 1")
    host = Host(board.port)
    host.until(BoardUp)
    assert host.values(1) == [("beam", 0)]
    host.board.stop()


def test_hits_that_a_table_has_still_to_get_are_left_to_it_even_in_a_trial(
    board: BoardUnderTest, watch: Callable[..., Boards]
) -> None:
    board.does("pin 2 0", "turn")
    board.until_played()  # a ball that no controller has heard of
    source = watch(away=True)
    source.everything()
    assert source.keeping == {"n1"}
    board.does("pin 2 1")
    hits(source, 1)
    source.close()
    host = Host(board.port)
    host.until(BoardUp)
    assert host.values(4) == [("beam", 0), ("button", 0), ("beam", 1), ("beam", 0)]
    host.board.stop()


def test_a_board_that_is_not_there_is_told_and_is_waited_for(
    board: BoardUnderTest, table: TableFile, watch: Callable[..., Boards], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luza.roll_call.PATIENCE_S", 0.5)
    board.port.unlink()
    watched = Watched(table)
    for line in watch().everything():
        watched.take(line)
    assert watched.boards["n1"].up is False
    assert "isn't there" in watched.boards["n1"].why


def test_B9_a_port_that_a_running_table_holds_is_refused_in_one_line(
    board: BoardUnderTest, watch: Callable[..., Boards], capsys: pytest.CaptureFixture[str]
) -> None:
    with SerialPort(str(board.port)):
        with pytest.raises(UserError, match=r"n1.*in use by another program"):
            watch().everything()
        words = ["watch", "--table", str(board.folder / "table.toml"), "--boards", "--once"]
        assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"luza watch: board n1: port {board.port} is in use by another program")
    assert "luza run" in said
    assert said.count("\n") == 1


def test_boards_are_printed_once(board: BoardUnderTest, table: TableFile, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--table", str(board.folder / "table.toml"), "--boards", "--once", "--lang", "en"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["boards:", "n1", "there"]
    assert lines[2][:5] == ["foot", "left", "beam", "○", "clear"]
    assert lines[4][:3] == ["buttons", "○", "released"]
