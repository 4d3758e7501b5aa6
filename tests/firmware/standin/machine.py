"""Stands in for a board's `machine`: its pins and ADCs do what a script file says, as lines are added to it.

    pin NUMBER LEVEL...        the pin goes to each level in turn; interrupt handlers run with the heap locked
    adc NUMBER READING...      the next samples of the ADC; otherwise it reads 0

The script is looked at whenever an ADC is read, which the board's main loop does in each turn.
"""

import os

import micropython

_script = open(os.getenv("STANDIN_SCRIPT"))  # noqa: PTH123, SIM115 - MicroPython has no pathlib, and it stays open
_pins = {}
_readings = {}


class Pin:
    IN = 0
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_RISING = 4
    IRQ_FALLING = 8

    def __init__(self, number, mode=IN, pull=None):
        self.number = number
        self._level = 1 if pull == Pin.PULL_UP else 0
        self._handler = None
        _pins[number] = self

    def value(self):
        return self._level

    def irq(self, handler=None, trigger=0, hard=False):
        assert handler is None or (hard and trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING)
        self._handler = handler

    def drive(self, level):
        """The world outside sets the pin."""
        if level == self._level:
            return
        self._level = level
        if self._handler:
            micropython.heap_lock()
            try:
                self._handler(self)
            finally:
                micropython.heap_unlock()


class ADC:
    def __init__(self, pin):
        self._pin = pin.number
        _readings[self._pin] = []

    def read_u16(self):
        _play()
        readings = _readings[self._pin]
        return readings.pop(0) if readings else 0


def unique_id():
    return bytes(range(0xE0, 0xE8))


def _play():
    for line in _script.read().split("\n"):
        words = line.split()
        if not words:
            continue
        numbers = [int(word) for word in words[1:]]
        if words[0] == "adc":
            _readings[numbers[0]] += numbers[1:]
        else:
            for level in numbers[1:]:
                _pins[numbers[0]].drive(level)
