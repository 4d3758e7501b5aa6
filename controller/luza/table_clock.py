"""The table's clock: seconds that only grow, on which every hit and every event is dated (law 2: time is data).

It is the machine's monotonic clock, moved by an offset that the journal keeps, so that it goes on after a restart as if
nothing had been: hits that boards kept meanwhile get the times at which they really were. After a reboot the monotonic
clock begins anew, and the table's goes on from the journal's last time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Which run of this machine it is: monotonic times of one boot say nothing about another's."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


@dataclass(frozen=True)
class TableClock:
    """`now()` is `offset + speed × monotonic`, in seconds.

    `speed` is 1 on a real table; a virtual one may be played faster: boards, settling and shot clock then run with it.
    """

    offset: float
    speed: float = 1.0
    boot: str = ""
    monotonic: Callable[[], float] = time.monotonic

    def now(self) -> float:
        """The table's time in seconds, to the microsecond."""
        return round(self.offset + self.speed * self.monotonic(), 6)

    def real_seconds(self, table_seconds: float) -> float:
        """How long the machine has to wait for `table_seconds` to pass."""
        return table_seconds / self.speed


def go_on(
    last: float, before: TableClock | None, speed: float = 1.0, monotonic: Callable[[], float] = time.monotonic
) -> TableClock:
    """The clock of a start: that of the start `before` where it still holds, else one that goes on from `last`.

    `last` is the journal's latest time in seconds. The earlier clock holds within one boot at the same speed; it would
    not where it stands behind `last`, which can only be when the journal came from another machine.
    """
    boot = boot_id()
    if before and boot and before.boot == boot and before.speed == speed:
        same = TableClock(before.offset, speed, boot, monotonic)
        if same.now() >= last:
            return same
    return TableClock(last - speed * monotonic(), speed, boot, monotonic)
