"""What a table's line to its broker tells the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Connected:
    """The broker has us: commands come in, and everything that waited goes out."""


@dataclass(frozen=True)
class Disconnected:
    """No broker, and why, in words; said when the connection is lost and whenever the reason changes."""

    why: str


@dataclass(frozen=True)
class Message:
    """Something arrived on a topic that we subscribed to."""

    topic: str
    payload: bytes
    retained: bool = False


@dataclass(frozen=True)
class Kept:
    """The state of this table that the broker kept from before this connection: what readers have seen of it."""

    payload: bytes


@dataclass(frozen=True)
class Gap:
    """Events that no reader will get: so many waited for the broker that the oldest had to go.

    Told while there is a connection. Where the broker is only slow, some between `first` and `last` may have gone out.
    """

    first: int
    """`seq` of the first one lost."""
    last: int


Arrived = Connected | Disconnected | Message | Kept | Gap


@dataclass(frozen=True)
class Health:
    """How the line is, for `info` and for whoever watches over it."""

    connected: bool
    waiting: int
    """Messages in the outbox."""
    in_flight: int
    faults: int
    """Errors caught, in `deliver` or in the line itself; each was logged."""
    silent_s: float
    """Since the thread last came round; more than some ten seconds is a thread in trouble."""
