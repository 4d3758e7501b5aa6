"""Buttons: a press stands for the event that the table file binds to it."""

from __future__ import annotations

from typing import Any

from luza_hardware.table_file import Sensor

BOUNCE_S = 0.05
"""A press this soon after the last edge is the contact's bouncing: makers give 5–20 ms, a finger needs 100 ms to press
again."""


class Button:
    """One button, fed its levels in order of time."""

    __slots__ = ("_last", "_level", "_sensor")

    def __init__(self, sensor: Sensor) -> None:
        self._sensor = sensor
        self._level: int | None = None
        self._last = -1.0

    def press(self, t: float, level: int) -> dict[str, Any] | None:
        """The event that this hit stands for, with `at` and `by`, or None: a release, or bouncing."""
        pressed = level == 1 and self._level != 1 and t - self._last >= BOUNCE_S
        self._level, self._last = level, t
        if not pressed:
            return None
        return {"type": self._sensor.event, "at": t, "by": self._sensor.by, **self._sensor.args}
