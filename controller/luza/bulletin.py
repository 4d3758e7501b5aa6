"""What is told to the hall: an accepted event and what followed from it, as events of the MQTT contract.

Pure: a judged step, or the live picture before and after a line, in; (event_type, fields) out. Numbers and times are
given to them by `luza.keeper`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from luza.pipeline import Live, Step
from luza_rules import State

News = tuple[str, dict[str, Any]]

# match-log event -> the name under which the hall hears of it, where it isn't the same
NAMES = {
    "match": "match_started",
    "stroke": "stroke_judged",
    "suspend": "suspended",
    "resume": "resumed",
    "next_frame": "frame_started",
    "undo": "undone",
}


def news_of(step: Step, before: State) -> Iterator[News]:
    """What one accepted step tells the hall, in order: the event itself, then what followed from it."""
    event, state = step.event, step.state
    fields = {key: value for key, value in event.items() if key != "type"}
    kind: str = event["type"]
    told = state.as_dict()
    if kind == "shot_clock":
        yield ("clock_started" if event["on"] else "clock_stopped"), fields
    elif kind in ("stroke", "ruling", "foul"):
        yield NAMES.get(kind, kind), {**fields, "verdict": told["verdict"], "score": told["score"]}
        for ball in event.get("jumped", ()):
            yield "ball_jumped", {"ball": ball}
    elif kind == "next_frame":
        yield "frame_started", {**fields, "frame": state.frame}
    else:
        yield NAMES.get(kind, kind), fields
    if kind == "match":
        yield "frame_started", {"frame": state.frame}
    if state.striker and state.striker != before.striker:
        yield "turn_changed", {"striker": state.striker}
    if state.frame_winner and state.frames != before.frames:  # a frame that stays won is old news
        outcome = {"score": told["score"], "frames": told["frames"]}
        yield "frame_won", {"frame": state.frame, "player": state.frame_winner, **outcome}
    if state.winner and state.winner != before.winner:
        yield "match_won", {"player": state.winner, "frames": told["frames"], "protocol": told["protocol"]}


def live_news(before: Live, after: Live) -> Iterator[News]:
    """What the live picture of the running stroke tells: its start, balls that fell, came back or were made out."""
    if after.stroke == "idle":
        return
    if before.stroke == "idle":
        yield "stroke_started", {}
        before = Live("idle", (), None)
    was, now = by_pocket(before), by_pocket(after)
    for pocket in sorted(was.keys() | now.keys()):
        old, new = was.get(pocket, []), now.get(pocket, [])
        for ball, identity in zip(old, new, strict=False):
            if ball != identity:
                yield "ball_identified", {"ball": identity, "pocket": pocket}
        for ball in new[len(old) :]:
            yield "ball_pocketed", {"ball": ball, "pocket": pocket}
        for ball in old[len(new) :]:
            yield "ball_returned", {"ball": ball, "pocket": pocket}


def by_pocket(live: Live) -> dict[str, list[Any]]:
    """The balls that fell, pocket by pocket, each in the order in which they fell."""
    found: dict[str, list[Any]] = {}
    for drop in live.pocketed:
        found.setdefault(drop["pocket"], []).append(drop["ball"])
    return found
