"""Signs of life: every five seconds, and every second while a clock or a pause runs (contract: MQTT)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from luza import controller as loop
from luza.config import EXAMPLE, parse_config
from luza.controller import Controller
from luza.journal import Journal
from luza.keeper import Keeper
from luza.starts import Start
from luza.table_clock import TableClock
from luza_hardware.table_file import parse_table
from tests import small_table
from tests.small_table import SMALL_TABLE

MATCH = {"type": "match", "at": 0.0, **small_table.MATCH}


@pytest.fixture
def beats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """A match, and what its controller says of itself in so many seconds, looked at ten times a second.

    `said` are events, each at the time of its `at`.
    """
    heard: list[dict[str, Any]] = []
    now = [0.0]
    monkeypatch.setattr(loop, "time", SimpleNamespace(monotonic=lambda: now[0], time=lambda: now[0]))
    keeper = Keeper(parse_table(SMALL_TABLE, "t.toml"), "hall")
    clock = TableClock(0.0, 1.0, "boot", lambda: now[0])
    keeper.take(Start(0.0, 1.8e9, True, clock, 7, SMALL_TABLE).line())
    keeper.take(MATCH)
    journal = Journal.open(tmp_path, "t1")
    controller = Controller(keeper, journal, clock, parse_config(EXAMPLE, tmp_path))
    monkeypatch.setattr(controller.link, "publish_hb", lambda payload: heard.append({"t": now[0], **payload}))

    def listen(seconds: int, *said: dict[str, Any]) -> list[dict[str, Any]]:
        for tenth in range(seconds * 10):
            now[0] = tenth / 10
            for event in said:
                if event["at"] == now[0]:
                    keeper.take(event)
            keeper.take({"m": "time", "t": now[0]})
            controller._beat(now[0])
        journal.close()
        return heard

    return listen


def test_a_quiet_table_tells_every_five_seconds_that_it_lives(beats: Callable[..., list[dict[str, Any]]]) -> None:
    heard = beats(21)
    assert [beat["t"] for beat in heard] == [0.0, 5.0, 10.0, 15.0, 20.0]
    assert all(beat.keys() >= {"epoch", "rev", "seq", "uptime_s"} and "ends_in_s" not in beat for beat in heard)


def test_a_pause_is_counted_down_from_its_first_second(beats: Callable[..., list[dict[str, Any]]]) -> None:
    heard = beats(9, {"type": "suspend", "at": 1.0, "reason": "pause"}, {"type": "resume", "at": 4.5})
    counted = [(beat["t"], beat["ends_in_s"]) for beat in heard if "ends_in_s" in beat]
    assert [round(t + left, 1) for t, left in counted] == [301.0] * 3
    assert counted[0][0] < 2.5
