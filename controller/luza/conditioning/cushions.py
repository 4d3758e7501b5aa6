"""Cushions: which were touched, and which only rang along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

THRESHOLD = 0.06
"""Peak from which a hit is a touch, where the table file says none (the contract's example)."""

CROSSTALK_S = 0.003
"""A ringing neighbour is looked for this long before and after (contract: it rings 0.2–3 ms later, and clocks
differ)."""

CROSSTALK_PART = 0.4
"""It rings with less than this part of the peak (contract)."""

RINGING_S = 0.01
"""A weaker hit of the same sensor this soon is its own ringing: two touches of one ball are farther apart."""

_OPPOSITE = {"head": "foot", "foot": "head", "left": "right", "right": "left"}


class Peak(NamedTuple):
    """A hit of one cushion sensor: peak from 0 to 1."""

    t: float
    sensor: str
    cushion: str
    peak: float
    threshold: float


def touches(peaks: Sequence[Peak]) -> list[tuple[float, str]]:
    """The touches among a stroke's hits (in order of time): [(time, cushion)].

    A hit that can't be told from a neighbour's crosstalk is left out: opposite cushions are no neighbours.
    """
    found = []
    for index, one in enumerate(peaks):
        if one.peak >= one.threshold and rang_along(peaks, index) is None:
            found.append((one.t, one.cushion))
    return found


def rang_along(peaks: Sequence[Peak], index: int) -> Peak | None:
    """The louder hit with which this one rang: a neighbour's, or its own sensor's before it. None: it is a touch."""
    one = peaks[index]
    for step in (-1, 1):
        other_index = index + step
        while 0 <= other_index < len(peaks):
            other = peaks[other_index]
            apart = abs(other.t - one.t)
            if apart > RINGING_S:
                break
            if other.sensor == one.sensor:
                if step < 0 and other.peak > one.peak:
                    return other
            elif (
                apart <= CROSSTALK_S
                and one.peak < CROSSTALK_PART * other.peak
                and _OPPOSITE[one.cushion] != other.cushion
            ):
                return other
            other_index += step
    return None
