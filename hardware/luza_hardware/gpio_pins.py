"""Sensors on the Pi's own pins: beams, lines, buttons and rest signals wired to its header.

A pin is pulled up; low means 1 (beam broken, button pressed). The time of a hit is that of its edge, not of the
callback: gpiozero hands on the tick that the kernel put on it. Nothing is debounced here: what is chatter is decided
later, on recorded time. The kernel's queue of edges is finite, and nobody tells when it ran over: so the levels are
read again twice a second, and one that stays different from the last edge is told.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Sequence

import gpiozero
from gpiozero.exc import GPIOZeroError, PinFactoryFallback

from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor

LOOK_S = 0.5  # real seconds between two looks at the levels; an edge that is just being handed on takes far less
_LEVELS = frozenset({"beam", "mouth", "line", "rest", "button"})


class PinsFailedError(Exception):
    """A pin can't be used: the text names the sensor, the pin and what is wrong."""


class GpioPins:
    """The pins of the sensors of a table that have a `gpio`; others are passed over.

    `now` is the table's clock (s); `deliver` gets each hit, in a thread of gpiozero or of its own, must not raise and
    should only enqueue. The level that a pin has at the start is no edge and makes no hit.
    """

    def __init__(self, sensors: Sequence[Sensor], now: Callable[[], float], deliver: Callable[[Hit], None]) -> None:
        self._sensors = [sensor for sensor in sensors if sensor.gpio is not None]
        self._now = now
        self._deliver = deliver
        self._pins: list[_Pin] = []
        self._stopping = threading.Event()
        self._looking: threading.Thread | None = None

    def start(self) -> None:
        """Take the pins and begin to listen. Raises PinsFailedError, and then holds none."""
        for sensor in self._sensors:
            if sensor.kind not in _LEVELS:
                self.stop()
                raise PinsFailedError(f"sensor {sensor.id}: a {sensor.kind} can't be read from a pin of the Pi")
            try:
                with warnings.catch_warnings(action="ignore", category=PinFactoryFallback):  # the error says it all
                    self._pins.append(_Pin(sensor, self._now, self._deliver))
            except (GPIOZeroError, OSError) as error:
                self.stop()
                raise PinsFailedError(f"sensor {sensor.id}: GPIO {sensor.gpio} can't be used: {error}") from error
        self._stopping.clear()
        self._looking = threading.Thread(target=self._look_again, name="pins", daemon=True)
        self._looking.start()

    def stop(self) -> None:
        """Let go of the pins."""
        self._stopping.set()
        if self._looking is not None:
            self._looking.join()
            self._looking = None
        for pin in self._pins:
            pin.close()
        self._pins.clear()

    def look(self) -> None:
        """Read the levels again. One that was another already at the last look, and no edge came since, is told."""
        for pin in self._pins:
            pin.look()

    def _look_again(self) -> None:
        while not self._stopping.wait(LOOK_S):
            self.look()


class _Pin:
    """One pin, listened to from the beginning; raises what gpiozero does when it can't be."""

    def __init__(self, sensor: Sensor, now: Callable[[], float], deliver: Callable[[Hit], None]) -> None:
        self._sensor = sensor.id
        self._now = now
        self._deliver = deliver
        self._device = gpiozero.InputDevice(sensor.gpio, pull_up=True)
        self._factory = self._device.pin_factory
        self._level = self._read()
        self._edges = 0
        self._doubted_at = -1  # how many edges had come when the level was last found to be another one
        try:
            self._device.pin.bounce = None
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._changed
        except Exception:
            self._device.close()
            raise

    def close(self) -> None:
        self._device.pin.when_changed = None  # lgpio would go on calling a pin that was closed
        self._device.close()

    def look(self) -> None:
        if self._read() == self._level:
            return
        if self._doubted_at == self._edges:  # for a whole round no edge has told of it
            self._tell(1 - self._level, self._now())
        self._doubted_at = self._edges

    def _read(self) -> int:
        return 0 if self._device.pin.state else 1

    def _changed(self, ticks: float, state: int) -> None:
        age = self._factory.ticks_diff(self._factory.ticks(), ticks)
        self._tell(0 if state else 1, self._now() - age)

    def _tell(self, level: int, t: float) -> None:
        self._level = level
        self._edges += 1
        self._deliver(Hit(round(t, 6), self._sensor, level))
