"""What is known of each sensor of a table from the lines that it told: level, last hit, rate, signs. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from luza.conditioning.throat import CALM_S
from luza.sensor_log import Event
from luza.signs import Sign, Signs
from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor, TableFile, parse_table

Line = Hit | Event

RATE_S = 60.0
"""A sensor's rate is that of its last minute."""

BLOCKED_S = 3.0
"""A beam that is broken for longer has something standing in it: a hand in a pocket takes up to 2.5 s."""

_MOST_RECENT = 6000  # hits of a sensor that are counted: a hundred a second for a minute
_MOST_SIGNS = 200
_BEAMS = frozenset({"beam", "mouth", "line"})


@dataclass
class Seen:
    """What one sensor has said. `t` is its last hit's time, `value` that hit's value; None: nothing was heard of it."""

    sensor: Sensor
    value: Any = None
    t: float | None = None
    since: float = 0.0  # when its value changed last
    hits: int = 0
    sign: Sign | None = None
    storming: bool = False
    recent: deque[float] = field(default_factory=lambda: deque(maxlen=_MOST_RECENT))

    def hit(self, hit: Hit) -> None:
        """A hit of this sensor."""
        if self.t is not None and hit.t < self.t:
            self.recent.append(hit.t)  # of another board, or twice: it changes no level
            return
        if self.value != hit.value:
            self.since = hit.t
        self.value, self.t = hit.value, hit.t
        self.hits += 1
        self.recent.append(hit.t)

    def rate(self, now: float) -> int:
        """How many hits it had in the last minute."""
        while self.recent and self.recent[0] <= now - RATE_S:
            self.recent.popleft()
        return len(self.recent)

    def blocked_for(self, now: float) -> float | None:
        """How long a beam has been broken, when that is longer than anything that passes needs."""
        if self.sensor.kind in _BEAMS and self.value == 1 and now - self.since >= BLOCKED_S:
            return now - self.since
        return None


@dataclass
class BoardSeen:
    """How a board fares: `up` is None until it is known; `why` it is away; `silent` are the channels of sensors that
    don't answer it; `lost` how many of its hits are gone."""

    up: bool | None = None
    why: str = ""
    lost: int = 0
    silent: frozenset[int] = frozenset()


class Watched:
    """A table's sensors, fed the lines of its log (hits, events, marks) and the time.

    `sensors` are by their ids, in the table file's order; `boards` by the ids of their nodes; `told` holds the latest
    signs, newest last; `table` is the file in force: a `start` mark may bring another.
    """

    def __init__(self, table: TableFile) -> None:
        self.told: deque[Sign] = deque(maxlen=_MOST_SIGNS)
        self.boards: dict[str, BoardSeen] = {}
        self.sensors: dict[str, Seen] = {}
        self._wire(table)

    def _wire(self, table: TableFile) -> None:
        self.table = table
        self._signs = Signs(table)
        self.sensors = {sensor.id: Seen(sensor) for sensor in table.sensors}
        self.boards = {node.id: BoardSeen() for node in table.nodes}

    def take(self, line: Line) -> None:
        """One line; hits of sensors that the table doesn't have are passed over."""
        if isinstance(line, Hit):
            seen = self.sensors.get(line.sensor)
            if seen is not None:
                seen.hit(line)
                self._signs.hit(line)
        elif line.get("m") == "start":
            text = line.get("table")
            if isinstance(text, str) and text != self.table.text:
                self._wire(parse_table(text, "the table file in the journal"))
        elif line.get("m") == "board":
            self._board(line)

    def _board(self, line: Mapping[str, Any]) -> None:
        board = self.boards.get(line.get("node", ""))
        if board is None:
            return
        if "up" in line:
            board.up, board.why = line["up"], line.get("why", "")
        elif "next" in line:
            board.up = True
        board.lost += line.get("lost", 0)
        board.silent = frozenset(line.get("silent", board.silent))

    def advance(self, t: float) -> list[Sign]:
        """Time has reached `t`; returns the signs that have become certain."""
        signs = self._signs.advance(t)
        for sign in signs:
            seen = self.sensors[sign.sensor]
            seen.sign = sign
            seen.storming = seen.storming or sign.what == "storm"
        self.told.extend(signs)
        for seen in self.sensors.values():
            if seen.storming and seen.t is not None and t - seen.t >= CALM_S:
                seen.storming = False
        return signs
