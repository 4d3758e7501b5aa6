"""The bed of a pyramid table in numbers: cushions, the six tight pockets, the spots and the rack.

Coordinates are millimetres on the playing surface: x from the head cushion's nose (0) to the foot cushion's, y from the
left cushion's nose (0) to the right one's, left and right as seen from the head end looking to the foot. Angles are
radians from the direction head → foot, growing towards the right.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Ball = int | str
"""A ball of the table: "cue" or 1–15."""

Point = tuple[float, float]

NOSE_RADIUS_MM = 8.0
"""How round a jaw is where the cushion's nose turns into the pocket."""

FACING_MM = 130.0
"""How far the jaws' facings reach into the pocket."""

# a pyramid pocket is hardly wider than the ball: 72.5 and 82 mm for 68 mm balls
CORNER_MOUTH = 72.5 / 68
SIDE_MOUTH = 82.0 / 68

# how far behind the narrowest place the bed ends and the ball drops, in ball diameters
CORNER_LIP = 40.0 / 68
SIDE_LIP = 28.0 / 68

# apex first, row by row, left to right as seen from the head (2.2.3); other games have the same triangle of balls alike
RACK: tuple[tuple[int, ...], ...] = ((4,), (5, 6), (7, 15, 8), (9, 14, 13, 10), (2, 1, 12, 11, 3))


@dataclass(frozen=True, slots=True)
class Pocket:
    """One pocket: the middle of its narrowest place, the unit vector into it, its mouth and the drop's edge (mm)."""

    name: str
    x: float
    y: float
    into_x: float
    into_y: float
    mouth: float
    lip: float

    def depth(self, x: float, y: float) -> float:
        """How far a point is inside, along the pocket's axis from its narrowest place (mm; negative: on the bed)."""
        return (x - self.x) * self.into_x + (y - self.y) * self.into_y

    def aside(self, x: float, y: float) -> float:
        """How far a point is off the pocket's axis (mm, signed)."""
        return (y - self.y) * self.into_x - (x - self.x) * self.into_y


class Wall(NamedTuple):
    """A straight piece of cushion: centre line of its rounded nose (mm), the cushion it belongs to, jaw or not."""

    start: Point
    end: Point
    cushion: str
    jaw: bool


@dataclass(frozen=True)
class Bed:
    """A table's playing surface, nose to nose, and the ball it is made for (mm)."""

    length: float = 3550.0
    width: float = 1775.0
    ball: float = 68.0

    @property
    def radius(self) -> float:
        """A ball's radius."""
        return self.ball / 2

    @property
    def head_string(self) -> float:
        """x of the line that bounds the house: a quarter of the table."""
        return self.length / 4

    @property
    def centre_line(self) -> float:
        """x of the line through both side pockets."""
        return self.length / 2

    @property
    def foot_string(self) -> float:
        """x of the line that bounds the temporary house, and of the foot spot."""
        return self.length * 3 / 4

    @property
    def foot_spot(self) -> Point:
        """Where the rack's apex stands and most balls are spotted."""
        return self.foot_string, self.width / 2

    @cached_property
    def pockets(self) -> dict[str, Pocket]:
        """The six pockets by name."""
        found = {}
        corner = self._corner_offset - NOSE_RADIUS_MM
        slant = math.sqrt(0.5)
        for end, at_foot in (("head", False), ("foot", True)):
            for side, at_right in (("left", False), ("right", True)):
                x = self.length - corner / 2 if at_foot else corner / 2
                y = self.width - corner / 2 if at_right else corner / 2
                name = f"{end}_{side}"
                found[name] = Pocket(
                    name, x, y, slant if at_foot else -slant, slant if at_right else -slant,
                    CORNER_MOUTH * self.ball, CORNER_LIP * self.ball,
                )  # fmt: skip
        for side, at_right in (("left", False), ("right", True)):
            y = self.width + NOSE_RADIUS_MM if at_right else -NOSE_RADIUS_MM
            into = 1.0 if at_right else -1.0
            found[f"side_{side}"] = Pocket(
                f"side_{side}", self.centre_line, y, 0.0, into, SIDE_MOUTH * self.ball, SIDE_LIP * self.ball
            )
        return found

    @property
    def _corner_offset(self) -> float:
        # along a cushion from the corner to the middle of the jaw's rounding: a jaw stands half a mouth off the axis
        return (CORNER_MOUTH * self.ball / 2 + NOSE_RADIUS_MM) * math.sqrt(2) - NOSE_RADIUS_MM

    @cached_property
    def walls(self) -> tuple[Wall, ...]:
        """Cushions and jaws."""
        back, off = NOSE_RADIUS_MM, self._corner_offset
        half_side = SIDE_MOUTH * self.ball / 2 + NOSE_RADIUS_MM
        walls = []
        for cushion, x in (("head", -back), ("foot", self.length + back)):
            walls.append(Wall((x, off), (x, self.width - off), cushion, False))
            for side, y in (("left", off), ("right", self.width - off)):
                walls.append(self._facing((x, y), f"{cushion}_{side}", cushion))
        for cushion, y in (("left", -back), ("right", self.width + back)):
            for near, far, pocket in (
                (off, self.centre_line - half_side, f"head_{cushion}"),
                (self.length - off, self.centre_line + half_side, f"foot_{cushion}"),
            ):
                walls.append(Wall((near, y), (far, y), cushion, False))
                walls.append(self._facing((near, y), pocket, cushion))
                walls.append(self._facing((far, y), f"side_{cushion}", cushion))
        return tuple(walls)

    def _facing(self, start: Point, pocket: str, cushion: str) -> Wall:
        into = self.pockets[pocket]
        end = start[0] + into.into_x * FACING_MM, start[1] + into.into_y * FACING_MM
        return Wall(start, end, cushion, True)

    def rack(self, rng: random.Random) -> dict[Ball, Point]:
        """The fifteen object balls, apex on the foot spot, as close as a hand racks them (up to 0.4 mm apart)."""
        apex_x, apex_y = self.foot_spot
        pitch = self.ball + 0.4
        places: dict[Ball, Point] = {}
        for row, numbers in enumerate(RACK):
            for place, number in enumerate(numbers):
                x = apex_x + row * pitch * math.sqrt(0.75) + rng.uniform(-0.1, 0.1)
                y = apex_y + (place - row / 2) * pitch + rng.uniform(-0.1, 0.1)
                places[number] = (x, y)
        return places

    def spot_line(self, place: str) -> list[Point]:
        """Points to try for a ball that is spotted, best first: its spot, then along the long axis (2.1.14).

        `place` is a word of the match log's `spot`: foot_spot, foot_cushion or head_cushion (their middles).
        """
        middle = self.width / 2
        if place == "foot_spot":
            xs = [self.foot_string + i for i in range(int(self.length - self.radius - self.foot_string) + 1)]
            xs += [self.foot_string - i for i in range(1, int(self.foot_string - self.radius))]
        elif place == "foot_cushion":
            xs = [self.length - self.radius - i for i in range(int(self.length - self.ball))]
        elif place == "head_cushion":
            xs = [self.radius + i for i in range(int(self.length - self.ball))]
        else:
            raise ValueError(f"{place!r} is no place to spot a ball: foot_spot, foot_cushion or head_cushion")
        return [(float(x), middle) for x in xs]
