"""The lag, played on the table: each player sends a ball from the house to the foot cushion and back (2.1.4)."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from luza.robots.player import Player
from luza_hardware.virtual.bed import Ball, Bed
from luza_hardware.virtual.motion import Fall, Jump, Motion, Shot, Touch
from luza_hardware.virtual.physics import simulate

START_SHARE = 0.8
"""Where in the house the balls lie, as a share of its depth."""


def start_places(bed: Bed) -> dict[str, tuple[Ball, float, float]]:
    """Ball and place of each player: `a` plays in the left half, `b` in the right one."""
    x = bed.head_string * START_SHARE
    return {"a": ("cue", x, bed.width / 4), "b": (1, x, bed.width * 3 / 4)}


@lru_cache(maxsize=8)
def best_speed(bed: Bed) -> float:
    """The speed after which a ball comes to rest just before the head cushion (found by trying, as players do)."""
    x, y = bed.head_string * START_SHARE, bed.width / 4
    low, high = 500.0, 6000.0
    for _ in range(14):
        speed = (low + high) / 2
        motion = simulate(bed, {"cue": (x, y)}, Shot("cue", 0.0, speed), random.Random(0))
        at_head = any(isinstance(event, Touch) and event.cushion == "head" for event in motion.events)
        low, high = (low, speed) if at_head else (speed, high)
    return low


def shot(bed: Bed, ball: Ball, player: Player, rng: random.Random) -> Shot:
    """One player's lag: a little under the best speed, as well as the hand can."""
    speed = best_speed(bed) * 0.985 * (1 + rng.gauss(0.0, player.speed_error / 2))
    return Shot(ball, rng.gauss(0.0, player.angle_error * 4), speed)


def result(motion: Motion, side: str) -> dict[str, Any]:
    """What the referee says of one ball: `fault` (a word of the match log, or null), `distance` from the head (mm)."""
    bed, ball = motion.bed, motion.shot.ball
    cushions = {event.cushion for event in motion.events if isinstance(event, Touch) and event.ball == ball}
    ys = [y for _, _, y in motion.paths[ball]]
    crossed = max(ys) > bed.width / 2 if side == "a" else min(ys) < bed.width / 2
    fault = None
    if any(isinstance(event, Fall) for event in motion.events):
        fault = "pocketed"
    elif any(isinstance(event, Jump) for event in motion.events):
        fault = "jumped"
    elif "foot" not in cushions:
        fault = "no_foot_cushion"
    elif cushions & {"left", "right"}:
        fault = "long_cushion"
    elif crossed:
        fault = "crossed"
    told: dict[str, Any] = {"fault": fault}
    if ball in motion.positions:
        told["distance"] = round(max(0.0, motion.positions[ball][0] - bed.radius), 1)
    return told
