"""The tag reader PN532 (NXP, 13.56 MHz, ISO 14443 A tags), on I2C, asked without waiting for its answers.

Source: PN532 user manual UM0701-02: the frames and I2C (6.2), the commands (7). A command is a frame; the reader says
when it is ready, acknowledges it, is ready again and answers. Each look takes one step of that: at most 0.8 ms on the
bus.
"""

import machine

from luza_node.clock import since
from luza_node.tag_memory import TagMemory

ADDRESS = 0x24
READY = 0x01
ACK = b"\x00\x00\xff\x00\xff\x00"
TO_READER = 0xD4
FROM_READER = 0xD5

STEP_US = 3_000  # between two looks for an answer
POLL_US = 50_000  # between two questions for tags
RETRY_US = 500_000
MOST_WAITS = 100  # looks

ANSWER_SIZE = 26  # ready, and a frame with one target whose uid has ten bytes, the longest there are


def command(*data: int) -> bytes:
    """A normal information frame (6.2.1.1) with a command and its parameters."""
    body = bytes((TO_READER,) + data)  # noqa: RUF005 - MicroPython has no starred tuples
    size = len(body)
    return b"\x00\x00\xff" + bytes((size, -size & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


LIST_TARGETS = 0x4A
BEGINNING = (
    command(0x14, 0x01, 0x00, 0x01),  # SAMConfiguration: normal mode, no time-out, with the interrupt pin
    command(0x12, 0x04),  # SetParameters: no automatic RATS, so that an answer holds the uid and no more
    command(0x32, 0x05, 0xFF, 0x01, 0x01),  # RFConfiguration, retries: look twice, then say that there is none
)
POLL = command(LIST_TARGETS, 0x01, 0x00)  # InListPassiveTarget: one, at 106 kbit/s type A

# what is to be done next
SEND = 0
TAKE_ACK = 1
TAKE_ANSWER = 2


class Pn532:
    """A reader on a bus: each tag once, as the hex digits of its uid.

    `channel` is that of the table file; `silent` while it doesn't answer.
    """

    def __init__(self, channel: int, bus: machine.I2C | machine.SoftI2C) -> None:
        self.channel = channel
        self.silent = False
        self._bus = bus
        self._memory = TagMemory()
        self._ready = bytearray(1)
        self._ack = bytearray(1 + len(ACK))
        self._answer = bytearray(ANSWER_SIZE)
        self._step = 0  # of the beginning; behind its end: tags are asked for
        self._state = SEND
        self._waits = 0
        self._at = 0
        self._pause = 0

    def look(self, ticks: int) -> str | None:
        """One step of the talk when it is time for one: a tag that is new, or None."""
        if since(self._at, ticks) < self._pause:
            return None
        self._at = ticks
        self._pause = STEP_US
        try:
            return self._talk(ticks)
        except OSError:
            self.silent = True
            self._step = 0
            self._state = SEND
            self._pause = RETRY_US
            return None

    def _talk(self, ticks: int) -> str | None:
        if self._state == SEND:
            self._bus.writeto(ADDRESS, BEGINNING[self._step] if self._step < len(BEGINNING) else POLL)
            self._state = TAKE_ACK
            self._waits = 0
            return None
        self._bus.readfrom_into(ADDRESS, self._ready)
        if not self._ready[0] & READY:
            self._waits += 1
            if self._waits > MOST_WAITS:
                raise OSError
            return None
        if self._state == TAKE_ACK:
            self._bus.readfrom_into(ADDRESS, self._ack)
            for at in range(len(ACK)):
                if self._ack[1 + at] != ACK[at]:
                    raise OSError
            self._state = TAKE_ANSWER
            return None
        self._bus.readfrom_into(ADDRESS, self._answer)
        self._state = SEND
        self._pause = POLL_US
        return self._read_answer(ticks)

    def _read_answer(self, ticks: int) -> str | None:
        """The answer that was read. A damaged one is an OSError: all begins anew."""
        data = self._answer  # ready, 0, 0, 0xFF, length, its complement, so many bytes, their checksum
        asked = (BEGINNING[self._step] if self._step < len(BEGINNING) else POLL)[6]
        size = data[4]
        if data[3] != 0xFF or (size + data[5]) & 0xFF or not 2 <= size <= ANSWER_SIZE - 8:
            raise OSError
        checksum = 0
        for at in range(6, 7 + size):
            checksum += data[at]
        if checksum & 0xFF or data[6] != FROM_READER or data[7] != asked + 1:
            raise OSError
        self.silent = False
        if self._step < len(BEGINNING):
            self._step += 1
            self._pause = STEP_US
            if self._step == len(BEGINNING):
                self._memory.begin(ticks)
            return None
        self._memory.forget(ticks)
        # targets, then of the first: its number, SENS_RES (2 bytes), SEL_RES, the length of the uid, the uid
        if size < 9 or not data[8] or 8 + data[13] > size:
            return None
        uid = "".join(["%02X" % byte for byte in data[14 : 14 + data[13]]])  # noqa: UP031 - bytes.hex has no capitals
        return uid if self._memory.saw(uid, ticks) else None
