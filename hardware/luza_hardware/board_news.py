"""What the host hears of a sensor board: hits, and how the board fares. All times are table time (s)."""

from __future__ import annotations

from dataclasses import dataclass

from luza_hardware.hit import Hit
from luza_node.wire_care import Health


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


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """How the board says that it is, asked every ten seconds, and how its clock and its line are.

    `clock_error` bounds the clock's error (s): a delay that isn't the same both ways may bias it by no more;
    `clock_spread` is how far its samples scatter (s), `clock_drift` how much faster the table's clock goes (1e-6: one
    microsecond a second). `damaged` counts frames that came spoilt since the line is there.
    """

    node: str
    uid: str
    boot: int
    t: float
    health: Health
    clock_error: float
    clock_spread: float
    clock_drift: float
    damaged: int


@dataclass(frozen=True, slots=True)
class SettingsPut:
    """The board has answered new settings: `taken`, and starts anew with them, or `words` say why not. With `in_play`
    it may take them later."""

    node: str
    uid: str
    t: float
    taken: bool
    in_play: bool
    words: str


BoardNews = Batch | BoardUp | BoardDown | BoardReboot | BoardLost | BoardHealth | SettingsPut
