"""The virtual table: balls that are placed, struck and lifted, and what its sensors and the truth say of a stroke."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile
from luza_hardware.virtual.bed import Ball, Bed, Point
from luza_hardware.virtual.motion import Motion, Shot
from luza_hardware.virtual.physics import simulate
from luza_hardware.virtual.sensors import SensorSet
from luza_hardware.virtual.truth import stroke_of


@dataclass(frozen=True)
class Stroke:
    """One stroke, simulated whole: `hits` and `truth` (a match-log stroke) in table time, all at rest at `rest_at`."""

    at: float
    rest_at: float
    hits: tuple[Hit, ...]
    truth: Mapping[str, Any]
    motion: Motion


class VirtualTable:
    """A pyramid table without wood: sixteen balls ("cue", 1–15) and the sensors of a table file.

    It knows no rules: whoever plays here racks, places, spots and lifts the balls. The same file, seed and doings
    always give the same strokes. `rack(numbered=…)` and `rack(alike=…)` tell which set of balls lies on it.
    """

    def __init__(self, table: TableFile, seed: int = 0) -> None:
        self.file = table
        self.bed = Bed(table.length_mm, table.width_mm, table.ball_mm)
        self._rng = random.Random(f"virtual table {seed}")
        self._sensors = SensorSet(table, self.bed)
        self._balls: dict[Ball, Point] = {}
        self._numbered = False
        self._alike = False

    @property
    def positions(self) -> Mapping[Ball, Point]:
        """Where the balls on the table lie (mm, x from the head, y from the left)."""
        return MappingProxyType(self._balls)

    def rack(self, *, numbered: bool = False, alike: bool = False) -> None:
        """Lift all balls and rack the fifteen object balls; the cue ball is in hand.

        `numbered`: strokes name object balls by number. `alike`: the cue ball looks like all others (american*).
        """
        self._numbered, self._alike = numbered, alike
        self._balls = self.bed.rack(self._rng)

    def clear(self) -> None:
        """Lift all balls."""
        self._balls = {}

    def lift(self, ball: Ball) -> None:
        """Take a ball off the table; ValueError when it isn't on it."""
        if ball not in self._balls:
            raise ValueError(f"ball {ball!r} is not on the table")
        del self._balls[ball]

    def room(self, x_mm: float, y_mm: float, but: Ball | None = None) -> bool:
        """Whether a ball can lie at a point of the bed without touching another (`but` the one to be moved)."""
        radius, bed = self.bed.radius, self.bed
        if not (radius <= x_mm <= bed.length - radius and radius <= y_mm <= bed.width - radius):
            return False
        return all(
            math.hypot(x - x_mm, y - y_mm) > bed.ball + 0.01 for ball, (x, y) in self._balls.items() if ball != but
        )

    def place(self, ball: Ball, x_mm: float, y_mm: float) -> None:
        """Put a ball on the bed, or move it; ValueError when it isn't one of the sixteen or has no room there."""
        if ball != "cue" and ball not in range(1, 16):
            raise ValueError(f"{ball!r} is no ball: 'cue' or 1 to 15")
        if not self.room(x_mm, y_mm, but=ball):
            raise ValueError(f"ball {ball!r} has no room at {x_mm:.1f}, {y_mm:.1f}")
        self._balls[ball] = (x_mm, y_mm)

    def spot(self, ball: Ball, place: str) -> None:
        """Put a ball on a spotting place (a word of the match log's `spot`), or as near to it as there is room."""
        for x, y in self.bed.spot_line(place):
            if self.room(x, y, but=ball):
                self.place(ball, x, y)
                return
        raise ValueError(f"no room to spot ball {ball!r} on the long axis")

    def levels(self, t: float) -> tuple[Hit, ...]:
        """What beams say at table time `t` of balls placed or lifted by hand since they last told (at first: all)."""
        return self._sensors.levels(self._balls, t)

    def strike(self, shot: Shot, at: float, house: str | None = None) -> Stroke:
        """Strike a ball at table time `at` and let everything come to rest.

        `house` (`house` or `temporary_house`) tells that it is played from hand, from there. The balls lie afterwards
        where they stopped; those that fell or jumped are off the table.
        """
        at = round(at, 6)
        motion = simulate(self.bed, self._balls, shot, self._rng)
        hits = self._sensors.hits(motion, at, self._rng, self._alike)
        truth = stroke_of(motion, at, house, self._numbered)
        self._balls = dict(motion.positions)
        return Stroke(at, at + motion.rest, hits, MappingProxyType(truth), motion)
