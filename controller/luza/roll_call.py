"""Which boards are here with all that they have kept.

After a start, and when a board was away, its hits from meanwhile come late and all at once. Until they are here, no
time may pass for the strokes (one would be taken for settled, though its balls are still rolling in a board's memory),
and what other boards say has to wait, so that all of it is fed in order. A board that doesn't come is waited for only
so long.
"""

from __future__ import annotations

from collections.abc import Iterable

from luza_hardware.board_news import Batch

# Real seconds. A board that is there answers within a quarter of a second; three are for one that is just being
# plugged in or whose port is tried again.
PATIENCE_S = 3.0


class RollCall:
    """`now` in all calls is the machine's monotonic time in seconds."""

    def __init__(self, nodes: Iterable[str], now: float) -> None:
        self._until = dict.fromkeys(nodes, now + PATIENCE_S)  # the boards that are waited for, and how long
        self._owed: dict[str, int] = {}  # of those that answer: the number up to which hits are on their way

    def away(self, node: str, now: float) -> None:
        """The board can't be reached. One that hasn't come at all isn't waited for again."""
        if self._owed.pop(node, None) is not None or node not in self._until:
            self._until[node] = now + PATIENCE_S

    def here(self, node: str, end: int, now: float) -> None:
        """The board answers, and holds hits up to below number `end` (0: none)."""
        if end:
            self._until[node], self._owed[node] = now + PATIENCE_S, end
        else:
            self._until.pop(node, None)

    def brought(self, batch: Batch) -> None:
        """Hits of a board have come."""
        if batch.next >= self._owed.get(batch.node, 0):
            self._owed.pop(batch.node, None)
            self._until.pop(batch.node, None)

    def waited_for(self, now: float) -> bool:
        """Whether anything may still come that belongs before what is here."""
        return any(until > now for until in self._until.values())

    def until(self, now: float) -> float | None:
        """When waiting ends at the latest; None while nobody is waited for."""
        return max((until for until in self._until.values() if until > now), default=None)
