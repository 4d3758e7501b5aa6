"""What counts, what is put back and where: calls, values, the cue ball, jumped and rolled balls, too many."""

from __future__ import annotations

import pytest


def spotted(state):
    return [(spot.ball, spot.place) for spot in state.verdict.spot]


@pytest.mark.parametrize("game", ["russian", "russian_fast", "eight_ball", "eight_ball_fast", "eight_ball_fast_call"])
def test_cue_ball_in_pocket_is_foul_12(after_break, game):
    state = after_break(game).stroke("cue side_left")
    assert state.verdict.fouls == (12,)
    assert "2.1.22.12" in state.verdict.articles
    assert [fall.ball for fall in state.verdict.discounted] == ["cue"]
    assert spotted(state) == []
    assert (state.striker, state.from_hand, state.options) == ("a", "house", ("play_on",))


@pytest.mark.parametrize("game", ["moscow", "moscow_fast"])
def test_cue_ball_counts_and_a_ball_is_pointed_off(after_break, game):
    state = after_break(game).stroke("cue side_left", "object head_left")
    assert state.score == (0, 2)
    assert state.verdict.remove == 1
    assert state.balls_left == 13
    assert (state.striker, state.from_hand) == ("b", "house")


def test_cue_ball_counts_in_american_without_hand(after_break):
    state = after_break("american").stroke("cue side_left")
    assert state.score == (0, 1)
    assert state.verdict.remove == 0
    assert state.balls_left == 15
    assert (state.striker, state.from_hand) == ("b", None)


def test_a_ball_is_pointed_off_also_when_the_cue_ball_wins_the_frame(table):
    state = table("moscow", handicap={"a": 7, "b": 0}).stroke("cue foot_left")
    assert state.phase == "frame_over"
    assert state.verdict.remove == 1
    assert state.balls_left == 14


def test_no_ball_is_pointed_off_where_none_is_left(table):
    state = table("moscow").stroke(*["object foot_left"] * 15, "cue foot_left")
    assert state.verdict.remove == 0
    assert state.balls_left == 0
    assert state.score == (16, 0)


def test_moscow_cue_ball_that_does_not_count_is_no_foul(table):
    state = table("moscow").stroke("cue side_left")
    assert state.verdict.legal
    assert [fall.ball for fall in state.verdict.discounted] == ["cue"]
    assert spotted(state) == []
    assert (state.striker, state.from_hand, state.options) == ("b", "house", ())


@pytest.mark.parametrize(("game", "place"), [("american", "foot_cushion"), ("american_fast", "foot_spot")])
def test_american_spots_a_cue_ball_that_does_not_count(after_break, game, place):
    state = after_break(game).stroke("object side_left", "cue foot_left", fouls=[4])
    assert spotted(state) == [("cue", place), ("object", place)]
    assert state.balls_left == 16
    assert state.from_hand is None


def test_american_break_in_a_side_pocket_spots_the_cue_ball(table):
    state = table("american").stroke("cue side_left", safety="legal")
    assert state.verdict.legal
    assert spotted(state) == [("cue", "foot_cushion")]
    assert (state.score, state.balls_left, state.from_hand) == ((0, 0), 16, None)


@pytest.mark.parametrize(
    ("game", "place"), [("moscow", "head_cushion"), ("eight_ball", "head_cushion"), ("russian", "head_cushion"),
                        ("american", "foot_cushion"), ("american_fast", "foot_spot")],
)  # fmt: skip
def test_jumped_cue_ball_is_foul_2_and_has_its_place(after_break, game, place):
    state = after_break(game).stroke(jumped=["cue"])
    assert state.verdict.fouls == (2,)
    assert spotted(state) == [("cue", place)]
    assert "2.1.13" in state.verdict.articles


def test_jumped_cue_ball_has_its_place_with_a_temporary_house_too(table):
    game = table("eight_ball")
    game.say("position", all_in_house=True)
    assert spotted(game.stroke(jumped=["cue"])) == [("cue", "head_cushion")]


def test_foul_2_of_a_person_implies_that_the_cue_ball_jumped(after_break):
    state = after_break("eight_ball").stroke("object side_left", fouls=[2])
    assert spotted(state) == [("cue", "head_cushion"), ("object", "foot_spot")]
    assert state.from_hand == "house"
    state = after_break("american").stroke(fouls=[2])
    assert spotted(state) == [("cue", "foot_cushion")]
    assert state.from_hand is None


def test_foul_12_of_a_person_implies_that_the_cue_ball_fell(after_break):
    state = after_break("eight_ball").stroke(fouls=[12])
    assert (state.verdict.fouls, state.from_hand) == ((12,), "house")
    assert state.verdict.discounted == ()


def test_jumped_object_balls_are_spotted_and_the_turn_goes_on_with_a_counted_ball(after_break):
    state = after_break("eight_ball").stroke("object side_left", jumped=["object", "object"])
    assert spotted(state) == [("object", "foot_spot")] * 2
    assert (state.striker, state.score, state.balls_left) == ("b", (0, 1), 14)
    assert "2.1.13" in state.verdict.articles


def test_jumped_object_ball_alone_passes_the_turn(after_break):
    state = after_break("eight_ball").stroke(jumped=["object"])
    assert (state.striker, state.verdict.legal, state.balls_left) == ("a", True, 15)


def test_rolled_ball_is_not_counted_others_are_and_the_turn_passes(after_break):
    state = after_break("eight_ball").stroke("object side_left", "object foot_left", rolled=["object"])
    assert [fall.pocket for fall in state.verdict.discounted] == ["side_left"]
    assert [fall.pocket for fall in state.verdict.counted] == ["foot_left"]
    assert (state.score, state.striker, state.options) == ((0, 1), "a", ())
    assert state.verdict.penalty is None
    assert "2.1.10" in state.verdict.articles


def test_of_two_rolled_balls_both_are_meant(after_break):
    state = after_break("eight_ball").stroke("object side_left", "object foot_left", rolled=["object", "object"])
    assert state.verdict.counted == ()


def test_rolled_winning_ball_beside_another_still_wins(table):
    game = table("eight_ball", handicap={"a": 7, "b": 0})
    assert game.stroke("object foot_left", "object foot_right", rolled=["object"]).phase == "frame_over"


@pytest.mark.parametrize("rolled", [["cue"], [5], ["object", "object"], ["unknown"]])
def test_rolled_must_be_among_the_pocketed_and_never_the_cue_ball(after_break, rolled):
    falls = [{"ball": "object", "pocket": "side_left"}, {"ball": "cue", "pocket": "side_left"}]
    assert after_break("moscow").refused("stroke", pocketed=falls, rolled=rolled) == "impossible"


def test_called_ball_that_was_rolled_lets_nothing_count(after_break):
    game = after_break("eight_ball_fast_call")
    game.call("object side_left")
    state = game.stroke("object side_left", "object foot_left", rolled=["object"])
    assert state.verdict.counted == ()
    game.call("object side_left")
    state = game.stroke("object foot_left", "object side_left", rolled=["object"])
    assert [fall.pocket for fall in state.verdict.counted] == ["side_left"]
    assert state.striker == "b"


def test_ace_counts_eleven_and_every_ball_its_number(after_break):
    game = after_break("russian")
    game.call("1 side_left")
    assert game.stroke("1 side_left", "2 foot_left").score == (0, 13)


def test_last_ball_on_the_table_is_worth_ten_more(table):
    game = table("russian")
    for number in (15, 14, 13, 12):
        game.call(f"{number} foot_left")
        game.stroke(f"{number} foot_left")
    game.safety()
    game.call("11 foot_left")
    state = game.stroke(*[f"{number} foot_left" for number in (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)])
    assert (state.score, state.phase, state.numbers) == ((54, 65), "play", (1,))
    game.call("1 side_left")
    assert game.stroke("1 side_left").score == (54, 86)


def test_ball_that_jumps_is_still_there_so_nobody_has_the_last_balls_ten(table):
    game = table("russian", handicap={"a": 0, "b": 0})
    game.call("15 foot_left")
    game.stroke(*[f"{number} foot_left" for number in (15, 14, 13, 12, 11)])
    game.safety()
    game.call("10 foot_left")
    game.stroke(*[f"{number} foot_left" for number in (10, 9, 8, 7, 6, 5, 4, 3)])
    game.call("2 side_left")
    state = game.stroke("2 side_left", jumped=[1])
    assert (state.score, state.numbers) == ((65, 54), (1,))


def test_stroke_uses_up_its_call_also_when_annulled(after_break):
    game = after_break("russian")
    game.call("9 side_left")
    game.stroke()
    assert game.say("interference", whose="outsider").call is None


def test_stroke_without_a_call_counts_nothing(after_break):
    state = after_break("russian").stroke("9 side_left")
    assert state.verdict.counted == ()
    assert state.verdict.legal
    assert spotted(state) == [(9, "foot_spot")]
    assert "2.2.6" in state.verdict.articles


def test_with_falling_everything_counts_and_the_cue_ball_where_it_may(table):
    game = table("moscow_fast_call")
    game.say("call", falling=True)
    assert game.stroke("cue head_left").score == (1, 0)
    game = table("eight_ball_fast_call")
    game.say("call", falling=True)
    assert game.stroke("object head_left", "cue head_left").verdict.fouls == (12,)


@pytest.mark.parametrize(
    ("game", "call", "code"),
    [
        ("moscow", {"ball": "object", "pocket": "foot_left"}, "impossible"),
        ("eight_ball", {}, "impossible"),
        ("russian", {"falling": True}, "impossible"),
        ("russian", {"ball": "cue", "pocket": "foot_left"}, "impossible"),
        ("russian", {"ball": "object", "pocket": "foot_left"}, "impossible"),
        ("eight_ball_fast_call", {"ball": 5, "pocket": "foot_left"}, "impossible"),
        ("eight_ball_fast_call", {"ball": "unknown", "pocket": "foot_left"}, "impossible"),
        ("moscow_fast_call", {"ball": "cue"}, "bad_event"),
        ("moscow_fast_call", {"pocket": "foot_left"}, "bad_event"),
        ("moscow_fast_call", {"falling": False}, "bad_event"),
        ("moscow_fast_call", {"falling": True, "ball": "cue", "pocket": "foot_left"}, "bad_event"),
    ],
)
def test_calls_that_are_none(table, game, call, code):
    assert table(game).refused("call", **call) == code


def test_ball_that_is_gone_can_not_fall_jump_or_be_called(table):
    game = table("russian")
    game.call("9 foot_left")
    game.stroke("9 foot_left")
    nine = {"ball": 9, "pocket": "foot_left"}
    assert game.refused("call", **nine) == "impossible"
    assert game.refused("stroke", pocketed=[nine]) == "impossible"
    assert game.refused("stroke", jumped=[9]) == "impossible"
    assert game.refused("fell", cause="late", **nine) == "impossible"
    assert game.refused("fell", cause="spin", **nine) == "impossible"


@pytest.mark.parametrize(
    "stroke",
    [
        {"pocketed": [{"ball": 9, "pocket": "foot_left"}], "jumped": [9]},
        {"pocketed": [{"ball": "cue", "pocket": "foot_left"}], "jumped": ["cue"]},
        {"jumped": ["cue", "cue"]},
        {"jumped": ["object"]},
    ],
)
def test_one_ball_leaves_the_table_once_and_has_its_number(table, stroke):
    assert table("russian").refused("stroke", **stroke) == "impossible"


@pytest.mark.parametrize(("game", "most"), [("eight_ball", 15), ("american", 15), ("moscow", 15)])
def test_no_more_object_balls_fall_than_lie_on_the_table(table, game, most):
    fell = {"ball": "object", "pocket": "foot_left"}
    assert table(game).refused("stroke", pocketed=[fell] * (most + 1)) == "impossible"
    assert table(game).refused("stroke", pocketed=[fell] * most, jumped=["unknown", "unknown"]) == "impossible"
    assert table(game).refused("stroke", pocketed=[fell] * most, jumped=["cue", "unknown"]) == "impossible"
    assert table(game).stroke(*["object foot_left"] * most).score == (most, 0)


def test_spotting_lists_the_cue_ball_the_strokes_balls_debts_and_penalty_balls(table):
    game = table("moscow_fast")
    game.stroke("object side_left")
    game.say("foul", player="b", foul=4)
    game.stroke(safety="legal")
    game.stroke("object side_left", "object side_left", jumped=["object"])
    state = game.say("interference", whose="opponent")
    assert state.debt == (0, 0)
    assert state.score == (0, 1)
    assert spotted(state) == [("object", "foot_spot")] * 3
    state = game.stroke("object side_left", jumped=["cue"])
    assert spotted(state) == [("cue", "head_cushion"), ("object", "foot_spot"), ("object", "foot_spot")]
