"""A client of the table's MQTT contract: the newest state, and commands that are said until they are answered.

paho's thread moves messages and wakes whoever waits; all waiting is done on one condition, with a deadline or until
the table speaks. Broker and table may come and go: a command keeps its id, so that nothing is done twice.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from paho.mqtt import client as paho

from luza_mqtt.address import Broker
from luza_mqtt.client import make_client
from luza_mqtt.topics import Topics

RESEND_S = 2.0
"""Real seconds after which a command without an answer is said again."""

BUSY_S = 1.0
"""The table wants commands slower than they came: so long nothing is said."""

RECONNECT_S = (1, 5)

TableState = Mapping[str, Any]


class TableClient:
    """One actor's line to one table."""

    def __init__(self, broker: Broker, topics: Topics, actor: str) -> None:
        self._broker, self._topics, self._actor = broker, topics, actor
        self._changed = threading.Condition()
        self._state: TableState | None = None
        self._connected = False
        self._status = ""
        self._online_since: float | None = None
        self._replies: dict[str, dict[str, Any]] = {}
        self._awaited: str | None = None
        self._session = uuid.uuid4().hex[:12]
        self._count = 0
        # a name of its own for each process: two clients of one name throw one another out
        self._client = make_client(broker, f"{actor}-{self._session}")
        self._client.reconnect_delay_set(*RECONNECT_S)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message

    def start(self) -> None:
        """Begin to connect, and go on for ever."""
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=10)
        self._client.loop_start()

    def stop(self) -> None:
        """Hang up."""
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def state(self) -> TableState | None:
        """The newest state of the table; None before the first."""
        with self._changed:
            return self._state

    @property
    def online_for(self) -> float:
        """How long (real seconds) the table has been reachable without a break; 0: it isn't."""
        with self._changed:
            return 0.0 if self._online_since is None else time.monotonic() - self._online_since

    def wait(self, until: Callable[[TableState], bool], seconds: float | None = None) -> bool:
        """Wait until a state fulfils `until`, at most `seconds` (real ones; None: for ever). Whether it does."""
        with self._changed:
            return self._changed.wait_for(lambda: self._state is not None and until(self._state), seconds)

    def wait_online(self) -> TableState:
        """Wait until the table is reachable and has told its state; returns that."""
        with self._changed:
            self._changed.wait_for(lambda: self._state is not None and self._online_since is not None)
            assert self._state is not None
            return self._state

    def pause(self, seconds: float) -> None:
        """Let real seconds pass."""
        with self._changed:
            self._changed.wait_for(lambda: False, seconds)

    def command(self, verb: str, args: Mapping[str, Any], expected_rev: int | None = None) -> dict[str, Any]:
        """Say a command until it is answered, then wait for the state that it led to; returns the reply."""
        self._count += 1
        name = f"{self._session}-{self._count}"
        said: dict[str, Any] = {"id": name, "args": dict(args)}
        if expected_rev is not None:
            said["expected_rev"] = expected_rev
        payload = json.dumps(said, ensure_ascii=False)
        before = self.state
        while True:
            with self._changed:
                self._awaited = name
                self._changed.wait_for(lambda: self._connected)
            self._client.publish(self._topics.command(self._actor, verb), payload, qos=1)
            with self._changed:
                self._changed.wait_for(lambda: name in self._replies, RESEND_S)
                reply = self._replies.pop(name, None)
            if reply is None:
                continue
            if reply.get("code") == "busy":
                self.pause(BUSY_S)
                continue
            if reply.get("ok"):
                self._catch_up(before, reply.get("rev") or 0)
            return reply

    def _catch_up(self, before: TableState | None, rev: int) -> None:
        """Wait for the state that an answer spoke of, or a table that began anew."""
        epoch = before["epoch"] if before else None
        self.wait(lambda state: state["rev"] >= rev or state["epoch"] != epoch)

    def _on_connect(self, client: paho.Client, _userdata: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            return
        client.subscribe([
            (self._topics.status, 1), (self._topics.state, 1), (self._topics.reply(self._actor, "ping")[:-4] + "+", 1)
        ])  # fmt: skip
        self._note(connected=True)

    def _on_disconnect(self, _client: paho.Client, _userdata: Any, _flags: Any, _reason: Any, _properties: Any) -> None:
        self._note(connected=False, status="")  # the broker that comes back tells it anew

    def _on_message(self, _client: paho.Client, _userdata: Any, message: paho.MQTTMessage) -> None:
        if message.topic == self._topics.status:
            self._note(status=message.payload.decode("utf-8", "replace"))
            return
        try:
            told = json.loads(message.payload)
        except ValueError:
            return  # not ours to mend; the next one will do
        if not isinstance(told, dict):
            return
        with self._changed:
            if message.topic == self._topics.state:
                newest = (-1, -1) if self._state is None else (self._state["epoch"], self._state["rev"])
                if (told.get("epoch", -1), told.get("rev", -1)) >= newest:
                    self._state = told
            elif told.get("id") == self._awaited:
                self._replies = {str(told["id"]): told}
            self._changed.notify_all()

    def _note(self, *, connected: bool | None = None, status: str | None = None) -> None:
        with self._changed:
            self._connected = self._connected if connected is None else connected
            self._status = self._status if status is None else status
            if not (self._connected and self._status == "online"):
                self._online_since = None
            elif self._online_since is None:
                self._online_since = time.monotonic()
            self._changed.notify_all()
