"""`luza virtual`, the command: what it refuses, and a frame through real boards, controller and broker."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import luza_hardware
from luza.cli import main
from luza_mqtt.broker import start_broker
from luza_rules import Match

DEMO = Path(luza_hardware.__file__).parent / "tables" / "demo.toml"
GENEROUS_S = 90.0

CONFIG = """
[hall]
id = "test"

[broker]
url = "{url}"

[[actor]]
name = "robots"
role = "admin"
"""


def options(tmp_path: Path, **changed: str) -> list[str]:
    given = {"table": str(DEMO), "ports": str(tmp_path / "ports"), "hall": "test", "broker": "mqtt://127.0.0.1:1"}
    return ["virtual", *(word for name, value in {**given, **changed}.items() for word in (f"--{name}", value))]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"game": "snooker"}, "--game snooker: there is no such game; there are: russian,"),
        ({"broker": "localhost"}, "begins with none of mqtt://"),
        ({"hall": "Big Hall"}, "the hall's id 'Big Hall' can't stand in a topic"),
        ({"table": "/nowhere.toml"}, "/nowhere.toml: can't be read"),
        ({"ports": "/proc/nowhere"}, "--ports /proc/nowhere:"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    changed: dict[str, str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options(tmp_path, **changed)) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


def test_sensors_on_the_pi_s_own_pins_cannot_be_virtual(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pins.toml"
    file.write_text('[table]\nid = "t"\n\n[[sensor]]\nid = "tip"\nkind = "tip"\ngpio = 17\n', encoding="utf-8")
    assert main(options(tmp_path, table=str(file))) == 2
    assert "tip hangs on a pin (gpio)" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--speed", "0"], ["--frames", "0"], ["--frames-to-win", "-1"], ["--lang", "de"]])
def test_numbers_out_of_range_are_refused(wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main([*options(tmp_path), *wrong])
    assert refused.value.code == 2
    assert wrong[0] in capsys.readouterr().err


@contextmanager
def luza(log: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-m", "luza.cli", *words], stdout=output, stderr=output)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(GENEROUS_S)


def test_a_frame_is_played_through_boards_controller_and_broker_and_its_truth_is_a_match_log(tmp_path: Path) -> None:
    truth = tmp_path / "truth.match"
    text = DEMO.read_text(encoding="utf-8").replace('port = "ports/', f'port = "{tmp_path}/ports/')
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    with start_broker(tmp_path / "broker") as broker:
        (tmp_path / "luza.toml").write_text(CONFIG.format(url=broker.url), encoding="utf-8")
        speed = ["--speed", "16"]
        table = ["--table", str(tmp_path / "table.toml")]
        files = ["--config", str(tmp_path / "luza.toml"), "--journal", str(tmp_path / "journal")]
        playing = options(tmp_path, table=str(tmp_path / "table.toml"), broker=broker.url, game="american")
        wanted = ["--frames", "1", "--truth", str(truth), "--seed", "1", *speed]
        with (
            luza(tmp_path / "run.log", "run", *table, *files, *speed),
            luza(tmp_path / "virtual.log", *playing, *wanted) as virtual,
        ):
            assert virtual.wait(GENEROUS_S) == 0, (tmp_path / "virtual.log").read_text(encoding="utf-8")
    match = Match()
    for line in truth.read_text(encoding="utf-8").splitlines():
        assert match.push(json.loads(line)).accepted
    assert match.state.phase == "frame_over"
    assert list((tmp_path / "ports").iterdir()) == []
    last, summary = (tmp_path / "virtual.log").read_text(encoding="utf-8").splitlines()[-2:]
    assert match.state.score is not None
    assert f"{match.state.score.a}:{match.state.score.b}" in last
    assert summary.startswith("1 frames; ")


def test_it_waits_for_broker_and_table_and_ends_on_a_signal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "luza.cli", *options(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as virtual:
        assert virtual.stdout is not None and virtual.stderr is not None
        assert b"table luza/1/test/table-1 over mqtt://127.0.0.1:1" in virtual.stdout.readline()
        assert len(list((tmp_path / "ports").iterdir())) == 3
        virtual.send_signal(signal.SIGTERM)
        assert virtual.wait(GENEROUS_S) == 0
        assert virtual.stderr.read() == b""
    assert list((tmp_path / "ports").iterdir()) == []
