"""What really happened in a motion, as a stroke of the match log: the facts that sensors only guess at."""

from __future__ import annotations

from typing import Any

from luza_hardware.virtual.bed import Ball
from luza_hardware.virtual.motion import Click, Fall, Jump, Motion, Touch


def stroke_of(motion: Motion, at: float, house: str | None, numbered: bool) -> dict[str, Any]:
    """The stroke that a motion was (contract: match log, 'stroke').

    The ball struck is the cue ball, whichever it is. `house` is the one it was played from by hand (`house`,
    `temporary_house`; None: not from hand); without `numbered` all object balls are `object`.
    """

    def named(ball: Ball) -> Ball:
        if ball == motion.shot.ball:
            return "cue"
        return ball if numbered and ball != "cue" else "object"

    clicks = [event for event in motion.events if isinstance(event, Click)]
    # a safety's touches count from the first contact on; where there was none, the list is of the whole stroke
    since = clicks[0].t if clicks else 0.0
    return {
        "type": "stroke",
        "at": round(at, 6),
        "pocketed": [
            {"ball": named(event.ball), "pocket": event.pocket} for event in motion.events if isinstance(event, Fall)
        ],
        "jumped": [named(event.ball) for event in motion.events if isinstance(event, Jump)],
        "touched_object": any(motion.shot.ball in (click.ball, click.other) for click in clicks),
        "left_house": _left_house(motion, house),
        "cushions": [event.cushion for event in motion.events if isinstance(event, Touch) and event.t >= since],
        "crossed": [towards for t, towards in _crossings(motion) if t >= since],
    }


def _crossings(motion: Motion) -> list[tuple[float, str]]:
    """When a ball's centre crossed the centre line, and towards which end, in order."""
    line = motion.bed.centre_line
    found = []
    for path in motion.paths.values():
        t0, x0, _ = path[0]
        for t1, x1, y1 in path[1:]:
            if (x0 < line) != (x1 < line) and 0 <= y1 <= motion.bed.width:
                found.append((t0 + (t1 - t0) * (line - x0) / (x1 - x0), "foot" if x1 > x0 else "head"))
            t0, x0 = t1, x1
    return sorted(found)


def _left_house(motion: Motion, house: str | None) -> bool | None:
    if house is None:
        return None
    xs = [x for _, x, _ in motion.paths.get(motion.shot.ball, ())]
    if house == "temporary_house":
        return any(x <= motion.bed.foot_string for x in xs)
    return any(x >= motion.bed.head_string for x in xs)
