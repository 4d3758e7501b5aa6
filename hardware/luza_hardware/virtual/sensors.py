"""What a table's sensors say of a motion: physics events and paths turned into hits, as the contract tells each kind.

Clean: no chatter, no crosstalk, nobody's hands. Every sensor that the table file declares speaks, but buttons.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor, TableFile
from luza_hardware.virtual.bed import Ball, Bed, Pocket, Point
from luza_hardware.virtual.motion import Click, Fall, Motion, Touch

Interval = tuple[float, float]
Reading = str | tuple[int, int, int]

ALWAYS = float("inf")

PAIR_MM = 26.0
"""Two beams of one line stand so far before and behind it: a ball is always in one of them while it crosses."""

MOUTH_MM = 14.0
"""How deep between the jaws the mouth's beam stands."""

FALLING = (500.0, 2600.0)
"""Over the edge a ball gathers speed, and the throat brakes a fast one (mm/s): 136 to 26 ms for 68 mm."""

DEAF_S = 0.008
"""The tip microphone hears nothing new so long after a sound."""

CLICK_HEARD = 30.0
"""Balls that meet slower than this (mm/s) make no sound it hears."""

REST_LAG_S = (0.08, 0.25)
"""A rest sensor tells so late that balls move, and that they rest."""

READ_S = (0.09, 0.35)
"""A reader reports so long after the beam cleared."""


def peak_of_strike(speed: float) -> float:
    """The tip microphone's peak for a strike that gives the ball `speed` mm/s: clearly above any click."""
    return min(0.75, 0.16 + speed / 12_000)


def peak_of_click(speed: float) -> float:
    """Its peak for two balls closing at `speed` mm/s."""
    return min(0.11, 0.015 + speed / 60_000)


def peak_of_touch(speed: float) -> float:
    """A cushion piezo's peak for a ball that meets the cushion at `speed` mm/s across it."""
    return min(0.95, 0.06 + speed / 5_000)


class SensorSet:
    """The sensors of a table file on a bed. Remembers the last level that each beam told."""

    def __init__(self, table: TableFile, bed: Bed) -> None:
        self._table, self._bed = table, bed
        self._levels: dict[str, int] = {}
        self._beams = {s.pocket: s.id for s in table.of_kind("beam")}
        self._mouths = {s.id: bed.pockets[s.pocket] for s in table.of_kind("mouth") if s.pocket}
        self._lines = {s.id: self._line_x(s) for s in table.of_kind("line")}
        self._readers = {s.pocket: s for s in (*table.of_kind("colour"), *table.of_kind("tag"))}
        self._tips = [s.id for s in table.of_kind("tip")]
        self._rests = [s.id for s in table.of_kind("rest")]
        self._tag_of = {ball: tag for tag, ball in table.balls.items()}

    def _line_x(self, sensor: Sensor) -> float:
        where = {
            "centre": self._bed.centre_line,
            "head_string": self._bed.head_string,
            "foot_string": self._bed.foot_string,
        }[sensor.line or "centre"]
        if sensor.pair is not None:
            return where + PAIR_MM
        return where - PAIR_MM if any(s.pair == sensor.id for s in self._table.of_kind("line")) else where

    def hits(self, motion: Motion, at: float, rng: random.Random, alike: bool) -> tuple[Hit, ...]:
        """All that the sensors say of a motion that began at table time `at`, in order of time.

        `alike`: the cue ball looks like the others to a colour reader (american*).
        """
        hits = [*self._sounds(motion), *self._touches(motion), *self._rest(motion)]
        hits += self._pocket_hits(motion, rng, alike)
        for name, x in self._lines.items():
            hits += self._edges(name, self._blocked_line(motion, x))
        hits.sort(key=lambda hit: hit.t)
        return tuple(Hit(round(at + hit.t, 6), hit.sensor, hit.value) for hit in hits)

    def levels(self, positions: Mapping[Ball, Point], t: float) -> tuple[Hit, ...]:
        """The levels that differ from those told last, now that balls lie at `positions` (hands moved them)."""
        reach = self._bed.radius
        now = dict.fromkeys(self._beams.values(), 0) | dict.fromkeys(self._rests, 1)
        for name, at_x in self._lines.items():
            now[name] = int(any(self._in_line(place, at_x) for place in positions.values()))
        for name, pocket in self._mouths.items():
            now[name] = int(any(_in_mouth(pocket, x, y, reach) for x, y in positions.values()))
        changed = {name: level for name, level in now.items() if self._levels.get(name) != level}
        self._levels |= changed
        return tuple(Hit(round(t, 6), name, level) for name, level in changed.items())

    def _sounds(self, motion: Motion) -> list[Hit]:
        heard = []
        for tip in self._tips:
            heard.append(Hit(0.0, tip, round(peak_of_strike(motion.shot.speed), 3)))
            last = 0.0
            for event in motion.events:
                if isinstance(event, Click) and event.speed >= CLICK_HEARD and event.t - last >= DEAF_S:
                    heard.append(Hit(event.t, tip, round(peak_of_click(event.speed), 3)))
                    last = event.t
        return heard

    def _touches(self, motion: Motion) -> list[Hit]:
        touches: dict[tuple[float, str], float] = {}
        for event in motion.events:
            if isinstance(event, Touch) and (piezo := self._piezo(event)) is not None:
                # two balls at once are one sound, the louder one
                touch = event.t, piezo
                touches[touch] = max(touches.get(touch, 0.0), round(peak_of_touch(event.speed), 3))
        return [Hit(t, piezo, peak) for (t, piezo), peak in touches.items()]

    def _piezo(self, touch: Touch) -> str | None:
        """The piezo nearest to a touch: of two on one cushion the one whose id ends in _foot has the foot half."""
        on_it = [s.id for s in self._table.of_kind("cushion") if s.cushion == touch.cushion]
        if len(on_it) < 2:
            return on_it[0] if on_it else None
        by_end = sorted(on_it, key=lambda name: name.endswith("_foot"))
        return by_end[0] if touch.x < self._bed.centre_line else by_end[-1]

    def _rest(self, motion: Motion) -> list[Hit]:
        begins, ends = REST_LAG_S
        return [
            hit for name in self._rests for hit in (Hit(begins, name, 0), Hit(max(motion.rest, begins) + ends, name, 1))
        ]

    def _pocket_hits(self, motion: Motion, rng: random.Random, alike: bool) -> list[Hit]:
        hits: list[Hit] = []
        falls = [event for event in motion.events if isinstance(event, Fall)]
        ball = self._bed.ball
        for pocket in self._bed.pockets.values():
            breaks, read_at = [], 0.0
            for fall in (f for f in falls if f.pocket == pocket.name):
                clear = fall.t + ball / _falling(fall.speed)
                breaks.append((fall.t, clear))
                reader = self._readers.get(pocket.name)
                reading = self._reading(reader, fall.ball, rng, alike) if reader else None
                if reader and reading is not None:
                    read_at = max(clear + rng.uniform(*READ_S), read_at + 0.1)
                    hits.append(Hit(read_at, reader.id, reading))
            if pocket.name in self._beams:
                hits += self._edges(self._beams[pocket.name], breaks)
        for name, mouth in self._mouths.items():
            hits += self._edges(name, self._blocked_mouth(motion, mouth))
        return hits

    def _reading(self, reader: Sensor, ball: Ball, rng: random.Random, alike: bool) -> Reading | None:
        if reader.kind == "tag":
            return self._tag_of.get(ball)
        red, green, blue = (
            min(255, max(0, part + rng.randint(-6, 6)))
            for part in self._table.colours["cue" if ball == "cue" and not alike else "object"]
        )
        return red, green, blue

    def _blocked_line(self, motion: Motion, at_x: float) -> list[Interval]:
        reach = self._bed.radius
        blocked = [(0.0, ALWAYS) for ball in _unmoved(motion) if self._in_line(motion.start[ball], at_x)]
        for ball, path in motion.paths.items():
            runs = _within(path, lambda _x, y: self._on_bed(y), lambda x, _y: x - at_x, reach)
            stays = ball in motion.positions and self._in_line(motion.positions[ball], at_x)
            blocked += _until_gone(runs, path, stays, 0.0)
        return blocked

    def _in_line(self, place: Point, at_x: float) -> bool:
        return abs(place[0] - at_x) < self._bed.radius and self._on_bed(place[1])

    def _on_bed(self, y: float) -> bool:
        # a line's beam runs from cushion to cushion: a ball that goes into a side pocket leaves it there
        beyond = self._bed.radius * 0.75
        return -beyond <= y <= self._bed.width + beyond

    def _blocked_mouth(self, motion: Motion, pocket: Pocket) -> list[Interval]:
        reach = self._bed.radius
        blocked = [(0.0, ALWAYS) for ball in _unmoved(motion) if _in_mouth(pocket, *motion.start[ball], reach)]
        speed_of = {e.ball: e.speed for e in motion.events if isinstance(e, Fall) and e.pocket == pocket.name}
        for ball, path in motion.paths.items():
            runs = _within(
                path,
                lambda x, y: abs(pocket.aside(x, y)) < pocket.mouth,
                lambda x, y: pocket.depth(x, y) - MOUTH_MM,
                reach,
            )
            # its rear passes the mouth while its front is in the throat already
            rear = (MOUTH_MM + reach - pocket.lip) / _falling(speed_of.get(ball, 0.0))
            blocked += _until_gone(runs, path, ball in motion.positions, max(rear, 0.002))
        return blocked

    def _edges(self, name: str, blocked: Iterable[Interval]) -> list[Hit]:
        """The edges of a beam broken during the union of the intervals; one that holds from 0 on is told already."""
        edges: list[Hit] = []
        for begin, end in _union(blocked):
            if begin > 0.0 or self._levels.get(name) != 1:
                edges.append(Hit(begin, name, 1))
            if end != ALWAYS:
                edges.append(Hit(end, name, 0))
        if edges:
            self._levels[name] = int(edges[-1].value == 1)
        return edges


def _falling(speed: float) -> float:
    slowest, fastest = FALLING
    return min(fastest, max(slowest, speed))


def _in_mouth(pocket: Pocket, x: float, y: float, reach: float) -> bool:
    return abs(pocket.aside(x, y)) < pocket.mouth and abs(pocket.depth(x, y) - MOUTH_MM) < reach


def _unmoved(motion: Motion) -> list[Ball]:
    return [ball for ball in motion.start if ball not in motion.paths]


def _within(
    path: Sequence[tuple[float, float, float]],
    near: Callable[[float, float], bool],
    distance: Callable[[float, float], float],
    reach: float,
) -> list[Interval]:
    """When a ball's centre was within `reach` of a beam: `distance` is signed and linear along straight ways."""
    found: list[Interval] = []
    t0, x0, y0 = path[0]
    d0 = distance(x0, y0)
    for t1, x1, y1 in path[1:]:
        d1 = distance(x1, y1)
        if min(d0, d1) < reach and max(d0, d1) > -reach and near((x0 + x1) / 2, (y0 + y1) / 2):
            slope = (d1 - d0) / (t1 - t0)
            begin, end = t0, t1
            if slope:
                hither, beyond = sorted(((-reach - d0) / slope + t0, (reach - d0) / slope + t0))
                begin, end = max(begin, hither), min(end, beyond)
            if end > begin:
                found.append((begin, end))
        t0, x0, y0, d0 = t1, x1, y1, d1
    return found


def _until_gone(
    runs: list[Interval], path: Sequence[tuple[float, float, float]], stays: bool, rear: float
) -> list[Interval]:
    """A ball that ends in a beam stays in it; one that falls or flies leaves it `rear` seconds later."""
    if runs and runs[-1][1] >= path[-1][0] - 1e-9:
        runs[-1] = (runs[-1][0], ALWAYS if stays else path[-1][0] + rear)
    return runs


def _union(intervals: Iterable[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    for begin, end in sorted(intervals):
        if merged and begin <= merged[-1][1] + 1e-9:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((begin, end))
    return merged
