"""The board's clock: microseconds in 30 bits, which is what `ticks_us` counts on the boards.

Small integers in MicroPython have 31 bits: a number of these can be made in an interrupt.
"""

import time

TICK_BITS = 30
TICK_MASK = (1 << TICK_BITS) - 1


def now() -> int:
    """Microseconds, wrapping at 2**30; also for interrupts. (Ports that count further are cut to the same.)"""
    return time.ticks_us() & TICK_MASK  # pyright: ignore[reportOperatorIssue] - the stubs hide that it is an int


def since(earlier: int, later: int) -> int:
    """Microseconds from one moment to a later one, less than a turn (18 minutes) apart."""
    return (later - earlier) & TICK_MASK
