"""The hands at the table do what a verdict asks: spot, take away, leave in hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import luza_hardware
from luza.robots.hands import Hands
from luza_hardware.table_file import load_table
from luza_hardware.virtual import VirtualTable
from luza_rules import GAMES, Match, State

DEMO = load_table(Path(luza_hardware.__file__).parent / "tables" / "demo.toml")


def hands_of(game: str) -> Hands:
    hands = Hands(VirtualTable(DEMO, 1), GAMES[game])
    hands.rack()
    hands.table.place("cue", 400.0, 800.0)
    return hands


def judged(game: str, *strokes: dict[str, Any]) -> State:
    match = Match()
    players = {"a": "A", "b": "B"}
    match.push({"type": "match", "game": game, "players": players, "frames_to_win": 2, "first_break": "a"})
    for stroke in strokes:
        assert match.push({"type": "stroke", "touched_object": True, "left_house": True, **stroke}).accepted
    return match.state


def fallen(*balls: int | str) -> list[dict[str, Any]]:
    return [{"ball": ball, "pocket": "foot_left"} for ball in balls]


def test_after_a_foul_the_balls_that_fell_are_spotted_and_the_cue_ball_stays_in_hand() -> None:
    hands = hands_of("eight_ball")
    hands.table.lift("cue")
    hands.table.lift(7)
    state = judged("eight_ball", {"pocketed": fallen("object", "cue")})
    hands.tidy(state)
    assert state.from_hand == "house"
    assert "cue" not in hands.table.positions
    assert 7 in hands.table.positions
    assert len(hands.table.positions) == state.balls_left


def test_a_penalty_ball_comes_back_from_the_shelf() -> None:
    hands = hands_of("eight_ball")
    hands.table.lift(3)
    state = judged("eight_ball", {"pocketed": fallen("object")}, {"fouls": [9]})
    hands.tidy(state)
    assert 3 in hands.table.positions
    assert state.balls_left == 15


def test_in_numbered_games_the_ball_that_is_named_comes_back() -> None:
    hands = hands_of("russian")
    for ball in (5, 9):
        hands.table.lift(ball)
    state = judged("russian", {"pocketed": fallen(9)})  # nothing was called
    hands.tidy(state)
    assert 9 in hands.table.positions
    assert 5 not in hands.table.positions


def test_for_a_counted_cue_ball_in_moscow_the_object_ball_nearest_to_a_pocket_is_taken_away() -> None:
    hands = hands_of("moscow")
    hands.table.lift("cue")
    hands.table.place(11, 60.0, 60.0)
    state = judged("moscow", {"pocketed": fallen("cue", "object")})
    hands.table.lift(2)
    assert state.verdict is not None
    assert state.verdict.remove == 1
    hands.tidy(state)
    assert 11 not in hands.table.positions
    assert len(hands.table.positions) == state.balls_left


def test_in_american_the_ball_that_was_struck_is_the_one_that_is_spotted() -> None:
    hands = hands_of("american")
    hands.struck = 6
    for ball in (6, "cue"):
        hands.table.lift(ball)
    state = judged("american", {"pocketed": fallen("object")}, {"jumped": ["cue"]})
    hands.tidy(state)
    # the cue ball first, against the middle of the foot cushion; the penalty ball has to lie before it
    assert hands.table.positions[6] == (3516.0, 887.5)
    assert hands.table.positions["cue"][0] < 3516.0 - 68


def test_any_ball_may_be_struck_in_american_but_not_from_hand_and_not_elsewhere() -> None:
    american, moscow = hands_of("american"), hands_of("moscow")
    opened = judged("american", {"safety": "legal"})
    assert opened.from_hand is None
    assert len(american.strikable(opened)) == 16
    assert american.strikable(judged("american")) == ["cue"]
    assert moscow.strikable(judged("moscow", {})) == ["cue"]
