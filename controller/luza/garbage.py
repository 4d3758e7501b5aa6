"""Whole garbage collections wait for a quiet table: one takes the longer, the more a controller remembers.

Young objects are still collected at any time, which takes a millisecond. What has outlived a whole collection isn't
looked at again: nearly all of it is the match so far, which holds no cycles and goes by reference counts.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

EVERY_S = 5.0  # real seconds
YOUNG, MIDDLE = 700, 10  # thresholds of gc, as Python has them
NEVER = 1 << 30


def collect() -> None:
    """Collect everything that came since the last time."""
    gc.collect()
    gc.freeze()


def collect_when(quiet: Callable[[], bool]) -> None:
    """From now on whole collections come every five seconds, and only while it is quiet; for the running loop."""
    collect()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    loop = asyncio.get_running_loop()

    def look() -> None:
        if quiet():
            collect()
        loop.call_later(EVERY_S, look)

    loop.call_later(EVERY_S, look)
