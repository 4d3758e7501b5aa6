"""The line to the broker, against a real Mosquitto: what a display sees when anything comes and goes."""

from __future__ import annotations

import json
import logging
import os
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from luza_mqtt import link as link_module
from luza_mqtt.address import Broker, parse_broker
from luza_mqtt.broker import HOST, RunningBroker, start_broker
from luza_mqtt.client import make_client
from luza_mqtt.link import Arrived, Connected, Disconnected, Gap, Kept, Link, Message, pause_before
from luza_mqtt.outbox import Outbox
from luza_mqtt.topics import Topics

PATIENCE_S = 20.0
News = TypeVar("News", Connected, Disconnected, Gap, Kept, Message)

TOPICS = Topics("club", "table-1")


class Table:
    """A link with what it delivered."""

    def __init__(self, broker: Broker, outbox: Outbox | None = None) -> None:
        self.news: queue.Queue[Arrived] = queue.Queue()
        self.link = Link(broker, TOPICS, self.news.put, outbox=outbox)

    def expect(self, kind: type[News]) -> News:
        """The next news of a kind; others are passed over."""
        while True:
            news = self.news.get(timeout=PATIENCE_S)
            if isinstance(news, kind):
                return news


@pytest.fixture
def table_at() -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []

    def make(*args: Any, **more: Any) -> Table:
        tables.append(Table(*args, **more))
        return tables[-1]

    yield make
    for table in tables:
        table.link.stop()


def texts(messages: list[Any], topic: str) -> list[Any]:
    return [json.loads(message.payload) for message in messages if message.topic == topic]


def state(number: int) -> dict[str, Any]:
    return {"rev": number}


def event(number: int) -> dict[str, Any]:
    return {"id": f"1-{number}", "seq": number}


@pytest.fixture(
    params=["mosquitto over TCP", "mosquitto over WebSocket", "embedded over TCP", "embedded over WebSocket"]
)
def any_broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Broker]:
    kind, _, way = request.param.partition(" over ")
    with start_broker(tmp_path / "any", prefer=kind) as running:
        yield running.address if way == "TCP" else Broker(HOST, running.ws_port, "websockets")


def test_a_table_speaks_hears_and_leaves_over_any_broker(
    any_broker: Broker, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(any_broker, "luza/#")
    table = table_at(any_broker)
    table.link.publish_info({"version": "0.1.0"})
    table.link.publish_event(event(1))
    table.link.publish_state(state(1))
    table.link.publish_led({"r": 1})
    table.link.start()
    table.expect(Connected)
    heard = display.until("/led", b'{"r":1}')
    assert [message.topic.rpartition("/")[2] for message in heard] == ["status", "event", "info", "state", "led"]
    assert heard[0].payload == b"online"

    display.say(TOPICS.command("judge", "undo"), b'{"id":"c-1"}')
    assert table.expect(Message) == Message(TOPICS.command("judge", "undo"), b'{"id":"c-1"}', retained=False)
    table.link.reply("judge", "undo", {"id": "c-1", "ok": True})
    assert json.loads(display.next("/reply/judge/undo").payload) == {"id": "c-1", "ok": True}

    table.link.publish_hb({"uptime_s": 5})
    assert json.loads(display.next("/hb").payload) == {"uptime_s": 5}
    assert table.link.stop()
    assert display.next("/status").payload == b"offline"
    late = listen(any_broker, TOPICS.state, name="late")
    assert late.next("/state").payload == b'{"rev":1}'
    assert late.client.is_connected()


def test_a_table_hears_what_the_broker_kept_of_its_state_and_nothing_of_its_own(
    any_broker: Broker, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    before = table_at(any_broker)
    before.link.publish_state(state(7))
    before.link.start()
    before.expect(Connected)
    assert before.link.stop()
    table = table_at(any_broker)
    table.link.publish_state(state(1))
    table.link.start()
    assert table.expect(Kept) == Kept(b'{"rev":7}')
    display = listen(any_broker, TOPICS.state)
    table.link.publish_state(state(2))
    display.until("/state", b'{"rev":2}')
    display.say(TOPICS.command("judge", "ping"), b"{}")
    table.expect(Message)
    assert table.news.empty()
    assert not any(isinstance(news, Kept) for news in before.news.queue)


def test_what_is_retained_and_what_is_not(
    mosquitto: RunningBroker, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    first = listen(mosquitto.address)
    table = table_at(mosquitto.address)
    table.link.start()
    table.expect(Connected)
    table.link.publish_event(event(1))  # M10: an event that was retained would happen again for everybody who comes
    table.link.publish_hb({"seq": 1})
    table.link.reply("judge", "ping", {"id": "c-1"})
    table.link.publish_info({"version": "0.1.0"})
    table.link.publish_led({"r": 1})
    table.link.publish_state(state(1))
    first.until("/state", b'{"rev":1}')
    late = listen(mosquitto.address, name="late")
    late.say("marker", b"!")
    retained = late.until("marker", b"!")[:-1]
    assert {message.topic for message in retained} == {TOPICS.status, TOPICS.info, TOPICS.state, TOPICS.led}
    assert all(message.retain for message in retained)


def test_M1_a_late_display_sees_the_newest_state_after_the_broker_was_away(
    mosquitto: RunningBroker, wire: Any, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(mosquitto.address)
    table = table_at(Broker(HOST, wire.port))
    table.link.publish_state(state(0))
    table.link.start()
    display.until("/state", b'{"rev":0}')
    wire.cut()
    table.expect(Disconnected)
    for number in (1, 2, 3):
        table.link.publish_event(event(number))
        table.link.publish_state(state(number))
    heard = display.until("/state", b'{"rev":3}')
    assert [text["seq"] for text in texts(heard, TOPICS.event)] == [1, 2, 3]
    assert texts(heard, TOPICS.state)[-1] == {"rev": 3}
    assert listen(mosquitto.address, TOPICS.state, name="late").next().payload == b'{"rev":3}'


def test_M2_a_backlog_keeps_the_window_and_arrives_in_order_once_for_each_id(
    mosquitto: RunningBroker, wire: Any, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(mosquitto.address, "luza/#")
    table = table_at(Broker(HOST, wire.port))
    table.link.start()
    table.expect(Connected)
    display.until("/status", b"online")
    display.say(TOPICS.command("judge", "ping"), b"{}")
    table.expect(Message)  # and before it, on the same wire, the acknowledgement of `online`
    wire.answers.clear()  # the broker takes messages in, but its acknowledgements don't come through
    for number in range(60):
        table.link.publish_event(event(number))
    in_flight = [json.loads(display.next("/event").payload)["seq"] for _ in range(10)]
    display.say("luza/marker", b"!")
    assert display.next().topic == "luza/marker"  # nothing beyond the window has come in between
    assert in_flight == list(range(10))
    wire.cut()
    wire.answers.set()
    heard = display.until("/event", b'{"id":"1-59","seq":59}')
    again = [text["seq"] for text in texts(heard, TOPICS.event)]
    assert list(dict.fromkeys(in_flight + again)) == list(range(60))
    assert sorted(again) == again


def test_M6_a_table_is_online_again_after_a_cut_and_after_its_will(
    mosquitto: RunningBroker, wire: Any, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(mosquitto.address, TOPICS.status)
    table = table_at(Broker(HOST, wire.port))
    table.link.start()
    assert display.next().payload == b"online"
    wire.cut()
    assert display.next().payload == b"offline"
    assert display.next().payload == b"online"
    assert listen(mosquitto.address, TOPICS.status, name="late").next().payload == b"online"


@pytest.mark.parametrize("wrong", [b"offline", b"", b"maybe"])
def test_M13_a_wrong_status_is_put_right(
    mosquitto: RunningBroker, listen: Callable[..., Any], table_at: Callable[..., Table], wrong: bytes
) -> None:
    display = listen(mosquitto.address, TOPICS.status)
    table = table_at(mosquitto.address)
    table.link.start()
    assert display.next().payload == b"online"
    display.say(TOPICS.status, wrong, retain=True)
    assert display.next().payload == wrong
    assert display.next().payload == b"online"
    assert listen(mosquitto.address, TOPICS.status, name="late").next().payload == b"online"


def test_M7_a_broker_that_comes_back_empty_has_everything_again(
    tmp_path: Path, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    with start_broker(tmp_path / "one", prefer="mosquitto") as broker:
        table = table_at(broker.address)
        table.link.publish_info({"version": "0.1.0"})
        table.link.publish_state(state(1))
        table.link.publish_led({"r": 1})
        table.link.start()
        table.expect(Connected)
        broker.kill()
        table.expect(Disconnected)
    table.link.publish_event(event(1))
    with start_broker(tmp_path / "two", broker.tcp_port, prefer="mosquitto") as broker:
        table.expect(Connected)
        display = listen(broker.address, "luza/#")
        display.say("luza/marker", b"!")
        seen = {message.topic: message.payload for message in display.until("marker", b"!")}
        while len(seen) < 5 + (TOPICS.event in seen):
            message = display.next()
            seen[message.topic] = message.payload
        assert seen[TOPICS.status] == b"online"
        assert seen[TOPICS.state] == b'{"rev":1}'
        assert seen[TOPICS.info] == b'{"version":"0.1.0"}'
        assert seen[TOPICS.led] == b'{"r":1}'
        table.link.stop()


def test_a_dead_table_is_offline(
    mosquitto: RunningBroker, wire: Any, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(mosquitto.address, TOPICS.status)
    table = table_at(Broker(HOST, wire.port))
    table.link.start()
    assert display.next().payload == b"online"
    wire.close()  # for good
    assert display.next().payload == b"offline"


def test_without_a_broker_nothing_waits_and_the_reason_is_said_once(
    tmp_path: Path, table_at: Callable[..., Table], listen: Callable[..., Any]
) -> None:
    with socket.create_server((HOST, 0)) as held:
        port = held.getsockname()[1]
    table = table_at(Broker(HOST, port), Outbox(events=100))
    table.link.start()
    assert table.expect(Disconnected).why == f"mqtt://{HOST}:{port}: Connection refused"
    for number in range(1, 151):
        table.link.publish_event(event(number))
        table.link.publish_state(state(number))
    assert table.link.health().waiting == 100
    with start_broker(tmp_path / "late", port, prefer="mosquitto") as broker:
        display = listen(broker.address, TOPICS.base + "/#")
        assert table.news.get(timeout=PATIENCE_S) == Connected()
        assert table.expect(Gap) == Gap(1, 50)
        heard = display.until("/state", b'{"rev":150}')
        assert [text["seq"] for text in texts(heard, TOPICS.event)] == list(range(51, 151))
        table.link.stop()


def test_a_gap_is_told_too_while_a_slow_broker_is_there(wire: Any, table_at: Callable[..., Table]) -> None:
    table = table_at(Broker(HOST, wire.port), Outbox(events=20))
    table.link.start()
    table.expect(Connected)
    wire.answers.clear()
    for number in range(50):
        table.link.publish_event(event(number))
    assert isinstance(table.news.get(timeout=PATIENCE_S), Gap)


def test_M4_an_error_of_the_listener_is_caught_and_said(
    mosquitto: RunningBroker, listen: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    display = listen(mosquitto.address, TOPICS.base + "/#")
    heard: queue.Queue[Arrived] = queue.Queue()

    def deliver(news: Arrived) -> None:
        heard.put(news)
        raise ZeroDivisionError("the table fell over")

    link = Link(mosquitto.address, TOPICS, deliver)
    link.start()
    assert heard.get(timeout=PATIENCE_S) == Connected()
    for number in (b"1", b"2"):
        display.say(TOPICS.command("judge", "ping"), number)
        assert heard.get(timeout=PATIENCE_S) == Message(TOPICS.command("judge", "ping"), number)
    link.publish_state(state(1))
    display.until("/state", b'{"rev":1}')
    assert link.health().connected
    assert link.health().faults == 3
    assert link.health().silent_s < PATIENCE_S
    assert link.stop()
    said = [record for record in caplog.records if record.name == "luza_mqtt.link" and record.levelno == logging.ERROR]
    assert len(said) == 3
    assert all("the table fell over" in str(record.exc_info) for record in said)


def test_M9_a_retained_command_comes_marked_as_one(
    mosquitto: RunningBroker, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(mosquitto.address, "none")
    display.say(TOPICS.command("judge", "undo"), b'{"id":"c-1"}', retain=True)
    table = table_at(mosquitto.address)
    table.link.start()
    assert table.expect(Message).retained


def test_M3_a_command_is_answered_from_the_thread_that_brought_it(
    mosquitto: RunningBroker, listen: Callable[..., Any]
) -> None:
    display = listen(mosquitto.address, TOPICS.base + "/reply/#")
    links: list[Link] = []

    def deliver(news: Arrived) -> None:
        if isinstance(news, Message):
            for number in range(40):  # more than the window
                links[0].reply("judge", "ping", {"id": f"c-{number}"})
        elif isinstance(news, Connected):
            up.set()

    up = threading.Event()
    links.append(Link(mosquitto.address, TOPICS, deliver))
    links[0].start()
    assert up.wait(PATIENCE_S)
    display.say(TOPICS.command("judge", "ping"), b"{}")
    answers = [json.loads(display.next().payload)["id"] for _ in range(40)]
    assert answers == [f"c-{number}" for number in range(40)]
    assert links[0].stop()


def test_stopping_says_everything_first(
    mosquitto: RunningBroker, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    display = listen(mosquitto.address, TOPICS.base + "/#")
    table = table_at(mosquitto.address)
    table.link.start()
    table.expect(Connected)
    for number in range(200):
        table.link.publish_event(event(number))
    assert table.link.stop(PATIENCE_S)
    heard = display.until("/status", b"offline")
    assert [text["seq"] for text in texts(heard, TOPICS.event)] == list(range(200))
    table.link.publish_state(state(1))  # nobody is there any more, and nobody minds


def test_stopping_without_a_broker_ends() -> None:
    with socket.create_server((HOST, 0)) as held:
        port = held.getsockname()[1]
    table = Table(Broker(HOST, port))
    table.link.start()
    table.expect(Disconnected)
    assert table.link.stop(PATIENCE_S)
    assert Table(Broker(HOST, port)).link.stop()  # never started


def test_a_server_that_is_no_broker_is_left_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "CONNECT_WITHIN_S", 0.2)
    with socket.create_server((HOST, 0)) as server:
        table = Table(Broker(HOST, server.getsockname()[1]))
        table.link.start()
        assert "didn't answer within 0.2 s" in table.expect(Disconnected).why
        table.link.stop()


def test_a_reason_that_stays_the_same_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "LONGEST_PAUSE_S", 0.1)
    with socket.create_server((HOST, 0)) as server:
        server.settimeout(PATIENCE_S)
        table = Table(Broker(HOST, server.getsockname()[1]))
        table.link.start()
        for _ in range(3):
            server.accept()[0].close()
        with server.accept()[0]:  # the fourth attempt comes when all was said about the third
            assert "the broker closed the connection" in table.expect(Disconnected).why
            assert table.news.empty()
            table.link.stop()


def test_M4_a_broker_that_has_fallen_silent_is_left_and_found_again(
    mosquitto: RunningBroker,
    wire: Any,
    listen: Callable[..., Any],
    table_at: Callable[..., Table],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_module, "ACKNOWLEDGE_WITHIN_S", 0.2)
    display = listen(mosquitto.address, TOPICS.state)
    table = table_at(Broker(HOST, wire.port))
    table.link.start()
    table.expect(Connected)
    wire.answers.clear()
    table.link.publish_state(state(1))
    assert "acknowledged nothing" in table.expect(Disconnected).why
    wire.answers.set()
    table.expect(Connected)
    table.link.publish_state(state(2))
    display.until("/state", b'{"rev":2}')


def test_over_tls_a_table_trusts_its_halls_authority_alone(
    mosquitto: RunningBroker, secure_wire: Any, listen: Callable[..., Any], table_at: Callable[..., Table]
) -> None:
    address = f"mqtts://{HOST}:{secure_wire.port}"
    stranger = table_at(parse_broker(address, ca=secure_wire.stranger))
    stranger.link.start()
    assert "certificate verify failed" in stranger.expect(Disconnected).why
    stranger.link.stop()

    display = listen(mosquitto.address, TOPICS.base + "/#")
    table = table_at(parse_broker(address, ca=secure_wire.ca))
    table.link.start()
    table.expect(Connected)
    for number in range(100):
        table.link.publish_event(event(number))
        display.say(TOPICS.command("judge", "ping"), b"%d" % number)
    assert [table.expect(Message).payload for _ in range(100)] == [b"%d" % number for number in range(100)]
    assert texts(display.until("/event", b'{"id":"1-99","seq":99}'), TOPICS.event)[-1] == event(99)


@pytest.mark.parametrize("transport", ["tcp", "websockets"])
def test_M5_nagles_algorithm_is_off_on_every_socket(mosquitto: RunningBroker, transport: str) -> None:
    port = mosquitto.tcp_port if transport == "tcp" else mosquitto.ws_port
    client = make_client(Broker(HOST, port, transport), "probe")
    client.connect(HOST, port)
    sock = client.socket()
    assert sock is not None
    with socket.socket(fileno=os.dup(sock.fileno())) as twin:
        assert twin.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    client.disconnect()


def test_the_pause_between_attempts_grows_to_three_seconds_and_is_jittered() -> None:
    longest = [pause_before(attempt, 1.0) for attempt in range(100)]
    assert longest == sorted(longest)
    assert longest[0] == 0.2
    assert longest[-1] == 3.0
    assert [pause_before(attempt, 0.0) for attempt in range(100)] == [pause / 2 for pause in longest]
