"""The course of a match: events pushed one after another, each answered with the state after it.

Positions are immutable and share what didn't change; undo goes back along the chain of them. Nothing else is kept: what
an undo took back is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from luza_rules.articles import article_asked
from luza_rules.frames import start_match
from luza_rules.refusal import BAD_EVENT, Refused, not_now
from luza_rules.shapes import fault_of
from luza_rules.state import Error, Position, Question, State, shown
from luza_rules.table import TABLE, apply, phase_of

Event = Mapping[str, Any]
Played = tuple[Position, Event, Any]
"""An event in force: the position after it, the event, and the one in force before it (or null)."""


def copied(event: Event) -> dict[str, Any]:
    """An event of good shape with all that it holds, for somebody who may change it."""
    return {field: _copied(value) for field, value in event.items()}


def _copied(value: Any) -> Any:
    if type(value) is list:
        return [_copied(item) for item in value]
    return copied(value) if type(value) is dict else value


class Course:
    """One match as far as judging it goes. Never raises on a JSON object; a refused event changes nothing.

    Events that are pushed are kept and must not be changed afterwards.
    """

    __slots__ = ("_in_force", "_rev", "_state")

    def __init__(self) -> None:
        self._in_force: Played | None = None
        self._rev = 0
        self._state = shown(None, 0)

    @property
    def state(self) -> State:
        """The last returned state; before the first event all its fields are null, `rev` 0."""
        return self._state

    @property
    def undoable(self) -> dict[str, Any] | None:
        """The event that an undo would take back: the last one in force that isn't the match line."""
        in_force = self._in_force
        return copied(in_force[1]) if in_force is not None and in_force[2] is not None else None

    @property
    def clock_of(self) -> str | None:
        """The striker, where a shot clock was given to that player (2.1.17)."""
        position = self._in_force and self._in_force[0]
        return position.striker if position is not None and position.striker in position.clocks else None

    @property
    def officiating(self) -> str | None:
        """`referee` or `auto`, as the match line says; null before it."""
        if self._in_force is None:
            return None
        return "referee" if self._in_force[0].setup.officiated else "auto"

    def push(self, event: Event) -> State:
        """The state after an event. Refused: the state as before, `accepted` false, and `error` says why.

        It is the state, not the verdict alone, because only a state says whether the event was accepted, and because
        most events (a call, a lag, a pause) have no verdict of their own; a stroke's is `state.verdict`.
        """
        wrong = fault_of(event)
        if wrong is not None:
            return self._refuse(BAD_EVENT, wrong)
        try:
            self._in_force = self._after(event)
        except Refused as refused:
            return self._refuse(refused.code, refused.message)
        self._rev += 1
        self._state = shown(self._in_force[0], self._rev)
        return self._state

    def _after(self, event: Event) -> Played:
        kind, in_force = event["type"], self._in_force
        if in_force is None:
            if kind != "match":
                raise not_now("the first event of a log is its match line")
            return start_match(event), event, None
        if kind == "match":
            raise not_now("this log's match line has come already")
        if kind == "undo":
            before: Played | None = in_force[2]
            if before is None:
                raise not_now("only the match line is in force, and it can't be taken back")
            return before
        return apply(in_force[0], event), event, in_force

    def _refuse(self, code: str, message: str) -> State:
        self._state = self._state._replace(accepted=False, error=Error(code, message))
        return self._state

    def legal_events(self) -> tuple[str, ...]:
        """The types of event that may come now, as far as their fields don't decide."""
        in_force = self._in_force
        if in_force is None:
            return ("match",)
        position = in_force[0]
        phase = phase_of(position)
        found = dict.fromkeys(
            name.partition(" ")[0] for name, row in TABLE.items() if phase in row.phases and row.ready(position)
        )
        return (*found, "undo") if in_force[2] is not None else tuple(found)

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """What the referee may rule on now, in the order of `verdict.open`; empty once the next frame has begun."""
        position = self._in_force and self._in_force[0]
        if position is None or position.verdict is None or position.last is None:
            return ()
        game = position.setup.game
        return tuple([Question(about, article_asked(game, about)) for about in position.verdict.open])

    def fork(self) -> Self:
        """An independent copy at the price of a few references: for dry runs, and scores that a stroke would make."""
        copy = type(self)()
        copy._in_force, copy._rev, copy._state = self._in_force, self._rev, self._state
        return copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.fork()
