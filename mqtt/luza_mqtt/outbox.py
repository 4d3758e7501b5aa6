"""What waits to be published, in the order in which it has to go. Pure: no network, no thread, no clock.

MQTT libraries keep queues of their own, and in them old snapshots overtake new ones when the broker comes back. So
nothing is queued there: this outbox hands over one message at a time, never more than a window of unacknowledged ones.

- Of a *slot* (`status`, `info`, `state`, `led`, `hb`) only the newest message exists. A newer one takes its place at
  the end of the queue, so that it never overtakes an event that happened before it. Without a connection none waits:
  `connect` queues what must be published again.
- Events and replies keep their order, and go out again after a lost connection until they are acknowledged.
- Both are bounded. Of too many events the oldest go, and the gap is told; a forgotten reply is asked for again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

WINDOW = 10
"""Messages of QoS 1 that may be unacknowledged at a time."""
EVENTS = 4000
"""Events that may wait: some four hours of play without a broker, a few megabytes."""
REPLIES = 64

REPEATED = ("info", "state", "led")
"""Slots published again on every connect behind what still waits, in this order; `status` goes first, `hb` never."""


@dataclass(frozen=True)
class Outgoing:
    """One message to publish; `slot` or `seq` says which kind it is, a reply has neither."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False
    slot: str | None = None
    seq: int | None = None


class Outbox:
    """The messages of one table, from `put` until they are acknowledged."""

    def __init__(self, window: int = WINDOW, events: int = EVENTS, replies: int = REPLIES) -> None:
        self._window = window
        self._limits = {"event": events, "reply": replies}
        self._queue: OrderedDict[int, Outgoing] = OrderedDict()  # ticket -> message, in the order to publish
        self._next_ticket = 0
        self._newest: dict[str, Outgoing] = {}  # slot -> its newest message
        self._places: dict[str, int] = {}  # slot -> the ticket of its message in the queue
        self._counts = {"event": 0, "reply": 0}  # in the queue
        self._in_flight: dict[Hashable, Outgoing] = {}  # the network's name for it -> message, in order
        self._lost: tuple[int, int] | None = None
        self.connected = False

    def __len__(self) -> int:
        """Messages that wait, those in flight not counted."""
        return len(self._queue)

    @property
    def in_flight(self) -> int:
        """Messages handed over and not acknowledged yet."""
        return len(self._in_flight)

    def put(self, message: Outgoing) -> None:
        """Take a message in; it waits for its turn, and for a connection."""
        if message.slot is None:
            self._append(message)
            self._enforce("reply" if message.seq is None else "event")
            return
        self._newest[message.slot] = message
        if self.connected:
            self._remove_slot(message.slot)
            self._append(message)

    def connect(self) -> None:
        """A connection stands: what must be published again waits from now on, the newest last."""
        self.connected = True
        for slot in ("status", *REPEATED):
            if slot in self._newest:
                self._append(self._newest[slot], first=slot == "status")

    def disconnect(self) -> None:
        """The connection is lost: what was in flight waits again, in front and in its order."""
        self.connected = False
        for slot in list(self._places):
            self._remove_slot(slot)
        unacknowledged = [message for message in self._in_flight.values() if message.slot is None]
        self._in_flight.clear()
        for message in reversed(unacknowledged):
            self._append(message, first=True)
        self._enforce("event")
        self._enforce("reply")

    def next(self) -> Outgoing | None:
        """The message to publish now, taken out of the queue; None when none may go."""
        if not self.connected or not self._queue:
            return None
        ticket, message = next(iter(self._queue.items()))
        if message.qos and len(self._in_flight) >= self._window:
            return None
        self._forget(ticket)
        return message

    def sent(self, name: Hashable, message: Outgoing) -> None:
        """A message of QoS 1 from `next` was handed to the network, which will acknowledge it by `name`."""
        self._in_flight[name] = message

    def acknowledged(self, name: Hashable) -> None:
        """The broker has the message; names that aren't known are let pass."""
        self._in_flight.pop(name, None)

    def newest(self, slot: str) -> bytes | None:
        """The newest payload of a slot, published or waiting; None when there was none."""
        message = self._newest.get(slot)
        return None if message is None else message.payload

    def take_gap(self) -> tuple[int, int] | None:
        """First and last `seq` of the events that had to go since this was asked last; None when none had."""
        gap, self._lost = self._lost, None
        return gap

    def _append(self, message: Outgoing, first: bool = False) -> None:
        ticket = self._next_ticket
        self._next_ticket += 1
        self._queue[ticket] = message
        if first:
            self._queue.move_to_end(ticket, last=False)
        if message.slot is not None:
            self._places[message.slot] = ticket
        else:
            self._counts["reply" if message.seq is None else "event"] += 1

    def _forget(self, ticket: int) -> Outgoing:
        message = self._queue.pop(ticket)
        if message.slot is not None:
            del self._places[message.slot]
        else:
            self._counts["reply" if message.seq is None else "event"] -= 1
        return message

    def _remove_slot(self, slot: str) -> None:
        if slot in self._places:
            self._forget(self._places[slot])

    def _enforce(self, kind: str) -> None:
        """Let the oldest messages of a kind go while there are more than its limit."""
        while self._counts[kind] > self._limits[kind]:
            oldest = next(
                ticket
                for ticket, message in self._queue.items()
                if message.slot is None and (message.seq is None) == (kind == "reply")
            )
            seq = self._forget(oldest).seq
            if seq is not None:
                self._lost = (seq, seq) if self._lost is None else (min(self._lost[0], seq), max(self._lost[1], seq))
