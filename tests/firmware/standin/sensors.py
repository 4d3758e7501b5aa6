"""Sensors on an I2C bus, as far as their data sheets say how they answer. For MicroPython, like everything in here.

`clock.us` is their time: real, unless somebody sets `clock.us` to a function of his own.
"""

import time


class clock:
    us = time.ticks_us


class Tcs34725Device:
    """TCS34725 (ams, datasheet: Register Description, Principles of Operation). `colour` is what it counts in 24 ms at
    gain 4: red, green, blue."""

    ADDRESS = 0x29
    GAINS = (1, 4, 16, 60)

    def __init__(self):
        self.colour = (0, 0, 0)
        self.id = 0x44
        self.lose_power()

    def lose_power(self):
        self._registers = bytearray(0x20)
        self._registers[0x01] = 0xFF
        self._registers[0x12] = self.id
        self._powered = self._counting = None

    def _begin(self, memory):
        if memory & 0xE0 != 0xA0:
            raise OSError(5)  # no command, or one that repeats a register: nothing of ours
        return memory & 0x1F

    def write_mem(self, memory, data):
        at = self._begin(memory)
        for byte in data:
            self._registers[at] = byte
            if at == 0:
                if not byte & 1:
                    self._powered = None
                elif self._powered is None:
                    self._powered = clock.us()
                if not byte & 2:
                    self._counting = None
                elif self._counting is None:
                    assert byte & 1 and time.ticks_diff(clock.us(), self._powered) >= 2400, "RGBC before the oscillator"
                    self._counting = clock.us()
            at += 1

    def read_mem(self, memory, size):
        at = self._begin(memory)
        cycles = 256 - self._registers[1]
        seen = self._counting is not None and time.ticks_diff(clock.us(), self._counting) >= 2400 * cycles
        self._registers[0x13] = 1 if seen else 0
        counts = (sum(self.colour),) + self.colour  # noqa: RUF005 - MicroPython has no starred tuples
        for index, count in enumerate(counts if seen else ()):
            count = count * cycles * self.GAINS[self._registers[0x0F] & 3] // 40
            count = min(count, 1024 * cycles)
            self._registers[0x14 + 2 * index] = count & 0xFF
            self._registers[0x15 + 2 * index] = count >> 8
        return self._registers[at : at + size]


class Pn532Device:
    """PN532 (NXP, user manual UM0701-02: 6.2 the frames and I2C, 7 the commands). `tag` is the uid of a tag before it.

    `slow` looks go by before it is ready each time. `spoil` is one of "ack", "checksum", "length", "command": what is
    wrong with all it says; "mute": it is never ready.
    """

    ADDRESS = 0x24

    def __init__(self):
        self.tag = None
        self.slow = 1
        self.spoil = ""
        self.lose_power()

    def lose_power(self):
        self._awake = False  # before SAMConfiguration it does nothing else
        self._retries = 0xFF  # to look for a tag without end
        self._rats = True
        self._to_say = []
        self._waits = 0

    def write(self, data):
        size = data[3]
        assert data[:3] == b"\x00\x00\xff" and (size + data[4]) & 0xFF == 0 and len(data) == size + 7, data
        body = data[5 : 5 + size]
        assert body[0] == 0xD4 and sum(data[5 : 6 + size]) & 0xFF == 0 and data[-1] == 0, data
        self._waits = self.slow
        answer = self._answer(body[1], body[2:])
        ack = b"\x00\x00\xff\x00\xff\x00" if self.spoil != "ack" else b"\x00\x00\xff\xff\x00\x00"
        self._to_say = [ack]
        if answer is not None:
            self._to_say.append(self._frame(bytes((0xD5, body[1] + 1)) + answer))

    def _frame(self, body):
        if self.spoil == "command":
            body = b"\xd5\x7f" + body[2:]
        checksum = -sum(body) + (self.spoil == "checksum")
        length = len(body) + (30 if self.spoil == "length" else 0)
        return b"\x00\x00\xff" + bytes((length, -length & 0xFF)) + body + bytes((checksum & 0xFF, 0))

    def _answer(self, code, data):
        if code == 0x14:
            self._awake = data[0] == 1
            return b""
        if not self._awake:
            return None
        if code == 0x12:
            self._rats = bool(data[0] & 0x10)
            return b""
        if code == 0x32 and data[0] == 5:
            self._retries = data[3]
            return b""
        if code == 0x4A:
            assert tuple(data) == (1, 0), data
            if self.tag is not None:
                ats = b"\x05\x78\x80\x70\x02" if self._rats else b""
                return b"\x01\x01\x00\x44\x00" + bytes((len(self.tag),)) + self.tag + ats
            return None if self._retries == 0xFF else b"\x00"
        raise AssertionError(code)

    def read(self, size):
        if not self._to_say or self.spoil == "mute":
            return bytes(size)
        if self._waits:
            self._waits -= 1
            return bytes(size)
        if size == 1:
            return b"\x01"
        self._waits = self.slow
        said = b"\x01" + self._to_say.pop(0)
        return (said + bytes(size))[:size]
