"""Hits of several boards, put in order of the table's clock (contract/sensor-log.md).

Boards send when they can, so a hit may arrive up to 50 ms after one that happened later. Everything waits here until
nothing earlier can come any more. Only what arrives decides what is released and what is late, never a clock of ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

WINDOW_S = 0.05
"""How late a hit may arrive (the contract's figure: frames of several boards on one USB bus)."""

_HIT, _SAID = 0, 1  # at equal times a hit goes before what people said

# (time, _HIT, sensor, value) or (time, _SAID, number, what): orders by time, then by what doesn't depend on arrival
Item = tuple[float, int, Any, Any]


class Ordering:
    """Takes hits and events as they arrive and gives them back by time.

    `late` counts hits that came more than 50 ms late and `doubled` those that came twice; neither are given back.
    Events are never dropped and never overtake one another: one whose time lies before its forerunner's follows it at
    once.
    """

    __slots__ = ("_heap", "_last_event", "_number", "_previous", "doubled", "horizon", "late")

    def __init__(self) -> None:
        self._heap: list[Item] = []
        self._number = 0
        self._last_event = -math.inf
        self._previous: Item = (-math.inf, _HIT, "", 0)
        self.horizon = -math.inf  # the latest time that was heard of
        self.late = 0
        self.doubled = 0

    def hit(self, t: float, sensor: str, value: Any) -> None:
        """A hit has arrived."""
        if t + WINDOW_S < self.horizon:
            self.late += 1
            return
        self.horizon = max(self.horizon, t)
        heappush(self._heap, (t, _HIT, sensor, value))

    def said(self, at: float, what: Any) -> None:
        """An event, or another thing that a person said, has arrived."""
        self._last_event = at = max(at, self._last_event)
        self.horizon = max(at, self.horizon)
        self._number += 1
        heappush(self._heap, (at, _SAID, self._number, what))

    def advance(self, t: float) -> None:
        """Time has reached `t`."""
        self.horizon = max(self.horizon, t)

    def ready(self) -> bool:
        """Is there something that nothing can overtake any more?"""
        heap = self._heap
        return bool(heap) and heap[0][0] + WINDOW_S < self.horizon

    def release(self, everything: bool = False) -> Iterator[Item]:
        """What nothing can overtake any more, in order; `everything` that waits at the end of a log."""
        heap = self._heap
        while heap and (everything or heap[0][0] + WINDOW_S < self.horizon):
            item = heappop(heap)
            previous = self._previous
            if item[0] == previous[0] and item[1] == _HIT and item[2] == previous[2]:
                self.doubled += 1
                continue
            self._previous = item
            yield item

    @property
    def waiting(self) -> list[Item]:
        """What has arrived and waits, by time."""
        return sorted(self._heap, key=lambda item: item[:3])

    @property
    def deadline(self) -> float | None:
        """When `advance` would release something."""
        return after(self._heap[0][0]) if self._heap else None


def after(t: float) -> float:
    """The first time at which what happened at `t` can't be overtaken any more."""
    return math.nextafter(t + WINDOW_S, math.inf)
