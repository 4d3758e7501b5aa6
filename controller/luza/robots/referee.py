"""The robots' referee: knows what truly happened, compares it with what the table says, and sees what sensors can't.

Pure: facts in, words of the match log out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from luza.robots.aim import Aim
from luza_hardware.virtual.bed import Ball, Bed
from luza_hardware.virtual.motion import Click, Motion, Touch
from luza_rules import GAMES, Match, State

Json = Mapping[str, Any]

COMPARED = (
    "phase", "game", "frame", "frames", "score", "debt", "striker", "from_hand", "options", "chooser", "call",
    "balls_left", "numbers", "frame_winner", "winner",
)  # fmt: skip
VERDICT = ("legal", "fouls", "counted", "discounted", "penalty", "spot", "remove", "repeat")
RULED = ("pocketed", "jumped", "touched_object", "left_house", "cushions", "crossed")

NEAR_JAW = 1.0
"""2.1.12: the cushion within a ball's width of the jaw."""


def differences(told: Json, true: State) -> list[str]:
    """What the table's state says otherwise than it truly is: `field: told … true …`; empty when they agree."""
    truth = true.as_dict()
    found = [f"{name}: {told.get(name)} true {truth[name]}" for name in COMPARED if told.get(name) != truth[name]]
    said, verdict = told.get("verdict") or {}, truth["verdict"] or {}
    found += [
        f"verdict.{name}: {said.get(name)} true {verdict.get(name)}"
        for name in VERDICT
        if said.get(name) != verdict.get(name)
    ]
    return found


def open_questions(told: Json) -> list[str]:
    """What the table asks a person to look at."""
    return list((told.get("verdict") or {}).get("open") or [])


def whole_truth(match: Match, stroke: Json, motion: Motion, aim: Aim | None) -> dict[str, Any]:
    """The stroke's facts, with what a referee adds where the game asks for a safety.

    `attempt` where a pot failed but was a fair try (2.1.12); `safety` where the log's lists can't settle it, since they
    don't tell which ball it was.
    """
    facts = dict(stroke)
    game = GAMES[str(match.state.game)]
    if game.safety is None:
        return facts
    if aim is not None and fair_attempt(motion, aim):
        facts["attempt"] = True
    judged = match.fork().push(facts)
    if judged.verdict is not None and "safety" in judged.verdict.open:
        # 2.1.11's lists settle themselves; only 2.7.6 asks which ball it was
        facts["safety"] = "legal" if one_ball_safety(motion) else "illegal"
    return facts


def ruling_of(facts: Json) -> dict[str, Any]:
    """The fields with which a person puts the last stroke right: all of them, so that no doubt is left."""
    fields = {name: facts[name] for name in RULED if facts.get(name) is not None}
    fields |= {name: facts[name] for name in ("safety", "attempt") if name in facts}
    return fields


def fair_attempt(motion: Motion, aim: Aim) -> bool:
    """Whether the ball played touched a jaw of its pocket, or the cushion within a ball's width of it (2.1.12)."""
    pocket = motion.bed.pockets[aim.pocket]
    reach = pocket.mouth / 2 + NEAR_JAW * motion.bed.ball
    return any(
        isinstance(event, Touch)
        and event.ball == aim.target
        and math.hypot(event.x - pocket.x, event.y - pocket.y) <= reach + motion.bed.radius
        for event in motion.events
    )


def one_ball_safety(motion: Motion) -> bool:
    """2.7.6 of what truly happened: a crossing to the far short cushion, two balls crossing, or one ball off a cushion
    to another, itself or through a ball that it drives."""
    contact = next((event.t for event in motion.events if isinstance(event, Click)), 0.0)
    crossed = {ball: way for ball, way in _crossings(motion, contact).items() if way}
    if len(crossed) >= 2:
        return True
    touched: dict[Ball, set[str]] = {}
    for event in motion.events:
        if event.t < contact:
            continue
        if isinstance(event, Touch):
            touched.setdefault(event.ball, set()).add(event.cushion)
            if len(touched[event.ball]) >= 2 or any(
                event.cushion == towards and event.t >= t for t, towards in crossed.get(event.ball, [])
            ):
                return True
        elif isinstance(event, Click):
            # what a ball brings along from a cushion, it hands to the ball that it drives
            shared = touched.get(event.ball, set()) | touched.get(event.other, set())
            for ball in (event.ball, event.other):
                touched[ball] = set(shared)
    return False


def _crossings(motion: Motion, since: float) -> dict[Ball, list[tuple[float, str]]]:
    line = motion.bed.centre_line
    found: dict[Ball, list[tuple[float, str]]] = {}
    for ball, path in motion.paths.items():
        _, x0, _ = path[0]
        ways = []
        for t, x, _ in path[1:]:
            if t >= since and (x0 < line) != (x < line):
                ways.append((t, "foot" if x > x0 else "head"))
            x0 = x
        found[ball] = ways
    return found


def all_in_house(bed: Bed, positions: Mapping[Ball, tuple[float, float]], in_hand: Ball) -> bool:
    """Whether every object ball lies in the house, so that the temporary house is used (2.1.5)."""
    return all(x < bed.head_string for ball, (x, _) in positions.items() if ball != in_hand)
