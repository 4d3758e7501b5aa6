"""What the tests of MQTT share: a real broker, a listening client, and a wire that can be cut."""

from __future__ import annotations

import queue
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage

from luza_mqtt.address import Broker
from luza_mqtt.broker import HOST, RunningBroker, start_broker
from luza_mqtt.client import make_client

PATIENCE_S = 20.0
"""How long a test waits for something that has to happen; a good run never does."""


class Listener:
    """A display: a client that hears everything below a topic, in order."""

    def __init__(self, broker: Broker, topic: str = "#", name: str = "display") -> None:
        self.heard: queue.Queue[MQTTMessage] = queue.Queue()
        self._subscribed = threading.Event()
        self.client = make_client(broker, name)
        self.client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self.client.on_subscribe = lambda *_: self._subscribed.set()
        self.client.on_message = self._on_message
        self.client.connect(broker.host, broker.port)
        self.client.loop_start()
        assert self._subscribed.wait(PATIENCE_S)

    def _on_message(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        self.heard.put(message)

    def next(self, topic_end: str = "") -> MQTTMessage:
        """The next message whose topic ends so; others are passed over."""
        while True:
            message = self.heard.get(timeout=PATIENCE_S)
            if message.topic.endswith(topic_end):
                return message

    def until(self, topic_end: str, payload: bytes) -> list[MQTTMessage]:
        """All messages up to the one with this payload on that topic."""
        found = []
        while True:
            found.append(self.heard.get(timeout=PATIENCE_S))
            if found[-1].topic.endswith(topic_end) and found[-1].payload == payload:
                return found

    def say(self, topic: str, payload: bytes, retain: bool = False) -> None:
        self.client.publish(topic, payload, 1, retain).wait_for_publish(PATIENCE_S)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


class Wire:
    """A TCP proxy before a broker: it can hold back what the broker says, cut, and speak TLS to its clients."""

    def __init__(self, port: int, tls: ssl.SSLContext | None = None) -> None:
        self._target = port
        self._tls = tls
        self._server = socket.create_server((HOST, 0))
        self.port = int(self._server.getsockname()[1])
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self.answers = threading.Event()
        """Set: what the broker says is let through."""
        self.answers.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            try:
                far = socket.create_connection((HOST, self._target))
            except OSError:
                near.close()
                continue
            for sock in (near, far):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls is not None:
                try:
                    near = self._tls.wrap_socket(near, server_side=True)
                except OSError:  # a client that doesn't trust us
                    far.close()
                    continue
            with self._lock:
                self._pairs.append((near, far))
            threading.Thread(target=self._carry, args=(near, far, None), daemon=True).start()
            threading.Thread(target=self._carry, args=(far, near, self.answers), daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, sink: socket.socket, gate: threading.Event | None) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if gate is not None:
                    gate.wait(PATIENCE_S)
                sink.sendall(data)
        for sock in (source, sink):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Break every connection, without a farewell to anybody."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for sock in pair:
                with suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut, and let nobody in any more."""
        with suppress(OSError):  # closed already
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.answers.set()
        self.cut()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[RunningBroker]:
    with start_broker(tmp_path / "broker", prefer="mosquitto") as broker:
        yield broker


@pytest.fixture
def listen() -> Iterator[Callable[..., Listener]]:
    """listen(broker, topic) -> a Listener, closed at the end."""
    opened: list[Listener] = []

    def open_listener(*args: Any, **more: Any) -> Listener:
        opened.append(Listener(*args, **more))
        return opened[-1]

    yield open_listener
    for one in opened:
        one.close()


@pytest.fixture
def wire(mosquitto: RunningBroker) -> Iterator[Wire]:
    """A wire to the broker that can be cut."""
    one = Wire(mosquitto.tcp_port)
    yield one
    one.close()


@dataclass(frozen=True)
class SecureWire:
    """A wire with TLS; `ca` is what its clients have to trust, `stranger` some other authority."""

    port: int
    ca: Path
    stranger: Path


@pytest.fixture
def secure_wire(mosquitto: RunningBroker, tmp_path: Path) -> Iterator[SecureWire]:
    for name in ("ours", "other"):
        command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        names = f"-keyout {name}.key -out {name}.pem -subj /CN={name} -addext subjectAltName=IP:{HOST}"
        subprocess.run(f"{command} {names}".split(), cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE_S)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "ours.pem", tmp_path / "ours.key")
    one = Wire(mosquitto.tcp_port, context)
    yield SecureWire(one.port, tmp_path / "ours.pem", tmp_path / "other.pem")
    one.close()
