"""A robot player: looks at the balls, chooses a shot, and strikes as well as its hand can.

Choosing is geometry (aim.py); the hand errs, in angle and in speed, by the player's skill. A player knows of the rules
only what `Task` tells: which balls may be struck, from where, and what would count.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from luza.robots.aim import Aim, clear, pots
from luza_hardware.virtual.bed import Ball, Bed, Point
from luza_hardware.virtual.motion import Shot

BREAK_SPEED = (4800.0, 6800.0)
PLACES_TRIED = 24
HOUSE_MARGIN = 45.0
"""A ball in hand is placed this far inside the house's line (mm), so that it stands in no beam on it."""

STRAIGHT = math.radians(9)
"""Nearer to straight than this, a rolling cue ball would follow the other one into the pocket."""


@dataclass(frozen=True, slots=True)
class Player:
    """Name and hand: standard errors of the angle (rad) and of the speed (share), and the hardest pot it tries."""

    name: str
    angle_error: float
    speed_error: float
    nerve: float
    """Aims more difficult than this (see `Aim.difficulty`) aren't tried: a safety is played."""


@dataclass(frozen=True, slots=True)
class Task:
    """What the rules ask of the next stroke.

    `strikable`: the balls that may be struck. `house`: from hand, from there, or None. `pockets`: those in which a ball
    would count. `opening`: the rack is whole. `cross`: a safety has to send a ball over the centre line.
    """

    strikable: Sequence[Ball]
    house: str | None
    pockets: Sequence[str]
    opening: bool
    cross: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player is about to do: the shot with its error, what it is aimed at (None: a safety), where the ball in
    hand was placed."""

    shot: Shot
    aim: Aim | None
    placed: Point | None


def plan(bed: Bed, positions: Mapping[Ball, Point], task: Task, player: Player, rng: random.Random) -> Plan:
    """Choose a stroke. `positions` are the balls on the table, without one that is in hand."""
    if task.house is None:
        aims = [aim for ball in task.strikable for aim in _aims(bed, positions, ball, task)]
        best = min(aims, key=lambda aim: aim.difficulty, default=None)
        if best is not None and best.difficulty <= player.nerve:
            return Plan(_pot(best, player, rng), best, None)
        return Plan(_safety(bed, positions, task, player, rng), None, None)
    in_hand = task.strikable[0]
    others = {ball: place for ball, place in positions.items() if ball != in_hand}
    if task.opening:
        placed = _place_to_break(bed, others, rng)
        return Plan(_break(bed, placed, in_hand, player, rng), None, placed)
    return _from_hand(bed, others, task, player, rng)


def _from_hand(bed: Bed, others: Mapping[Ball, Point], task: Task, player: Player, rng: random.Random) -> Plan:
    in_hand = task.strikable[0]
    best: tuple[Aim, Point] | None = None
    places = [place for _ in range(PLACES_TRIED) if (place := _in_house(bed, others, task.house, rng)) is not None]
    for place in places:
        found = _aims(bed, {**others, in_hand: place}, in_hand, task)
        if found and (best is None or found[0].difficulty < best[0].difficulty):
            best = found[0], place
    if best is not None and best[0].difficulty <= player.nerve:
        return Plan(_pot(best[0], player, rng), best[0], best[1])
    placed = places[0] if places else _any_room(bed, others, task.house)
    shot = _safety(bed, {**others, in_hand: placed}, task, player, rng)
    return Plan(shot, None, placed)


def _aims(bed: Bed, positions: Mapping[Ball, Point], ball: Ball, task: Task) -> list[Aim]:
    pockets = [bed.pockets[name] for name in task.pockets]
    return pots(bed, positions, ball, pockets, _targets(bed, positions, ball, task.house))


def _targets(bed: Bed, positions: Mapping[Ball, Point], ball: Ball, house: str | None) -> list[Ball]:
    """The balls that may be played at first: from hand only those outside the house (2.1.5 e)."""
    return [
        other
        for other, (x, _) in positions.items()
        if other != ball
        and (house != "house" or x > bed.head_string)
        and (house != "temporary_house" or x < bed.foot_string)
    ]


def _err(shot: Shot, player: Player, rng: random.Random) -> Shot:
    speed = shot.speed * max(0.5, rng.gauss(1.0, player.speed_error))
    return Shot(shot.ball, shot.angle + rng.gauss(0.0, player.angle_error), min(speed, 8000.0), shot.roll)


def _pot(aim: Aim, player: Player, rng: random.Random) -> Shot:
    roll = -0.2 if aim.cut < STRAIGHT else 0.8
    return _err(Shot(aim.ball, aim.angle, min(aim.speed(1300.0), 7500.0), roll), player, rng)


def _break(bed: Bed, placed: Point, ball: Ball, player: Player, rng: random.Random) -> Shot:
    apex_x, apex_y = bed.foot_spot
    # not quite full, so that the rack opens
    aside = rng.uniform(-0.35, 0.35) * bed.ball
    angle = math.atan2(apex_y + aside - placed[1], apex_x - bed.ball - placed[0])
    return _err(Shot(ball, angle, rng.uniform(*BREAK_SPEED), 0.4), player, rng)


def _safety(bed: Bed, positions: Mapping[Ball, Point], task: Task, player: Player, rng: random.Random) -> Shot:
    """Meet some ball for certain: a full one in the open, hard enough for what a safety asks."""
    ways = []
    for ball in task.strikable:
        start = positions[ball]
        for target in _targets(bed, positions, ball, task.house):
            end = positions[target]
            length = math.dist(start, end)
            if length > bed.ball and clear(bed, positions, start, end, {ball, target}):
                ways.append((length, ball, math.atan2(end[1] - start[1], end[0] - start[0])))
    if not ways:
        # nothing can be reached straight: a hard one off the cushions, and hope
        ball = rng.choice(list(task.strikable))
        return Shot(ball, rng.uniform(-math.pi, math.pi), rng.uniform(3500.0, 5000.0), 0.5)
    length, ball, angle = min(ways, key=lambda way: way[0])
    # half a ball off the full hit sends both balls somewhere
    angle += math.asin(min(1.0, 0.5 * bed.ball * rng.choice((-1, 1)) / max(length, bed.ball)))
    speed = rng.uniform(3800.0, 4800.0) if task.cross else rng.uniform(1500.0, 3500.0)
    return _err(Shot(ball, angle, speed, 0.6), player, rng)


def _place_to_break(bed: Bed, others: Mapping[Ball, Point], rng: random.Random) -> Point:
    for _ in range(PLACES_TRIED):
        place = rng.uniform(0.6, 0.9) * bed.head_string, bed.width * rng.uniform(0.38, 0.62)
        if _room(bed, others, place):
            return place
    return _any_room(bed, others, "house")


def _in_house(bed: Bed, others: Mapping[Ball, Point], house: str | None, rng: random.Random) -> Point | None:
    deep = rng.uniform(bed.radius + 1, bed.head_string - HOUSE_MARGIN)
    place = deep if house == "house" else bed.length - deep, rng.uniform(bed.radius + 1, bed.width - bed.radius - 1)
    return place if _room(bed, others, place) else None


def _any_room(bed: Bed, others: Mapping[Ball, Point], house: str | None) -> Point:
    """A place in the house, looked for step by step: sixteen balls never fill it."""
    step = bed.ball / 2
    for row in range(int((bed.width - bed.ball) / step)):
        for column in range(int((bed.head_string - HOUSE_MARGIN - bed.ball) / step)):
            deep = bed.radius + 1 + column * step
            place = deep if house != "temporary_house" else bed.length - deep, bed.radius + 1 + row * step
            if _room(bed, others, place):
                return place
    raise AssertionError("sixteen balls never fill a house")


def _room(bed: Bed, others: Mapping[Ball, Point], place: Point) -> bool:
    return all(math.dist(place, other) > bed.ball + 1 for other in others.values())
