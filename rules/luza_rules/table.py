"""The state machine as data: which event may come in which phase, and what it does there.

A row stands for an event type, or for a kind of one where the kinds differ (a hanging ball put back changes nothing,
one that counts corrects the last stroke). A cell is accepted or `not_now`; what else an event needs, its row names and
its function judges. docs/rules-states.md is drawn from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from luza_rules import correcting, events
from luza_rules.refusal import IMPOSSIBLE, NOT_NOW, Refused, not_now
from luza_rules.state import Last, Position
from luza_rules.words import FRAME_OVER, LAG, LAG_CHOICE, MATCH_OVER, NO_MATCH, PHASES, PLAY, SUSPENDED

Event = Mapping[str, Any]

UNDER_WAY = frozenset({LAG, LAG_CHOICE, PLAY, FRAME_OVER, SUSPENDED})
IN_A_FRAME = frozenset({LAG, LAG_CHOICE, PLAY, SUSPENDED})
ANY = UNDER_WAY | {MATCH_OVER}
IN_PLAY = frozenset({PLAY})
FRAME_ENDS = frozenset({FRAME_OVER, MATCH_OVER})
NOWHERE: frozenset[str] = frozenset()


def _always(position: Position) -> bool:  # noqa: ARG001
    return True


class Row(NamedTuple):
    """A kind of event: the phases that accept it, what it does, and the phases it may lead to besides staying.

    `ready` says whether it may come now, as far as the event's own fields don't decide; `needs` says so in words, and
    `lacking` is the code that refuses it in its phases otherwise. `corrects` changes the last stroke instead, which is
    judged again. `begins` rows end what a correction could reach: they are not applied again by one.
    """

    phases: frozenset[str]
    does: Callable[[Position, Event], Position] | None = None
    leads: frozenset[str] = NOWHERE
    ready: Callable[[Position], bool] = _always
    needs: str = ""
    lacking: str = NOT_NOW
    corrects: Callable[[Last, Event], Last] | None = None
    begins: bool = False


def _correction(change: Callable[[Last, Event], Last]) -> Row:
    return Row(ANY, None, ANY, lambda position: position.last is not None, "a stroke of this frame", corrects=change)


def _ends_frame(does: Callable[[Position, Event], Position]) -> Row:
    return Row(IN_A_FRAME, does, FRAME_ENDS, lambda position: position.phase != FRAME_OVER, "a frame that isn't over")


def _ends_match(does: Callable[[Position, Event], Position]) -> Row:
    return Row(UNDER_WAY, does, frozenset({MATCH_OVER}))


TABLE: Mapping[str, Row] = {
    "lag": Row(frozenset({LAG}), events.lag, frozenset({LAG_CHOICE})),
    "breaker": Row(frozenset({LAG_CHOICE}), events.breaker, IN_PLAY),
    "call": Row(
        IN_PLAY, events.call, NOWHERE, lambda position: position.setup.game.call, "a game with calls", IMPOSSIBLE
    ),
    "stroke": Row(IN_PLAY, events.stroke, FRAME_ENDS | {LAG}, begins=True),
    "ruling": _correction(correcting.with_ruling),
    "play_on": Row(
        IN_PLAY, events.play_on, NOWHERE, lambda position: bool(position.options), "the option after a foul"
    ),
    "foul": Row(IN_PLAY, events.foul, FRAME_ENDS),
    "fell late": Row(IN_PLAY, events.put_back),
    "fell spin": _correction(correcting.with_fall),
    "interference": _correction(correcting.with_interference),
    "position": Row(
        IN_PLAY,
        events.position_of_balls,
        NOWHERE,
        lambda position: position.from_hand is not None,
        "a stroke from hand",
    ),
    "warning": Row(IN_PLAY, events.warning),
    "dead_position": Row(
        IN_PLAY, events.dead_position, frozenset({LAG}), lambda position: position.dead_warned, "its warning"
    ),
    "shot_clock": Row(
        IN_PLAY, events.shot_clock, NOWHERE, lambda position: bool(position.stalled), "a stalling warning"
    ),
    "time_out": Row(
        IN_PLAY, events.time_out, NOWHERE, lambda position: position.striker in position.clocks, "the striker's clock"
    ),
    "referee_error": _correction(correcting.with_error),
    "sanction remark": Row(UNDER_WAY, events.said),
    "sanction frame": _ends_frame(events.lose_frame),
    "sanction match": _ends_match(events.lose_by_sanction),
    "suspend": Row(UNDER_WAY - {SUSPENDED}, events.suspend, frozenset({SUSPENDED})),
    "resume": Row(frozenset({SUSPENDED}), events.resume, UNDER_WAY - {SUSPENDED}),
    "concede frame": _ends_frame(events.lose_frame),
    "concede match": _ends_match(events.concede_match),
    "forfeit": _ends_match(events.forfeit),
    "next_frame": Row(frozenset({FRAME_OVER}), events.frame, frozenset({LAG, PLAY}), begins=True),
}
"""What moves a match from one position to the next."""

BEGINNING = Row(frozenset({NO_MATCH}), leads=frozenset({LAG, PLAY}))
UNDOING = Row(ANY, leads=ANY, needs="an event in force after the match line")
ROWS: Mapping[str, Row] = {"match": BEGINNING, **TABLE, "undo": UNDOING}
"""All rows: with `match`, which comes before any position, and `undo`, which goes back to an earlier one. Those two a
course carries out itself."""


def refusal(name: str, phase: str) -> str | None:
    """One cell: the code with which the phase alone refuses the row's events; null where it accepts them."""
    return None if phase in ROWS[name].phases else NOT_NOW


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
    allowed = [word for word in PHASES if word in row.phases]
    return not_now(f"this {kind} can't come in phase {phase}, only in: {', '.join(allowed)}")
