"""The shape of every event: its fields, which must be there, and what each may hold.

`fault_of(event)` says in one sentence what is wrong with an event's shape and what would be right, or returns null. It
knows nothing of the game or the moment: that is `bad_event` alone; `not_now` and `impossible` are judged later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from luza_rules.games import GAMES
from luza_rules.words import CUE, CUSHIONS, ENDS, FOULS, LAG_FAULTS, NUMBERS, OBJECT, POCKETS, SIDES, UNKNOWN

MAX_FRAMES = 1000
"""The longest match that is believed, so that a typing error can't ask for a protocol of a million frames."""

Check = Callable[[Any], str | None]
"""Says what would be right, or null when it is."""


def _nothing_wrong(value: Any) -> None:  # noqa: ARG001
    return None


def one_of(*words: str | None) -> Check:
    allowed = frozenset(words)
    told = "one of " + ", ".join("null" if word is None else word for word in words)
    return lambda value: None if (value is None or type(value) is str) and value in allowed else told


def _number(value: Any) -> bool:
    return type(value) is int or (type(value) is float and isfinite(value))


def seconds(value: Any) -> str | None:
    return None if _number(value) else "a number of seconds"


def distance(value: Any) -> str | None:
    return None if _number(value) and value >= 0 else "a distance in mm, 0 or more"


def boolean(value: Any) -> str | None:
    return None if value is True or value is False else "true or false"


def only_true(value: Any) -> str | None:
    return None if value is True else "true (a call is taken back by leaving everything out)"


def known_or_null(value: Any) -> str | None:
    return None if value is None or value is True or value is False else "true, false or null"


_NAMED_BALLS = frozenset({CUE, OBJECT, UNKNOWN})


def ball(value: Any) -> str | None:
    good = value in _NAMED_BALLS if type(value) is str else type(value) is int and 1 <= value <= 15
    return None if good else f"a ball: {CUE}, {OBJECT}, {UNKNOWN} or {NUMBERS[0]}-{NUMBERS[-1]}"


pocket = one_of(*POCKETS)
side = one_of(*SIDES)


def foul(value: Any) -> str | None:
    good = type(value) is int and FOULS[0] <= value <= FOULS[-1]
    return None if good else f"a foul number, {FOULS[0]}-{FOULS[-1]}"


def frames(value: Any) -> str | None:
    return None if type(value) is int and 1 <= value <= MAX_FRAMES else f"a whole number of frames, 1-{MAX_FRAMES}"


def whole(value: Any) -> str | None:
    return None if type(value) is int and value >= 0 else "a whole number, 0 or more"


def _text(value: Any) -> bool:
    # half a surrogate pair is no character, and could not be sent on as UTF-8
    return type(value) is str and value != "" and not any("\ud800" <= letter <= "\udfff" for letter in value)


def name(value: Any) -> str | None:
    return None if _text(value) and len(value) <= 64 else "a name of 1-64 characters"


def word(value: Any) -> str | None:
    return None if _text(value) else "a word"


def list_of(check: Check) -> Check:
    def checked(value: Any) -> str | None:
        if type(value) is not list:
            return "a list"
        for item in value:
            if wrong := check(item):
                return f"a list in which each is {wrong}"
        return None

    return checked


def or_null(check: Check) -> Check:
    def checked(value: Any) -> str | None:
        wrong = None if value is None else check(value)
        return wrong and f"null or {wrong}"

    return checked


def an_object(needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """A JSON object with exactly these fields."""
    fields = {**needed, **(optional or {})}
    told = "an object with " + ", ".join(f"`{field}`" for field in fields)

    def checked(value: Any) -> str | None:
        if type(value) is not dict:
            return told
        for field, content in value.items():
            if (check := fields.get(field)) is None:
                return f"{told} and nothing else"
            if wrong := check(content):
                return f"{told}, where `{field}` is {wrong}"
        if len(value) < len(needed) or any(field not in value for field in needed):
            return told
        return None

    return checked


fallen = an_object({"ball": ball, "pocket": pocket})

# doubts are not judged, but they are shown and ruled from: a reading must be a ruling that could be given
_FACTS: dict[str, Check] = {
    "pocketed": list_of(fallen),
    "jumped": list_of(ball),
    "touched_object": known_or_null,
    "left_house": known_or_null,
    "cushions": or_null(list_of(one_of(*CUSHIONS))),
    "crossed": or_null(list_of(one_of(*ENDS, None))),
    "safety": one_of("legal", "illegal", None),
    "attempt": boolean,
    "rolled": list_of(ball),
    "fouls": list_of(foul),
}
_doubt = an_object({"about": one_of(*_FACTS), "why": word, "readings": list_of(an_object({}, _FACTS))})
STROKE_FIELDS: Mapping[str, Check] = {**_FACTS, "doubts": list_of(_doubt)}

_lag_ball = an_object({"fault": one_of(None, *LAG_FAULTS)}, {"distance": distance})


class Shape(NamedTuple):
    """The fields of one event type; `whole`, a check across its fields."""

    needed: Mapping[str, Check] = {}
    optional: Mapping[str, Check] = {}
    whole: Callable[[Mapping[str, Any]], str | None] = _nothing_wrong


def _lag_whole(event: Mapping[str, Any]) -> str | None:
    if "winner" in event:
        return "a lag has `a` and `b`, or `winner`, not both" if "a" in event or "b" in event else None
    if "a" not in event or "b" not in event:
        return "a lag needs `a` and `b`, or `winner`"
    a, b = event["a"], event["b"]
    if a["fault"] is None and b["fault"] is None and not ("distance" in a and "distance" in b):
        return "a lag without a fault needs both distances"
    return None


def _call_whole(event: Mapping[str, Any]) -> str | None:
    if "falling" in event:
        return "a call with falling names no ball and no pocket" if "ball" in event or "pocket" in event else None
    return None if ("ball" in event) is ("pocket" in event) else "a call needs `ball` and `pocket`, or neither"


def _warning_whole(event: Mapping[str, Any]) -> str | None:
    needs = event["kind"] == "stalling" and "player" not in event
    return "a warning for stalling needs `player`" if needs else None


def _interference_whole(event: Mapping[str, Any]) -> str | None:
    wrong = event["whose"] == "outsider" and "stopped" in event
    return "a ball stopped by an outsider doesn't count: the stroke is repeated; leave `stopped` out" if wrong else None


SHAPES: Mapping[str, Shape] = {
    "match": Shape(
        {"game": one_of(*GAMES), "players": an_object({"a": name, "b": name}), "frames_to_win": frames},
        {"first_break": side, "handicap": an_object({"a": whole, "b": whole}),
         "officiating": one_of("referee", "auto")},
    ),
    "lag": Shape({}, {"a": _lag_ball, "b": _lag_ball, "winner": side}, _lag_whole),
    "breaker": Shape({"player": side}),
    "call": Shape({}, {"ball": ball, "pocket": pocket, "falling": only_true}, _call_whole),
    "stroke": Shape({}, STROKE_FIELDS),
    "ruling": Shape({}, STROKE_FIELDS),
    "play_on": Shape({}, {"demand": boolean}),
    "foul": Shape({"player": side, "foul": foul}),
    "fell": Shape({"ball": ball, "pocket": pocket, "cause": one_of("late", "jolt", "spin", "early")}),
    "interference": Shape({"whose": one_of("outsider", "opponent")}, {"stopped": fallen}, _interference_whole),
    "position": Shape({"all_in_house": boolean}),
    "warning": Shape({"kind": one_of("dead_position", "stalling", "outside_house")}, {"player": side}, _warning_whole),
    "dead_position": Shape(),
    "shot_clock": Shape({"player": side, "on": boolean}),
    "time_out": Shape(),
    "referee_error": Shape({"led_to": one_of("foul", "misplay", "nothing")}),
    "sanction": Shape({"player": side, "kind": one_of("remark", "warning", "frame", "match", "removal")}),
    "suspend": Shape({"reason": one_of("protest", "injury", "equipment", "outsider", "pause")}),
    "resume": Shape({}, {"upheld": boolean}),
    "concede": Shape({"player": side, "what": one_of("frame", "match")}),
    "forfeit": Shape({"player": side, "why": one_of("no_show", "disqualified", "unable", "refused")}),
    "next_frame": Shape(),
    "undo": Shape(),
}  # fmt: skip
"""Event type -> its shape. `type`, `at` and `by` may stand on any event."""

_COMMON: Mapping[str, Check] = {"at": seconds, "by": one_of("a", "b", "referee", "sensors", "system")}
_NEEDED = {kind: tuple(shape.needed) for kind, shape in SHAPES.items()}
_FIELDS: Mapping[str, Mapping[str, Check]] = {
    kind: {"type": _nothing_wrong, **_COMMON, **shape.needed, **shape.optional} for kind, shape in SHAPES.items()
}


def quoted(value: Any) -> str:
    """A value from outside, short and safe for a message."""
    try:
        text = ascii(value)
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= 40 else text[:37] + "..."


def fault_of(event: Mapping[str, Any]) -> str | None:
    """What is wrong with the shape of an event, and what would be right; null when it is right."""
    kind = event.get("type")
    fields = _FIELDS.get(kind) if type(kind) is str else None
    if fields is None or type(kind) is not str:
        if "type" not in event:
            return "an event needs a `type`"
        return f"{quoted(kind)} is no event type; there are: {', '.join(SHAPES)}"
    for field, value in event.items():
        check = fields.get(field)
        if check is None:
            known = ", ".join(sorted(set(fields) - {"type"}))
            return f"{kind} has no field {quoted(field)}; it may have: {known}"
        if wrong := check(value):
            return f"{kind}: `{field}` must be {wrong}"
    for field in _NEEDED[kind]:
        if field not in event:
            return f"{kind} needs `{field}`"
    return SHAPES[kind].whole(event)
