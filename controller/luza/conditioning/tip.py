"""The contact microphone: the cue's strokes, told from balls that click, bumps and chalk."""

from __future__ import annotations

THRESHOLD = 0.12
"""Peak from which a hit may be the cue's, where the table file says none (the contract's example; balls that click and
chalk on the cue stay below)."""

ECHO_S = 0.002
"""A hit this soon after the tip's is its own ringing: at 10 m/s, faster than any stroke, a cue ball moves 20 mm in
it."""

SHORTEST_STROKE_S = 1.75
"""Until this long after a tip, another hit is a click, however loud. Loud clicks are those of fast balls (a click as
loud as a soft tip needs some 2 m/s, and a ball of that speed crosses the table's length in less than 1.8 s), and before
it is over the balls aren't at rest and nobody may strike: rolling on cloth slows a ball by about 0.1 m/s each
second."""


def is_stroke(peak: float, threshold: float) -> bool:
    """May this hit be a cue's, where no stroke is open?"""
    return peak >= threshold


def is_next_stroke(peak: float, threshold: float, since_tip: float) -> bool:
    """Is this hit, in an open stroke, the next stroke's tip? Else it's a click of balls."""
    return peak >= threshold and since_tip >= SHORTEST_STROKE_S
