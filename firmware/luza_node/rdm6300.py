"""The tag reader RDM6300 (125 kHz, EM4100 tags), on a UART. Source: its data sheet.

While a tag lies before it, it says some twenty times a second, at 9600 baud 8N1: 0x02, ten hex digits, two hex digits
of checksum (the exclusive or of the five bytes before), 0x03. It says nothing without a tag, so a reader that is broken
or isn't there can't be told from one with nothing to read.
"""

import machine

from luza_node.settings import uart_of
from luza_node.tag_memory import TagMemory

BAUD = 9600
BEGIN = 0x02
END = 0x03
DIGITS = 10
LENGTH = 12  # with the checksum
HEX = b"0123456789ABCDEFabcdef"
AT_ONCE = 32  # bytes in one look


class Rdm6300:
    """A reader on the pin `rx`: each tag once, as its ten hex digits. `channel` is that of the table file."""

    silent = False

    def __init__(self, channel: int, rx: int) -> None:
        self.channel = channel
        # MicroPython takes a pin for sending as well: the one before, which is let go again
        self._uart = machine.UART(uart_of(rx), baudrate=BAUD, tx=machine.Pin(rx - 1), rx=machine.Pin(rx))
        machine.Pin(rx - 1, machine.Pin.IN)
        self._memory = TagMemory()
        self._begun = False
        self._bytes = bytearray(AT_ONCE)
        self._digits = bytearray(LENGTH)
        self._count = -1  # digits of a frame so far; below 0: outside of any

    def look(self, ticks: int) -> str | None:
        """What has come by now: a tag that is new, or None."""
        if not self._begun:
            self._begun = True
            self._memory.begin(ticks)
        self._memory.forget(ticks)
        count = min(self._uart.any(), AT_ONCE)
        if not count:
            return None
        self._uart.readinto(self._bytes, count)
        new = None
        for at in range(count):
            tag = self._byte(self._bytes[at])
            if tag is not None and self._memory.saw(tag, ticks):
                new = tag
        return new

    def _byte(self, byte: int) -> str | None:
        """The tag that is complete with this byte, if any."""
        count = self._count
        if byte == BEGIN:
            self._count = 0
        elif 0 <= count < LENGTH and byte in HEX:
            self._digits[count] = byte
            self._count = count + 1
        else:
            self._count = -1
            if count == LENGTH and byte == END:
                return self._tag()
        return None

    def _tag(self) -> str | None:
        text = bytes(self._digits).decode().upper()
        data = [int(text[at : at + 2], 16) for at in range(0, LENGTH, 2)]
        if data[0] ^ data[1] ^ data[2] ^ data[3] ^ data[4] != data[5]:
            return None
        return text[:DIGITS]
