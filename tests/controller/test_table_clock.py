"""The table's clock only grows, over restarts and reboots."""

from __future__ import annotations

import pytest

from luza import table_clock
from luza.table_clock import TableClock, go_on


def test_the_clock_runs_at_its_speed() -> None:
    ticks = iter([100.0, 101.0])
    clock = TableClock(offset=-1000.0, speed=10.0, monotonic=lambda: next(ticks))
    assert [clock.now(), clock.now()] == [0.0, 10.0]
    assert clock.real_seconds(5.0) == 0.5


def test_after_a_restart_in_the_same_boot_the_clock_has_gone_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_clock, "boot_id", lambda: "one")
    before = go_on(0.0, None, monotonic=lambda: 50.0)
    after = go_on(7.0, before, monotonic=lambda: 60.0)
    assert after.now() == 10.0


def test_after_a_reboot_the_clock_goes_on_from_the_journals_last_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_clock, "boot_id", lambda: "one")
    before = go_on(0.0, None, monotonic=lambda: 5000.0)
    monkeypatch.setattr(table_clock, "boot_id", lambda: "two")
    assert go_on(7.0, before, monotonic=lambda: 3.0).now() == 7.0


def test_another_speed_goes_on_from_the_last_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_clock, "boot_id", lambda: "one")
    before = go_on(0.0, None, speed=1.0, monotonic=lambda: 5000.0)
    assert go_on(70.0, before, speed=8.0, monotonic=lambda: 5010.0).now() == 70.0


def test_a_clock_behind_the_journal_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_clock, "boot_id", lambda: "one")
    before = go_on(0.0, None, monotonic=lambda: 50.0)
    assert go_on(99.0, before, monotonic=lambda: 60.0).now() == 99.0
