"""The umpire at the virtual table: sees that each stroke is judged, and judged truly, by what a referee may say.

He waits for the table first, since most strokes it sees alone. What it didn't notice he enters, what it saw wrong or
can't see he rules, and as a last means he takes the stroke back and enters it whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from luza.robots import referee
from luza.robots.client import TableClient, TableState
from luza_hardware.table_file import TableFile
from luza_rules import Match

PATIENCE_S = 1.2
"""So long (table seconds) he lets the table find out by itself before he speaks."""

BACK_FOR_S = 3.0
"""Real seconds for which a table must be back before what it doesn't know is taken for lost."""


@dataclass
class Umpire:
    """`speed` is the table clock's. The counts tell how often he entered, ruled, and took back a stroke."""

    client: TableClient
    table: TableFile
    speed: float
    say: Callable[[str], None]
    entered: int = 0
    ruled: int = 0
    redone: int = 0

    def see_it_judged(self, known: TableState, facts: Mapping[str, Any], heard: bool) -> None:
        """Wait until the table has made a stroke of what it sensed; enter the true one where it sensed none.

        `known` is the state before the stroke; the balls rest now. `heard`: some sensor spoke.
        """
        revision = (known["epoch"], known["rev"])

        def judged(state: TableState) -> bool:
            return (state["epoch"], state["rev"]) != revision and state["live"]["stroke"] == "idle"

        rests = bool(self.table.of_kind("rest"))
        if not rests and not self.client.wait(judged, PATIENCE_S / self.speed) and self._stroke_open():
            self.client.command("end_stroke", {})  # people see that the balls rest; nothing need settle
        settle = PATIENCE_S if rests or not heard else self.table.settle_s + PATIENCE_S
        while not self.client.wait(judged, settle / self.speed):
            if self.client.online_for < BACK_FOR_S:
                # the table was away: what its boards kept for it comes yet
                self.client.wait_online()
                self.client.wait(judged, BACK_FOR_S)
            elif self._stroke_open():
                self.client.command("end_stroke", {})
            else:
                self.entered += 1
                self.client.command("stroke", referee.ruling_of(facts), expected_rev=known["rev"])

    def put_right(self, before: Match, true: Match, facts: Mapping[str, Any]) -> bool:
        """See that the table's state is the true one; whether it is in the end. `before`: without the stroke."""
        if self.agreed(true, PATIENCE_S / self.speed):
            return True
        told = self.client.wait_online()
        wrong = referee.differences(told, true.state)
        self.say(f"  referee: {'; '.join([*wrong, *(f'open: {what}' for what in referee.open_questions(told))])}")
        self.ruled += 1
        self.client.command("ruling", referee.ruling_of(facts))
        return self.agreed(true, BACK_FOR_S) or self._redo(before, true, facts)

    def agreed(self, true: Match, seconds: float) -> bool:
        """Whether within `seconds` (real) the table says what is true, and asks nothing."""
        state = true.state
        return self.client.wait(
            lambda told: not referee.differences(told, state) and not referee.open_questions(told), seconds
        )

    def _redo(self, before: Match, true: Match, facts: Mapping[str, Any]) -> bool:
        self.redone += 1
        while referee.differences(told := self.client.wait_online(), before.state):
            undo = told["undo"] or {}
            if undo.get("type") not in ("stroke", "ruling") or not self.client.command("undo", {}).get("ok"):
                return False
        self.client.command("stroke", referee.ruling_of(facts))
        return self.agreed(true, BACK_FOR_S)

    def _stroke_open(self) -> bool:
        state = self.client.state
        return state is not None and state["live"]["stroke"] != "idle"
