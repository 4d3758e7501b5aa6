"""A table to play at: events said in a few words, states checked by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from luza_rules import Match, State


def fall(words: str) -> dict[str, Any]:
    """'9 foot_left' or 'object side_right': a ball in a pocket."""
    ball, pocket = words.split()
    return {"ball": int(ball) if ball.isdigit() else ball, "pocket": pocket}


class Table:
    """A match under way. Every event must be accepted, unless it is said through `refused`."""

    def __init__(self, game: str, **fields: Any) -> None:
        self.match = Match()
        given = {"first_break": "a", "frames_to_win": 2, "players": {"a": "A", "b": "B"}, **fields}
        self.say("match", game=game, **{name: value for name, value in given.items() if value is not None})

    @property
    def state(self) -> State:
        return self.match.state

    def say(self, kind: str, /, **fields: Any) -> State:
        state = self.match.push({"type": kind, **fields})
        assert state.accepted, state.error
        return state

    def refused(self, kind: str, /, **fields: Any) -> str:
        """Says an event that must be refused, changing nothing; returns the code."""
        before = self.match.state
        state = self.match.push({"type": kind, **fields})
        assert state.accepted is False
        assert state.error is not None
        assert state == before._replace(accepted=False, error=state.error)
        return state.error["code"]

    def stroke(self, *falls: str, **fields: Any) -> State:
        """A stroke that met an object ball and left the house, with what fell: stroke('object foot_left')."""
        seen = {"touched_object": True, "left_house": True, **fields}
        return self.say("stroke", pocketed=[fall(words) for words in falls], **seen)

    def safety(self) -> State:
        """A stroke in which nothing fell, and which the referee saw as a legal safety."""
        return self.stroke(safety="legal")

    def ruling(self, *falls: str, **fields: Any) -> State:
        if falls:
            fields["pocketed"] = [fall(words) for words in falls]
        return self.say("ruling", **fields)

    def call(self, words: str) -> State:
        return self.say("call", **fall(words))


@pytest.fixture
def table() -> Callable[..., Table]:
    """table('moscow', handicap={...}): a match in which a breaks, unless told otherwise."""
    return Table


@pytest.fixture
def after_break() -> Callable[..., Table]:
    """A table on which a has broken without success: b's turn, not from hand."""

    def begun(game: str, **fields: Any) -> Table:
        begun = Table(game, **fields)
        begun.safety()
        return begun

    return begun
