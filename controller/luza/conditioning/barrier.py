"""A light barrier: its edges become breaks, each with a start and an end."""

from __future__ import annotations

CHATTER_S = 0.003
"""Edges closer than this are one (contract: mechanical chatter gives edges under 3 ms; no ball of 68 mm is that
fast)."""


class Barrier:
    """One barrier, fed its edges in order of time. `level` is None until the first one."""

    __slots__ = ("_cleared", "level", "since")

    def __init__(self) -> None:
        self.level: int | None = None
        self.since = 0.0  # the start of the break that goes on, or went on last
        self._cleared = -1.0

    def edge(self, t: float, level: int) -> int:
        """Feed one report. 1: a break has begun (`since`); 0: it has ended; -1: it goes on after all; 2: nothing new.

        A break's end may be taken back by the next edge, when it was chatter.
        """
        was, self.level = self.level, level
        if level == was:
            return 2
        if level:
            if t - self._cleared < CHATTER_S:
                return -1
            self.since = t
            return 1
        if was is None:
            return 2  # an initial level is no edge
        self._cleared = t
        return 0


Break = tuple[float | None, float | None]
"""One break: start and end in seconds; None where it began before, or goes on after, what is looked at."""


def breaks(edges: list[tuple[float, int]], before: int | None, since: float | None = None) -> list[Break]:
    """The breaks that a list of edges tells of, from the level `before` them.

    Of a barrier that was broken from before, the first break starts at `since`. What lasts less than CHATTER_S is none.
    """
    found: list[Break] = []
    start = since
    broken = before == 1
    for t, level in edges:
        if level == 1 and not broken:
            broken = True
            last_end = found[-1][1] if found else None
            start = found.pop()[0] if last_end is not None and t - last_end < CHATTER_S else t
        elif level == 0 and broken:
            broken = False
            found.append((start, t))
    if broken:
        found.append((start, None))
    return [one for one in found if one[0] is None or one[1] is None or one[1] - one[0] >= CHATTER_S]
