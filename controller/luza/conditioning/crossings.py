"""Lines across the table: which balls surely crossed one, and towards which end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from luza.conditioning.barrier import Break

CLOCKS_S = 0.003
"""Microphone and line may hang on different boards, whose clocks differ by up to this."""

PASSING_S = 1.2
"""A longer break is no ball that rolled through: on cloth, which slows a ball by about 0.1 m/s each second, one that
needs longer for its own 68 mm stops in the beam. What leaves again, untouched by a ball, is an arm."""


class Crossings(NamedTuple):
    """What a line saw in one stroke.

    `towards` has what surely crossed: `foot`, `head`, or None where the direction isn't known; `unsure` tells that
    something may have crossed unseen (a blocked beam, a ball that stopped in one or may have turned back).
    """

    towards: list[str | None]
    unsure: bool

    def as_field(self) -> list[str | None] | None:
        """The stroke's field `crossed`: null, never [], where nothing surely did and something may have."""
        return None if self.unsure and not self.towards else self.towards


def single(breaks: Sequence[Break], clicks: Sequence[float]) -> Crossings:
    """Crossings seen by one beam alone: a ball came in on one side and, as it met nothing there, left on the other."""
    towards: list[str | None] = []
    unsure = False
    for one in breaks:
        if not _matters(one, clicks):
            continue
        start, end = one
        if start is None or end is None or _met_a_ball(start, end, clicks):
            unsure = True  # of two balls that met in the beam, one may have turned back
        elif end - start <= PASSING_S:
            towards.append(None)
    return Crossings(towards, unsure)


def paired(head_side: Sequence[Break], foot_side: Sequence[Break], clicks: Sequence[float]) -> Crossings:
    """Crossings seen by two beams behind one another: a ball crosses towards the one that it breaks and clears last."""
    crossed: list[tuple[float, str | None]] = []
    unsure = False
    for near, far in _together(head_side, foot_side):
        if not any(_matters(one, clicks) for one in (*near, *far)):
            continue
        passed = _passed([_closed(one) for one in near], [_closed(one) for one in far])
        if passed is None:
            unsure = True
        else:
            crossed += passed
    counting = [end for t, end in sorted(crossed, key=lambda one: one[0]) if not clicks or t >= clicks[0] - CLOCKS_S]
    return Crossings(counting, unsure)


_Closed = tuple[float, float]


def _passed(near: list[_Closed | None], far: list[_Closed | None]) -> list[tuple[float, str | None]] | None:
    """The crossings that overlapping breaks of both beams tell of: [(time, towards)]; None where that isn't known.

    As many breaks on either side are as many balls; one more on one side is a ball that came from there, was over both
    beams, and went back.
    """
    closed, other = [one for one in near if one is not None], [one for one in far if one is not None]
    if len(closed) < len(near) or len(other) < len(far) or not closed or not other:
        return None
    if len(closed) == len(other):
        pairs = zip(closed, other, strict=True)
        return [(_middle(a, b), "foot" if a < b else "head") for a, b in pairs if _same_way(a, b)]
    if (len(closed), len(other)) == (1, 2):
        return [(_middle(closed[0], other[0]), "head"), (_middle(closed[0], other[1]), "foot")]
    if (len(closed), len(other)) == (2, 1):
        return [(_middle(other[0], closed[0]), "foot"), (_middle(other[0], closed[1]), "head")]
    return None


def _together(head_side: Sequence[Break], foot_side: Sequence[Break]) -> list[tuple[list[Break], list[Break]]]:
    """Breaks of both beams that overlap, from one to the next: beams of a line stand closer than a ball is wide."""
    found: list[tuple[list[Break], list[Break]]] = []
    until = -math.inf
    for start, side, one in sorted(
        (-math.inf if one[0] is None else one[0], side, one)
        for side, seen in enumerate((head_side, foot_side))
        for one in seen
    ):
        if start > until or not found:
            found.append(([], []))
        found[-1][side].append(one)
        until = max(until, math.inf if one[1] is None else one[1])
    return found


def _closed(one: Break) -> _Closed | None:
    start, end = one
    return None if start is None or end is None else (start, end)


def _same_way(one: _Closed, other: _Closed) -> bool:
    """Was the beam that was broken first not cleared last? Else the ball turned back between the two."""
    return (one[0] - other[0]) * (one[1] - other[1]) >= 0


def _middle(one: _Closed, other: _Closed) -> float:
    """When the ball's centre was over the line, between the beams."""
    return (sum(one) + sum(other)) / 4


def _met_a_ball(start: float, end: float, clicks: Sequence[float]) -> bool:
    return any(start - CLOCKS_S <= click <= end + CLOCKS_S for click in clicks)


def _matters(one: Break, clicks: Sequence[float]) -> bool:
    """May a crossing by this break count: was it, or its end at least, after the first contact that was heard?

    A ball that met another in the beam has slowed down, and may have crossed later than the break's middle.
    """
    return one[1] is None or not clicks or one[1] >= clicks[0] - CLOCKS_S
