"""A table's boards and pins themselves as a source, where no controller runs: what `luza watch --boards` looks at.

Hits are given out as a controller would journal them. The boards keep them all the same, for the controller that comes
next, unless they are to be taken away: then no table will ever count the balls of a trial.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from luza.boards_talk import HELD
from luza.errors import UserError
from luza.roll_call import RollCall
from luza.table_clock import go_on
from luza.watch_sources import LATE_S
from luza.watch_state import Line
from luza_hardware.board_news import Batch, BoardDown, BoardLost, BoardNews, BoardReboot, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.ports import Ports
from luza_hardware.serial_board import SerialBoard
from luza_hardware.table_file import TableFile

if TYPE_CHECKING:
    from luza_hardware.gpio_pins import GpioPins

_LEVELS = frozenset({"beam", "mouth", "line", "rest", "button"})

BEGIN_S = 1e6
"""The time at which a trial begins, so that hits which boards kept have times too, back to eleven days before."""


class Boards:
    """The boards and pins of a table, opened until `close`. `began` is when; hits with earlier times were kept.

    With `away`, boards forget what was given out. `keeping` are those that hold older hits, which no controller has
    taken yet: they keep everything, since they'd forget these with them.
    """

    def __init__(self, table: TableFile, away: bool = False) -> None:
        self.name = ", ".join(node.port or node.id for node in table.nodes) or "GPIO"
        self.table = table
        self.keeping: set[str] = set()
        self.began = BEGIN_S
        self._away = away
        self._clock = go_on(BEGIN_S, None)
        self._came: queue.SimpleQueue[Hit | BoardNews] = queue.SimpleQueue()
        self._roll = RollCall((node.id for node in table.nodes), time.monotonic())
        self._levels: dict[str, set[str]] = {node.id: set() for node in table.nodes}  # of sensors, told from before
        self._pins = self._open_pins()
        ports = Ports(table.nodes)
        self._boards = {
            node.id: SerialBoard(node, table.sensors, self._clock.now, self._came.put, ports=ports)
            for node in table.nodes
        }
        for board in self._boards.values():
            board.start()

    def _open_pins(self) -> GpioPins | None:
        """Listen to the Pi's own pins, where the table has sensors on them; gpiozero is loaded only then."""
        sensors = [sensor for sensor in self.table.sensors if sensor.gpio is not None]
        if not sensors:
            return None
        from luza_hardware.gpio_pins import GpioPins, PinsFailedError

        pins = GpioPins(sensors, self._clock.now, self._came.put)
        try:
            pins.start()
        except PinsFailedError as error:
            raise UserError(str(error)) from error
        return pins

    def everything(self) -> list[Line]:
        """What comes until every board is here with all that it kept; one that doesn't come is waited for a while."""
        lines = self.take()
        while (until := self._roll.until(now := time.monotonic())) is not None:
            try:
                lines += self._lines(self._came.get(timeout=until - now))
            except queue.Empty:
                break
        return lines

    def take(self) -> list[Line]:
        """What has come since the last call; UserError where another program holds a board's port."""
        lines: list[Line] = []
        while not self._came.empty():
            lines += self._lines(self._came.get())
        return lines

    def _lines(self, item: Hit | BoardNews) -> Iterator[Line]:
        """What the controller would journal of it."""
        if isinstance(item, Hit):
            yield item
            return
        match item:
            case Batch():
                self._roll.brought(item)
                for hit in item.hits:
                    if hit.t < self.began and not self._is_first_level(item.node, hit):
                        self.keeping.add(item.node)
                yield from (hit for hit in item.hits if hit.t >= 0.0)
                yield _board(item, uid=item.uid, boot=item.boot, next=item.next)
                if self._away and item.node not in self.keeping:
                    self._boards[item.node].ack(item.boot, item.next)
            case BoardUp():
                self._roll.here(item.node, item.end, time.monotonic())
                yield _board(item, uid=item.uid, boot=item.boot, up=True)
            case BoardDown():
                self._roll.away(item.node, time.monotonic())
                if item.busy:
                    raise UserError(f"board {item.node}: {item.why} {HELD}")
                yield _board(item, uid=None, up=False, why=item.why)
            case BoardReboot():
                yield _board(item, uid=item.uid, boot=item.boot, previous=item.previous)
            case BoardLost():
                yield _board(item, uid=item.uid, boot=item.boot, lost=item.lost)

    def _is_first_level(self, node: str, hit: Hit) -> bool:
        """Whether a hit from before is the level that a board which got power tells of each input: nothing happened."""
        fresh = hit.sensor not in self._levels[node] and self.table.sensor(hit.sensor).kind in _LEVELS
        self._levels[node].add(hit.sensor)
        return fresh

    def now(self) -> float:
        """The time up to which everything has come (s)."""
        return self._clock.now() - LATE_S

    def close(self) -> None:
        """Let go of ports and pins."""
        for board in self._boards.values():
            board.stop()
        if self._pins:
            self._pins.stop()


def _board(item: BoardNews, **fields: Any) -> dict[str, Any]:
    return {"m": "board", "node": item.node, **fields}
