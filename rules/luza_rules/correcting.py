"""Corrections of the last stroke: rulings, balls that fell by spin or early, interference, referee's errors (1.5.4).

The stroke is judged again from the position before it, with all its corrections so far; then the events since are
applied again in order. Those that are no longer acceptable drop out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from luza_rules.counting import refuse_ball
from luza_rules.facts import ruled
from luza_rules.judging import judge
from luza_rules.refusal import Refused, not_now
from luza_rules.state import Fallen, Last, Position, Since

FOLLOWS_STRIKER = frozenset({"call", "play_on", "position", "time_out"})
"""Events that are the striker's own: they drop out when another player has come to the table."""

Apply = Callable[[Position, Mapping[str, Any]], Position]


def with_ruling(last: Last, event: Mapping[str, Any]) -> Last:
    """The fields of a ruling replace those of the stroke as ruled so far."""
    return last._replace(stroke=ruled(last.stroke, event))


def with_fall(last: Last, event: Mapping[str, Any]) -> Last:
    """A ball that fell by its own spin counts to the stroke; one that fell early voids it (2.1.15)."""
    if event["cause"] == "early":
        refuse_ball(last.base.setup.game, last.base, event["ball"])
        return _with_reason(last._replace(outcome="early"), "early")
    return _with_reason(_with_ball(last, event), "spin")


def with_interference(last: Last, event: Mapping[str, Any]) -> Last:
    """An outsider voids the stroke (2.1.18); the opponent pays a penalty, and a ball he stopped counts (2.1.19)."""
    if event["whose"] == "outsider":
        return _with_reason(last._replace(outcome="outsider"), "outsider")
    if "stopped" in event:
        last = _with_ball(last, event["stopped"])
    last = _with_reason(last._replace(interfered=last.interfered + 1), "opponent")
    return _with_reason(last, "interfering")


def with_error(last: Last, event: Mapping[str, Any]) -> Last:
    """A referee's error that led to a foul excuses it, a misplay voids the stroke, one without effect does nothing."""
    led_to = event["led_to"]
    return last if led_to == "nothing" else _with_reason(last._replace(outcome=led_to), led_to)


def _with_ball(last: Last, ball: Mapping[str, Any]) -> Last:
    return last._replace(added=(*last.added, Fallen(ball["ball"], ball["pocket"])))


def _with_reason(last: Last, topic: str) -> Last:
    return last if topic in last.reasons else last._replace(reasons=(*last.reasons, topic))


def corrected(last: Last, apply: Apply) -> Position:
    """The position after the corrected stroke and the events since. Refuses a correction that makes it impossible."""
    after = judge(last)
    for since in _in_order(last.since):
        if since.event["type"] in FOLLOWS_STRIKER and after.striker != since.striker:
            continue
        try:
            after = apply(after, since.event)
        except Refused:
            continue
    return after


def _in_order(since: Since | None) -> list[Since]:
    found = []
    while since is not None:
        found.append(since)
        since = since.before
    return found[::-1]


def noted(before: Position, after: Position, event: Mapping[str, Any]) -> Position:
    """The position after an event, which remembers the event for a correction that may still come."""
    last = after.last
    if last is None:
        return after
    return after._replace(last=last._replace(since=Since(event, before.striker, last.since)))


def last_stroke(position: Position) -> Last:
    """The stroke that a correction is about; refuses when this frame had none yet."""
    if position.last is None:
        raise not_now("no stroke of this frame has been played yet: nothing to correct")
    return position.last
