"""What nobody saw: presumed lawful, and named in `open` for the referee (safety, identity, contact, sensing)."""

from __future__ import annotations

import pytest

DOUBT = {"about": "pocketed", "why": "long_break", "readings": [{"pocketed": []}]}


def unseen(after_break, game="eight_ball", **fields):
    return after_break(game).say("stroke", **fields).verdict


def test_contact_is_open_when_nothing_shows_it(after_break):
    verdict = unseen(after_break)
    assert verdict.legal
    assert verdict.open == ("contact",)


@pytest.mark.parametrize(
    "shown",
    [
        {"pocketed": [{"ball": "object", "pocket": "side_left"}]},
        {"jumped": ["object"]},
        {"safety": "legal"},
        {"attempt": True},
        {"fouls": [8]},
        {"fouls": [10]},
        {"touched_object": True},
    ],
)
def test_contact_is_shown(after_break, shown):
    assert unseen(after_break, **shown).open == ()


@pytest.mark.parametrize(
    "unknown", [{"pocketed": [{"ball": "unknown", "pocket": "side_left"}]}, {"jumped": ["unknown"]}]
)
def test_an_unknown_ball_shows_a_contact_and_asks_which_it_was(after_break, unknown):
    assert unseen(after_break, **unknown).open == ("identity",)


@pytest.mark.parametrize(
    "silent",
    [
        {"pocketed": [{"ball": "cue", "pocket": "side_left"}]},
        {"jumped": ["cue"]},
        {"cushions": ["left"], "crossed": ["foot"]},
        {"safety": "illegal"},
        {"fouls": [4]},
        {"fouls": [12]},
    ],
)
def test_contact_stays_open_beside_what_does_not_show_it(after_break, silent):
    assert unseen(after_break, **silent).open == ("contact",)


def test_foul_1_settles_the_contact_the_other_way(after_break):
    verdict = unseen(after_break, fouls=[1])
    assert verdict.fouls == (1,)
    assert verdict.open == ()


def test_without_a_referee_contact_is_never_open_but_identity_is(table):
    game = table("eight_ball", officiating="auto")
    assert game.say("stroke").verdict.open == ()
    assert game.stroke("unknown side_left").verdict.open == ("identity",)


def test_open_questions_stand_in_the_contracts_order(after_break):
    game = after_break("eight_ball_fast_call")
    verdict = game.say(
        "stroke", pocketed=[{"ball": "cue", "pocket": "side_left"}], jumped=["unknown"], doubts=[DOUBT], fouls=[4]
    ).verdict
    assert verdict.open == ("identity", "sensing")
    assert after_break("american").say("stroke", doubts=[DOUBT]).verdict.open == ("safety", "contact", "sensing")


def test_a_bare_ruling_settles_the_doubts(after_break):
    game = after_break("eight_ball")
    assert game.stroke(doubts=[DOUBT]).verdict.open == ("sensing",)
    assert game.ruling().verdict.open == ()


def test_a_ruling_of_the_sensors_repeats_the_doubts_that_hold(after_break):
    game = after_break("eight_ball")
    game.stroke(doubts=[DOUBT])
    assert game.ruling(by="sensors", doubts=[DOUBT]).verdict.open == ("sensing",)


def test_no_contact_with_a_ball_pocketed_is_accepted_as_foul_1(after_break):
    state = after_break("eight_ball").stroke("object side_left", touched_object=False)
    assert state.verdict.fouls == (1,)
    assert state.score == (0, 0)


def test_unknown_balls_show_as_object_balls(after_break):
    verdict = after_break("eight_ball").stroke("unknown side_left").verdict
    assert verdict.counted[0].ball == "object"
    verdict = after_break("eight_ball").stroke("unknown side_left", fouls=[4]).verdict
    assert verdict.discounted[0].ball == "object"
    assert verdict.spot[0].ball == "object"


def test_unknown_balls_stay_unknown_in_russian_and_are_spotted_last(after_break):
    verdict = after_break("russian").stroke("unknown side_left", "9 side_left", "3 side_left", jumped=[5]).verdict
    assert [spotted.ball for spotted in verdict.spot] == [3, 5, 9, "unknown"]
    assert verdict.discounted[0].ball == "unknown"


def test_unknown_ball_in_the_called_pocket_is_the_called_one(after_break):
    game = after_break("russian")
    game.call("9 foot_right")
    state = game.stroke("unknown side_left", "unknown foot_right", "unknown foot_right")
    assert [ball.ball for ball in state.verdict.counted] == ["unknown", 9, "unknown"]
    assert [ball.value for ball in state.verdict.counted] == [0, 9, 0]
    assert state.balls_left == 12
    assert state.numbers == (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15)


def test_unknown_ball_is_not_the_called_one_when_that_is_named(after_break):
    game = after_break("russian")
    game.call("9 foot_right")
    state = game.stroke("unknown foot_right", "9 side_left")
    assert state.verdict.counted == ()
    assert state.score == (0, 0)


def test_unknown_ball_in_the_called_cue_balls_pocket(after_break):
    game = after_break("moscow_fast_call")
    game.call("cue side_left")
    assert game.stroke("unknown side_left").verdict.remove == 1
    game = after_break("moscow_fast_call")
    game.call("cue side_left")
    state = game.stroke("unknown side_left", "cue foot_left", safety="legal")
    assert state.verdict.counted == ()


def test_a_ruling_names_the_unknown_ball(after_break):
    game = after_break("russian")
    game.call("9 foot_right")
    game.stroke("9 foot_right", "unknown side_left")
    state = game.ruling("9 foot_right", "4 side_left")
    assert state.score == (0, 13)
    assert state.verdict.open == ()
    assert 4 not in state.numbers


@pytest.mark.parametrize(("game", "score", "fouls"), [("eight_ball", (7, 6), (12,)), ("american", (7, 9), ())])
def test_when_every_ball_fell_one_of_the_unknown_is_the_cue_ball(after_break, game, score, fouls):
    at_the_end = after_break(game)
    at_the_end.stroke(*["object foot_left"] * 7)
    at_the_end.safety()
    at_the_end.stroke(*["object foot_right"] * 7)
    at_the_end.safety()
    state = at_the_end.stroke("unknown side_left", "unknown side_right")
    fallen = state.verdict.counted + state.verdict.discounted
    assert [ball.ball for ball in fallen] == ["object", "cue"]
    assert state.verdict.fouls == fouls
    assert state.verdict.open == ("identity",)
    assert (state.score.a, state.score.b) == score


def test_the_unknown_cue_ball_is_rather_the_one_that_was_neither_called_nor_rolled(table):
    others = ["object foot_right"] * 14
    game = table("eight_ball_fast_call")
    game.call("object foot_left")
    assert game.stroke("unknown side_left", "unknown foot_left", *others).verdict.discounted[0].ball == "cue"
    state = table("moscow_fast").stroke("unknown side_left", "unknown foot_left", *others, rolled=["unknown"])
    assert state.verdict.counted[0].ball == "cue"
    fell = [{"ball": "unknown", "pocket": "foot_left"}] * 16
    assert table("moscow_fast").refused("stroke", pocketed=fell, rolled=["unknown"] * 16) == "impossible"


def test_when_no_unknown_ball_fell_the_unknown_cue_ball_jumped(table):
    state = table("moscow_fast").stroke(*["object foot_right"] * 15, jumped=["unknown"])
    assert state.verdict.fouls == (2,)
    assert state.verdict.spot[0].ball == "cue"
