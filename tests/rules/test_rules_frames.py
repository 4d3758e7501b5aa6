"""Lags, breaks, frames and the ends of a match (2.1.1, 2.1.4, 2.1.16, 2.2.9, 1.5.5, 1.6, 1.7)."""

from __future__ import annotations

import pytest

from luza_rules import explain

NEAR, FAR = {"fault": None, "distance": 10}, {"fault": None, "distance": 200}
FAULTS = ("no_foot_cushion", "crossed", "pocketed", "jumped", "long_cushion")


def lagging(table, **fields):
    return table("eight_ball", first_break=None, **fields)


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [(NEAR, FAR, "a"), (FAR, NEAR, "b"), (NEAR, NEAR, None), ({"fault": "jumped"}, FAR, "b"),
     (FAR, {"fault": "crossed", "distance": 1}, "a"), (NEAR, {"fault": "pocketed"}, "a")],
)  # fmt: skip
def test_lag_is_won_by_the_nearer_ball_without_a_fault(table, a, b, winner):
    state = lagging(table).say("lag", a=a, b=b)
    assert state.chooser == winner
    assert state.phase == ("lag_choice" if winner else "lag")


@pytest.mark.parametrize("fault", FAULTS)
def test_every_lag_fault_loses_against_none_and_repeats_against_another(table, fault):
    assert lagging(table).say("lag", a={"fault": fault, "distance": 0}, b=FAR).chooser == "b"
    assert lagging(table).say("lag", a={"fault": fault}, b={"fault": "crossed"}).phase == "lag"


@pytest.mark.parametrize(
    "lag",
    [
        {},
        {"a": NEAR},
        {"a": NEAR, "b": {"fault": None}},
        {"a": NEAR, "b": {"distance": 5}},
        {"a": NEAR, "b": FAR, "winner": "a"},
        {"a": {"fault": "late"}, "b": FAR},
        {"a": {"fault": None, "distance": -1}, "b": FAR},
        {"winner": "c"},
    ],
)
def test_lag_that_does_not_say_enough(table, lag):
    assert lagging(table).refused("lag", **lag) == "bad_event"


def test_lag_winner_chooses_and_the_break_then_alternates(table):
    game = lagging(table, frames_to_win=3)
    game.say("lag", winner="a")
    assert game.state.striker is None
    state = game.say("breaker", player="b")
    assert (state.striker, state.from_hand, state.chooser, state.phase) == ("b", "house", None, "play")
    for breaker in ("a", "b"):
        game.say("concede", player="a" if breaker == "a" else "b", what="frame")
        assert game.say("next_frame").striker == breaker


def test_lag_comes_before_the_deciding_frame_also_after_first_break(table):
    game = table("eight_ball")
    game.say("concede", player="a", what="frame")
    game.say("next_frame")
    game.say("concede", player="b", what="frame")
    state = game.say("next_frame")
    assert (state.phase, state.frame, state.striker, state.from_hand) == ("lag", 3, None, None)


def test_match_to_one_frame_uses_first_break(table):
    assert table("eight_ball", frames_to_win=1).state.striker == "a"
    assert lagging(table, frames_to_win=1).state.phase == "lag"


def test_frame_that_ended_before_anybody_broke_is_followed_by_a_lag(table):
    game = lagging(table, frames_to_win=3)
    game.say("concede", player="a", what="frame")
    assert game.say("next_frame").phase == "lag"


def test_next_frame_begins_afresh_and_keeps_the_verdict(table):
    game = table("russian_fast", frames_to_win=3, handicap={"a": 5, "b": 60})
    game.call("15 side_left")
    game.stroke("15 side_left")
    game.say("concede", player="b", what="frame")
    verdict = game.state.verdict
    state = game.say("next_frame")
    assert (state.score, state.balls_left, state.numbers, state.frame) == ((5, 60), 15, tuple(range(1, 16)), 2)
    assert (state.verdict, state.frame_winner, state.call) == (verdict, None, None)
    assert game.say("call", falling=True).call.falling


def test_dead_position_needs_its_warning_and_keeps_debts_balls_and_whose_break_is_next(table):
    game = table("moscow", frames_to_win=3)
    game.stroke("object foot_left")
    game.stroke(fouls=[4])
    game.stroke(fouls=[4])
    assert game.refused("dead_position") == "not_now"
    game.say("warning", kind="dead_position")
    game.stroke()
    before = game.state
    state = game.say("dead_position")
    assert (state.phase, state.striker, state.options, state.from_hand) == ("lag", None, (), None)
    assert (state.debt, state.balls_left, state.score) == (before.debt, before.balls_left, before.score)
    game.say("lag", winner="a")
    assert game.say("breaker", player="b").striker == "b"
    assert game.refused("dead_position") == "not_now"
    game.say("concede", player="a", what="frame")
    assert game.say("next_frame").striker == "b"


def test_dead_position_warning_ends_with_the_frame(table):
    game = table("moscow")
    game.say("warning", kind="dead_position")
    game.say("concede", player="a", what="frame")
    game.say("next_frame")
    assert game.refused("dead_position") == "not_now"


def test_with_falling_is_over_after_a_dead_position_before_the_break(table):
    game = table("russian_fast")
    game.say("warning", kind="dead_position")
    game.say("dead_position")
    game.say("lag", winner="a")
    game.say("breaker", player="a")
    assert game.refused("call", falling=True) == "not_now"


def seventy_all(table, last):
    """A table emptied at 70:70; `last` fell last."""
    game = table("russian")
    game.call("15 foot_left")
    game.stroke(*[f"{number} foot_left" for number in (15, 14, 13, 12, 11, 5)])
    game.safety()
    game.call(f"{last} foot_left")
    game.stroke(
        *[f"{number} foot_left" for number in (10, 9, 8, 7, 6, 4, 3, 2, 1) if number != last], f"{last} foot_left"
    )
    return game


def test_between_frames_nobody_is_at_the_table_and_nothing_is_owed_called_or_to_be_chosen(table):
    before_its_break = table("eight_ball_fast_call")
    before_its_break.call("object foot_left")
    in_debt = table("eight_ball")
    in_debt.say("foul", player="b", foul=4)
    chosen_for = table("eight_ball", first_break=None)
    chosen_for.say("lag", winner="b")
    before = [match.state for match in (before_its_break, in_debt, chosen_for)]
    assert (before[0].from_hand, before[1].debt, before[2].chooser) == ("house", (0, 1), "b")
    for match in (before_its_break, in_debt, chosen_for):
        state = match.say("concede", player="a", what="frame")
        assert (state.phase, state.debt, state.options) == ("frame_over", (0, 0), ())
        assert (state.striker, state.from_hand, state.chooser, state.call) == (None, None, None, None)


@pytest.mark.parametrize(("last", "worth"), [(2, 12), (10, 20), (1, 21)])
def test_70_70_with_the_table_empty_spots_the_last_ball_for_a_lag(table, last, worth):
    game = seventy_all(table, last)
    state = game.state
    assert (state.score, state.phase, state.numbers, state.balls_left) == ((70, 70), "lag", (last,), 1)
    assert (state.striker, state.from_hand, state.call, state.options) == (None, None, None, ())
    assert [(spot.ball, spot.place) for spot in state.verdict.spot] == [(last, "foot_spot")]
    assert set(state.verdict.articles) >= {"2.2.9", "2.2.7"}
    assert any(sentence.startswith("70:70 and the table empty") for sentence in explain(state))
    game.say("lag", winner="b")
    state = game.say("breaker", player="a")
    assert (state.striker, state.from_hand) == ("a", "house")
    game.call(f"{last} foot_left")
    state = game.stroke(f"{last} foot_left")
    assert (state.score, state.frame_winner) == ((70 + worth, 70), "a")
    assert state.verdict.counted[0].value == worth
    assert game.say("next_frame").striker == "b"


def test_after_70_70_general_rules_apply_and_only_the_first_stroke_is_from_hand(table):
    game = seventy_all(table, 2)
    game.say("lag", winner="b")
    game.say("breaker", player="b")
    game.call("2 side_left")
    state = game.stroke("2 side_left")
    assert (state.score, state.numbers, state.phase) == ((70, 70), (2,), "play")
    assert (state.striker, state.from_hand) == ("a", None)
    assert game.stroke("2 side_left").score == (70, 70)
    game.call("2 side_left")
    assert game.stroke("2 side_left").frame_winner == "b"


def test_at_70_70_an_unnamed_last_ball_is_on_the_table_and_any_number_may_be_it(table):
    game = table("russian", handicap={"a": 0, "b": 12})
    game.call("15 foot_left")
    game.stroke(*[f"{number} foot_left" for number in (15, 14, 13, 12, 11, 5)])
    game.safety()
    game.call("10 foot_left")
    falls = [f"{number} foot_left" for number in (10, 9, 8, 7, 6, 4, 3, 1)]
    state = game.stroke(*falls, "unknown side_left")
    assert (state.score, state.phase, state.balls_left) == ((70, 70), "lag", 1)
    assert [(spot.ball, spot.place) for spot in state.verdict.spot] == [("unknown", "foot_spot")]
    assert state.verdict.open == ("identity",)
    assert game.ruling(*falls, "2 side_left").score == (70, 82)


def test_a_foul_after_70_70_ends_the_frame(table):
    game = seventy_all(table, 2)
    game.say("lag", winner="b")
    game.say("breaker", player="b")
    assert game.stroke(fouls=[4]).score == (75, 65)
    assert game.state.frame_winner == "a"


def test_70_70_with_balls_on_the_table_is_no_tie(table):
    game = table("russian", handicap={"a": 70, "b": 55})
    game.stroke()
    game.call("15 side_left")
    state = game.stroke("15 side_left")
    assert (state.score, state.phase, state.striker) == ((70, 70), "play", "b")


def test_conceded_frame_is_recorded_with_the_winning_score(table):
    game = table("russian")
    game.stroke(fouls=[4])
    game.say("concede", player="a", what="frame")
    game.say("next_frame")
    state = game.say("concede", player="a", what="frame")
    assert [row.as_dict() for row in state.protocol] == [
        {"frame": 1, "score": {"a": -5, "b": 71}, "winner": "b", "how": "conceded"},
        {"frame": 2, "score": {"a": 0, "b": 71}, "winner": "b", "how": "conceded"},
    ]
    assert (state.phase, state.winner, state.frame_winner, state.striker) == ("match_over", "b", "b", None)


@pytest.mark.parametrize("why", ["no_show", "disqualified", "unable", "refused"])
def test_forfeit_before_the_first_stroke_is_the_maximum_without_score(table, why):
    state = lagging(table, frames_to_win=3, handicap={"a": 2, "b": 1}).say("forfeit", player="a", why=why)
    assert state.frames == (0, 3)
    assert [(row.frame, row.score, row.winner, row.how) for row in state.protocol] == [
        (number, (0, 0), "b", "forfeit") for number in (1, 2, 3)
    ]


@pytest.mark.parametrize("why", ["no_show", "disqualified", "unable", "refused"])
def test_forfeit_later_keeps_what_was_played(table, why):
    game = table("eight_ball", frames_to_win=3)
    game.stroke("object foot_left")
    game.say("concede", player="b", what="frame")
    game.say("next_frame")
    game.stroke("object foot_left")
    state = game.say("forfeit", player="a", why=why)
    assert state.frames == (1, 3)
    assert [(row.frame, row.score, row.winner, row.how) for row in state.protocol] == [
        (1, (8, 0), "a", "conceded"), (2, (0, 8), "b", "forfeit"), (3, (0, 0), "b", "forfeit"),
        (4, (0, 0), "b", "forfeit"),
    ]  # fmt: skip


def test_forfeit_between_frames_has_no_unfinished_frame(table):
    game = table("eight_ball")
    game.stroke()
    game.say("concede", player="b", what="frame")
    state = game.say("forfeit", player="a", why="unable")
    assert [(row.frame, row.score, row.how) for row in state.protocol] == [
        (1, (8, 0), "conceded"), (2, (0, 0), "forfeit"), (3, (0, 0), "forfeit"),
    ]  # fmt: skip


def test_conceded_match_is_judged_as_in_play_also_before_the_first_stroke(table):
    state = table("eight_ball", handicap={"a": 2, "b": 0}).say("concede", player="a", what="match")
    assert [(row.score, row.how) for row in state.protocol] == [((2, 8), "conceded"), ((0, 0), "conceded")]


@pytest.mark.parametrize("kind", ["remark", "warning"])
def test_words_of_the_referee_change_nothing(table, kind):
    game = table("eight_ball")
    before = game.state
    assert game.say("sanction", player="a", kind=kind) == before._replace(rev=2)


@pytest.mark.parametrize("kind", ["match", "removal"])
def test_loss_of_the_match_as_a_sanction_is_like_a_forfeit(table, kind):
    state = table("eight_ball").say("sanction", player="a", kind=kind)
    assert [(row.score, row.how) for row in state.protocol] == [((0, 0), "sanction")] * 2
    game = table("eight_ball")
    game.stroke()
    state = game.say("sanction", player="a", kind=kind)
    assert [(row.score, row.how) for row in state.protocol] == [((0, 8), "sanction"), ((0, 0), "sanction")]


def test_loss_of_a_frame_as_a_sanction_is_like_a_concession(table):
    game = table("eight_ball")
    game.stroke("object foot_left")
    state = game.say("sanction", player="a", kind="frame")
    assert (state.phase, state.frame_winner) == ("frame_over", "b")
    assert game.refused("sanction", player="a", kind="frame") == "not_now"
    assert game.refused("concede", player="a", what="frame") == "not_now"
    game.say("next_frame")
    state = game.say("sanction", player="a", kind="frame")
    assert [(row.score, row.how) for row in state.protocol] == [((1, 8), "sanction"), ((0, 8), "sanction")]


@pytest.mark.parametrize("reason", ["protest", "injury", "equipment", "outsider", "pause"])
def test_suspension_changes_the_phase_alone(after_break, reason):
    game = after_break("russian")
    game.call("9 side_left")
    before = game.state
    assert game.say("suspend", reason=reason) == before._replace(rev=4, phase="suspended")
    for kind, fields in (
        ("stroke", {}),
        ("call", {}),
        ("foul", {"player": "a", "foul": 4}),
        ("suspend", {"reason": reason}),
    ):
        assert game.refused(kind, **fields) == "not_now"
    assert game.say("resume") == before._replace(rev=5)


def test_upheld_is_said_of_a_protest_alone(after_break):
    game = after_break("russian")
    game.say("suspend", reason="injury")
    assert game.refused("resume", upheld=True) == "bad_event"
    game.say("undo")
    game.say("suspend", reason="protest")
    assert game.say("resume", upheld=True).phase == "play"


@pytest.mark.parametrize("end", [{"player": "a", "what": "frame"}, {"player": "a", "what": "match"}])
def test_concession_ends_a_suspension(after_break, end):
    game = after_break("russian")
    game.say("suspend", reason="injury")
    assert game.say("concede", **end).phase in ("frame_over", "match_over")
    assert game.refused("resume") == "not_now"


def test_handicap_is_below_the_winning_score(table):
    from luza_rules import Match

    def begun(game, a):
        line = {"type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": 1}
        return Match().push({**line, "handicap": {"a": a, "b": 0}})

    assert begun("eight_ball", 7).score == (7, 0)
    assert begun("russian", 70).score == (70, 0)
    for game, a, code in (("eight_ball", 8, "impossible"), ("russian", 71, "impossible"), ("russian", -1, "bad_event"),
                          ("russian", 1.5, "bad_event")):  # fmt: skip
        state = begun(game, a)
        assert (state.accepted, state.error["code"], state.phase, state.rev) == (False, code, None, 0)


def test_a_dead_position_before_a_stroke_from_hand_ends_that_too(table):
    game = table("eight_ball")
    game.say("warning", kind="dead_position")
    assert game.say("dead_position").from_hand is None


def test_a_frame_that_a_foul_outside_a_stroke_decides_is_a_played_one(table):
    game = table("russian", frames_to_win=1, handicap={"a": 0, "b": 66})
    state = game.say("foul", player="a", foul=4)
    assert [(row.score, row.winner, row.how) for row in state.protocol] == [((-5, 71), "b", "played")]
