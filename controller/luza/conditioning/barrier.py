"""A light barrier: its edges become breaks, each with a start and an end."""

from __future__ import annotations

from collections.abc import Sequence

CHATTER_S = 0.003
"""Edges closer than this are one (contract: mechanical chatter gives edges under 3 ms; no ball of 68 mm is that
fast)."""


BEGAN, ENDED, RESUMED, NOTHING = range(4)


class Barrier:
    """One barrier, fed its edges in order of time. `level` is None until the first one.

    A break lasts from its first edge to the first of those with which it ends: chatter at either side is no part of it.
    """

    __slots__ = ("_edge_at", "_resumed_at", "ended", "level", "since")

    def __init__(self) -> None:
        self.level: int | None = None
        self.since = 0.0  # the start of the break that goes on, or went on last
        self.ended = -1.0  # the end of the last break
        self._edge_at = -1.0
        self._resumed_at = -1.0  # when the break went on after an end that may have been chatter

    def edge(self, t: float, level: int) -> int:
        """Feed one report. BEGAN, ENDED (at `ended`), RESUMED: the break goes on after all, or NOTHING.

        Broken twice in a row, an edge between was lost: nobody knows when that break ended, and another begins.
        """
        was, self.level = self.level, level
        if level == was and (level == 0 or t - self._edge_at < CHATTER_S):
            return NOTHING
        before, self._edge_at = self._edge_at, t
        if level:
            if was == 0 and t - before < CHATTER_S:
                self._resumed_at = t
                return RESUMED
            self.since = t
            return BEGAN
        if was is None:
            return NOTHING  # an initial level is no edge
        if t - self._resumed_at >= CHATTER_S:
            self.ended = t
        return ENDED


Break = tuple[float | None, float | None]
"""One break: start and end in seconds; None where it began before, or goes on after, what is looked at."""


def breaks(edges: Sequence[tuple[float, int]], before: int | None, since: float | None = None) -> list[Break]:
    """The breaks that a list of edges tells of, from the level `before` them.

    Of a barrier that was broken from before, the first break starts at `since`. What lasts less than CHATTER_S is none.
    """
    found: list[Break] = []
    start, broken = since, before == 1
    edge_at = resumed_at = ended = -1.0
    for t, level in edges:
        if level == broken:
            continue
        broken = level == 1
        if broken:
            if found and t - edge_at < CHATTER_S:
                start, resumed_at = found.pop()[0], t
            else:
                start = t
        else:
            ended = t if t - resumed_at >= CHATTER_S else ended
            found.append((start, ended))
        edge_at = t
    if broken:
        found.append((start, None))
    return [one for one in found if one[0] is None or one[1] is None or one[1] - one[0] >= CHATTER_S]
