"""The demo's stage: what it does where a port is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from luza.demo_stage import FIRST_PORT, PORTS, Stage
from luza.errors import UserError
from luza_mqtt import displays
from luza_mqtt.broker import start_broker
from luza_mqtt.displays import DisplaysError, DisplaysServer


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    stage = Stage(tmp_path, "moscow", 1, 1.0, "en")
    stage.table_id = "table-1"
    with start_broker(tmp_path / "broker") as stage.broker:
        pass
    return stage


def test_two_demos_that_look_for_a_port_at_the_same_time_find_two(stage: Stage) -> None:
    pages: list[DisplaysServer] = [stage._serve(), stage._serve()]
    for page in pages:
        page.stop()
    assert len({page.url for page in pages}) == 2


def test_no_port_of_all_that_are_tried_is_told_with_the_way_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(displays, "_Http", taken)
    with pytest.raises(UserError, match=f"no port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is free.*--port"):
        stage._serve()
    stage.port = 1234
    with pytest.raises(DisplaysError, match="1234"):
        stage._serve()
