"""A match as a library's user sees it: begun from a game and names, pushed, popped, asked, and written as a log.

    match = Match("eight_ball", {"a": "Anna", "b": "Boris"}, first_break="a")
    match.push({"type": "stroke", "touched_object": True}).striker      # 'b'

Beyond the course of the match it remembers what was pushed, so that it can be taken back without a trace and written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

from luza_rules.course import Course, Event, Played, copied
from luza_rules.state import State


class Pushed(NamedTuple):
    """An accepted event, the course and the state before it, and what was pushed before (null: nothing)."""

    event: Event
    in_force: Played | None
    state: State
    before: Pushed | None


class Match(Course):
    """One match. Without a game it stands before its match line, which is then the first event to push.

    ValueError where game, players or the other terms are none of a match line (contract: the match log). Left out,
    `frames_to_win` is 1, and without `first_break` a lag decides. What is given to a match and what it gives back are
    copies: changing them changes no match.
    """

    __slots__ = ("_pushed",)

    def __init__(
        self,
        game: str | None = None,
        players: Mapping[str, str] | None = None,
        *,
        frames_to_win: int | None = None,
        first_break: str | None = None,
        handicap: Mapping[str, int] | None = None,
        officiating: str | None = None,
    ) -> None:
        super().__init__()
        self._pushed: Pushed | None = None
        terms = {
            "game": game,
            "players": dict(players) if isinstance(players, Mapping) else players,
            "frames_to_win": frames_to_win,
            "first_break": first_break,
            "handicap": dict(handicap) if isinstance(handicap, Mapping) else handicap,
            "officiating": officiating,
        }
        if any(term is not None for term in terms.values()):
            if frames_to_win is None:
                terms["frames_to_win"] = 1
            line = {name: term for name, term in terms.items() if term is not None}
            state = super().push({"type": "match", **line})
            if state.error is not None:
                raise ValueError(state.error["message"])
            self._pushed = None  # the terms were given, not pushed

    def __repr__(self) -> str:
        state = self._state
        if state.frames is None or state.score is None:
            return "<Match before its match line>"
        frames, score = "{}:{}".format(*state.frames), "{}:{}".format(*state.score)
        return f"<Match {state.game}, {state.phase}, frames {frames}, score {score}, rev {state.rev}>"

    def _after(self, event: Event) -> Played:
        event = copied(event)
        after = super()._after(event)
        self._pushed = Pushed(event, self._in_force, self._state, self._pushed)
        return after

    def pop(self) -> dict[str, Any]:
        """Take the last accepted event back as if it had never been pushed, and return it. IndexError: there is none.

        Unlike an `undo`, which is an event of the log (`rev` grows, and the match line stays), this leaves no trace:
        the state is equal to the one before, `rev` included. What is popped may itself be an `undo`, or the match line;
        the terms that a Match was made with were not pushed, and stay.
        """
        if self._pushed is None:
            raise IndexError("no event was pushed that could be popped")
        event, self._in_force, self._state, self._pushed = self._pushed
        self._rev = self._state.rev
        return copied(event)  # a fork may still hold it

    def to_log(self) -> str:
        """The match as a log: every accepted event as a line, undone ones with their `undo`, so that it gives an equal
        match, `rev` included. Refused events, which changed nothing, are left out."""
        from luza_rules.log_text import line_of

        events: list[Event] = []
        pushed, first = self._pushed, self._in_force
        while pushed is not None:
            events.append(pushed.event)
            first = pushed.in_force
            pushed = pushed.before
        if first is not None:  # the terms that the match was made with
            events.append(first[1])
        return "".join([line_of(event) for event in reversed(events)])

    @classmethod
    def from_log(cls, log: str | bytes | Iterable[str | bytes]) -> Self:
        """The match that a log tells, from its text (UTF-8 where it is bytes) or its lines (an open file, say).

        ValueError names the line that is no event, or that can't come there: a log from elsewhere whose refused lines
        shall be passed over is pushed line by line.
        """
        from luza_rules.log_text import read_event

        if isinstance(log, str):
            return cls.from_log(log.split("\n"))
        match = cls()
        for number, line in enumerate(log.split(b"\n") if isinstance(log, bytes) else log, 1):
            try:
                event = read_event(line)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
            if event is None:
                continue
            state = match.push(event)
            if state.error is not None:
                raise ValueError(f"line {number}: {state.error['code']}: {state.error['message']}")
        return match

    def fork(self) -> Self:
        copy = super().fork()
        copy._pushed = self._pushed
        return copy
