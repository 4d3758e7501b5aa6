"""Penalties, debts, turns, play on, fouls outside a stroke, the shot clock (2.1.8, 2.1.17, 2.1.22)."""

from __future__ import annotations

import pytest

from luza_rules import GAMES

BALL_GAMES = tuple(game.id for game in GAMES.values() if not game.points)


def test_penalty_takes_a_ball_from_the_shelf_and_spots_it(table):
    game = table("moscow")
    game.stroke("object foot_left")
    state = game.stroke(fouls=[4])
    assert (state.score, state.debt, state.balls_left) == ((0, 0), (0, 0), 15)
    assert state.verdict.penalty.as_dict() == {"player": "a", "balls": 1, "owed": False}
    assert [spot.place for spot in state.verdict.spot] == ["foot_cushion"]


@pytest.mark.parametrize("game", BALL_GAMES)
def test_empty_shelf_makes_the_penalty_a_debt(table, game):
    state = table(game).stroke(fouls=[4])
    assert (state.score, state.debt) == ((0, 0), (1, 0))
    assert state.verdict.penalty.as_dict() == {"player": "a", "balls": 1, "owed": True}
    assert state.verdict.spot == ()


@pytest.mark.parametrize("game", ["russian", "russian_fast"])
def test_points_move_to_the_opponent_below_zero_too(table, game):
    state = table(game).stroke(fouls=[4, 9, 6])
    assert (state.score, state.debt) == ((-5, 5), (0, 0))
    assert state.verdict.penalty.as_dict() == {"player": "a", "points": 5, "owed": False}
    assert state.verdict.fouls == (4, 6, 9)


def test_handicap_is_no_shelf(table):
    game = table("eight_ball", handicap={"a": 3, "b": 0})
    assert game.stroke(fouls=[4]).debt == (1, 0)
    assert game.state.score == (3, 0)
    game.say("play_on")
    state = game.stroke("object foot_left", "object foot_left")
    assert (state.score, state.debt) == ((4, 0), (0, 0))
    assert game.stroke(fouls=[4]).score == (3, 0)
    assert game.stroke().score == (3, 0)
    assert game.stroke(fouls=[4]).debt == (1, 0)


def test_debt_is_paid_before_it_is_asked_who_won_and_the_turn_goes_on(table):
    game = table("eight_ball", handicap={"a": 7, "b": 0})
    game.stroke(fouls=[4])
    game.stroke()
    state = game.stroke("object side_left")
    assert (state.phase, state.score, state.debt, state.striker) == ("play", (7, 0), (0, 0), "a")
    assert len(state.verdict.counted) == 1
    assert [spot.ball for spot in state.verdict.spot] == ["object"]
    assert state.balls_left == 15
    assert game.stroke("object side_left").phase == "frame_over"


def test_debts_end_with_the_frame(table):
    game = table("eight_ball")
    game.stroke(fouls=[4])
    game.say("concede", player="b", what="frame")
    assert game.say("next_frame").debt == (0, 0)


def test_scores_may_pass_eight(table):
    assert table("eight_ball").stroke(*["object foot_left"] * 10).score == (10, 0)


def test_counted_cue_ball_pays_a_debt_too(table):
    game = table("moscow")
    game.stroke(fouls=[4])
    game.say("play_on")
    state = game.stroke("cue side_left")
    assert (state.score, state.debt, state.balls_left) == ((0, 0), (0, 0), 15)
    assert state.verdict.remove == 1
    assert [spot.ball for spot in state.verdict.spot] == ["object"]


@pytest.mark.parametrize("demand", [True, False])
def test_play_on_answers_once(table, demand):
    game = table("eight_ball")
    game.stroke(fouls=[4])
    state = game.say("play_on", demand=demand)
    assert state.striker == ("a" if demand else "b")
    assert state.options == ()
    assert game.refused("play_on") == "not_now"


def test_option_ends_with_the_next_stroke(table):
    game = table("eight_ball")
    game.stroke(fouls=[4])
    game.stroke()
    assert game.refused("play_on") == "not_now"


def test_play_on_ends_the_call_of_who_gives_the_stroke_away(table):
    game = table("russian")
    game.stroke(fouls=[4])
    game.call("9 side_left")
    assert game.say("play_on").call is None
    game.stroke(fouls=[4])
    game.call("9 side_left")
    assert game.say("play_on", demand=False).call.ball == 9


def test_foul_of_the_striker_passes_the_turn_and_opens_the_option(table):
    game = table("russian_fast")
    game.call("9 side_left")
    state = game.say("foul", player="a", foul=4)
    assert (state.striker, state.options, state.from_hand, state.call) == ("b", ("play_on",), "house", None)
    assert state.score == (-5, 5)
    assert (state.verdict.fouls, state.verdict.legal) == ((4,), False)


def test_foul_of_the_other_player_costs_him_and_changes_nothing_else(table):
    game = table("russian_fast")
    game.call("9 side_left")
    state = game.say("foul", player="b", foul=15)
    assert (state.striker, state.options, state.from_hand, state.call.ball) == ("a", (), "house", 9)
    assert state.score == (5, -5)


def test_foul_of_the_other_player_leaves_an_open_option(table):
    game = table("eight_ball")
    game.stroke(fouls=[4])
    assert game.say("foul", player="a", foul=4).options == ("play_on",)


def test_foul_may_win_the_frame_for_the_opponent(table):
    state = table("russian", handicap={"a": 0, "b": 66}).say("foul", player="a", foul=4)
    assert (state.phase, state.frame_winner, state.options) == ("frame_over", "b", ())


def test_foul_takes_a_ball_from_the_shelf(table):
    game = table("american")
    game.stroke("object foot_left")
    state = game.say("foul", player="a", foul=14)
    assert (state.score, state.balls_left) == ((0, 0), 16)
    assert [spot.place for spot in state.verdict.spot] == ["foot_cushion"]


@pytest.mark.parametrize(
    ("game", "lacks"),
    [("russian", {13}), ("russian_fast", set()), ("moscow", {12, 13}), ("moscow_fast", {12}),
     ("moscow_fast_call", {12}), ("american", {11, 12}), ("american_fast", {11, 12}), ("eight_ball", {13}),
     ("eight_ball_fast", set()), ("eight_ball_fast_call", set())],
)  # fmt: skip
def test_each_game_has_its_fouls(table, game, lacks):
    for number in range(1, 16):
        played = table(game)
        if number in lacks:
            assert played.refused("foul", player="a", foul=number) == "impossible"
            assert played.refused("stroke", fouls=[number]) == "impossible"
        else:
            assert played.say("foul", player="a", foul=number).verdict.fouls == (number,)
            assert table(game).stroke(fouls=[number]).verdict.fouls == (number,)


def test_time_out_needs_a_running_clock_for_the_striker(after_break):
    game = after_break("moscow")
    assert game.refused("time_out") == "not_now"
    assert game.refused("shot_clock", player="b", on=True) == "not_now"
    game.say("warning", kind="stalling", player="b")
    assert game.refused("time_out") == "not_now"
    assert game.refused("shot_clock", player="a", on=True) == "not_now"
    game.say("shot_clock", player="b", on=True)
    assert game.say("time_out").striker == "a"
    assert game.refused("time_out") == "not_now"


def test_time_out_ends_call_and_option_and_leaves_the_hand(table):
    game = table("eight_ball_fast_call")
    game.say("warning", kind="stalling", player="b")
    game.say("shot_clock", player="b", on=True)
    game.stroke("cue side_left")
    game.call("object side_left")
    state = game.say("time_out")
    assert (state.striker, state.call, state.options, state.from_hand) == ("a", None, (), "house")
    assert state.debt == (1, 0)


def test_clock_and_its_warning_last_for_the_match(after_break):
    game = after_break("moscow")
    game.say("warning", kind="stalling", player="b")
    game.say("shot_clock", player="b", on=True)
    game.say("concede", player="a", what="frame")
    game.say("next_frame")
    assert game.state.striker == "b"
    assert game.say("time_out").striker == "a"
    game.say("shot_clock", player="b", on=False)
    game.safety()
    assert game.refused("time_out") == "not_now"


def test_stalling_warning_needs_its_player(table):
    assert table("moscow").refused("warning", kind="stalling") == "bad_event"


@pytest.mark.parametrize("game", list(GAMES))
def test_several_fouls_cost_one_penalty(table, game):
    state = table(game).stroke(fouls=[3, 4, 5, 6, 7, 8, 9, 10, 14], touched_object=False, jumped=["cue"])
    assert state.debt.a + abs(min(state.score.a, 0)) // 5 == 1
    assert state.verdict.fouls == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14)
