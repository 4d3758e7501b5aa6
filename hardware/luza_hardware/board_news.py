"""What the host hears of a sensor board: hits, and how the board fares. All times are table time (s)."""

from __future__ import annotations

from dataclasses import dataclass

from luza_hardware.hit import Hit


@dataclass(frozen=True, slots=True)
class Batch:
    """Hits of one board, in the board's order, each delivered once.

    When they are in the journal, `SerialBoard.ack(boot, next)` says so to the board; until then the board keeps them.
    `next` is the number of the hit that follows. `hits` may be empty: `strange` counts what was numbered but can't be
    used (a channel that the table file doesn't have, or a value that isn't of the sensor's kind).
    """

    node: str
    uid: str
    boot: int
    next: int
    hits: tuple[Hit, ...]
    strange: int = 0


@dataclass(frozen=True, slots=True)
class BoardUp:
    """The board answers and its clock is known. `uid` is its unique id in hex, `boot` new at each of its starts.

    `program` is the firmware's name and version, `clock_error` the bound of its clock's error (s). The board holds hits
    up to below number `end` from before: until a Batch has `next` of that or more, they are on their way.
    """

    node: str
    uid: str
    boot: int
    t: float
    program: str
    clock_error: float
    end: int = 0


@dataclass(frozen=True, slots=True)
class BoardDown:
    """The board can't be reached, and why; told once, and again when the reason changes. It is being tried for ever.

    `busy`: another program holds the port.
    """

    node: str
    t: float
    why: str
    busy: bool = False


@dataclass(frozen=True, slots=True)
class BoardReboot:
    """The board (same `uid`) has started anew since it was last heard: what it had not yet handed over is gone."""

    node: str
    uid: str
    boot: int
    previous: int
    t: float


@dataclass(frozen=True, slots=True)
class BoardLost:
    """So many hits of this boot are gone for good: the board had to make room, or its edges came too fast."""

    node: str
    uid: str
    boot: int
    lost: int
    t: float


BoardNews = Batch | BoardUp | BoardDown | BoardReboot | BoardLost
