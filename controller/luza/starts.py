"""The journal's `start` line: what a start of the controller says of clocks, epoch and table file.

Such a line is written too when a higher epoch begins while the controller runs.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from luza.table_clock import TableClock
from luza_mqtt.payloads import timestamp

UNSYNCHRONISED = 5  # adjtimex(2): TIME_ERROR
LARGEST_EPOCH = 2**53  # beyond, whole numbers aren't whole any more for readers in JavaScript


def clock_synced() -> bool:
    """Whether the system says that its wall clock is kept right (adjtimex); False where it can't say."""
    try:
        return bool(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) != UNSYNCHRONISED)
    except (OSError, AttributeError):
        return False


def higher_epoch(kept: bytes, epoch: int, rev: int, wall: float) -> int | None:
    """The epoch that has to begin so that readers believe a table which stands at (`epoch`, `rev`); None: it may stay.

    Readers keep the highest. `kept` is the state that the broker has; it is above the table's own where the journal was
    begun anew while the wall clock (`wall`, Unix seconds) was behind, or where a disk lost the journal's end.
    """
    try:
        state = json.loads(kept)
        seen = state["epoch"], state["rev"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return None  # no state of a table
    if not all(type(number) is int for number in seen) or seen[0] >= LARGEST_EPOCH or seen <= (epoch, rev):
        return None
    return max(int(seen[0]) + 1, int(wall))


@dataclass(frozen=True)
class Start:
    """One start: at table time `t` the wall clock said `wall` (Unix seconds); `clock` is the table's clock since then.

    `synced`: that wall clock was kept right. `epoch` is the journal's number. `table_text` is the table file as read.
    """

    t: float
    wall: float
    synced: bool
    clock: TableClock
    epoch: int
    table_text: str

    def wall_time(self, t: float) -> float:
        """The wall time (Unix seconds) of table time `t`."""
        return self.wall + (t - self.t) / self.clock.speed

    def line(self) -> dict[str, Any]:
        """The journal's line."""
        return {
            "m": "start",
            "t": self.t,
            "wall": timestamp(self.wall),
            "synced": self.synced,
            "offset": self.clock.offset,
            "speed": self.clock.speed,
            "boot": self.clock.boot,
            "epoch": self.epoch,
            "table": self.table_text,
        }

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> Start:
        """Read the journal's line; KeyError, TypeError or ValueError for one that isn't whole."""
        wall = datetime.fromisoformat(line["wall"]).astimezone(UTC).timestamp()
        clock = TableClock(float(line["offset"]), float(line["speed"]), line["boot"])
        return cls(float(line["t"]), wall, bool(line["synced"]), clock, int(line["epoch"]), line["table"])
