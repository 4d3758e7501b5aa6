"""Where to aim: pots by geometry (ghost ball, cut angle, pocket), as a player sees them on the table.

Pure: positions in, aims out, easiest first. Nothing here knows whose turn it is or how well anyone plays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from luza_hardware.virtual.bed import Ball, Bed, Pocket, Point
from luza_hardware.virtual.physics import ROLLING

WIDEST_CUT = math.radians(68)
"""Thinner cuts than this aren't played."""

WIDEST_APPROACH = {"corner": math.radians(40), "side": math.radians(48)}
"""How far off the pocket's axis a ball may come: the jaws are hardly wider than the ball."""

SURPLUS = 3.0
"""A path is free when other balls leave this much more room than a ball's width (mm)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A pot that can be played: strike `ball` at `angle` so that `target` goes into `pocket`.

    `cut` is the angle between both balls' ways (rad), `to_target` and `to_pocket` their lengths (mm), `difficulty` how
    much an error of aim grows on the way (the smaller, the easier).
    """

    ball: Ball
    target: Ball
    pocket: str
    angle: float
    cut: float
    to_target: float
    to_pocket: float
    difficulty: float

    def speed(self, arriving: float) -> float:
        """How fast to strike so that the target reaches the pocket with about `arriving` mm/s (a rolling cue ball)."""
        # a struck ball slides at first, and rolls on with 5/7 of its speed
        target = math.sqrt(arriving**2 + 2 * ROLLING * self.to_pocket) * 7 / 5
        meeting = target / (0.975 * math.cos(self.cut))
        return math.sqrt(meeting**2 + 2 * ROLLING * self.to_target)


def pots(bed: Bed, positions: Mapping[Ball, Point], ball: Ball, pockets: Iterable[Pocket] | None = None,
         targets: Iterable[Ball] | None = None) -> list[Aim]:  # fmt: skip
    """Every pot that `ball` could make, easiest first; `pockets` and `targets` limit what is wanted."""
    found = []
    wanted = list(bed.pockets.values() if pockets is None else pockets)
    for target in list(positions if targets is None else targets):
        if target == ball:
            continue
        for pocket in wanted:
            aim = _pot(bed, positions, ball, target, pocket)
            if aim is not None:
                found.append(aim)
    return sorted(found, key=lambda aim: aim.difficulty)


def _pot(bed: Bed, positions: Mapping[Ball, Point], ball: Ball, target: Ball, pocket: Pocket) -> Aim | None:
    from_x, from_y = positions[ball]
    x, y = positions[target]
    way_x, way_y = pocket.x - x, pocket.y - y
    to_pocket = math.hypot(way_x, way_y)
    if to_pocket < 1:
        return None
    way_x, way_y = way_x / to_pocket, way_y / to_pocket
    approach = math.acos(max(-1.0, min(1.0, way_x * pocket.into_x + way_y * pocket.into_y)))
    if approach > WIDEST_APPROACH["side" if pocket.name.startswith("side") else "corner"]:
        return None
    ghost = x - way_x * bed.ball, y - way_y * bed.ball
    if not (bed.radius <= ghost[0] <= bed.length - bed.radius and bed.radius <= ghost[1] <= bed.width - bed.radius):
        return None
    aim_x, aim_y = ghost[0] - from_x, ghost[1] - from_y
    to_target = math.hypot(aim_x, aim_y)
    if to_target < 1:
        return None
    cut = math.acos(max(-1.0, min(1.0, (aim_x * way_x + aim_y * way_y) / to_target)))
    if cut > WIDEST_CUT:
        return None
    if not clear(bed, positions, (from_x, from_y), ghost, {ball, target}):
        return None
    if not clear(bed, positions, (x, y), (pocket.x, pocket.y), {ball, target}):
        return None
    # an error of aim moves the ghost ball by its distance; the target strays by that over a ball's width, times its way
    growth = to_target / (bed.ball * math.cos(cut)) * to_pocket
    room = max(pocket.mouth * math.cos(approach) - bed.ball * 0.9, 0.5)
    return Aim(ball, target, pocket.name, math.atan2(aim_y, aim_x), cut, to_target, to_pocket, growth / room)


def clear(bed: Bed, positions: Mapping[Ball, Point], start: Point, end: Point, but: set[Ball]) -> bool:
    """Whether a ball can run from `start` to `end` without meeting another than those in `but`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length < 1e-9:
        return True
    dx, dy = dx / length, dy / length
    room = bed.ball + SURPLUS
    for other, (x, y) in positions.items():
        if other in but:
            continue
        along = min(max((x - start[0]) * dx + (y - start[1]) * dy, 0.0), length)
        if math.hypot(x - start[0] - along * dx, y - start[1] - along * dy) < room:
            return False
    return True
