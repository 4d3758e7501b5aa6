"""The controller's loop with real parts: a board on a pseudo-terminal, a real Mosquitto, the process itself."""

from __future__ import annotations

import json
import os
import pty
import queue
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from luza_hardware.hit import Hit
from luza_hardware.table_file import parse_table
from luza_hardware.virtual.boards import VirtualBoards
from luza_mqtt.broker import RunningBroker, start_broker
from luza_mqtt.client import make_client
from luza_mqtt.topics import Topics
from luza_mqtt.watcher import Watcher
from tests.small_table import MATCH, SMALL_TABLE

PATIENCE_S = 20.0
CONFIG = """
[hall]
id = "club"
[broker]
url = "{url}"
[[actor]]
name = "anna"
role = "referee"
[[actor]]
name = "boss"
role = "admin"
"""


class Club:
    """A broker, a table's controller, its board, and somebody who listens and speaks."""

    def __init__(self, folder: Path, broker: RunningBroker) -> None:
        self.folder = folder
        text = SMALL_TABLE.replace("PORT", str(folder / "boards" / "n1"))
        (folder / "table.toml").write_text(text)
        (folder / "luza.toml").write_text(CONFIG.format(url=broker.url))
        began = time.monotonic()
        self.clock = lambda: time.monotonic() - began
        self.boards = VirtualBoards(parse_table(text, "table.toml"), self.clock, 1.0, folder / "boards")
        self.topics = Topics("club", "t1")
        self.news: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self.replies: queue.Queue[dict[str, Any]] = queue.Queue()
        self.watcher = Watcher(broker.address, self.topics, lambda name, payload: self.news.put((name, payload)))
        self.mouth = make_client(broker.address, "")
        self.mouth.on_message = lambda _client, _userdata, message: self.replies.put(json.loads(message.payload))
        self.mouth.connect(broker.address.host, broker.address.port)
        self.mouth.subscribe(f"{self.topics.base}/reply/#", 1)
        self.mouth.loop_start()

    def command(self, *options: str) -> list[str]:
        words = ["--table", str(self.folder / "table.toml"), "--config", str(self.folder / "luza.toml")]
        return [sys.executable, "-m", "luza.cli", "run", *words, "--journal", str(self.folder / "journal"), *options]

    def run(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self.command(), stderr=subprocess.PIPE, text=True)

    def say(self, verb: str, command_id: str, args: Any = None, actor: str = "anna") -> dict[str, Any]:
        body = json.dumps({"id": command_id, "args": args or {}})
        self.mouth.publish(self.topics.command(actor, verb), body, 1)
        while True:
            reply = self.replies.get(timeout=PATIENCE_S)
            if reply["id"] == command_id:
                return reply

    def until(self, name: str, **wanted: Any) -> dict[str, Any]:
        while True:
            kind, payload = self.news.get(timeout=PATIENCE_S)
            if kind == name and all(payload.get(key) == value for key, value in wanted.items()):
                return payload


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with start_broker(tmp_path / "broker", prefer="mosquitto") as broker:
        club = Club(tmp_path, broker)
        with club.watcher:
            yield club
        club.mouth.disconnect()
        club.mouth.loop_stop()


@pytest.fixture
def playing(club: Club) -> Iterator[subprocess.Popen[str]]:
    club.boards.start()
    process = club.run()
    yield process
    process.kill()
    process.wait()
    club.boards.stop()


def test_a_ball_goes_from_the_board_to_the_hall_and_is_judged_when_the_balls_rest(
    club: Club, playing: subprocess.Popen[str]
) -> None:
    club.until("state", phase="idle")
    assert club.say("match", "m", MATCH)["ok"]
    t = club.clock()
    club.boards.play([Hit(t, "tip", 0.5), Hit(t + 0.2, "beam", 1), Hit(t + 0.26, "beam", 0)])
    fallen = club.until("event", event_type="ball_pocketed")
    assert fallen["pocket"] == "foot_left"
    assert club.say("end_stroke", "e")["ok"]
    state = club.until("state", score={"a": 1, "b": 0})
    assert state["verdict"]["counted"][0]["pocket"] == "foot_left"


def test_a_board_is_asked_to_blink_from_anywhere_in_the_hall(club: Club, playing: subprocess.Popen[str]) -> None:
    club.until("state", phase="idle")
    assert club.say("match", "m", MATCH)["ok"]
    t = club.clock()
    club.boards.play([Hit(t, "tip", 0.5), Hit(t + 0.2, "beam", 1), Hit(t + 0.26, "beam", 0)])
    club.until("event", event_type="ball_pocketed")  # so the board is there
    assert club.say("identify", "i1", {"node": "n1"}, "boss")["code"] == "ok"
    refused = club.say("identify", "i2", {"node": "n7"}, "boss")
    assert (refused["code"], refused["message"]) == ("impossible", "there is no node 'n7'; the nodes are n1")


def test_a_newer_state_at_the_broker_begins_a_higher_epoch_which_a_restart_keeps(club: Club) -> None:
    """The journal was begun anew while the clock was behind: readers would not believe what the table says."""
    club.boards.start()
    kept = {"epoch": 5_000_000_000, "rev": 3}
    club.mouth.publish(club.topics.state, json.dumps(kept), 1, retain=True).wait_for_publish(PATIENCE_S)
    for _ in range(2):
        process = club.run()
        state = club.until("state", epoch=5_000_000_001, phase="idle")
        assert (state["rev"], state["alerts"]) == (0, [])
        process.kill()
        process.wait()
    club.boards.stop()


def test_sigterm_ends_it_cleanly_and_the_table_says_that_it_is_gone(club: Club, playing: subprocess.Popen[str]) -> None:
    club.until("state", phase="idle")
    statuses: queue.Queue[bytes] = queue.Queue()
    club.mouth.message_callback_add(club.topics.status, lambda _c, _u, message: statuses.put(message.payload))
    club.mouth.subscribe(club.topics.status, 1)
    assert statuses.get(timeout=PATIENCE_S) == b"online"
    playing.send_signal(signal.SIGTERM)
    assert playing.wait(PATIENCE_S) == 0
    assert statuses.get(timeout=PATIENCE_S) == b"offline"
    assert playing.stderr is not None
    assert "Traceback" not in playing.stderr.read()


def test_without_a_broker_it_says_so_and_plays_on(club: Club, tmp_path: Path) -> None:
    (tmp_path / "luza.toml").write_text(CONFIG.format(url="mqtt://127.0.0.1:9"))
    process = club.run()
    assert process.stderr is not None
    said = ""
    while "127.0.0.1:9" not in said or "trying on" not in said:
        said = process.stderr.readline()
        assert said, "it has ended"
    process.terminate()
    assert process.wait(PATIENCE_S) == 0


def test_a_busy_port_is_refused_at_the_start_in_one_line(club: Club, tmp_path: Path) -> None:
    line, far_end = pty.openpty()
    tty.setraw(far_end)
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "n1").symlink_to(os.ttyname(far_end))
    holder = serial.Serial(str(tmp_path / "boards" / "n1"), exclusive=True)
    run = subprocess.run(club.command(), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    holder.close()
    os.close(line)
    os.close(far_end)
    assert run.returncode == 2
    last = run.stderr.splitlines()[-1]
    assert last.startswith("luza run: board n1: ")
    assert "Traceback" not in run.stderr


def test_a_full_disk_is_an_alert_and_play_goes_on(club: Club, tmp_path: Path) -> None:
    """The journal's file may not grow: what a full disk does to it."""
    club.boards.start()
    limited = ["/bin/sh", "-c", 'ulimit -f 24; exec "$0" "$@"', *club.command()]
    process = subprocess.Popen(limited, stderr=subprocess.DEVNULL)
    try:
        club.until("state", phase="idle")
        assert club.say("match", "m", MATCH)["ok"]
        state: dict[str, Any] = {}
        for number in range(200):
            assert club.say("stroke", f"s{number}", {"touched_object": True})["ok"]
            state = club.until("state", rev=number + 2)
            if state["alerts"]:
                break
        assert [alert["code"] for alert in state["alerts"]] == ["journal_not_saved"]
        assert club.say("stroke", "last", {"touched_object": True})["ok"]
    finally:
        process.kill()
        process.wait()
        club.boards.stop()


def test_two_controllers_of_one_table_the_second_is_refused(club: Club, playing: subprocess.Popen[str]) -> None:
    club.until("state", phase="idle")
    second = subprocess.run(club.command(), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert second.returncode == 2
    assert "another luza" in second.stderr
