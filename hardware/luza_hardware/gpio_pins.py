"""Sensors on the Pi's own pins: beams, lines, buttons and rest signals wired to its header.

A pin is pulled up; low means 1 (beam broken, button pressed). The time of a hit is that of its edge, not of the
callback: gpiozero hands on the tick that the kernel put on it. Nothing is debounced here: what is chatter is decided
later, on recorded time.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

import gpiozero
from gpiozero.exc import GPIOZeroError, PinFactoryFallback

from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor

_LEVELS = frozenset({"beam", "mouth", "line", "rest", "button"})


class PinsFailedError(Exception):
    """A pin can't be used: the text names the sensor, the pin and what is wrong."""


class GpioPins:
    """The sensors of a table that have a `gpio`; others are passed over.

    `now` is the table's clock (s); `deliver` gets each hit in a thread of gpiozero, must not raise and should only
    enqueue. The level that a pin has at the start is no edge and makes no hit.
    """

    def __init__(self, sensors: Sequence[Sensor], now: Callable[[], float], deliver: Callable[[Hit], None]) -> None:
        self._sensors = [sensor for sensor in sensors if sensor.gpio is not None]
        self._now = now
        self._deliver = deliver
        self._devices: list[gpiozero.InputDevice] = []
        self._handlers: list[Callable[[float, int], None]] = []  # gpiozero itself holds them only weakly

    def start(self) -> None:
        """Take the pins and begin to listen. Raises PinsFailedError, and then holds none."""
        for sensor in self._sensors:
            if sensor.kind not in _LEVELS:
                self.stop()
                raise PinsFailedError(f"sensor {sensor.id}: a {sensor.kind} can't be read from a pin of the Pi")
            try:
                with warnings.catch_warnings(action="ignore", category=PinFactoryFallback):  # the error says it all
                    self._listen(sensor)
            except (GPIOZeroError, OSError) as error:
                self.stop()
                raise PinsFailedError(f"sensor {sensor.id}: GPIO {sensor.gpio} can't be used: {error}") from error

    def stop(self) -> None:
        """Let go of the pins."""
        for device in self._devices:
            device.close()
        self._devices.clear()
        self._handlers.clear()

    def _listen(self, sensor: Sensor) -> None:
        device = gpiozero.InputDevice(sensor.gpio, pull_up=True)
        self._devices.append(device)
        factory = device.pin_factory

        def changed(ticks: float, state: int) -> None:
            age = factory.ticks_diff(factory.ticks(), ticks)
            self._deliver(Hit(round(self._now() - age, 6), sensor.id, 0 if state else 1))

        self._handlers.append(changed)
        device.pin.bounce = None
        device.pin.edges = "both"
        device.pin.when_changed = changed
