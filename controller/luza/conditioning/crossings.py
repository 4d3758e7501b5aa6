"""Lines across the table: which balls surely crossed one, and towards which end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from luza.conditioning.barrier import Break

CLOCKS_S = 0.003
"""Microphone and line may hang on different boards, whose clocks differ by up to this."""


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
    """Crossings seen by one beam alone: a ball that came in on one side and, as nothing met it there, left on the other."""
    towards: list[str | None] = []
    unsure = False
    for start, end in breaks:
        if start is None or end is None:
            unsure = True
        elif not _after_contact((start + end) / 2, end, clicks):
            continue
        elif any(start - CLOCKS_S <= click <= end + CLOCKS_S for click in clicks):
            unsure = True  # met a ball in the beam: one of the two may have turned back
        else:
            towards.append(None)
    return Crossings(towards, unsure)


def paired(head_side: Sequence[Break], foot_side: Sequence[Break], clicks: Sequence[float]) -> Crossings:
    """Crossings seen by two beams behind one another: the one broken and cleared first is the side it came from."""
    towards: list[str | None] = []
    unsure = False
    waiting = list(foot_side)
    for near in head_side:
        far = next((one for one in waiting if _one_ball(near, one)), None)
        if far is None:
            unsure = unsure or _matters(near, clicks)
            continue
        waiting.remove(far)
        (start, end), (far_start, far_end) = near, far
        if start is None or end is None or far_start is None or far_end is None:
            unsure = True
        elif (start < far_start) == (end < far_end):
            if _after_contact((start + end + far_start + far_end) / 4, max(end, far_end), clicks):
                towards.append("foot" if start < far_start else "head")
        # else: it turned back between the two beams, and didn't cross
    return Crossings(towards, unsure or any(_matters(one, clicks) for one in waiting))


def _one_ball(one: Break, other: Break) -> bool:
    """Do two breaks overlap? Beams of one line stand closer together than a ball is wide."""
    start, end = one
    other_start, other_end = other
    return (end is None or other_start is None or other_start <= end) and (
        other_end is None or start is None or start <= other_end
    )


def _matters(one: Break, clicks: Sequence[float]) -> bool:
    """Could a ball that was seen by one beam of two have crossed, after the first contact?"""
    start, end = one
    return start is None or end is None or _after_contact((start + end) / 2, end, clicks)


def _after_contact(middle: float, end: float, clicks: Sequence[float]) -> bool:
    """A crossing counts from the first contact that was heard: by its middle, when the ball's centre is on the line.

    A ball that met another while it was in the beam has slowed down: then it may have crossed later than its middle
    says.
    """
    return not clicks or middle >= clicks[0] - CLOCKS_S or end >= clicks[0]
