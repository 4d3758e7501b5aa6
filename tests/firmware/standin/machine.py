"""Stands in for the `machine` of an RP2040 board: the world around it does what a script says, line by line.

    pin NUMBER LEVEL...     the pin goes to each level in turn; interrupt handlers run with the heap locked
    late NUMBER LEVEL...    as `pin`, but so fast that one interrupt comes for all of it, when it is over
    unseen NUMBER LEVEL...  as `pin`, and no interrupt comes
    adc NUMBER READING...   the next samples of the ADC; otherwise it reads 0
    uart RX HEX             bytes come in on this pin
    colour SDA RED GREEN BLUE   the TCS34725 on the bus of this pin (there from now on) counts so much
    tag SDA [HEX]           the PN532 on this bus has the tag with this uid before it, or none
    gone SDA                nothing answers on this bus any more
    turn                    the main loop turns before what comes next
    tell                    so much is played: say so in the pipe `played`
    stall MS                the program stands still for so long
    collect                 it collects garbage
    hang                    it hangs, and the watchdog bites if it is on
    fault                   a fault in it

Lines that are added to the file STANDIN_SCRIPT are played whenever the watchdog is fed, which the main loop does in
each turn. A restart ends the process with the code RESTARTED. The file `registers` keeps what outlives it in the chip,
and `leds` gets a line whenever the level of an output changes.
"""

import gc
import json
import os
import sys
import time

import micropython
from sensors import Pn532Device, Tcs34725Device

RESTARTED = 77

_script = open(os.getenv("STANDIN_SCRIPT") or "/dev/null")  # noqa: PTH123, SIM115 - MicroPython has no pathlib, and it stays open
_lines = [""]
_pins = {}
_readings = {}
_received = {}  # by UARTs, by their pin
_devices = {}  # by the data pin of their bus and their address


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_RISING = 4
    IRQ_FALLING = 8

    def __init__(self, number, mode=-1, pull=None, value=None):
        if number != "LED" and number not in range(30):
            raise ValueError("invalid pin")
        self.number = number
        self.mode = mode
        self._level = 1 if pull == Pin.PULL_UP else 0
        self._handler = None
        _pins[number] = self

    def value(self, level=None):
        if level is None:
            return self._level
        if level != self._level:
            self._level = level
            with open("leds", "a") as file:  # noqa: PTH123
                print(self.number, level, file=file)
        return None

    def irq(self, handler=None, trigger=0, hard=False):
        assert handler is None or (hard and trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING)
        self._handler = handler

    def drive(self, level):
        """The world outside sets the pin."""
        if level != self._level:
            self._level = level
            self.interrupt()

    def interrupt(self):
        if self._handler:
            assert not _off, "an interrupt while they are off"
            micropython.heap_lock()
            try:
                self._handler(self)
            finally:
                micropython.heap_unlock()


_off = []


def disable_irq():
    _off.append(None)
    return 0


def enable_irq(state):
    _off.pop()


class ADC:
    def __init__(self, pin):
        self._readings = _readings[pin.number] = []

    def read_u16(self):
        return self._readings.pop(0) if self._readings else 0


class UART:
    RX = ((1, 13, 17, 29), (5, 9, 21, 25))  # RP2040 datasheet, GPIO functions

    def __init__(self, number, baudrate, tx, rx):
        if rx.number not in self.RX[number] or tx.number != rx.number - 1:
            raise ValueError("bad RX pin")
        assert baudrate == 9600
        self._received = _received[rx.number] = bytearray()

    def any(self):
        return len(self._received)

    def readinto(self, buffer, size):
        got = self._received[:size]
        buffer[: len(got)] = got
        self._received[:] = self._received[len(got) :]
        return len(got)


class SoftI2C:
    def __init__(self, sda, scl, freq, timeout):
        self._bus = sda.number

    def _device(self, address):
        device = _devices.get((self._bus, address))
        if device is None:
            raise OSError(5)  # nobody acknowledges the address
        return device

    def readfrom_mem_into(self, address, memory, buffer):
        buffer[:] = self._device(address).read_mem(memory, len(buffer))

    def writeto_mem(self, address, memory, data):
        self._device(address).write_mem(memory, data)

    def readfrom_into(self, address, buffer):
        buffer[:] = self._device(address).read(len(buffer))

    def writeto(self, address, data):
        self._device(address).write(data)


class I2C(SoftI2C):
    def __init__(self, number, sda, scl, freq, timeout):
        if sda.number % 4 != 2 * number or scl.number != sda.number + 1:  # RP2040 datasheet, GPIO functions
            raise ValueError("bad SDA or SCL pin")
        super().__init__(sda, scl, freq, timeout)


# the watchdog, in registers (RP2040 datasheet)
_CTRL = 0x40058000
_REASON = 0x40058008
_CLEAR = 0x3000
_ENABLED = 1 << 30


class _Memory:
    """Registers: those of the watchdog outlive a restart."""

    def __init__(self):
        self._words = {"0x40000000": 0x10002927}  # CHIP_ID: an RP2040
        try:
            with open("registers") as file:  # noqa: PTH123
                self._words.update(json.load(file))
        except OSError:
            pass  # power came

    def __getitem__(self, address):
        return self._words.get(hex(address), 0)

    def __setitem__(self, address, value):
        if address & _CLEAR:
            address &= ~_CLEAR
            value = self[address] & ~value
        self._words[hex(address)] = value
        with open("registers", "w") as file:  # noqa: PTH123
            json.dump(self._words, file)


mem32 = _Memory()
mem32[_CTRL] = 0  # every start switches it off


class WDT:
    def __init__(self, timeout):
        assert timeout <= 8388
        mem32[_CTRL] = _ENABLED

    def feed(self):
        arrived = _script.read()
        if arrived:
            _lines.extend((_lines.pop() + arrived).split("\n"))
        while len(_lines) > 1:  # the last one is still being written
            line = _lines.pop(0)
            if line == "turn":
                break
            play(line)


def unique_id():
    return bytes(range(0xE0, 0xE8))


def reset():
    mem32[_REASON] = 2
    sys.exit(RESTARTED)


def bite():
    """Nobody has fed the watchdog."""
    if mem32[_CTRL] & _ENABLED:
        mem32[_REASON] = 1
        sys.exit(RESTARTED)


def device(kind, bus):
    """The sensor of this kind on the bus with this data pin: there from now on."""
    return _devices.setdefault((bus, kind.ADDRESS), kind())


def play(line):
    """A line of the script."""
    words = line.split()
    if not words:
        return
    what = words.pop(0)
    if what == "uart":
        _received[int(words[0])] += bytes.fromhex(words[1])
        return
    if what == "tag":
        device(Pn532Device, int(words[0])).tag = bytes.fromhex(words[1]) if len(words) > 1 else None
        return
    numbers = [int(word) for word in words]
    if what == "pin":
        for level in numbers[1:]:
            _pins[numbers[0]].drive(level)
    elif what in ("late", "unseen"):
        pin = _pins[numbers[0]]
        pin._level = numbers[-1]
        if what == "late":
            pin.interrupt()
    elif what == "adc":
        _readings[numbers[0]] += numbers[1:]
    elif what == "colour":
        device(Tcs34725Device, numbers[0]).colour = tuple(numbers[1:])
    elif what == "gone":
        for where in list(_devices):
            if where[0] == numbers[0]:
                _devices.pop(where)
    elif what == "stall":
        time.sleep_ms(numbers[0])
    elif what == "collect":
        gc.collect()
    elif what == "tell":
        with open("played", "w") as file:  # noqa: PTH123
            file.write("played")
    elif what == "hang":
        bite()
        while True:
            time.sleep(1)
    else:
        raise RuntimeError(line)
