"""The robots play whole frames on the virtual table, judged by the real pipeline without wires and without waiting.

Table time jumps from one event to the next. What the pipeline made of each stroke is compared with what truly happened:
this is the bench on which errors of sensors, pipeline and rules show.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import luza_hardware
from luza.pipeline import Pipeline, Step
from luza.robots.player import Player
from luza.robots.session import Session
from luza.robots.truth_log import TruthLog
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile, load_table
from luza_hardware.virtual import VirtualTable
from luza_rules import GAMES, Match

DEMO = load_table(Path(luza_hardware.__file__).parent / "tables" / "demo.toml")
RECORDINGS = Path(__file__).parents[1] / "recordings"

PLAYERS = {
    "a": Player("Vera", angle_error=0.0005, speed_error=0.03, nerve=4000.0),
    "b": Player("Ilya", angle_error=0.0011, speed_error=0.06, nerve=2500.0),
}


class DirectTable:
    """Client, boards and clock in one: hits and commands go straight into a pipeline, and waiting makes time jump."""

    def __init__(self, table: TableFile) -> None:
        self.t = 0.0
        self.pipeline = Pipeline(table)
        self.rev = 0
        self.said: list[str] = []
        self.derived: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.lines: list[str] = []
        self._hits: list[tuple[float, int, Hit]] = []
        self._count = 0

    def now(self) -> float:
        return self.t

    def play(self, hits: Iterable[Hit]) -> None:
        for hit in hits:
            heapq.heappush(self._hits, (hit.t, self._count, hit))
            self._count += 1

    @property
    def online_for(self) -> float:
        return 1e9

    @property
    def state(self) -> dict[str, Any]:
        told = self.pipeline.state.as_dict()
        live = self.pipeline.live
        undo = self.pipeline.match.undoable
        phase = told["phase"] or "idle"
        return {**told, "phase": phase, "epoch": 1, "rev": self.rev, "live": {"stroke": live.stroke}, "undo": undo}

    def wait_online(self) -> dict[str, Any]:
        return self.state

    def wait(self, until: Callable[[dict[str, Any]], bool], seconds: float | None = None) -> bool:
        assert seconds is not None, "nothing will change any more"
        end = self.t + seconds
        while not until(self.state):
            if self.t >= end:
                return False
            self._step(end)
        return True

    def pause(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end:
            self._step(end)

    def _step(self, end: float) -> None:
        """Go to whatever comes first: a hit, a deadline of the pipeline, or the end."""
        deadline = self.pipeline.deadline
        first_hit = self._hits[0][0] if self._hits else float("inf")
        self.t = max(self.t, min(end, first_hit, float("inf") if deadline is None else deadline))
        if self._hits and self._hits[0][0] <= self.t:
            self._take(self.pipeline.hit(heapq.heappop(self._hits)[2]))
        else:
            self._take(self.pipeline.advance(self.t))

    def command(self, verb: str, args: Mapping[str, Any], expected_rev: int | None = None) -> dict[str, Any]:
        self.said.append(verb)
        self.pause(0.2)
        if expected_rev is not None and expected_rev != self.rev:
            return {"ok": False, "code": "conflict", "message": "", "rev": self.rev}
        if verb == "end_stroke":
            self._take(self.pipeline.end_stroke(self.t))
        elif verb == "abandon":
            self._take(self.pipeline.abandon(self.t))
        else:
            self._take(self.pipeline.event({"type": verb, "at": self.t, "by": "referee", **args}))
        self.pause(0.2)
        state = self.pipeline.state
        told = state.error or {"code": "ok", "message": ""}
        return {"ok": state.accepted, "rev": self.rev, **told}

    def _take(self, steps: list[Step]) -> None:
        for step in steps:
            self.rev += bool(step.state.accepted)
            if step.event.get("by") == "sensors":
                self.derived.append(step.event)
            if not step.state.accepted:
                self.refused.append(step.event)


def evening(table: TableFile, game: str, seed: int, frames: int, truth: Path | None = None) -> tuple[Session, DirectTable]:
    direct = DirectTable(table)
    session = Session(
        client=direct,  # type: ignore[arg-type]
        table=VirtualTable(table, seed),
        boards=direct,  # type: ignore[arg-type]
        now=direct.now,
        speed=1.0,
        game=GAMES[game],
        players=PLAYERS,
        frames_to_win=2,
        truth=TruthLog(truth),
        seed=seed,
        say=direct.lines.append,
    )
    session.play(frames)
    return session, direct
