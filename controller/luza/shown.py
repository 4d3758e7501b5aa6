"""What displays show beside the judge's state: the last strokes, their doubts, why play rests.

One value goes with each accepted event of a match, so that an undo brings back the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from luza_rules import State

STROKES = 3  # how many of the last strokes displays get (contract: MQTT, `last`)
# Events that judge the last stroke again (contract: match log, Corrections); a ball that fell does by these causes.
CORRECTIONS = ("ruling", "fell", "interference", "referee_error")
FALLS_OF_THE_STROKE = ("spin", "early")


@dataclass(frozen=True)
class Shown:
    """`last`: the last strokes as {striker, counted, fouls, score}; `doubts` of the last one.

    `paused`: why play is suspended, and since when (table seconds).
    """

    last: tuple[dict[str, Any], ...] = ()
    doubts: tuple[Mapping[str, Any], ...] = ()
    paused: tuple[str, float] | None = None


def after(shown: Shown, event: Mapping[str, Any], before: State, state: State) -> Shown:
    """What is shown after an accepted event (not an undo) that led from state `before` to `state`."""
    kind = event["type"]
    if kind == "stroke":
        stroke = outcome(before.striker, state)
        return replace(shown, last=(*shown.last, stroke)[-STROKES:], doubts=tuple(event.get("doubts", ())))
    if kind in CORRECTIONS and event.get("cause", "spin") in FALLS_OF_THE_STROKE and shown.last:
        stroke = outcome(shown.last[-1]["striker"], state)
        doubts = tuple(event.get("doubts", ())) if kind == "ruling" else shown.doubts
        return replace(shown, last=(*shown.last[:-1], stroke), doubts=doubts)
    if kind == "suspend":
        return replace(shown, paused=(event["reason"], float(event.get("at", 0.0))))
    if kind == "resume":
        return replace(shown, paused=None)
    return shown


def outcome(striker: str | None, state: State) -> dict[str, Any]:
    """One stroke as the contract's `last` has it."""
    told = state.as_dict()
    verdict = told["verdict"] or {"counted": [], "fouls": []}
    return {"striker": striker, "counted": verdict["counted"], "fouls": verdict["fouls"], "score": told["score"]}
