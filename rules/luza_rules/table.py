"""The state machine as data: which event may come in which phase, and what it does there.

A row stands for an event type, or for a kind of one where the kinds differ (a hanging ball put back changes nothing,
one that counts corrects the last stroke). A cell is accepted or `not_now`; what else an event needs, its function says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from luza_rules import correcting, events
from luza_rules.refusal import Refused, not_now
from luza_rules.state import Last, Position
from luza_rules.words import FRAME_OVER, LAG, LAG_CHOICE, MATCH_OVER, PLAY, SUSPENDED

Event = Mapping[str, Any]

UNDER_WAY = frozenset({LAG, LAG_CHOICE, PLAY, FRAME_OVER, SUSPENDED})
IN_A_FRAME = frozenset({LAG, LAG_CHOICE, PLAY, SUSPENDED})
ANY = UNDER_WAY | {MATCH_OVER}
IN_PLAY = frozenset({PLAY})


def _always(position: Position) -> bool:  # noqa: ARG001
    return True


class Row(NamedTuple):
    """A kind of event: the phases that accept it, what it does, and whether it may come now (`ready`, as far as the
    event's own fields don't decide).

    `corrects` changes the last stroke instead, which is judged again. `begins` rows end what a correction could reach:
    they are not applied again by one.
    """

    phases: frozenset[str]
    does: Callable[[Position, Event], Position] | None = None
    ready: Callable[[Position], bool] = _always
    corrects: Callable[[Last, Event], Last] | None = None
    begins: bool = False


def _correction(change: Callable[[Last, Event], Last]) -> Row:
    return Row(ANY, corrects=change, ready=lambda position: position.last is not None)


TABLE: Mapping[str, Row] = {
    "lag": Row(frozenset({LAG}), events.lag),
    "breaker": Row(frozenset({LAG_CHOICE}), events.breaker),
    "call": Row(IN_PLAY, events.call, lambda position: position.setup.game.call),
    "stroke": Row(IN_PLAY, events.stroke, begins=True),
    "ruling": _correction(correcting.with_ruling),
    "play_on": Row(IN_PLAY, events.play_on, lambda position: bool(position.options)),
    "foul": Row(IN_PLAY, events.foul),
    "fell late": Row(IN_PLAY, events.put_back),
    "fell spin": _correction(correcting.with_fall),
    "interference": _correction(correcting.with_interference),
    "position": Row(IN_PLAY, events.position_of_balls, lambda position: position.from_hand is not None),
    "warning": Row(IN_PLAY, events.warning),
    "dead_position": Row(IN_PLAY, events.dead_position, lambda position: position.dead_warned),
    "shot_clock": Row(IN_PLAY, events.shot_clock, lambda position: bool(position.stalled)),
    "time_out": Row(IN_PLAY, events.time_out, lambda position: position.striker in position.clocks),
    "referee_error": _correction(correcting.with_error),
    "sanction remark": Row(UNDER_WAY, events.said),
    "sanction frame": Row(IN_A_FRAME, events.lose_frame, lambda position: position.phase != FRAME_OVER),
    "sanction match": Row(UNDER_WAY, events.lose_by_sanction),
    "suspend": Row(frozenset({LAG, LAG_CHOICE, PLAY, FRAME_OVER}), events.suspend),
    "resume": Row(frozenset({SUSPENDED}), events.resume),
    "concede frame": Row(IN_A_FRAME, events.lose_frame, lambda position: position.phase != FRAME_OVER),
    "concede match": Row(UNDER_WAY, events.concede_match),
    "forfeit": Row(UNDER_WAY, events.forfeit),
    "next_frame": Row(frozenset({FRAME_OVER}), events.frame, begins=True),
}
"""All rows but `match` (before the match alone) and `undo` (while there is something to take back): those move between
positions, and are the Match's own."""

_KINDS = {
    "fell": ("cause", {"late": "late", "jolt": "late", "spin": "spin", "early": "spin"}),
    "sanction": (
        "kind",
        {"remark": "remark", "warning": "remark", "frame": "frame", "match": "match", "removal": "match"},
    ),
    "concede": ("what", {"frame": "frame", "match": "match"}),
}
"""Event types that have more than one row: the field that tells, and the row's second word."""


def row_of(event: Event) -> str:
    """The name of the row that an event belongs to."""
    kind: str = event["type"]
    if kind in _KINDS:
        field, words = _KINDS[kind]
        return f"{kind} {words[event[field]]}"
    return kind


def phase_of(position: Position) -> str:
    """The phase as the table knows it."""
    return SUSPENDED if position.suspended else position.phase


def apply(position: Position, event: Event) -> Position:
    """The position after an event of good shape; raises Refused."""
    name = row_of(event)
    row = TABLE[name]
    phase = SUSPENDED if position.suspended else position.phase
    if phase not in row.phases:
        raise _out_of_phase(event["type"], phase, row)
    if row.corrects is not None:
        last = correcting.last_stroke(position)
        return correcting.corrected(row.corrects(last, event), apply)
    assert row.does is not None
    after = row.does(position, event)
    if row.begins or after.last is None or after is position:  # what changed nothing needs no applying again
        return after
    return correcting.noted(position, after, event)


def _out_of_phase(kind: str, phase: str, row: Row) -> Refused:
    allowed = [word for word in (LAG, LAG_CHOICE, PLAY, FRAME_OVER, SUSPENDED, MATCH_OVER) if word in row.phases]
    return not_now(f"this {kind} can't come in phase {phase}, only in: {', '.join(allowed)}")
