"""The watchdog: it starts the board again when the main loop no longer turns; and why the board last started.

MicroPython can start the watchdog of an RP2040 or RP2350 but not stop it, and a prompt that restarts every few seconds
is of no use to anybody. So it is stopped in the chip's own register. Sources: RP2040 datasheet, Watchdog (CTRL, REASON,
SCRATCH0), Sysinfo (CHIP_ID) and Atomic Register Access; RP2350 datasheet, the same chapters.
"""

import machine

from luza_node import wire_care

TIMEOUT_MS = 5000  # the RP2040 can count up to 8388

CHIP_ID = 0x40000000  # bits 12 to 27: part
WATCHDOG_BASES = {2: 0x40058000, 4: 0x400D8000}  # by part: RP2040, RP2350
CTRL = 0x00
ENABLE = 1 << 30
REASON = 0x08
TIMER = 1  # nobody fed it
FORCE = 2  # machine.reset()
SCRATCH0 = 0x0C  # keeps its value over every restart but that by power
CLEAR = 0x3000  # behind a register's address: what is written there clears these bits of it
MARK = 0x4C757A61  # in SCRATCH0: people, or new settings, were why the program ended


class Watchdog:
    """The board's watchdog, not yet started. `restart` says why the board started (see wire_care).

    On another chip there is none, and nothing is known.
    """

    def __init__(self) -> None:
        self._base = WATCHDOG_BASES.get(machine.mem32[CHIP_ID] >> 12 & 0xFFFF, 0)
        self._dog: machine.WDT | None = None
        self.restart = self._why() if self._base else wire_care.UNKNOWN

    def start(self) -> None:
        """From now on `feed` is due every few seconds."""
        if self._base:
            self._dog = machine.WDT(timeout=TIMEOUT_MS)

    def feed(self) -> None:
        """The main loop turns."""
        if self._dog:
            self._dog.feed()

    def stop(self) -> None:
        """People want the prompt."""
        self._dog = None
        if self._base:
            machine.mem32[self._base + CTRL + CLEAR] = ENABLE
            machine.mem32[self._base + SCRATCH0] = MARK

    def restart_now(self) -> None:
        """Start the board again, as people want it."""
        if self._base:
            machine.mem32[self._base + SCRATCH0] = MARK
        machine.reset()

    def _why(self) -> int:
        marked = machine.mem32[self._base + SCRATCH0] == MARK
        machine.mem32[self._base + SCRATCH0] = 0
        reason = machine.mem32[self._base + REASON]
        if marked or reason & FORCE:
            return wire_care.ASKED_FOR
        return wire_care.WATCHDOG if reason & TIMER else wire_care.POWER_ON
