"""The colour sensor TCS34725 (ams), read without waiting for it. Source: its datasheet, Register Description.

It counts light for 24 ms, over and over. Each look reads status and counts in one go (about 0.3 ms on the bus).
"""

import machine

from luza_node.clock import since
from luza_node.resting import RestFinder

ADDRESS = 0x29
REGISTER = 0x80 | 0x20  # the command bit, and reading or writing on from this register
ENABLE = 0x00
POWER = 0x01  # PON: the oscillator; the counters may be switched on 2.4 ms after it
COUNT = 0x02  # AEN
ATIME = 0x01
CYCLES = 10  # of 2.4 ms each, with at most 1024 counts
CONTROL = 0x0F
GAIN_4 = 0x01
ID = 0x12
KNOWN_IDS = b"\x44\x4d"  # TCS34725 and TCS34727
STATUS = 0x13  # then clear, red, green and blue, two bytes each, the low one first
VALID = 0x01  # AVALID: the counters have run once

# what is to be done next
ENABLE_POWER = 0
ENABLE_COUNT = 1
COUNTING = 2

POWER_US = 3_000
LOOK_US = 25_000
RETRY_US = 500_000
MOST_IDLE = 20  # looks without counts: it was without power, and has forgotten that it should count


class Tcs34725:
    """A colour sensor on a bus: for each thing that comes to rest before it, its colour once.

    `channel` is that of the table file; `silent` while it doesn't answer. See RestFinder for `white` and `empty`.
    """

    def __init__(
        self, channel: int, bus: machine.I2C | machine.SoftI2C, white: tuple[int, int, int], empty: float
    ) -> None:
        self.channel = channel
        self.silent = False
        self._bus = bus
        self._finder = RestFinder(white, empty)
        self._counts = bytearray(9)
        self._byte = bytearray(1)
        self._state = ENABLE_POWER
        self._idle = 0
        self._at = 0
        self._pause = 0

    def look(self, ticks: int) -> tuple[int, int, int] | None:
        """One short look at the sensor when it is time for one: a colour, or None."""
        if since(self._at, ticks) < self._pause:
            return None
        self._at = ticks
        try:
            return self._look()
        except OSError:
            self.silent = True
            self._state = ENABLE_POWER
            self._pause = RETRY_US
            return None

    def counts(self) -> tuple[int, int, int] | None:
        """What it counted last: red, green, blue; None while it hasn't."""
        data = self._counts
        if not data[0] & VALID:
            return None
        return data[3] | data[4] << 8, data[5] | data[6] << 8, data[7] | data[8] << 8

    def _look(self) -> tuple[int, int, int] | None:
        if self._state == ENABLE_POWER:
            self._bus.readfrom_mem_into(ADDRESS, REGISTER | ID, self._byte)
            if self._byte[0] not in KNOWN_IDS:
                raise OSError
            self._write(ATIME, 256 - CYCLES)
            self._write(CONTROL, GAIN_4)
            self._write(ENABLE, POWER)
            self._state = ENABLE_COUNT
            self._pause = POWER_US
            return None
        if self._state == ENABLE_COUNT:
            self._write(ENABLE, POWER | COUNT)
            self._state = COUNTING
            self._idle = 0
            self._pause = LOOK_US
            return None
        data = self._counts
        self._bus.readfrom_mem_into(ADDRESS, REGISTER | STATUS, data)
        if not data[0] & VALID:
            self._idle += 1
            if self._idle > MOST_IDLE:
                raise OSError
            return None
        self._idle = 0
        self.silent = False
        return self._finder.reading(data[3] | data[4] << 8, data[5] | data[6] << 8, data[7] | data[8] << 8)

    def _write(self, register: int, value: int) -> None:
        self._byte[0] = value
        self._bus.writeto_mem(ADDRESS, REGISTER | register, self._byte)
