"""The journal's `start` line: what a start of the controller says of clocks, epoch and table file."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from luza.table_clock import TableClock
from luza_mqtt.payloads import timestamp

UNSYNCHRONISED = 5  # adjtimex(2): TIME_ERROR


def clock_synced() -> bool:
    """Whether the system says that its wall clock is kept right (adjtimex); False where it can't say."""
    try:
        return bool(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) != UNSYNCHRONISED)
    except (OSError, AttributeError):
        return False


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
