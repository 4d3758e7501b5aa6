"""A reader of one table on the broker: its states and events as they come, as any display reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

from paho.mqtt import client as paho

from luza_mqtt.address import Broker
from luza_mqtt.client import make_client
from luza_mqtt.topics import Topics


class Watcher:
    """Calls `heard("state" | "event", payload)` in a thread of its own, while it is entered; reconnects for ever."""

    def __init__(self, broker: Broker, topics: Topics, heard: Callable[[str, dict[str, Any]], None]) -> None:
        self._names = {topics.state: "state", topics.event: "event"}
        self._heard = heard
        self._client = make_client(broker, "")
        self._client.on_connect = self._connected
        self._client.on_message = self._message
        self._client.reconnect_delay_set(1, 5)
        self._broker = broker

    def __enter__(self) -> Watcher:
        self._client.connect_async(self._broker.host, self._broker.port)
        self._client.loop_start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _connected(self, client: paho.Client, *_: Any) -> None:
        client.subscribe([(topic, 1) for topic in self._names])

    def _message(self, _client: paho.Client, _userdata: Any, message: paho.MQTTMessage) -> None:
        with suppress(ValueError):  # whatever else somebody wrote there
            self._heard(self._names[message.topic], json.loads(message.payload))
