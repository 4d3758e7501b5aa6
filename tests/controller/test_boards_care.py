"""`luza boards list`, `identify` and `set` with a board's own program under a real MicroPython."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from luza.boards_list import Found as Listed
from luza.boards_list import cells, list_boards, span, troubles
from luza.cli import main
from luza_hardware.board_news import BoardHealth
from luza_hardware.serial_port import SerialPort
from luza_hardware.table_file import Node
from luza_node import wire_care
from tests.controller.test_watch_boards import TABLE
from tests.firmware.pty_board import PATIENCE, SETTINGS, BoardUnderTest, Host

UID = "e0e1e2e3e4e5e6e7"
NEW = {**SETTINGS, "led": 16}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardUnderTest]:
    board = BoardUnderTest(tmp_path)
    (tmp_path / "table.toml").write_text(TABLE.replace("PORT", str(board.port)))
    (tmp_path / "new.json").write_text(json.dumps(NEW))
    yield board
    board.pull_out()


def boards(*words: str | Path) -> int:
    return main(["boards", *map(str, words), "--lang", "en"])


def test_a_tables_boards_are_listed_with_all_that_they_tell(
    board: BoardUnderTest, capsys: pytest.CaptureFixture[str]
) -> None:
    assert boards("list", board.folder / "table.toml") == 0
    heads, line = capsys.readouterr().out.splitlines()
    assert re.split(r"  +", heads) == [
        "node", "board", "port", "program", "clock ±", "dropped", "missed", "damaged", "health"
    ]  # fmt: skip
    node, uid, port, program, clock, *counts, health = re.split(r"  +", line)
    assert (node, uid, port, counts) == ("n1", UID, str(board.port), ["0", "0", "0"])
    assert program.startswith("luza_node ")
    assert re.fullmatch(r"\d+\.\d\d ms", clock)
    assert re.fullmatch(r"well, for \d+ s", health)
    host = Host(board.port)  # the list took nothing from it: its first levels come to who plays
    host.greeted()
    host.board.stop()


def test_boards_at_usb_ports_are_listed_without_a_table(
    board: BoardUnderTest, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list_boards(None, "ru", lambda: {UID: str(board.port)}) == 0
    heads, line = capsys.readouterr().out.splitlines()
    assert heads.startswith("плата  ")
    assert line.startswith(f"{UID}  {board.port}  luza_node ")
    assert list_boards(None, "en", dict) == 1
    assert capsys.readouterr().out.startswith("No board is plugged in")


def test_a_board_that_is_not_there_or_not_well_is_listed_with_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = BoardUnderTest(tmp_path, {"inputs": [{"channel": 0, "pin": 99}]})
    away = f'\n[[node]]\nid = "n2"\nport = "{tmp_path}/nothing"\nuid = "AABB"\n'
    (tmp_path / "table.toml").write_text(TABLE.replace("PORT", str(broken.port)) + away)
    assert boards("list", tmp_path / "table.toml") == 1
    _, one, two = capsys.readouterr().out.splitlines()
    assert 'luza.json: inputs, entry 1: "pin" is a number from 0 to 29' in one
    assert re.match(rf"n2 +aabb +{tmp_path}/nothing +– .* port .*/nothing isn't there", two)
    broken.pull_out()


def test_a_table_without_boards_has_none_to_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text('[table]\nid = "t1"\n')
    assert boards("list", tmp_path / "table.toml") == 1
    assert capsys.readouterr().out == f"{tmp_path}/table.toml: the table has no boards.\n"


def test_losses_silent_sensors_and_a_watchdogs_restart_are_told() -> None:
    health = wire_care.Health(
        boot=1, uptime_s=7300, free_memory=1, longest_turn_us=1, edges_missed=3, hits_dropped=2, bad_frames=4,
        restart=wire_care.WATCHDOG, silent=bytes((2, 5)),
    )  # fmt: skip
    told = BoardHealth("n1", UID, 1, 0.0, health, 0.0004, 0.0, 0.0, 6)
    one = Listed()
    one.health = told
    row = cells(Node("n1", "/dev/x"), one, "en")
    assert (row["clock"], row["dropped"], row["missed"], row["damaged"]) == ("0.40 ms", "2", "3", "10")
    assert troubles(told, "ru") == [
        "не отвечают датчики на каналах 2, 5",
        "сторожевой таймер перезапустил её 2 ч назад",
    ]
    assert row["health"] == "no answer from the sensors on channels 2, 5; its watchdog started it anew 2 h ago"


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "0 s"), (59, "59 s"), (60, "1 min"), (86399, "23 h"), (90000, "1 d")]
)
def test_a_span_is_told_in_its_largest_unit(seconds: int, told: str) -> None:
    assert span(seconds, "en") == told


def test_a_board_blinks_when_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = BoardUnderTest(tmp_path, NEW)
    assert boards("identify", board.port, "--seconds", "1") == 0
    assert capsys.readouterr().out == f"board {UID} blinks for 1 s\n"
    board.does("stall 150", "turn", "stall 150", "turn")
    board.until_played()
    assert (tmp_path / "leds").read_text().startswith("16 1\n16 0\n")
    assert boards("identify", board.port, "--seconds", "0") == 0
    assert capsys.readouterr().out == f"board {UID} blinks no more\n"
    board.pull_out()


def test_new_settings_are_put_on_a_board_which_runs_with_them(
    board: BoardUnderTest, capsys: pytest.CaptureFixture[str]
) -> None:
    power = threading.Thread(target=board.restarts)
    power.start()
    assert boards("set", board.port, board.folder / "new.json") == 0
    power.join(PATIENCE)
    assert capsys.readouterr().out == f"board {UID} runs with the new settings\n"
    assert json.loads(board.settings.read_text()) == NEW
    assert boards("set", board.port, board.folder / "new.json") == 0
    assert capsys.readouterr().out == f"board {UID} had these settings already\n"


def test_settings_wait_until_the_table_is_no_longer_in_play(
    board: BoardUnderTest, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(board.port)  # a controller, that ends
    host.greeted()
    host.board.stop()
    power = threading.Thread(target=board.restarts)
    power.start()
    assert boards("set", board.port, board.folder / "new.json") == 0
    power.join(PATIENCE)
    waits, done = capsys.readouterr().out.splitlines()
    assert waits.startswith("the board is in play: waiting")
    assert done == f"board {UID} runs with the new settings"


def test_who_cannot_be_asked_is_told_in_one_line(board: BoardUnderTest, capsys: pytest.CaptureFixture[str]) -> None:
    with SerialPort(str(board.port)):
        assert boards("identify", board.port) == 2
        assert re.fullmatch(
            r"luza boards: port .* is in use by another program: .* \(where luza run .*\n", capsys.readouterr().err
        )
    assert boards("set", UID, board.folder / "new.json") == 2  # there is no USB here
    assert capsys.readouterr().err == f"luza boards: {UID}: board {UID} isn't plugged in\n"
    (board.folder / "new.json").write_text("{")
    assert boards("set", board.port, board.folder / "new.json") == 2
    assert capsys.readouterr().err.startswith(f"luza boards: {board.folder}/new.json: is no JSON")
    for seconds in ("-1", "256", "soon"):
        with pytest.raises(SystemExit):
            boards("identify", board.port, "--seconds", seconds)
