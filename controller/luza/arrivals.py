"""What boards and pins have said and what waits for its turn, by table time.

Boards speak each for itself, so what they said has to be put in order before it is fed. On a table played faster than
life a moment of the machine is a long time of the table: there everything waits a little, so that a thread that was
held up doesn't make hits late.
"""

from __future__ import annotations

import math
from collections import deque
from heapq import heappop, heappush

from luza_hardware.board_news import Batch
from luza_hardware.hit import Hit


class Arrivals:
    """Hits in order of their time, and batches that can be acknowledged because all their hits have been taken."""

    def __init__(self) -> None:
        self._hits: list[tuple[float, int, Hit]] = []
        self._batches: dict[str, deque[tuple[float, Batch]]] = {}
        self._count = 0

    def add(self, item: Hit | Batch) -> None:
        """A hit of the Pi's own pins, or a board's batch."""
        if isinstance(item, Hit):
            self._add_hit(item)
            return
        for hit in item.hits:
            self._add_hit(hit)
        waiting = self._batches.setdefault(item.node, deque())
        last = max((hit.t for hit in item.hits), default=-math.inf)
        waiting.append((max(last, waiting[-1][0]) if waiting else last, item))

    def _add_hit(self, hit: Hit) -> None:
        self._count += 1
        heappush(self._hits, (hit.t, self._count, hit))

    def hits_until(self, t: float) -> list[Hit]:
        """Take out the hits up to table time `t`, in order of time."""
        taken = []
        while self._hits and self._hits[0][0] <= t:
            taken.append(heappop(self._hits)[2])
        return taken

    def batches_until(self, t: float) -> list[Batch]:
        """Take out the batches whose hits all lie up to table time `t`, each board's in their order."""
        taken = []
        for waiting in self._batches.values():
            while waiting and waiting[0][0] <= t:
                taken.append(waiting.popleft()[1])
        return taken

    @property
    def first(self) -> float | None:
        """The time of the first hit that waits."""
        return self._hits[0][0] if self._hits else None
