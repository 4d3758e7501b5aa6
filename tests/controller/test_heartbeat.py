"""Signs of life: every five seconds, and every second while a clock or a pause runs (contract: MQTT)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from luza.journal import Journal
from luza.keeper import Keeper
from luza.outward import Outward
from luza.starts import Start
from luza.table_clock import TableClock
from luza_hardware.table_file import parse_table
from luza_mqtt.address import Broker
from luza_mqtt.link import Link
from luza_mqtt.topics import Topics
from tests import small_table
from tests.small_table import SMALL_TABLE

MATCH = {"type": "match", "at": 0.0, **small_table.MATCH}


class Heard(Link):
    """A line to no broker, which keeps what was said of the table's life."""

    def __init__(self) -> None:
        super().__init__(Broker("localhost"), Topics("hall", "t1"), lambda _: None)
        self.beats: list[dict[str, Any]] = []

    def publish_hb(self, payload: Any) -> None:
        self.beats.append(payload)


def beats(folder: Path, seconds: int, *said: dict[str, Any]) -> list[tuple[float, float | None]]:
    """When a table in a match tells that it lives, with what it counts down; `said` are events, each at its `at`."""
    keeper = Keeper(parse_table(SMALL_TABLE, "t.toml"), "hall")
    keeper.take(Start(0.0, 1.8e9, True, TableClock(0.0, 1.0, "boot"), 7, SMALL_TABLE).line())
    keeper.take(MATCH)
    journal, link = Journal.open(folder, "t1"), Heard()
    outward = Outward(keeper, journal, link, 0.0)
    for tenth in range(seconds * 10):
        now = tenth / 10
        for event in said:
            if event["at"] == now:
                keeper.take(event)
        keeper.take({"m": "time", "t": now})
        outward.beat(now, now)
    journal.close()
    assert all(beat.keys() >= {"epoch", "rev", "seq", "uptime_s"} for beat in link.beats)
    return [(beat["uptime_s"], beat.get("ends_in_s")) for beat in link.beats]


def test_a_quiet_table_tells_every_five_seconds_that_it_lives(tmp_path: Path) -> None:
    assert beats(tmp_path, 21) == [(0.0, None), (5.0, None), (10.0, None), (15.0, None), (20.0, None)]


def test_a_pause_is_counted_down_from_its_first_second(tmp_path: Path) -> None:
    pause = {"type": "suspend", "at": 1.0, "reason": "pause"}
    heard = beats(tmp_path, 9, pause, {"type": "resume", "at": 4.5})
    counted = [(t, left) for t, left in heard if left is not None]
    assert [t + left for t, left in counted] == pytest.approx([301.0] * 3)
    assert counted[0][0] < 2.5
