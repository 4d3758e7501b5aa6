"""What is done to a ball, and what the balls did: a shot, the events of a motion, the paths. No physics in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from luza_hardware.virtual.bed import Ball, Bed, Point


@dataclass(frozen=True, slots=True)
class Shot:
    """How a ball is struck: `angle` (rad, 0 towards the foot, growing to the right), `speed` (mm/s, the ball's).

    `roll` is how much of that speed it already rolls with: 1 a high hit, 0 the middle, negative drawn back.
    """

    ball: Ball
    angle: float
    speed: float
    roll: float = 0.0


class Click(NamedTuple):
    """Two balls met; `speed` is how fast they closed (mm/s)."""

    t: float
    ball: Ball
    other: Ball
    speed: float


class Touch(NamedTuple):
    """A ball met a cushion or its jaw at x, y, with `speed` across it (mm/s)."""

    t: float
    ball: Ball
    cushion: str
    x: float
    y: float
    speed: float


class Fall(NamedTuple):
    """A ball went over a pocket's edge with `speed` along the pocket's axis (mm/s)."""

    t: float
    ball: Ball
    pocket: str
    speed: float


class Jump(NamedTuple):
    """A ball left the table over a cushion."""

    t: float
    ball: Ball


@dataclass(frozen=True)
class Motion:
    """What the balls did, in seconds from the cue's contact: events in order, and each moved ball's path.

    A path is [(t, x, y)], straight between its points; a ball that isn't in `paths` never moved. `rest` is when the
    last ball stopped, `positions` where the balls lie then.
    """

    bed: Bed
    shot: Shot
    start: Mapping[Ball, Point]
    events: tuple[Click | Touch | Fall | Jump, ...]
    paths: Mapping[Ball, tuple[tuple[float, float, float], ...]]
    positions: Mapping[Ball, Point]
    rest: float
    energies: tuple[float, ...]
    """Kinetic energy per unit of a ball's mass (mm²/s²), rotation included, at every friction step."""
