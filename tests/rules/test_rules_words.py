"""Words to the letter: events, verdicts and refusals as people read them."""

from __future__ import annotations

import pytest

from luza_rules import Match, event_words, explain
from luza_rules.log_text import read_event
from luza_rules.shapes import fault_of, quoted

EVENTS = [
    ({"type": "play_on"}, "play on", "играй дальше"),
    ({"type": "play_on", "demand": False}, "play on not demanded", "«играй дальше» не потребовано"),
    ({"type": "position", "all_in_house": True}, "all balls in the house: temporary house",
     "все шары в доме: временный дом"),
    ({"type": "position", "all_in_house": False}, "played from the house", "удар из дома"),
    ({"type": "warning", "kind": "stalling"}, "warning: stalling", "предупреждение: затягивание игры"),
    ({"type": "fell", "ball": "object", "pocket": "foot_left", "cause": "spin"}, "a ball fell: by its own spin",
     "упал шар: по инерции вращения"),
    ({"type": "call"}, "call taken back", "заказ снят"),
    ({"type": "call", "falling": True}, "call: with falling", "заказ: с падающим"),
    ({"type": "call", "ball": 5, "pocket": "side_left"}, "call: ball 5, side left", "заказ: шар 5, средняя левая"),
    ({"type": "foul", "player": "a", "foul": 4}, "foul 4: a ball was touched", "нарушение 4: касание шара"),
    ({"type": "shot_clock", "player": "a", "on": True}, "shot clock on", "часы включены"),
    ({"type": "shot_clock", "player": "a", "on": False}, "shot clock off", "часы выключены"),
    ({"type": "interference", "whose": "outsider"}, "interference by an outsider", "вмешательство постороннего"),
    ({"type": "concede", "player": "a", "what": "frame"}, "frame conceded", "партия сдана"),
    ({"type": "sanction", "player": "a", "kind": "warning"}, "sanction: warning", "взыскание: предупреждение"),
    ({"type": "sanction", "player": "a", "kind": "match"}, "sanction: loss of the match",
     "взыскание: поражение во встрече"),
    ({"type": "sanction", "player": "a", "kind": "remark"}, "sanction: remark", "взыскание: замечание"),
    ({"type": "suspend", "reason": "outsider"}, "play suspended: an outsider", "игра остановлена: посторонний"),
    ({"type": "suspend", "reason": "pause"}, "play suspended: pause", "игра остановлена: перерыв"),
    ({"type": "stroke"}, "stroke: no ball pocketed", "удар: ничего не упало"),
    ({"type": "stroke", "pocketed": [{"ball": "cue", "pocket": "foot_left"}], "jumped": ["object", "object"]},
     "stroke: the cue ball pocketed, 2 balls off the table", "удар: упало: биток, выскочило: 2 шара"),
    ({"type": "next_frame"}, "next frame", "следующая партия"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "en", "ru"), EVENTS)
def test_an_event_in_a_few_words(event, en, ru):
    assert event_words(event) == event_words(event, "en") == en
    assert event_words(event, "ru") == ru


def test_a_foul_that_an_error_led_to_is_told_without_a_safety(table):
    game = table("eight_ball_fast")
    game.stroke(touched_object=False)
    assert explain(game.say("referee_error", led_to="foul")) == [
        "A referee's error led to a foul: no penalty, nothing counts, the turn passes (2.1.21)."
    ]


def test_an_excused_foul_beside_the_opponents_interference_is_told_without_a_safety(table):
    game = table("eight_ball_fast")
    game.stroke(touched_object=False)
    game.say("interference", whose="opponent")
    assert explain(game.say("referee_error", led_to="foul")) == [
        "A referee's error led to a foul: no penalty, nothing counts, the turn passes (2.1.21).",
        "The striker's opponent interfered and is penalised (2.1.19).",
        "Penalty: one ball; the shelf is empty, so it is owed from the next ball counted (2.10.4).",
    ]


def test_a_rolled_ball_beside_one_that_counts_from_hand_is_told_as_rolled(table):
    game = table("eight_ball")
    assert explain(game.stroke("object side_left", "object foot_left", rolled=["object"], safety=None))[-2:] == [
        "Rolled along the cushion, so not counted, and the turn passes: 1 ball (2.1.10).",
        "Back on the table, on the foot spot: 1 ball (2.9.6).",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\xff", "this is not UTF-8 text"),
        (b"[" * 100_000, "this is nested too deeply to be an event"),
        (b"[]", 'this is JSON but not an object: an event is one, like {"type": "undo"}'),
        (b'{"at": NaN}', "this is not JSON: it has no NaN"),
    ],
)
def test_a_line_that_is_no_event_is_told_to_the_letter(line, told):
    with pytest.raises(ValueError, match="this is") as error:
        read_event(line)
    assert str(error.value) == told


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({}, "an event needs a `type`"),
        ({"type": "breaker"}, "breaker needs `player`"),
        ({"type": "breaker", "player": "c"}, "breaker: `player` must be one of a, b"),
        ({"type": "undo", "at": "x"}, "undo: `at` must be a number of seconds"),
        ({"type": "undo", "x": 1}, "undo has no field 'x'; it may have: at, by"),
        ({"type": "call", "falling": False},
         "call: `falling` must be true (a call is taken back by leaving everything out)"),
        ({"type": "stroke", "attempt": None}, "stroke: `attempt` must be true or false"),
        ({"type": "stroke", "jumped": "cue"}, "stroke: `jumped` must be a list"),
        ({"type": "stroke", "jumped": [16]},
         "stroke: `jumped` must be a list in which each is a ball: cue, object, unknown or 1-15"),
        ({"type": "stroke", "cushions": [1]},
         "stroke: `cushions` must be null or a list in which each is one of head, foot, left, right"),
        ({"type": "stroke", "left_house": 1}, "stroke: `left_house` must be true, false or null"),
        ({"type": "stroke", "fouls": [16]}, "stroke: `fouls` must be a list in which each is a foul number, 1-15"),
        ({"type": "stroke", "pocketed": [{"ball": "cue"}]},
         "stroke: `pocketed` must be a list in which each is an object with `ball`, `pocket`"),
        ({"type": "stroke", "pocketed": [{"ball": "cue", "pocket": "foot_left", "x": 1}]},
         "stroke: `pocketed` must be a list in which each is an object with `ball`, `pocket` and nothing else"),
        ({"type": "lag", "a": {"fault": None, "distance": -1}, "b": {"fault": None}},
         "lag: `a` must be an object with `fault`, `distance`, where `distance` is a distance in mm, 0 or more"),
        ({"type": "lag", "winner": "a", "a": {"fault": None}}, "a lag has `a` and `b`, or `winner`, not both"),
        ({"type": "lag", "a": {"fault": None}}, "a lag needs `a` and `b`, or `winner`"),
        ({"type": "lag", "a": {"fault": None}, "b": {"fault": None, "distance": 1}},
         "a lag without a fault needs both distances"),
        ({"type": "call", "falling": True, "ball": 1}, "a call with falling names no ball and no pocket"),
        ({"type": "call", "falling": True, "pocket": "foot_left"},
         "a call with falling names no ball and no pocket"),
        ({"type": "lag", "winner": "a", "b": {"fault": None}}, "a lag has `a` and `b`, or `winner`, not both"),
        ({"type": "call", "ball": 1}, "a call needs `ball` and `pocket`, or neither"),
        ({"type": "warning", "kind": "stalling"}, "a warning for stalling needs `player`"),
        ({"type": "interference", "whose": "outsider", "stopped": {"ball": "cue", "pocket": "foot_left"}},
         "a ball stopped by an outsider doesn't count: the stroke is repeated; leave `stopped` out"),
    ],
)  # fmt: skip
def test_a_wrong_shape_is_told_to_the_letter(event, told):
    assert fault_of(event) == told


def test_a_value_from_outside_is_quoted_short():
    assert quoted("x" * 38) == f"'{'x' * 38}'"
    assert quoted("x" * 39) == f"'{'x' * 36}..."
    assert quoted("шар") == r"'\u0448\u0430\u0440'"


def test_a_table_emptied_by_unnamed_balls_is_no_tie(table):
    game = table("russian_fast")
    game.say("call", falling=True)
    state = game.stroke(*["unknown side_left"] * 15)
    assert (state.phase, state.balls_left, state.score) == ("play", 0, (0, 0))


def test_the_cue_ball_among_all_that_fell_leaves_the_others_as_they_are(table):
    state = table("eight_ball").stroke("unknown side_left", *["object foot_left"] * 15)
    assert [ball for ball, _ in state.verdict.discounted] == ["cue", *["object"] * 15]
    assert len(state.verdict.spot) == 15


@pytest.mark.parametrize(
    ("game", "event", "told"),
    [
        ("eight_ball", {"type": "ruling"}, "no stroke of this frame has been played yet: nothing to correct"),
        ("eight_ball", {"type": "stroke", "jumped": [3]}, "balls have no numbers in eight_ball: ball 3 is object here"),
        ("eight_ball", {"type": "dead_position"}, "a dead position needs its warning first"),
        ("eight_ball", {"type": "call"}, "there are no calls in eight_ball"),
        ("russian", {"type": "call", "falling": True}, "russian has no call with falling"),
        ("russian", {"type": "call", "ball": "unknown", "pocket": "foot_left"}, "a call names its ball"),
        ("russian", {"type": "stroke", "jumped": [3, 3]}, "ball 3 can't leave the table twice in one stroke"),
        ("russian", {"type": "time_out"}, "no shot clock runs for the striker"),
        ("russian", {"type": "stroke", "jumped": ["object"]},
         "object balls have numbers in russian: say which, or unknown"),
        ("russian", {"type": "call", "ball": "cue", "pocket": "foot_left"},
         "the cue ball doesn't count in russian, so it can't be called"),
        ("russian", {"type": "foul", "player": "a", "foul": 13}, "russian knows no foul 13"),
        ("russian", {"type": "stroke", "fouls": [13]}, "russian knows no foul 13"),
        ("moscow", {"type": "stroke", "pocketed": [{"ball": "cue", "pocket": "foot_left"}], "rolled": ["cue"]},
         "the cue ball can't be a rolled ball: only a frozen object ball is (2.1.10)"),
        ("moscow", {"type": "stroke", "rolled": ["object"]}, "ball object was rolled but not pocketed"),
        ("moscow", {"type": "stroke", "jumped": ["object"] * 16},
         "16 object balls left the table, but only 15 lay on it"),
        ("moscow", {"type": "match", "game": "moscow", "players": {"a": "A", "b": "B"}, "frames_to_win": 1},
         "this log's match line has come already"),
        ("moscow", {"type": "undo"}, "only the match line is in force, and it can't be taken back"),
        ("moscow", {"type": "shot_clock", "player": "b", "on": True},
         "a shot clock needs a stalling warning to b first"),
        ("russian", {"type": "play_on"},
         "play on may be demanded once, by the player who came to the table after a foul"),
    ],
)  # fmt: skip
def test_a_refusal_is_told_to_the_letter(table, game, event, told):
    assert table(game).match.push(event).error["message"] == told


def test_refusals_later_in_a_frame_are_told_to_the_letter(after_break):
    match = after_break("russian_fast").match
    told = match.push({"type": "call", "falling": True}).error["message"]
    assert told == "with falling may be called for a frame's break only"
    told = match.push({"type": "warning", "kind": "outside_house"}).error["message"]
    assert told == "the cue ball is placed in the house only before a stroke from hand"
    match.push({"type": "call", "ball": 15, "pocket": "foot_left"})
    match.push({"type": "stroke", "pocketed": [{"ball": 15, "pocket": "foot_left"}]})
    told = match.push({"type": "stroke", "jumped": [15]}).error["message"]
    assert told == f"ball 15 is not on the table; there are: {list(range(1, 15))}"


def test_refusals_that_need_a_history_are_told_to_the_letter(after_break):
    def told(event):
        return match.push(event).error["message"]

    assert Match().push({"type": "undo"}).error["message"] == "the first event of a log is its match line"
    match = after_break("moscow").match
    assert told({"type": "position", "all_in_house": True}) == "the house matters only before a stroke from hand"
    match.push({"type": "stroke", "jumped": ["object"] * 15, "safety": "legal"})
    match.push({"type": "suspend", "reason": "pause"})
    assert told({"type": "resume", "upheld": True}) == "`upheld` is said of a protest, and play is suspended for: pause"
    match.push({"type": "resume"})
    match.push({"type": "concede", "what": "frame", "player": "a"})
    match.push({"type": "suspend", "reason": "pause"})
    assert told({"type": "concede", "what": "frame", "player": "a"}) == "the frame is over"
    match.push({"type": "resume"})
    for event in ({"type": "concede", "what": "frame", "player": "a"},
                  {"type": "sanction", "kind": "frame", "player": "a"}):  # fmt: skip
        assert "in phase frame_over, only in: lag, lag_choice, play, suspended" in told(event)
    with pytest.raises(IndexError, match=r"^no event was pushed that could be popped$"):
        Match().pop()


def test_of_several_balls_that_jumped_one_unknown_is_the_cue_ball_and_the_others_stay_object_balls(table):
    state = table("eight_ball").stroke(jumped=["unknown", *["object"] * 15])
    assert state.verdict.fouls == (2,)
    assert len(state.verdict.spot) == 16


def test_the_verdict_and_the_error_have_the_contracts_names():
    state = Match().push({"type": "undo"})
    assert state.accepted is False
    assert sorted(state.as_dict()["error"]) == ["code", "message"]
    assert state.as_dict()["error"]["message"] == "the first event of a log is its match line"
