"""From ordered hits to strokes: when a stroke begins, what belongs to it, when it has ended.

Fed one hit after another by sensor, and timers between them; tells its listener of strokes that ended, balls that fell
late and buttons that were pressed. It knows of the match only whether one is in play, and from which house.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, Protocol

from luza.conditioning.throat import HAND_GAP_S, Passage, Pocket
from luza.sensor_handlers import Handler, handler_of
from luza.stroke import Layout, Loose, Stroke
from luza_hardware.table_file import Sensor, TableFile

REST_DELAY_S = 0.5
"""A rest sensor says that the balls rest up to this long after they do (a camera's few frames): so soon after a tip it
speaks of the stroke before."""


class Listener(Protocol):
    """Who is told what came of the hits; `t` is when it was known."""

    def stroke_ended(self, stroke: Stroke) -> None: ...
    def passage_final(self, passage: Passage, t: float) -> None: ...
    def read_without_break(self, loose: Loose, t: float) -> None: ...
    def button_pressed(self, event: dict[str, Any], t: float) -> None: ...


class StrokeBuilder:
    """The strokes of one table. `handlers` has, for each sensor, what takes its hits."""

    def __init__(self, table: TableFile, listener: Listener) -> None:
        self.listener = listener
        self.counts: Counter[str] = Counter()
        self.in_play = False  # hits outside play make no strokes
        self.house: str | None = None
        self.stroke: Stroke | None = None
        self.pockets: dict[str, Pocket] = {}
        self.handlers: dict[str, Handler] = {}
        self.throats = {one.id: one.pocket for one in table.of_kind("beam") if one.pocket is not None}
        self._settle_s = table.settle_s
        self.timers: list[tuple[float, int, Callable[..., None], Any]] = []
        self._timer_number = 0
        self.levels: dict[str, int | None] = {}
        self.layout = Layout(
            tip=bool(table.of_kind("tip")),
            rest=bool(table.of_kind("rest")),
            cushions=bool(table.of_kind("cushion")),
            lines=_lines(table.of_kind("line")),
        )
        for sensor in table.sensors:
            self.handlers[sensor.id] = handler_of(sensor, table, self)

    def pocket(self, name: str, table: TableFile) -> Pocket:
        """The pocket with this name, with the sensors that the table has there."""
        if name not in self.pockets:
            kinds = {sensor.kind for sensor in table.sensors if sensor.pocket == name}
            self.pockets[name] = Pocket(name, kinds)
        return self.pockets[name]

    def follow(self, in_play: bool) -> None:
        """Play is on, or not; a ball that fell before play stopped is nothing to tell any more."""
        self.in_play = in_play
        if not in_play:
            for pocket in self.pockets.values():
                for passage in pocket.passages:
                    passage.late = False

    # -- time

    def after(self, due: float, what: Callable[..., None], *said: Any) -> None:
        """Call `what(due, *said)` when everything up to `due` is known."""
        self._timer_number += 1
        heappush(self.timers, (due, self._timer_number, what, said))

    @property
    def due(self) -> float | None:
        """When the next timer is due."""
        return self.timers[0][0] if self.timers else None

    def next_timer(self) -> None:
        """The next timer is due."""
        due, _, what, said = heappop(self.timers)
        what(due, *said)

    def pass_time(self, t: float) -> None:
        """Everything before `t` is known: timers that were due before it."""
        while self.timers and self.timers[0][0] < t:
            self.next_timer()

    # -- strokes

    def begin(self, at: float, peak: float | None = None) -> Stroke:
        """A stroke begins."""
        self.stroke = stroke = Stroke(at, peak, self.house, dict(self.levels))
        self.after(at + self._settle_s, self._settled, stroke)
        return stroke

    def end(self, t: float) -> None:
        """The open stroke, if there is one, has ended."""
        self.settle_passages(t)
        stroke, self.stroke = self.stroke, None
        if stroke is not None and not stroke.empty:
            stroke.ended = t
            self.listener.stroke_ended(stroke)

    def drop(self) -> Stroke | None:
        """Forget the open stroke: a person says what it was, or the match has ended."""
        stroke, self.stroke = self.stroke, None
        return stroke

    def touched(self, t: float) -> Stroke | None:
        """A ball made a hit: it belongs to the open stroke, or begins one on a table without a tip microphone."""
        stroke = self.stroke
        if stroke is None:
            if self.layout.tip or not self.in_play:
                self.counts["outside"] += 1
                return None
            stroke = self.begin(t)
        stroke.moved(t)
        return stroke

    def _settled(self, due: float, stroke: Stroke) -> None:
        if stroke is not self.stroke:
            return
        # what goes through a throat just now may be a ball: then the time runs anew
        passing = (passage.known_from for passage in stroke.passages)
        ends = max(stroke.last + self._settle_s, max((t for t in passing if t >= due), default=0.0))
        if ends > due:
            self.after(ends, self._settled, stroke)
        else:
            self.end(due)

    def rest(self, t: float, level: int) -> None:
        """The rest sensor's word: all at rest, or moving."""
        stroke = self.stroke
        if level == 1 and stroke is not None and (stroke.tip is None or t - stroke.at >= REST_DELAY_S):
            self.end(t)

    # -- pockets

    def settle_passages(self, t: float) -> None:
        """Without a tip microphone: take what has just gone through a throat for what it looks like at `t`."""
        if not self.layout.tip:
            for pocket in self.pockets.values():
                for passage in pocket.passages:
                    if passage.owner is None and passage.end is not None and t - passage.end <= HAND_GAP_S:
                        self.passage_settled(t, passage, passage.end)

    def passage_settled(self, _t: float, passage: Passage, end: float) -> None:
        """Nothing more goes through with it: a ball is a hit of its stroke, a hand isn't.

        On a table without a tip microphone a ball begins a stroke.
        """
        if passage.end != end:
            return
        if passage.owner is None:
            if self.layout.tip or not self.in_play:
                return
            passage.owner = stroke = self.stroke or Stroke(passage.start, None, self.house, dict(self.levels))
            if not passage.drops():
                passage.owner = None
                return
            if stroke is not self.stroke:
                self.stroke = stroke
                self.after(end + self._settle_s, self._settled, stroke)
            stroke.at = min(stroke.at, passage.start)
            stroke.passed(passage)
        if passage.owner is self.stroke and self.stroke is not None and passage.drops():
            self.stroke.moved(max(self.stroke.last, end))

    def passage_final(self, t: float, passage: Passage, end: float) -> None:
        """No reading and no mouth can change it any more."""
        if passage.end == end and not passage.final:
            passage.final = True
            self.listener.passage_final(passage, t)


def _lines(sensors: tuple[Sensor, ...]) -> dict[str, tuple[str, str | None]]:
    """Each line's beams: (head side, foot side), or one alone."""
    found: dict[str, tuple[str, str | None]] = {}
    for sensor in sensors:
        assert sensor.line is not None
        if sensor.pair is not None:
            found[sensor.line] = (sensor.pair, sensor.id)
        else:
            found.setdefault(sensor.line, (sensor.id, None))
    return found
