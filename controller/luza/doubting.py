"""Doubts: what a stroke may also have been, where that would be judged otherwise; and never more balls than there are.

A doubt that changes no verdict is none (contract: sensor log, Doubt). Whether it does is asked of the judge itself, on
a copy of the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from luza.stroke import Reading
from luza_rules import Match, State

Event = dict[str, Any]

_OF_STATE = (
    "phase",
    "score",
    "debt",
    "frames",
    "striker",
    "from_hand",
    "balls_left",
    "numbers",
    "frame_winner",
    "winner",
)
_OF_VERDICT = ("legal", "fouls", "counted", "discounted", "penalty", "spot", "remove", "repeat")


def possible(match: Match, event: Event) -> tuple[Event, Event | None]:
    """The event with no more balls than the table has, and the doubt about those left out (None: all are possible).

    A ball that is no longer on the table was misread, so it may be any; what is still too much fell in no pocket.
    """
    pocketed = event["pocketed"]
    if not pocketed or may_come(match, event):
        return event, None
    known: list[Event] = []
    for drop in pocketed:
        for ball in dict.fromkeys((drop["ball"], "unknown")):
            tried = [*known, {**drop, "ball": ball}]
            if may_come(match, {**event, "pocketed": tried}):
                known = tried
                break
    doubt = {"about": "pocketed", "why": "too_many_balls", "readings": [{"pocketed": known}]}
    return {**event, "pocketed": known}, doubt


def doubts_of(match: Match, event: Event, others: Sequence[Reading]) -> list[Event]:
    """The doubts of a stroke: those of its other readings that would be judged otherwise."""
    found: dict[tuple[str, str], Event] = {}
    stated = _judged(match, event) if others else None
    for other in others:
        judged = _judged(match, {**event, **other.fields})
        if judged is not None and judged != stated:
            first = {name: event[name] for name in other.fields}
            key = (other.about, other.why)
            doubt = found.setdefault(key, {"about": other.about, "why": other.why, "readings": [first]})
            if other.fields not in doubt["readings"]:
                doubt["readings"].append(other.fields)
    return list(found.values())


def may_come(match: Match, event: Event) -> bool:
    """Does the table have what this event tells of?"""
    error = match.fork().push(event).error
    return error is None or error["code"] != "impossible"


def _judged(match: Match, event: Event) -> list[Any] | None:
    """What the judge makes of a stroke, as far as it matters; None where it refuses it."""
    state: State = match.fork().push(event)
    if not state.accepted:
        return None
    verdict = state.verdict
    found = [getattr(state, name) for name in _OF_STATE]
    return found + [getattr(verdict, name) for name in _OF_VERDICT]
