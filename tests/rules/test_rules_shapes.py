"""The shape of events: what is `bad_event`, and that its message says what would be right."""

from __future__ import annotations

import pytest

from luza_rules import GAMES, Match
from luza_rules.shapes import SHAPES, fault_of

MATCH = {"type": "match", "game": "moscow", "players": {"a": "A", "b": "B"}, "frames_to_win": 2}
BALL = {"ball": "object", "pocket": "foot_left"}

GOOD = [
    MATCH,
    *[{**MATCH, "game": game} for game in GAMES],
    {**MATCH, "first_break": "b", "handicap": {"a": 0, "b": 3}, "officiating": "auto", "at": 3, "by": "referee"},
    {**MATCH, "players": {"a": "Ж" * 64, "b": " "}},
    {**MATCH, "frames_to_win": 1000},
    {"type": "stroke"},
    {"type": "stroke", "touched_object": None, "left_house": None, "cushions": None, "crossed": None, "safety": None},
    {"type": "stroke", "pocketed": [BALL], "jumped": ["cue", 15, "unknown"], "rolled": [1], "fouls": [1, 15]},
    {"type": "stroke", "cushions": ["head", "head"], "crossed": ["foot", None, "head"], "attempt": True},
    {"type": "stroke", "doubts": [{"about": "crossed", "why": "dead_beam", "readings": [{"crossed": None}, {}]}]},
    {"type": "ruling"},
    {"type": "call"},
    {"type": "call", "falling": True},
    {"type": "undo", "at": 12.5, "by": "system"},
    {"type": "undo", "at": -1},
]

BAD = [
    ({}, "type"),
    ({"type": None}, "no event type"),
    ({"type": ["stroke"]}, "no event type"),
    ({"type": "strike"}, "no event type"),
    ({"type": "stroke", "pockets": []}, "pocketed"),
    ({"type": "stroke", "pocketed": "object"}, "a list"),
    ({"type": "stroke", "pocketed": None}, "a list"),
    ({"type": "stroke", "pocketed": [{"ball": "object"}]}, "pocket"),
    ({"type": "stroke", "pocketed": [{**BALL, "speed": 1}]}, "nothing else"),
    ({"type": "stroke", "pocketed": [{"ball": "object", "pocket": "foot_middle"}]}, "foot_left"),
    ({"type": "stroke", "pocketed": [{"ball": 16, "pocket": "foot_left"}]}, "1-15"),
    ({"type": "stroke", "pocketed": [{"ball": 0, "pocket": "foot_left"}]}, "1-15"),
    ({"type": "stroke", "pocketed": [{"ball": True, "pocket": "foot_left"}]}, "1-15"),
    ({"type": "stroke", "pocketed": [{"ball": 1.0, "pocket": "foot_left"}]}, "1-15"),
    ({"type": "stroke", "jumped": ["white"]}, "cue"),
    ({"type": "stroke", "touched_object": "yes"}, "true, false or null"),
    ({"type": "stroke", "touched_object": 1}, "true, false or null"),
    ({"type": "stroke", "cushions": ["top"]}, "head, foot, left, right"),
    ({"type": "stroke", "crossed": ["left"]}, "foot, head, null"),
    ({"type": "stroke", "safety": "fair"}, "legal"),
    ({"type": "stroke", "attempt": None}, "true or false"),
    ({"type": "stroke", "fouls": [16]}, "1-15"),
    ({"type": "stroke", "fouls": [0]}, "1-15"),
    ({"type": "stroke", "fouls": [True]}, "1-15"),
    ({"type": "stroke", "doubts": [{"about": "pocketed", "why": "x"}]}, "readings"),
    ({"type": "stroke", "doubts": [{"about": "weather", "why": "x", "readings": []}]}, "pocketed"),
    ({"type": "stroke", "doubts": [{"about": "fouls", "why": "x", "readings": [{"foul": 1}]}]}, "fouls"),
    ({"type": "stroke", "doubts": [{"about": "fouls", "why": "\ud800", "readings": []}]}, "a word"),
    ({"type": "stroke", "by": "crowd"}, "referee"),
    ({"type": "stroke", "at": "noon"}, "seconds"),
    ({"type": "stroke", "at": float("inf")}, "seconds"),
    ({"type": "stroke", "at": True}, "seconds"),
    ({**MATCH, "game": "snooker"}, "eight_ball"),
    ({**MATCH, "frames_to_win": 0}, "1-1000"),
    ({**MATCH, "frames_to_win": 1001}, "1-1000"),
    ({**MATCH, "frames_to_win": 10**9}, "1-1000"),
    ({**MATCH, "frames_to_win": 2.0}, "1-1000"),
    ({**MATCH, "players": {"a": "A"}}, "`b`"),
    ({**MATCH, "players": {"a": "", "b": "B"}}, "1-64"),
    ({**MATCH, "players": {"a": "A" * 65, "b": "B"}}, "1-64"),
    ({**MATCH, "players": {"a": "\udc00", "b": "B"}}, "1-64"),
    ({**MATCH, "players": {"a": "A", "b": "\udfff"}}, "1-64"),
    ({**MATCH, "first_break": None}, "a, b"),
    ({**MATCH, "handicap": {"a": -1, "b": 0}}, "0 or more"),
    ({**MATCH, "officiating": "none"}, "referee, auto"),
    ({"type": "breaker"}, "needs `player`"),
    ({"type": "foul", "player": "a"}, "needs `foul`"),
    ({"type": "foul", "player": "c", "foul": 4}, "a, b"),
    ({"type": "play_on", "demand": None}, "true or false"),
    ({"type": "fell", **BALL}, "needs `cause`"),
    ({"type": "fell", **BALL, "cause": "wind"}, "late, jolt, spin, early"),
    ({"type": "interference"}, "needs `whose`"),
    ({"type": "interference", "whose": "opponent", "stopped": None}, "ball"),
    ({"type": "position"}, "needs `all_in_house`"),
    ({"type": "warning", "kind": "rain"}, "dead_position"),
    ({"type": "shot_clock", "player": "a"}, "needs `on`"),
    ({"type": "referee_error"}, "needs `led_to`"),
    ({"type": "sanction", "player": "a", "kind": "fine"}, "remark"),
    ({"type": "suspend"}, "needs `reason`"),
    ({"type": "suspend", "reason": "tea"}, "protest"),
    ({"type": "resume", "upheld": "yes"}, "true or false"),
    ({"type": "concede", "player": "a"}, "needs `what`"),
    ({"type": "forfeit", "player": "a", "why": "tired"}, "no_show"),
    ({"type": "next_frame", "frame": 2}, "it may have: at, by"),
    ({"type": "undo", "times": 2}, "it may have: at, by"),
]  # fmt: skip


@pytest.mark.parametrize("event", GOOD)
def test_good_shape(event):
    assert fault_of(event) is None


@pytest.mark.parametrize(("event", "told"), BAD)
def test_bad_event_says_what_would_be_right(event, told):
    match = Match()
    state = match.push(event)
    assert state.accepted is False
    assert state.error["code"] == "bad_event"
    assert told in state.error["message"]


@pytest.mark.parametrize("kind", SHAPES)
def test_every_needed_field_is_needed(kind):
    for field in SHAPES[kind].needed:
        assert fault_of({"type": kind, **{name: None for name in SHAPES[kind].needed if name != field}}) is not None


def test_message_is_short_and_ascii_however_long_the_word():
    error = Match().push({"type": "щ" * 10000}).error
    assert len(error["message"]) < 500
    assert error["message"].isascii()


def test_word_nested_deeper_than_python_can_say_is_refused():
    deep: dict = {}
    for _ in range(100_000):
        deep = {"type": deep}
    assert Match().push(deep).error["code"] == "bad_event"
    while deep:  # taken apart by hand, since so deep a tree can't be freed in one go
        deep = deep.pop("type")
