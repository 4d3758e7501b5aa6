"""What a sensor saw, on the table's clock: the one thing that every kind of input is turned into."""

from __future__ import annotations

from typing import NamedTuple


class Hit(NamedTuple):
    """One report of one sensor (contract: sensor log).

    `t` is the table's clock in seconds (monotonic, microsecond resolution), `sensor` an id of the table file and
    `value` what its kind says: a level 0 or 1, a peak from 0 to 1, a colour (r, g, b) of 0–255, or a tag's text.
    """

    t: float
    sensor: str
    value: int | float | str | tuple[int, int, int]
