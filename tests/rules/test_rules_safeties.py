"""Safeties (2.1.11, 2.7.6, 2.1.12): legal, illegal, or open for the referee."""

from __future__ import annotations

import pytest

HALF_TABLE = ("russian_fast", "moscow_fast", "moscow_fast_call", "eight_ball_fast", "eight_ball_fast_call")
ONE_BALL = ("american", "american_fast")
LEGAL, ILLEGAL, OPEN = "legal", "illegal", "open"


def outcome(table, game, cushions, crossed, **fields):
    played = table(game)
    played.safety()
    verdict = played.stroke(cushions=cushions, crossed=crossed, **fields).verdict
    assert verdict.fouls in ((), (13,))
    if verdict.fouls:
        assert not verdict.open
        return ILLEGAL
    return OPEN if "safety" in verdict.open else LEGAL


@pytest.mark.parametrize("game", HALF_TABLE)
@pytest.mark.parametrize(
    ("cushions", "crossed", "expected"),
    [
        ([], ["foot"], LEGAL),
        (None, [None], LEGAL),
        (["left", "foot"], [], LEGAL),
        (["left", "right"], None, LEGAL),
        ([], [], ILLEGAL),
        (["foot"], [], ILLEGAL),
        (["left", "left"], [], ILLEGAL),
        (["left"], None, OPEN),
        (None, [], OPEN),
        (None, None, OPEN),
        ([], None, OPEN),
    ],
)
def test_half_table_safety(table, game, cushions, crossed, expected):
    assert outcome(table, game, cushions, crossed) == expected


@pytest.mark.parametrize("game", ONE_BALL)
@pytest.mark.parametrize(
    ("cushions", "crossed", "expected"),
    [
        (["foot"], ["foot"], LEGAL),
        (["left", "foot", "left"], ["foot"], LEGAL),
        (["head"], ["head"], LEGAL),
        ([], ["foot", "foot"], LEGAL),
        (None, ["head", "head"], LEGAL),
        (["head"], ["foot", None, "head"], LEGAL),
        ([], ["foot"], ILLEGAL),
        (["head"], ["foot"], ILLEGAL),
        (["left"], [None], ILLEGAL),
        ([], [None], ILLEGAL),
        (["foot"], [], ILLEGAL),
        (["left", "left"], [], ILLEGAL),
        ([], [], ILLEGAL),
        (["left", "right"], [], OPEN),
        (["left", "head"], ["foot"], OPEN),
        (["foot"], [None], OPEN),
        (["head"], [None], OPEN),
        ([], ["foot", "head"], OPEN),
        ([], ["foot", None], OPEN),
        ([], [None, None], OPEN),
        (None, ["foot"], OPEN),
        (["left"], None, OPEN),
        (["head"], None, OPEN),
        (None, [], OPEN),
        (None, None, OPEN),
    ],
)
def test_one_ball_safety(table, game, cushions, crossed, expected):
    assert outcome(table, game, cushions, crossed) == expected


@pytest.mark.parametrize("game", HALF_TABLE + ONE_BALL)
def test_the_referees_word_beats_what_is_derived(table, game):
    assert outcome(table, game, [], [], safety="legal") == LEGAL
    assert outcome(table, game, ["foot", "left"], ["foot", "foot"], safety="illegal") == ILLEGAL


@pytest.mark.parametrize("game", HALF_TABLE + ONE_BALL)
def test_an_attempt_excuses_even_illegal(table, game):
    assert outcome(table, game, [], [], attempt=True) == LEGAL
    assert outcome(table, game, None, None, attempt=True, safety="illegal") == LEGAL


@pytest.mark.parametrize("game", ["russian", "moscow", "eight_ball"])
def test_slow_games_ask_no_safety(table, game):
    assert outcome(table, game, [], []) == LEGAL


@pytest.mark.parametrize("game", ["moscow", "eight_ball", "russian"])
def test_foul_13_is_unknown_to_slow_games(table, game):
    assert table(game).refused("stroke", fouls=[13]) == "impossible"


def test_a_counted_ball_is_no_safety(after_break):
    assert after_break("eight_ball_fast").stroke("object side_left", cushions=[], crossed=[]).verdict.legal


def test_an_uncounted_ball_asks_for_a_safety(after_break):
    game = after_break("eight_ball_fast_call")
    assert game.stroke("object side_left", cushions=[], crossed=[]).verdict.fouls == (13,)


def test_only_an_object_ball_jumped_asks_for_a_safety(after_break):
    assert after_break("american").stroke(jumped=["object"], cushions=[], crossed=[]).verdict.fouls == (13,)
    state = after_break("american").stroke(jumped=["object"], safety="legal")
    assert state.verdict.legal
    assert state.striker == "a"


def test_no_safety_is_asked_where_a_ball_was_rolled(after_break):
    state = after_break("american").stroke("object side_left", rolled=["object"], cushions=[], crossed=[])
    assert state.verdict.legal
    assert state.verdict.open == ()
    assert state.striker == "a"


def test_another_foul_leaves_no_safety_open(after_break):
    verdict = after_break("american").stroke(fouls=[4]).verdict
    assert verdict.fouls == (4,)
    assert verdict.open == ()


def test_foul_13_of_a_person_stands_beside_a_legal_safety(after_break):
    assert after_break("american").stroke(safety="legal", fouls=[13]).verdict.fouls == (13,)


def test_illegal_safety_spots_what_fell_and_passes_the_turn(after_break):
    state = after_break("russian_fast").stroke("5 side_left", cushions=["foot"], crossed=[])
    assert state.verdict.fouls == (13,)
    assert [spotted.ball for spotted in state.verdict.spot] == [5]
    assert (state.striker, state.score, state.options) == ("a", (5, -5), ("play_on",))


def test_safety_is_open_without_a_referee_too(table):
    game = table("american", officiating="auto")
    assert game.stroke().verdict.open == ("safety",)
