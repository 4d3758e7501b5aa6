"""Boards are waited for until they have brought what they kept, and never for ever."""

from __future__ import annotations

from luza.roll_call import PATIENCE_S, RollCall
from luza_hardware.board_news import Batch


def batch(node: str, number: int) -> Batch:
    return Batch(node, "uid", 1, number, ())


def test_at_a_start_every_board_is_waited_for() -> None:
    roll = RollCall(["n1", "n2"], 100.0)
    roll.here("n1", 0, 100.1)
    assert roll.waited_for(100.2)
    roll.here("n2", 0, 100.3)
    assert not roll.waited_for(100.3)
    assert roll.until(100.3) is None


def test_a_board_with_hits_from_meanwhile_is_waited_for_until_it_has_brought_them() -> None:
    roll = RollCall(["n1"], 100.0)
    roll.here("n1", 12, 100.1)
    roll.brought(batch("n1", 8))
    assert roll.waited_for(100.2)
    roll.brought(batch("n1", 12))
    assert not roll.waited_for(100.2)


def test_a_board_that_never_comes_is_waited_for_once_and_only_so_long() -> None:
    roll = RollCall(["n1"], 100.0)
    assert roll.until(100.0) == 100.0 + PATIENCE_S
    assert not roll.waited_for(100.0 + PATIENCE_S)
    roll.away("n1", 110.0)
    assert not roll.waited_for(110.0)


def test_a_board_that_goes_away_is_waited_for_again() -> None:
    roll = RollCall(["n1"], 100.0)
    roll.here("n1", 0, 100.1)
    roll.away("n1", 200.0)
    assert roll.waited_for(200.1)
    roll.here("n1", 5, 201.0)
    roll.brought(batch("n1", 5))
    assert not roll.waited_for(201.0)


def test_a_board_that_goes_away_while_it_owes_hits_is_waited_for_anew() -> None:
    roll = RollCall(["n1"], 100.0)
    roll.here("n1", 9, 102.9)
    roll.away("n1", 103.0)
    assert roll.waited_for(105.9)
    assert not roll.waited_for(106.0)


def test_a_table_without_boards_waits_for_nobody() -> None:
    assert not RollCall([], 0.0).waited_for(0.0)
