"""A controller that is killed in mid-frame and started again goes on as if nothing had been."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from luza.demo_stage import HALL, Stage
from luza_mqtt.topics import Topics
from luza_mqtt.watcher import Watcher
from luza_rules import Match
from tests.e2e.whole_table import PATIENCE_S, Follower, following, held_still, true_match

# what the hall hears at the moment of the kill
MOMENTS = ("stroke_started", "ball_pocketed", "stroke_judged", "turn_changed", "stroke_started")
FACTS = ("score", "frames", "debt", "striker", "phase", "balls_left", "from_hand")


class Hall:
    """What a display of the hall has heard: the newest state, and every event once."""

    def __init__(self) -> None:
        self.news: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self.state: dict[str, Any] = {}
        self.events: dict[int, dict[str, Any]] = {}
        self.revs: list[tuple[int, int]] = []

    def heard(self, name: str, payload: dict[str, Any]) -> None:
        self.news.put((name, payload))

    def next(self) -> tuple[str, dict[str, Any]]:
        name, payload = self.news.get(timeout=PATIENCE_S)
        if name == "state":
            self.state = payload
            self.revs.append((payload["epoch"], payload["rev"]))
        else:
            # a reader dedupes by id; the same number must never tell two things
            assert self.events.setdefault(payload["seq"], payload) == payload
        return name, payload

    def until_event(self, kind: str) -> None:
        while True:
            name, payload = self.next()
            if name == "event" and payload["event_type"] == kind:
                return

    def until_state(self, wanted: dict[str, Any]) -> None:
        """Take news until the newest state is this one."""
        while {key: self.state.get(key) for key in wanted} != wanted:
            self.next()


def facts(match: Match) -> dict[str, Any]:
    told = match.state.as_dict()
    return {key: told[key] for key in FACTS}


def replayed(stage: Stage) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The last state, and the events, of an unbroken run over the journal's lines."""
    journal = stage.journal / f"{stage.table_id}.jsonl"
    command = [sys.executable, "-m", "luza.cli", "replay", "--states", "--table", str(stage.table_file), str(journal)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return [line for line in lines if "type" not in line][-1], [line for line in lines if "type" in line]


def settled(stage: Stage, hall: Hall, told: Follower) -> None:
    """After the next stroke that all agree on, the table shows what is true, and what an unbroken run would show."""
    told.forget()
    told.stroke()
    with held_still(stage.processes["virtual"].pid):
        truth = facts(true_match(stage.truth))
        hall.until_state(truth)
        unbroken, _ = replayed(stage)
        assert {key: unbroken[key] for key in FACTS} == truth


@pytest.mark.parametrize("game", ["moscow"])
def test_killed_at_five_moments_the_match_goes_on_as_it_was(tmp_path: Path, game: str) -> None:
    hall = Hall()
    with Stage(tmp_path, game, seed=5, speed=6.0, lang="en") as stage:
        topics = Topics(HALL, stage.table_id)
        with Watcher(stage.broker.address, topics, hall.heard), following(tmp_path / "virtual.log") as told:
            told.stroke()
            for moment in MOMENTS:
                hall.until_event(moment)
                controller = stage.processes["run"]
                controller.kill()
                controller.wait()
                stage.start_controller()
                settled(stage, hall, told)
            _, events = replayed(stage)
    strokes = [event for event in events if event["type"] == "stroke"]
    assert strokes
    assert {stroke["by"] for stroke in strokes} == {"sensors"}, "a stroke was lost, and a person had to enter it"
    assert len({epoch for epoch, _ in hall.revs}) == 1
    assert [rev for _, rev in hall.revs] == sorted(rev for _, rev in hall.revs)
    assert sorted(hall.events) == list(range(min(hall.events), max(hall.events) + 1)), "an event is missing"
