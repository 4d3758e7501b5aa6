"""Readers: which ball lies in front of one, by its colour or its tag."""

from __future__ import annotations

import math
from collections.abc import Mapping

from luza_hardware.table_file import Colour

Ball = str | int
"""`cue`, `object`, a number, or `unknown`: a ball, but who knows which."""

NEITHER = 0.4
"""Farther than this from both reference colours, in parts of their distance from one another, a colour is neither: skin
lies about half-way between a red cue ball and an ivory one; a reader's noise and a ball's shade stay within a third."""

EARLIEST_S = 0.05
LATEST_S = 1.0
"""A reading comes this long after the beam has cleared (contract): a ball needs 50 ms to roll into the cup."""

CLOCKS_S = 0.003
"""Beam and reader may hang on different boards, whose clocks differ by up to this."""


def read_colour(colour: Colour, references: Mapping[str, Colour]) -> Ball | None:
    """The ball of the nearest reference colour; None: neither, a hand most likely."""
    cue, ivory = references["cue"], references["object"]
    to_cue, to_object = math.dist(colour, cue), math.dist(colour, ivory)
    if min(to_cue, to_object) > NEITHER * math.dist(cue, ivory):
        return None
    return "cue" if to_cue < to_object else "object"


def read_tag(tag: str, balls: Mapping[str, Ball]) -> Ball:
    """The ball that has this tag; `unknown` for a tag that the table file doesn't have (hands have none at all)."""
    return balls.get(tag, "unknown")


def as_called(ball: Ball, numbers: bool) -> Ball:
    """The ball in the words of the game: without numbers all object balls are alike; with them no colour tells."""
    if numbers:
        return "unknown" if ball == "object" else ball
    return "object" if isinstance(ball, int) else ball
