"""Strokes from hand (2.1.5): when they are repeated, what qualifies, where the house is."""

from __future__ import annotations

import pytest

SLOW = ("russian", "moscow", "american", "eight_ball")
FAST = ("russian_fast", "moscow_fast", "moscow_fast_call", "american_fast", "eight_ball_fast", "eight_ball_fast_call")
NEVER_IN_PLAY = {"left_house": False, "touched_object": False}


@pytest.mark.parametrize("game", SLOW + FAST)
def test_stroke_that_never_came_into_play_is_repeated(table, game):
    state = table(game).stroke(**NEVER_IN_PLAY)
    assert (state.striker, state.from_hand, state.options) == ("a", "house", ())
    assert state.verdict.repeat
    assert state.verdict.legal
    assert "2.1.5" in state.verdict.articles


def test_an_object_ball_that_a_repeated_stroke_pocketed_goes_back_and_the_cue_ball_is_placed_from_hand(table):
    verdict = table("american").stroke("cue foot_left", "object side_left", **NEVER_IN_PLAY).verdict
    assert verdict.repeat
    assert verdict.spot == (("object", "foot_cushion"),)


@pytest.mark.parametrize(
    ("left", "touched", "fouls"), [(False, True, ()), (None, True, ()), (True, False, (1,)), (None, False, (1,))]
)
def test_only_both_false_repeat_a_stroke(table, left, touched, fouls):
    state = table("eight_ball").stroke(left_house=left, touched_object=touched)
    assert not state.verdict.repeat
    assert state.verdict.fouls == fouls
    assert (state.striker, state.from_hand) == ("b", None)


def test_nobody_saw_a_contact_is_presumed_lawful(table):
    state = table("eight_ball").stroke(left_house=False, touched_object=None)
    assert not state.verdict.repeat
    assert state.verdict.legal
    assert state.verdict.open == ("contact",)


@pytest.mark.parametrize("number", [1, 2, 12, 13])
def test_fouls_that_a_person_saw_but_are_not_asked_of_a_repeated_stroke(table, number):
    game = "eight_ball_fast"
    state = table(game).stroke(**NEVER_IN_PLAY, fouls=[number])
    assert state.verdict.repeat
    assert state.verdict.fouls == ()
    assert state.debt == (0, 0)


@pytest.mark.parametrize("number", [3, 4, 6, 10, 14])
def test_any_other_foul_beats_the_repeat(table, number):
    state = table("eight_ball_fast").stroke(**NEVER_IN_PLAY, fouls=[number])
    assert not state.verdict.repeat
    assert state.verdict.fouls == (number,)
    assert (state.striker, state.options, state.debt) == ("b", ("play_on",), (1, 0))


@pytest.mark.parametrize("number", [2, 12])
def test_a_person_said_that_the_cue_ball_left_the_table_though_that_foul_is_not_asked(table, number):
    state = table("eight_ball").stroke(left_house=False, touched_object=False, fouls=[4, number])
    assert state.verdict.fouls == (4,)
    assert (state.striker, state.from_hand) == ("b", "house")
    state = table("american").stroke(left_house=False, touched_object=False, fouls=[4, 2])
    assert state.from_hand is None
    assert [spotted.ball for spotted in state.verdict.spot] == ["cue"]


def test_repeat_leaves_the_break_to_be_played(table):
    game = table("eight_ball_fast_call")
    game.say("call", falling=True)
    assert game.stroke(**NEVER_IN_PLAY).call is None
    assert game.say("call", falling=True).call.falling


def test_repeat_ends_the_option(table):
    game = table("eight_ball")
    assert game.stroke("cue foot_left").options == ("play_on",)
    state = game.stroke(**NEVER_IN_PLAY)
    assert (state.striker, state.from_hand, state.options) == ("b", "house", ())


def test_repeat_in_the_temporary_house_stays_there(table):
    game = table("eight_ball")
    game.stroke("cue foot_left")
    game.say("position", all_in_house=True)
    assert game.stroke(**NEVER_IN_PLAY).from_hand == "temporary_house"


def test_not_from_hand_nothing_is_repeated(after_break):
    state = after_break("eight_ball").stroke(**NEVER_IN_PLAY)
    assert not state.verdict.repeat
    assert state.verdict.fouls == (1,)


def test_with_falling_is_over_once_the_break_has_been_played(after_break):
    assert after_break("russian_fast").refused("call", falling=True) == "not_now"


def test_with_falling_may_still_be_called_after_a_foul_before_the_break(table):
    game = table("russian_fast")
    game.say("foul", player="a", foul=14)
    assert game.say("call", falling=True).call.falling


@pytest.mark.parametrize("game", ["moscow", "american", "eight_ball"])
def test_slow_games_need_a_far_corner_from_hand(table, game):
    assert table(game).stroke("object side_left", "object foot_left", safety="legal").score == (2, 0)
    state = table(game).stroke("object side_left", "object head_left", safety="legal")
    assert state.score == (0, 0)
    assert len(state.verdict.discounted) == len(state.verdict.spot) == 2


@pytest.mark.parametrize("game", ["moscow_fast", "american_fast", "eight_ball_fast"])
def test_fast_games_count_any_pocket_from_hand(table, game):
    assert table(game).stroke("object head_left").score == (1, 0)


def test_cue_ball_may_qualify_where_it_counts(table):
    assert table("moscow").stroke("object side_left", "cue foot_right").score == (2, 0)
    assert table("american").stroke("object side_left", "cue foot_right").score == (2, 0)


def test_rolled_ball_does_not_qualify(table):
    state = table("eight_ball").stroke("object foot_left", "object side_left", rolled=["object"])
    assert state.score == (0, 0)
    assert "2.9.4" in state.verdict.articles


def test_in_slow_russian_the_called_ball_must_take_a_far_corner(table):
    game = table("russian")
    game.call("4 side_left")
    assert game.stroke("4 side_left", "5 foot_left").score == (0, 0)
    game = table("russian")
    game.call("4 foot_left")
    assert game.stroke("4 foot_left", "5 side_left").score == (9, 0)


def test_temporary_house_swaps_the_corners(table):
    game = table("eight_ball")
    game.stroke("cue side_left")
    game.say("position", all_in_house=True)
    assert game.stroke("object foot_left").score == (0, 0)
    game = table("eight_ball")
    game.stroke("cue side_left")
    game.say("position", all_in_house=True)
    assert game.stroke("object head_left").debt == (1, 0)
    assert game.state.score == (0, 1)


def test_position_can_be_said_again(table):
    game = table("eight_ball")
    assert game.say("position", all_in_house=True).from_hand == "temporary_house"
    assert game.say("position", all_in_house=False).from_hand == "house"


def test_position_only_before_a_stroke_from_hand(after_break):
    assert after_break("eight_ball").refused("position", all_in_house=True) == "not_now"


def test_in_american_fast_nothing_counts_before_the_house_is_left(table):
    state = table("american_fast").stroke("object foot_left", left_house=False, safety="legal")
    assert state.score == (0, 0)
    assert state.verdict.legal
    assert "2.8.1" in state.verdict.articles
    assert table("american_fast").stroke("object foot_left", left_house=None).score == (1, 0)


@pytest.mark.parametrize("game", ["american", "moscow_fast", "eight_ball_fast"])
def test_elsewhere_a_ball_outside_the_house_may_have_been_met(table, game):
    assert table(game).stroke("object foot_left", left_house=False).score == (1, 0)


def test_outside_house_warning_only_before_a_stroke_from_hand(table, after_break):
    assert table("moscow").say("warning", kind="outside_house").verdict is None
    assert after_break("moscow").refused("warning", kind="outside_house", player="b") == "not_now"


@pytest.mark.parametrize("game", ["russian_fast", "moscow", "eight_ball"])
@pytest.mark.parametrize("gone", [{"pocketed": [{"ball": "cue", "pocket": "side_left"}]}, {"jumped": ["cue"]}])
def test_cue_ball_off_the_table_is_played_from_hand(after_break, game, gone):
    state = after_break(game).say("stroke", touched_object=True, safety="legal", **gone)
    assert state.from_hand == "house"


@pytest.mark.parametrize("gone", [{"pocketed": [{"ball": "cue", "pocket": "side_left"}]}, {"jumped": ["cue"]}])
def test_nobody_plays_from_hand_in_american(after_break, gone):
    assert after_break("american").say("stroke", touched_object=True, fouls=[4], **gone).from_hand is None
