"""The board itself, as far as a host may ask about it: its memory, its LED, its settings, its silent sensors."""

import gc
import os

import machine

from luza_node.care import Unit
from luza_node.clock import now, since
from luza_node.pn532 import Pn532
from luza_node.rdm6300 import Rdm6300
from luza_node.settings import FILE, SettingsError, parse
from luza_node.tcs34725 import Tcs34725

FRESH_FILE = FILE + ".new"
HALF_BLINK_US = 125_000


class BoardUnit(Unit):
    """The board that this runs on. `restart` says why it started (see wire_care), `trouble` what was wrong with its
    settings at the start, if anything."""

    def __init__(self, restart: int, trouble: str = "") -> None:
        self.restart = restart
        self.is_new = False  # its settings are new: it ought to start again
        self.longest_us = 0
        self._trouble = trouble
        self._readers: list[Rdm6300 | Pn532 | Tcs34725] = []
        self._led: machine.Pin | None = None
        self._blink_left = 0  # half blinks
        self._blinked_at = 0
        self._free = 0
        self.collect()

    def begin(self, readers: list[Rdm6300 | Pn532 | Tcs34725], led: int | None) -> None:
        """These are its sensors on buses; `led` is a pin's number, or None for the board's own LED."""
        self._readers = readers
        self._led = _led(led)

    def collect(self) -> None:
        """Collect garbage: some milliseconds."""
        gc.collect()
        self._free = gc.mem_free()

    def turned(self, took_us: int) -> None:
        """A turn of the main loop took so long."""
        self.longest_us = max(self.longest_us, took_us)

    def blink_on(self) -> None:
        """The LED's share of a turn."""
        if self._led is not None and self._blink_left and since(self._blinked_at, now()) >= HALF_BLINK_US:
            self._blinked_at = now()
            self._blink_left -= 1
            self._led.value(self._blink_left & 1)

    def free_memory(self) -> int:
        """Bytes after the last collection."""
        return self._free

    def longest_turn_us(self) -> int:
        longest = self.longest_us
        self.longest_us = 0
        return longest

    def silent(self) -> bytes:
        return bytes([reader.channel for reader in self._readers if reader.silent])

    def trouble(self) -> str:
        return self._trouble

    def blink(self, seconds: int) -> None:
        self._blink_left = max(1, seconds * 1_000_000 // (2 * HALF_BLINK_US) * 2)  # even: it ends dark

    def settings(self) -> bytes:
        try:
            with open(FILE, "rb") as file:  # noqa: PTH123 - a board has no pathlib
                return file.read()
        except OSError:
            return b""

    def put_settings(self, text: bytes) -> str:
        try:
            parse(text)
            with open(FRESH_FILE, "wb") as file:  # noqa: PTH123
                file.write(text)
            os.rename(FRESH_FILE, FILE)  # noqa: PTH104
        except SettingsError as error:
            return str(error)
        except OSError as error:
            return FILE + ": can't be written: " + str(error)
        self.is_new = True
        return ""


def _led(pin: int | None) -> machine.Pin | None:
    try:
        return machine.Pin("LED" if pin is None else pin, machine.Pin.OUT, value=0)
    except (TypeError, ValueError):
        return None  # a board without one
