"""The robots' line to the table, over a real broker: commands are said until answered, whoever goes away meanwhile."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage

from luza.robots import client as robots_client
from luza.robots.client import TableClient
from luza_mqtt.address import Broker
from luza_mqtt.broker import RunningBroker, start_broker
from luza_mqtt.client import make_client
from luza_mqtt.topics import Topics

TOPICS = Topics("hall", "table-1")
GENEROUS_S = 20.0


class StandIn:
    """A table as its topics show it: says states, hears commands, answers when told to."""

    def __init__(self, broker: Broker) -> None:
        self.commands: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self._ready = threading.Event()
        self.client = make_client(broker, "stand-in")
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe(TOPICS.commands, 1)
        self.client.on_subscribe = lambda *_: self._ready.set()
        self.client.on_message = self._on_message
        self.client.connect(broker.host, broker.port)
        self.client.loop_start()
        assert self._ready.wait(GENEROUS_S)

    def _on_message(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        self.commands.put((message.topic.rsplit("/", 1)[1], json.loads(message.payload)))

    def state(self, rev: int, epoch: int = 5, **fields: Any) -> None:
        told = {"epoch": epoch, "rev": rev, "phase": "idle", "live": {"stroke": "idle"}, **fields}
        self.client.publish(TOPICS.state, json.dumps(told), 1, retain=True).wait_for_publish(GENEROUS_S)

    def status(self, word: str) -> None:
        self.client.publish(TOPICS.status, word, 1, retain=True).wait_for_publish(GENEROUS_S)

    def answer(self, verb: str, told: dict[str, Any]) -> None:
        self.client.publish(TOPICS.reply("robots", verb), json.dumps(told), 1).wait_for_publish(GENEROUS_S)

    def heard(self) -> tuple[str, dict[str, Any]]:
        return self.commands.get(timeout=GENEROUS_S)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RunningBroker]:
    with start_broker(tmp_path / "broker") as running:
        yield running


@pytest.fixture
def table(broker: RunningBroker) -> Iterator[StandIn]:
    stand_in = StandIn(broker.address)
    stand_in.status("online")
    yield stand_in
    stand_in.client.disconnect()
    stand_in.client.loop_stop()


@pytest.fixture
def robots(broker: RunningBroker) -> Iterator[TableClient]:
    client = TableClient(broker.address, TOPICS, "robots")
    client.start()
    yield client
    client.stop()


def in_background(client: TableClient, verb: str, **args: Any) -> queue.Queue[dict[str, Any]]:
    answers: queue.Queue[dict[str, Any]] = queue.Queue()
    threading.Thread(target=lambda: answers.put(client.command(verb, args)), daemon=True).start()
    return answers


def test_an_answer_is_given_back_once_the_state_that_it_speaks_of_is_there(table: StandIn, robots: TableClient) -> None:
    table.state(3)
    robots.wait_online()
    answers = in_background(robots, "call", ball=3, pocket="foot_left")
    verb, said = table.heard()
    assert (verb, said["args"]) == ("call", {"ball": 3, "pocket": "foot_left"})
    table.answer("call", {"id": said["id"], "ok": True, "code": "ok", "rev": 4})
    with pytest.raises(queue.Empty):
        answers.get_nowait()
    table.state(4)
    assert answers.get(timeout=GENEROUS_S)["rev"] == 4
    assert robots.state is not None
    assert robots.state["rev"] == 4


def test_a_refusal_is_given_back_at_once(table: StandIn, robots: TableClient) -> None:
    table.state(3)
    robots.wait_online()
    answers = in_background(robots, "undo")
    _, said = table.heard()
    table.answer("undo", {"id": said["id"], "ok": False, "code": "not_now", "message": "nothing to undo", "rev": 3})
    assert answers.get(timeout=GENEROUS_S)["code"] == "not_now"


def test_a_command_without_an_answer_is_said_again_with_the_same_id(
    table: StandIn, robots: TableClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots_client, "RESEND_S", 0.1)
    table.state(1)
    robots.wait_online()
    answers = in_background(robots, "next_frame")
    first, second = table.heard(), table.heard()
    assert first == second
    table.answer("next_frame", {"id": "somebody else's", "ok": True, "rev": 1})
    table.answer("next_frame", {"id": first[1]["id"], "ok": True, "rev": 1})
    assert answers.get(timeout=GENEROUS_S)["ok"]


def test_a_busy_table_is_asked_again_later_with_the_same_command(
    table: StandIn, robots: TableClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots_client, "BUSY_S", 0.05)
    table.state(1)
    robots.wait_online()
    answers = in_background(robots, "next_frame")
    _, said = table.heard()
    table.answer("next_frame", {"id": said["id"], "ok": False, "code": "busy", "rev": 1})
    assert table.heard()[1] == said
    table.answer("next_frame", {"id": said["id"], "ok": True, "code": "ok", "rev": 1})
    assert answers.get(timeout=GENEROUS_S)["code"] == "ok"


def test_the_newest_state_is_kept_by_epoch_and_rev_and_nonsense_is_passed_over(
    table: StandIn, robots: TableClient
) -> None:
    table.state(7)
    assert robots.wait(lambda state: state["rev"] == 7, GENEROUS_S)
    table.state(6)
    table.client.publish(TOPICS.state, b"\xff{", 1)
    table.client.publish(TOPICS.state, b"[1]", 1)
    table.state(7, live={"stroke": "running"})
    assert robots.wait(lambda state: state["live"]["stroke"] == "running", GENEROUS_S)
    table.state(1, epoch=6)
    assert robots.wait(lambda state: state["epoch"] == 6, GENEROUS_S)
    assert not robots.wait(lambda state: state["rev"] == 99, 0.01)


def test_a_table_that_goes_offline_is_waited_for(table: StandIn, robots: TableClient) -> None:
    table.state(1)
    robots.wait_online()
    assert robots.online_for > 0
    table.status("offline")
    table.state(2)
    assert robots.wait(lambda state: state["rev"] == 2, GENEROUS_S)
    assert robots.online_for == 0.0
    found: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=lambda: found.put(robots.wait_online()), daemon=True).start()
    with pytest.raises(queue.Empty):
        found.get_nowait()
    table.status("online")
    assert found.get(timeout=GENEROUS_S)["rev"] == 2


def test_a_broker_that_was_away_is_found_again_and_the_open_command_reaches_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots_client, "RESEND_S", 0.2)
    first = start_broker(tmp_path / "first")
    robots = TableClient(first.address, TOPICS, "robots")
    robots.start()
    table = StandIn(first.address)
    table.status("online")
    table.state(1)
    robots.wait_online()
    first.stop()
    answers = in_background(robots, "next_frame")
    with start_broker(tmp_path / "second", first.tcp_port, first.ws_port):
        verb, said = table.heard()
        assert verb == "next_frame"
        table.status("online")
        table.answer("next_frame", {"id": said["id"], "ok": True, "code": "ok", "rev": 1})
        assert answers.get(timeout=GENEROUS_S)["ok"]
        robots.stop()
        table.client.disconnect()
        table.client.loop_stop()
