"""The last stroke that the sensors told, while they may still correct it: a reader is slow, a mouth speaks late."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from luza.stroke import Stroke
from luza_rules import Match

Event = dict[str, Any]

# after these the sensors have nothing more to say of it: a person has, or it is past
_CLOSING = ("undo", "interference", "referee_error", "stroke", "next_frame", "match", "concede", "forfeit")


class LastStroke:
    """A stroke as it was told last: its `event`, and the match `before` it. `closed`: nothing more is said of it."""

    __slots__ = ("_ruled", "before", "closed", "event", "stroke")

    def __init__(self, stroke: Stroke, before: Match, event: Event) -> None:
        self.stroke = stroke
        self.before = before
        self.event = event
        self.closed = False
        self._ruled = False  # a person has ruled: that settles the doubts

    def heard(self, event: Mapping[str, Any]) -> None:
        """An accepted event of a person: what it says of the stroke, the sensors don't change any more."""
        kind = event["type"]
        if kind in _CLOSING or (kind == "fell" and event["cause"] != "late"):
            self.closed = True
        elif kind == "ruling":
            self._ruled = True
            self.closed = self.closed or "pocketed" in event

    def correction(self, event: Event, t: float) -> Event | None:
        """The ruling that makes of the stroke what is known at `t`; None where that is nothing new.

        A ruling replaces the doubts, so it repeats those that still hold (contract: match log).
        """
        was, now = self.event.get("doubts", []), event.get("doubts", [])
        changed = {name: value for name, value in event.items() if self.event.get(name) != value and name != "doubts"}
        if self.closed or not (changed or (was != now and not self._ruled)):
            return None
        self.event = event
        ruling = {"type": "ruling", "at": round(t, 6), "by": "sensors", **changed}
        return {**ruling, "doubts": now} if now and not self._ruled else ruling
