"""The words of the match log: sides, pockets, cushions, balls. Every other module takes them from here."""

from __future__ import annotations

SIDES = ("a", "b")
"""The two players."""

POCKETS = ("head_left", "head_right", "side_left", "side_right", "foot_left", "foot_right")
"""Left and right as seen from the head end looking to the foot."""

CUSHIONS = ("head", "foot", "left", "right")
ENDS = ("foot", "head")
"""The two short ends, towards which a ball crosses the centre line."""

CUE, OBJECT, UNKNOWN = "cue", "object", "unknown"
"""The cue ball; an object ball without a number; a ball that fell, nobody knows yet which."""
NUMBERS = tuple(range(1, 16))

HOUSE, TEMPORARY_HOUSE = "house", "temporary_house"
FAR_CORNERS = {
    HOUSE: frozenset({"foot_left", "foot_right"}),
    TEMPORARY_HOUSE: frozenset({"head_left", "head_right"}),
}
"""The corner pockets away from the house in force, which qualify a stroke from hand in slow games (2.1.5 a, b)."""

LAG_FAULTS = ("no_foot_cushion", "crossed", "pocketed", "jumped", "long_cushion")
FOULS = tuple(range(1, 16))
"""The numbers of 2.1.22."""

LAG, LAG_CHOICE, PLAY, FRAME_OVER = "lag", "lag_choice", "play", "frame_over"
SUSPENDED, MATCH_OVER, NO_MATCH = "suspended", "match_over", "no_match"
PHASES = (NO_MATCH, LAG, LAG_CHOICE, PLAY, FRAME_OVER, SUSPENDED, MATCH_OVER)
"""The phases of the contract, and `no_match` for the time before the match line (shown as null)."""

Ball = str | int


def rival(side: str) -> str:
    """The other player."""
    return "b" if side == "a" else "a"
