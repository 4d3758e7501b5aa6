"""A table's line to its broker: one thread that moves messages between the outbox, the broker and the table.

Nothing here waits on the caller and no caller waits on the network: what is published goes into the outbox and returns,
what arrives is handed to `deliver`. Every wait has an end, and every connection is begun with a fresh client, so that
no queue of the library's outlives the connection it was made for.
"""

from __future__ import annotations

import logging
import random
import selectors
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from paho.mqtt import client as paho
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from luza_mqtt.address import Broker
from luza_mqtt.bell import Bell
from luza_mqtt.client import CONNECT_WITHIN_S, hang_up, make_client
from luza_mqtt.news import Arrived, Connected, Disconnected, Gap, Health, Kept, Message
from luza_mqtt.outbox import Outbox, Outgoing
from luza_mqtt.payloads import encode
from luza_mqtt.topics import Topics

__all__ = ["Arrived", "Connected", "Disconnected", "Gap", "Health", "Kept", "Link", "Message"]

ONLINE, OFFLINE = b"online", b"offline"

KEEPALIVE_S = 10
ACKNOWLEDGE_WITHIN_S = 6.0
"""A broker that has messages of ours and acknowledges none for this long is taken for gone."""
LONGEST_PAUSE_S = 3.0
"""Between two attempts to connect; a table is to be online within 5 s of its broker."""
SETTLED_S = 5.0
"""A connection that lasted this long was a good one: the next attempt after it comes soon."""
TURN_S = 1.0

_log = logging.getLogger(__name__)


def pause_before(attempt: int, chance: float) -> float:
    """Seconds to wait before an attempt to connect (0: the first after a good connection); `chance` from 0 to 1.

    Doubling up to a limit, and jittered, so that a hall full of tables doesn't come back in one moment.
    """
    return min(LONGEST_PAUSE_S, 0.2 * 2.0 ** min(attempt, 10)) * (0.5 + 0.5 * chance)


class Link:
    """The line of one table. `deliver` is called in the line's thread, and has to return soon."""

    def __init__(
        self, broker: Broker, topics: Topics, deliver: Callable[[Arrived], None], *, outbox: Outbox | None = None
    ) -> None:
        self._broker = broker
        self._topics = topics
        self._deliver = deliver
        self._client_id = f"luza-{topics.hall}-{topics.table}"  # the same always: a broker knows a table again
        self._outbox = Outbox() if outbox is None else outbox
        self._lock = threading.Lock()  # guards the outbox; held for moments only
        self._bell = Bell()
        self._thread = threading.Thread(target=self._run, name="luza-mqtt", daemon=True)
        self._stop_by: float | None = None
        self._told: str | None = None  # why there is no connection, as last delivered
        self._faults = 0
        self._turned = time.monotonic()
        # of the connection in force
        self._up = False  # the broker has our subscriptions
        self._why = ""
        self._acknowledged = 0.0
        self._put(Outgoing(topics.status, ONLINE, retain=True, slot="status"))

    # What the table calls. None of it waits, but `stop` for the time it is given.

    def start(self) -> None:
        """Begin to connect, and go on for ever."""
        self._thread.start()

    def stop(self, within_s: float = 2.0) -> bool:
        """Publish what still waits, then `offline`, and end; True when all that was done within the time given."""
        self._stop_by = time.monotonic() + within_s
        self._bell.ring()
        if self._thread.is_alive():
            self._thread.join(within_s + 0.5)
        return not self._thread.is_alive()

    def publish_state(self, payload: Mapping[str, Any]) -> None:
        """The newest snapshot; one that still waits is forgotten."""
        self._put(Outgoing(self._topics.state, encode(payload), retain=True, slot="state"))

    def publish_led(self, payload: Mapping[str, Any]) -> None:
        """The newest projection for small displays; one that still waits is forgotten."""
        self._put(Outgoing(self._topics.led, encode(payload), qos=0, retain=True, slot="led"))

    def publish_info(self, payload: Mapping[str, Any]) -> None:
        """Who this table is; one that still waits is forgotten."""
        self._put(Outgoing(self._topics.info, encode(payload), retain=True, slot="info"))

    def publish_hb(self, payload: Mapping[str, Any]) -> None:
        """A sign of life; forgotten when there is no connection."""
        self._put(Outgoing(self._topics.hb, encode(payload), qos=0, slot="hb"))

    def publish_event(self, payload: Mapping[str, Any]) -> None:
        """One thing that happened; goes out in order, and is kept while there is no broker (`outbox.EVENTS`)."""
        self._put(Outgoing(self._topics.event, encode(payload), seq=int(payload["seq"])))

    def reply(self, actor: str, verb: str, payload: Mapping[str, Any]) -> None:
        """The answer to a command."""
        self._put(Outgoing(self._topics.reply(actor, verb), encode(payload)))

    def health(self) -> Health:
        """How the line is just now."""
        silent_s = round(time.monotonic() - self._turned, 3)
        with self._lock:
            box = self._outbox
            return Health(box.connected, len(box), box.in_flight, self._faults, silent_s)

    def _put(self, message: Outgoing) -> None:
        with self._lock:
            self._outbox.put(message)
        self._bell.ring()

    # The thread. Only it touches the client, and only it takes from the outbox.

    def _run(self) -> None:
        attempt = 0
        with closing(self._bell):
            while self._stop_by is None:
                began = time.monotonic()
                try:
                    self._one_connection()
                except (OSError, ValueError) as error:
                    self._why = getattr(error, "strerror", None) or str(error)
                except Exception as error:  # whatever the library does, the line outlives it
                    self._fault("the line to the broker failed")
                    self._why = f"{type(error).__name__}: {error}"
                with self._lock:
                    self._outbox.disconnect()
                good = self._up and time.monotonic() - began >= SETTLED_S
                attempt = 0 if good else attempt + 1
                if self._stop_by is None and self._told != self._why:
                    self._told = self._why
                    self._tell(Disconnected(f"{self._broker.url}: {self._why}"))
                self._pause(pause_before(attempt, random.random()))

    def _pause(self, seconds: float) -> None:
        """Let time pass, but end it for somebody who wants to stop."""
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            while self._stop_by is None and (left := until - time.monotonic()) > 0:
                self._turned = time.monotonic()
                if selector.select(min(left, TURN_S)):
                    self._bell.silence()

    def _one_connection(self) -> None:
        """Connect, and move messages until the connection is lost or the table stops; `_why` says how it ended."""
        self._up = False
        self._why = "the broker closed the connection"
        client = make_client(self._broker, self._client_id)
        client.will_set(self._topics.status, OFFLINE, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        client.on_disconnect = self._on_disconnect
        try:
            client.connect(self._broker.host, self._broker.port, keepalive=KEEPALIVE_S)
            opened = time.monotonic()
            with selectors.DefaultSelector() as selector:
                selector.register(self._bell, selectors.EVENT_READ)
                selector.register(client.socket(), selectors.EVENT_READ, client)  # type: ignore[arg-type]
                while client.socket() is not None:
                    self._turn(client, selector)
                    if not self._up and time.monotonic() - opened > CONNECT_WITHIN_S:
                        raise TimeoutError(f"the broker didn't answer within {CONNECT_WITHIN_S:g} s")
                    if self._outbox.in_flight and time.monotonic() - self._acknowledged > ACKNOWLEDGE_WITHIN_S:
                        raise TimeoutError(f"the broker acknowledged nothing for {ACKNOWLEDGE_WITHIN_S:g} s")
                    if self._stop_by is not None and self._said_all(self._stop_by):
                        client.disconnect()
                        return
        finally:
            hang_up(client)

    def _turn(self, client: paho.Client, selector: selectors.BaseSelector) -> None:
        """Hand over what may go; then wait for the network or the table, a second at most, and take in what came."""
        self._turned = time.monotonic()
        self._hand_over(client)
        sock: Any = client.socket()
        if sock is None:
            return
        selector.modify(sock, selectors.EVENT_READ | (selectors.EVENT_WRITE if client.want_write() else 0), client)
        hidden = sock.pending() if hasattr(sock, "pending") else 0  # bytes that TLS has read already
        reads = bool(hidden)
        for key, events in selector.select(0 if hidden else TURN_S):
            if key.data is None:
                self._bell.silence()
                continue
            reads = reads or bool(events & selectors.EVENT_READ)
            if events & selectors.EVENT_WRITE:
                client.loop_write()
        if reads:
            client.loop_read()
        client.loop_misc()

    def _hand_over(self, client: paho.Client) -> None:
        """Give the client message after message, as long as it has nothing left to write."""
        while not client.want_write():
            with self._lock:
                gap = self._outbox.take_gap() if self._up else None
                message = self._outbox.next()
            if gap is not None:
                self._tell(Gap(*gap))
            if message is None:
                return
            name = client.publish(message.topic, message.payload, message.qos, message.retain).mid
            if message.qos:
                with self._lock:
                    if not self._outbox.in_flight:
                        self._acknowledged = time.monotonic()
                    self._outbox.sent(name, message)

    def _said_all(self, by: float) -> bool:
        """Stopping: everything is acknowledged, `offline` last. TimeoutError when the time for it is over."""
        if time.monotonic() > by:
            raise TimeoutError("stopped before everything was said")  # without a farewell, so that the will speaks
        if not self._up:
            return False
        with self._lock:
            if len(self._outbox) or self._outbox.in_flight:
                return False
            if self._outbox.newest("status") == OFFLINE:
                return True
            self._outbox.put(Outgoing(self._topics.status, OFFLINE, retain=True, slot="status"))
            return False

    # What the client tells, in the same thread

    def _on_connect(
        self, client: paho.Client, _userdata: Any, _flags: Any, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._why = f"the broker refused: {reason}"
            return
        # first the ears, then the mouth: who reads `online` may send a command at once
        client.subscribe([(self._topics.commands, 1), (self._topics.status, 1), (self._topics.state, 0)])

    def _on_subscribe(
        self, _client: paho.Client, _userdata: Any, _mid: int, reasons: list[ReasonCode], _properties: Properties | None
    ) -> None:
        if any(reason.is_failure for reason in reasons[:2]):
            _log.error("the broker doesn't let %s hear its commands and its status", self._client_id)
        self._up = True
        self._told = None
        with self._lock:
            self._outbox.connect()
        self._tell(Connected())

    def _on_publish(
        self, _client: paho.Client, _userdata: Any, mid: int, _reason: ReasonCode, _properties: Properties | None
    ) -> None:
        self._acknowledged = time.monotonic()
        with self._lock:
            self._outbox.acknowledged(mid)

    def _on_message(self, client: paho.Client, _userdata: Any, message: paho.MQTTMessage) -> None:
        if message.topic.startswith(f"{self._topics.base}/cmd/"):  # there are brokers that send what nobody asked for
            self._tell(Message(message.topic, bytes(message.payload), message.retain))
        elif message.topic == self._topics.state:
            # what the broker kept, or where it kept nothing our own first one: more of it isn't wanted
            client.unsubscribe(self._topics.state)
            if message.retain:
                self._tell(Kept(bytes(message.payload)))
        elif message.topic != self._topics.status:
            return
        elif message.payload != ONLINE and not message.retain and self._stop_by is None:
            # an older connection's will, or somebody's mistake; a retained one is from before our own `online`
            self._put(Outgoing(self._topics.status, ONLINE, retain=True, slot="status"))

    def _on_disconnect(
        self, _client: paho.Client, _userdata: Any, _flags: Any, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if self._up:
            self._why = f"the connection was lost ({reason})"

    def _tell(self, news: Arrived) -> None:
        try:
            self._deliver(news)
        except Exception:
            self._fault(f"what took in {type(news).__name__} failed")

    def _fault(self, what: str) -> None:
        self._faults += 1
        _log.exception("%s", what)
