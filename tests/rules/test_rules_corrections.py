"""Corrections of the last stroke: rulings, hanging balls, interference, referee's errors; events since (1.5.4)."""

from __future__ import annotations

import pytest


def test_ruling_equals_having_said_so_at_once(after_break):
    ruled, said = after_break("eight_ball"), after_break("eight_ball")
    ruled.stroke("object side_left")
    assert ruled.ruling(fouls=[4])._replace(rev=0) == said.stroke("object side_left", fouls=[4])._replace(rev=0)


def test_ruling_replaces_fields_of_the_stroke_as_ruled_so_far(after_break):
    game = after_break("eight_ball")
    game.stroke("object side_left")
    game.ruling(fouls=[4])
    assert game.ruling("object side_left", "object foot_left").verdict.fouls == (4,)
    assert game.ruling(fouls=[]).score == (0, 2)


def test_ruling_that_can_not_be_is_refused_and_changes_nothing(after_break):
    game = after_break("eight_ball")
    game.stroke("object side_left")
    assert game.refused("ruling", pocketed=[{"ball": 4, "pocket": "side_left"}]) == "impossible"
    assert game.refused("ruling", fouls=[13]) == "impossible"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ruling", {"fouls": [4]}),
        ("fell", {"ball": "object", "pocket": "side_left", "cause": "spin"}),
        ("fell", {"ball": "object", "pocket": "side_left", "cause": "early"}),
        ("interference", {"whose": "outsider"}),
        ("interference", {"whose": "opponent"}),
        ("referee_error", {"led_to": "foul"}),
        ("referee_error", {"led_to": "misplay"}),
        ("referee_error", {"led_to": "nothing"}),
    ],
)
def test_correction_needs_a_stroke_of_this_frame(table, kind, fields):
    game = table("eight_ball")
    assert game.refused(kind, **fields) == "not_now"
    game.stroke()
    game.match.fork().push({"type": kind, **fields})
    game.say("concede", player="a", what="frame")
    game.match.fork().push({"type": kind, **fields})
    game.say("next_frame")
    assert game.refused(kind, **fields) == "not_now"


def test_correction_is_accepted_in_any_phase(after_break):
    game = after_break("eight_ball")
    game.say("suspend", reason="protest")
    assert game.ruling(fouls=[4]).phase == "suspended"
    game.say("resume")
    assert (game.state.phase, game.state.debt) == ("play", (1, 0))
    game.say("warning", kind="dead_position")
    game.say("dead_position")
    assert game.ruling(fouls=[]).phase == "lag"
    game.say("lag", winner="b")
    assert game.ruling(fouls=[4]).phase == "lag_choice"
    game.say("concede", player="a", what="match")
    state = game.ruling(fouls=[])
    assert (state.phase, state.winner) == ("match_over", "b")


def test_frame_and_match_that_the_stroke_had_won_are_open_again(table):
    game = table("eight_ball", frames_to_win=1, handicap={"a": 7, "b": 0})
    assert game.stroke("object foot_left").phase == "match_over"
    state = game.ruling(fouls=[9])
    assert (state.phase, state.winner, state.protocol, state.frames) == ("play", None, None, (0, 0))
    state = game.ruling(fouls=[])
    assert (state.phase, state.winner) == ("match_over", "a")


def test_ruling_may_win_the_frame(table):
    game = table("eight_ball", handicap={"a": 7, "b": 0})
    game.stroke()
    assert game.ruling("object foot_left").phase == "frame_over"


def test_events_since_are_applied_again(after_break):
    game = after_break("eight_ball")
    game.stroke()
    game.say("foul", player="a", foul=4)
    game.say("warning", kind="stalling", player="b")
    state = game.ruling(cushions=[])
    assert state.debt == (1, 0)
    assert (state.striker, state.options) == ("b", ("play_on",))
    assert game.say("shot_clock", player="b", on=True).accepted


def test_event_since_that_is_no_longer_acceptable_drops_out(after_break):
    game = after_break("eight_ball")
    game.stroke(fouls=[4])
    game.say("play_on")
    assert game.state.striker == "b"
    state = game.ruling(fouls=[], pocketed=[{"ball": "object", "pocket": "side_left"}])
    assert (state.striker, state.options, state.score) == ("b", (), (0, 1))


def test_call_drops_out_when_the_striker_has_changed(after_break):
    game = after_break("russian")
    game.call("9 side_left")
    game.stroke("9 side_left")
    game.call("10 side_left")
    assert game.ruling(fouls=[4]).call is None


def test_call_stays_when_the_striker_has_not_changed(after_break):
    game = after_break("russian")
    game.call("9 side_left")
    game.stroke("9 side_left")
    game.call("10 side_left")
    assert game.ruling("9 side_left", "11 side_left").call.ball == 10
    assert game.ruling("9 side_left", "10 side_left").call is None


def test_position_drops_out_when_the_striker_has_changed(after_break):
    game = after_break("moscow")
    game.stroke("cue side_left")
    game.say("position", all_in_house=True)
    assert game.ruling("cue side_left", "object side_left").from_hand == "temporary_house"
    assert game.ruling(fouls=[4]).from_hand == "house"


def test_time_out_drops_out_when_the_striker_has_changed(after_break):
    game = after_break("moscow")
    game.say("warning", kind="stalling", player="a")
    game.say("shot_clock", player="a", on=True)
    game.stroke()
    assert game.say("time_out").striker == "b"
    assert game.ruling("object side_left").striker == "b"
    assert game.refused("time_out") == "not_now"


def test_undo_of_a_ruling_brings_back_what_had_dropped_out(after_break):
    game = after_break("russian")
    game.stroke()
    game.call("10 side_left")
    assert game.ruling(pocketed=[], safety="legal").call.ball == 10
    game.say("undo")
    assert game.ruling(touched_object=False).call.ball == 10
    game.say("undo")
    assert game.state.call.ball == 10


def test_ball_that_fell_by_spin_counts_to_the_stroke(after_break):
    game = after_break("eight_ball")
    game.stroke("object side_left")
    state = game.say("fell", ball="object", pocket="foot_left", cause="spin")
    assert [ball.pocket for ball in state.verdict.counted] == ["side_left", "foot_left"]
    assert "2.1.15" in state.verdict.articles


def test_ruling_of_the_pocketed_balls_keeps_a_ball_added_by_spin(after_break):
    game = after_break("eight_ball")
    game.stroke()
    game.say("fell", ball="object", pocket="foot_left", cause="spin")
    assert game.ruling("object side_left").score == (0, 2)
    assert game.ruling(pocketed=[]).score == (0, 1)


def test_ball_that_fell_early_lay_on_the_table_before_the_stroke(after_break):
    game = after_break("russian")
    game.call("9 foot_left")
    game.stroke("9 foot_left")
    game.call("3 foot_left")
    game.stroke("3 foot_left")
    for elsewhere in (9, "object"):
        assert game.refused("fell", ball=elsewhere, pocket="foot_left", cause="early") == "impossible"
    assert game.say("fell", ball=3, pocket="foot_left", cause="early").verdict.repeat


@pytest.mark.parametrize("cause", ["late", "jolt"])
def test_ball_put_back_changes_nothing(after_break, cause):
    game = after_break("eight_ball")
    before = game.state
    assert game.say("fell", ball="cue", pocket="foot_left", cause=cause) == before._replace(rev=before.rev + 1)
    game.say("suspend", reason="pause")
    assert game.refused("fell", ball="cue", pocket="foot_left", cause=cause) == "not_now"


@pytest.mark.parametrize(
    ("kind", "fields", "article"),
    [
        ("fell", {"ball": "object", "pocket": "side_left", "cause": "early"}, "2.1.15"),
        ("interference", {"whose": "outsider"}, "2.1.18"),
        ("referee_error", {"led_to": "misplay"}, "2.1.21"),
    ],
)
def test_annulled_stroke_leaves_the_state_before_it(table, kind, fields, article):
    game = table("eight_ball")
    game.stroke("cue foot_left")
    before = game.state
    assert before.options == ("play_on",)
    game.stroke("object foot_left", "object foot_left")
    state = game.say(kind, **fields)
    assert state._replace(rev=0, verdict=None) == before._replace(rev=0, verdict=None, options=())
    assert state.verdict.as_dict() == {
        "legal": True, "fouls": [], "counted": [], "discounted": [], "penalty": None, "spot": [], "remove": 0,
        "repeat": True, "open": [], "articles": [article],
    }  # fmt: skip


def test_annulled_break_may_be_called_with_falling_again(table):
    game = table("russian_fast")
    game.say("call", falling=True)
    game.stroke()
    game.say("interference", whose="outsider")
    assert game.say("call", falling=True).call.falling


def test_referees_error_that_led_to_a_foul_excuses_it(after_break):
    game = after_break("eight_ball")
    game.stroke("object side_left", "cue foot_left")
    state = game.say("referee_error", led_to="foul")
    assert (state.score, state.debt, state.striker, state.options) == ((0, 0), (0, 0), "a", ())
    assert state.from_hand == "house"
    assert [fall.ball for fall in state.verdict.discounted] == ["object", "cue"]
    assert state.verdict.legal
    assert not state.verdict.repeat
    assert "2.1.21" in state.verdict.articles
    game = after_break("american")
    game.stroke(jumped=["cue"])
    assert game.say("referee_error", led_to="foul").from_hand is None


@pytest.mark.parametrize("number", [2, 12])
def test_excused_stroke_of_a_cue_ball_that_a_person_saw_leave_is_followed_from_hand(after_break, number):
    game = after_break("eight_ball")
    game.stroke(fouls=[number])
    assert game.say("referee_error", led_to="foul").from_hand == "house"
    game = after_break("eight_ball")
    game.stroke(fouls=[4])
    assert game.say("referee_error", led_to="foul").from_hand is None


def test_excused_stroke_asks_for_no_contact(table):
    game = table("eight_ball")
    assert "contact" in game.stroke(touched_object=None).verdict.open
    assert game.say("referee_error", led_to="foul").verdict.open == ()


def test_a_match_forfeited_after_an_annulled_break_is_lost_from_where_it_stands(table):
    game = table("eight_ball")
    game.stroke()
    game.say("interference", whose="outsider")
    state = game.say("forfeit", player="a", why="unable")
    assert [(row.score, row.how) for row in state.protocol] == [((0, 8), "forfeit"), ((0, 0), "forfeit")]


def test_excused_stroke_ends_the_break_and_asks_which_ball_fell(table):
    game = table("russian_fast")
    game.stroke("unknown side_left", fouls=[4])
    state = game.say("referee_error", led_to="foul")
    assert state.verdict.open == ("identity",)
    assert game.refused("call", falling=True) == "not_now"


def test_interference_is_paid_beside_an_annulled_and_an_excused_stroke(table):
    for correction in ({"type": "referee_error", "led_to": "foul"}, {"type": "interference", "whose": "outsider"}):
        game = table("russian", handicap={"a": 66, "b": 0})
        game.stroke(fouls=[4])
        game.say("interference", whose="opponent")
        state = game.match.push(correction)
        assert (state.score, state.frame_winner) == ((71, -5), "a")
        assert state.verdict.penalty.as_dict() == {"player": "b", "points": 5, "owed": False}


def test_referees_error_without_effect_changes_nothing(after_break):
    game = after_break("eight_ball")
    before = game.stroke("object side_left")
    assert game.say("referee_error", led_to="nothing") == before._replace(rev=before.rev + 1)


def test_opponents_interference_costs_him_each_time_and_the_stroke_stands(after_break):
    game = after_break("eight_ball")
    game.stroke("object side_left")
    state = game.say("interference", whose="opponent")
    assert (state.score, state.debt, state.striker, state.options) == ((0, 1), (1, 0), "b", ())
    assert state.verdict.fouls == ()
    assert state.verdict.legal
    assert state.verdict.penalty.as_dict() == {"player": "a", "balls": 1, "owed": True}
    assert {"2.1.19", "2.1.22.15"} <= set(state.verdict.articles)
    assert game.say("interference", whose="opponent").debt == (2, 0)


def test_opponent_is_the_opponent_of_the_strokes_striker(after_break):
    game = after_break("russian")
    game.stroke()
    assert game.state.striker == "a"
    assert game.say("interference", whose="opponent").score == (-5, 5)


def test_opponents_penalty_takes_the_place_of_the_strikers(after_break):
    game = after_break("eight_ball")
    game.stroke(fouls=[4])
    state = game.say("interference", whose="opponent")
    assert state.debt == (1, 1)
    assert state.verdict.penalty.player == "a"
    assert state.verdict.fouls == (4,)


def test_stroke_and_penalty_are_booked_before_it_is_asked_who_won(table):
    game = table("russian", handicap={"a": 70, "b": 66})
    assert game.stroke(fouls=[4]).frame_winner == "b"
    state = game.say("interference", whose="opponent")
    assert (state.phase, state.score) == ("play", (70, 66))


def test_stopped_ball_counts_to_the_stroke(after_break):
    game = after_break("eight_ball")
    game.stroke()
    state = game.say("interference", whose="opponent", stopped={"ball": "object", "pocket": "side_left"})
    assert (state.score, state.debt, state.striker) == ((0, 1), (1, 0), "b")
    stopped = {"ball": "object", "pocket": "side_left"}
    assert game.refused("interference", whose="outsider", stopped=stopped) == "bad_event"


def test_interference_stays_through_later_rulings(after_break):
    game = after_break("eight_ball")
    game.stroke()
    game.say("interference", whose="opponent")
    assert game.ruling("object side_left").debt == (1, 0)


def test_ruling_after_an_annulment_leaves_it_annulled(after_break):
    game = after_break("eight_ball")
    game.stroke(fouls=[4])
    game.say("interference", whose="outsider")
    assert game.ruling(fouls=[]).verdict.repeat


def test_articles_are_both_the_games_own_and_the_general_ones(after_break, table):
    assert set(after_break("eight_ball_fast").safety().verdict.articles) == {"2.10.2", "2.1.11"}
    assert after_break("american").safety().verdict.articles == ("2.7.6",)
    assert {"2.9.4", "2.1.5"} <= set(table("eight_ball").stroke("object side_left").verdict.articles)
    assert table("eight_ball").stroke("object foot_left").verdict.articles == ("2.9.5", "2.9.4", "2.1.5")
    assert after_break("eight_ball").stroke("object foot_left").verdict.articles == ("2.9.5",)


def test_excused_stroke_puts_back_what_left_the_table(after_break):
    game = after_break("russian")
    game.stroke("9 side_left", "3 side_left", jumped=["cue"])
    state = game.say("referee_error", led_to="foul")
    assert [(spot.ball, spot.place) for spot in state.verdict.spot] == [
        ("cue", "head_cushion"), (3, "foot_spot"), (9, "foot_spot"),
    ]  # fmt: skip
    assert (state.balls_left, state.numbers) == (15, tuple(range(1, 16)))


def test_an_event_that_drops_out_takes_no_later_one_with_it(table):
    # play on drops out because another player has come to the table
    game = table("eight_ball")
    game.stroke(touched_object=False)
    game.say("play_on")
    game.say("warning", kind="stalling", player="b")
    game.ruling("object foot_left", touched_object=True)
    game.say("shot_clock", player="b", on=True)
    # the position of the balls drops out because it matters no more
    game = table("eight_ball")
    game.stroke("cue side_left")
    game.say("position", all_in_house=True)
    game.say("warning", kind="stalling", player="b")
    game.ruling(pocketed=[], fouls=[4])
    game.say("shot_clock", player="b", on=True)


def test_a_ruling_says_what_was_touched_and_crossed(after_break):
    game = after_break("eight_ball_fast")
    assert game.stroke().verdict.open == ("safety",)
    assert game.ruling(cushions=["foot"], crossed=[]).verdict.fouls == (13,)
    assert game.ruling(cushions=["foot", "left"]).verdict.fouls == ()
    assert game.ruling(cushions=None, crossed=None).verdict.open == ("safety",)


def test_an_excused_stroke_ends_its_call_and_its_option_and_is_a_stroke_of_the_match(table):
    game = table("eight_ball_fast_call")
    game.stroke(touched_object=False)
    game.call("object foot_left")
    game.stroke(touched_object=False)
    state = game.say("referee_error", led_to="foul")
    assert (state.striker, state.call, state.options) == ("a", None, ())
    game = table("eight_ball")
    game.stroke(touched_object=False)
    game.say("referee_error", led_to="foul")
    state = game.say("forfeit", player="a", why="unable")
    assert [row.score for row in state.protocol] == [(0, 8), (0, 0)]


def test_a_correction_that_decides_the_stroke_cites_what_it_costs_too(after_break):
    """A penalty and a ball put back have their articles, whether or not the stroke itself is judged."""
    game = after_break("eight_ball")
    game.say("stroke", pocketed=[{"ball": "object", "pocket": "foot_left"}], touched_object=True, fouls=[4])
    assert {"2.1.21", "2.9.6"} <= set(game.say("referee_error", led_to="foul").verdict.articles)
    game.say("interference", whose="opponent")
    for verdict in (game.match.state.verdict, game.say("interference", whose="outsider").verdict):
        assert "2.9.7" in verdict.articles


@pytest.mark.parametrize(("led_to", "striker", "back"), [("misplay", "a", 1), ("foul", "b", 2)])
def test_an_opponents_interference_costs_him_though_the_stroke_was_the_referees_error(table, led_to, striker, back):
    game = table("eight_ball", first_break="b")
    game.stroke("object foot_left")
    game.safety()
    game.stroke("object foot_left")  # by a, at 0:1
    state = game.say("interference", whose="opponent")
    assert (state.score, state.debt, state.balls_left) == ((1, 0), (0, 0), 14)
    state = game.say("referee_error", led_to=led_to)
    assert (state.score, state.debt, state.balls_left, state.striker) == ((0, 0), (0, 0), 15, striker)
    assert [spot.ball for spot in state.verdict.spot] == ["object"] * back
    assert ("2.1.19" in state.verdict.articles, state.verdict.penalty.player) == (True, "b")
    state = game.say("interference", whose="opponent")
    assert (state.score, state.debt, state.balls_left) == ((0, 0), (0, 1), 15)


def test_a_foul_between_two_corrections_is_booked_once(table):
    game = table("eight_ball")
    game.stroke("object foot_left")
    game.say("foul", player="b", foul=15)
    for _ in range(3):
        state = game.ruling("object foot_left", touched_object=True)
        assert (state.score, state.debt) == ((1, 0), (0, 1))
