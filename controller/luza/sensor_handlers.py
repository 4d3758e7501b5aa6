"""What takes the hits of one sensor, by its kind: looked up once for each sensor, called for every hit.

Each has what it needs at hand and hands on to the stroke builder what its hit says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from luza.conditioning import cushions, readers, tip
from luza.conditioning.buttons import Button
from luza.conditioning.cushions import Peak
from luza.conditioning.throat import HAND_GAP_S, Pocket
from luza.stroke import Loose
from luza_hardware.table_file import Sensor, TableFile

if TYPE_CHECKING:
    from luza.stroke_builder import StrokeBuilder

Handler = Callable[[float, Any], None]


def handler_of(sensor: Sensor, table: TableFile, builder: StrokeBuilder) -> Handler:
    """What takes the hits of this sensor of the table."""
    if sensor.pocket is not None:
        pocket = builder.pocket(sensor.pocket, table)
        if sensor.kind == "beam":
            return Throat(builder, pocket).hit
        if sensor.kind == "mouth":
            return Mouth(builder, pocket).hit
        if sensor.kind == "colour" and any(one.pocket == sensor.pocket for one in table.of_kind("tag")):
            return unused  # the tag says more
        return Reader(builder, pocket, sensor.kind, table).hit
    if sensor.kind == "cushion":
        return Cushion(builder, sensor).hit
    if sensor.kind == "line":
        builder.levels[sensor.id] = None
        return Line(builder, sensor.id).hit
    if sensor.kind == "tip":
        return Tip(builder, sensor).hit
    return builder.rest if sensor.kind == "rest" else Push(builder, Button(sensor)).hit


def unused(_t: float, _value: object) -> None:
    """A hit that tells nothing which another sensor doesn't tell better."""


class Throat:
    """Hits of a throat's beam."""

    __slots__ = ("_builder", "_pocket")

    def __init__(self, builder: StrokeBuilder, pocket: Pocket) -> None:
        self._builder = builder
        self._pocket = pocket

    def hit(self, t: float, level: int) -> None:
        builder = self._builder
        owner = builder.stroke
        passage = self._pocket.throat(t, level, owner)
        if passage is None:
            return
        if owner is not None:
            if passage.owner is owner and passage not in owner.passages:
                owner.passed(passage)
        elif passage.owner is None:
            builder.counts["outside"] += 1
            if passage.start == t:
                passage.late = builder.in_play and builder.layout.tip
        end = passage.end
        if end is not None:
            builder.after(end + HAND_GAP_S, builder.passage_settled, passage, end)
            builder.after(end + self._pocket.final_s, builder.passage_final, passage, end)


class Mouth:
    """Hits of a mouth's beam."""

    __slots__ = ("_builder", "_pocket")

    def __init__(self, builder: StrokeBuilder, pocket: Pocket) -> None:
        self._builder = builder
        self._pocket = pocket

    def hit(self, t: float, level: int) -> None:
        if self._pocket.mouth(t, level):
            self._builder.touched(t)


class Reader:
    """Hits of a pocket's colour or tag reader."""

    __slots__ = ("_balls", "_builder", "_colours", "_pocket", "_tags")

    def __init__(self, builder: StrokeBuilder, pocket: Pocket, kind: str, table: TableFile) -> None:
        self._builder = builder
        self._pocket = pocket
        self._tags = kind == "tag"
        self._balls = table.balls
        self._colours = table.colours

    def hit(self, t: float, value: Any) -> None:
        ball = readers.read_tag(value, self._balls) if self._tags else readers.read_colour(value, self._colours)
        passage, passed = self._pocket.reading(t, ball)
        if passage is None and not passed and ball is not None:
            self._builder.listener.read_without_break(Loose(t, self._pocket.name, ball), t)


class Cushion:
    """Hits of one cushion's piezo."""

    __slots__ = ("_builder", "_cushion", "_sensor", "_threshold")

    def __init__(self, builder: StrokeBuilder, sensor: Sensor) -> None:
        assert sensor.cushion is not None
        self._builder = builder
        self._sensor = sensor.id
        self._cushion = sensor.cushion
        self._threshold = cushions.THRESHOLD if sensor.threshold is None else sensor.threshold

    def hit(self, t: float, peak: float) -> None:
        builder = self._builder
        stroke = builder.touched(t) if peak >= self._threshold else builder.stroke
        if stroke is not None:
            stroke.peaks.append(Peak(t, self._sensor, self._cushion, peak, self._threshold))


class Line:
    """Hits of one beam of a line."""

    __slots__ = ("_builder", "_sensor")

    def __init__(self, builder: StrokeBuilder, sensor: str) -> None:
        self._builder = builder
        self._sensor = sensor

    def hit(self, t: float, level: int) -> None:
        builder = self._builder
        stroke = builder.touched(t)
        if stroke is not None:
            stroke.lines[self._sensor].append((t, level))
        builder.levels[self._sensor] = level


class Tip:
    """Hits of the contact microphone."""

    __slots__ = ("_builder", "_threshold")

    def __init__(self, builder: StrokeBuilder, sensor: Sensor) -> None:
        self._builder = builder
        self._threshold = tip.THRESHOLD if sensor.threshold is None else sensor.threshold

    def hit(self, t: float, peak: float) -> None:
        builder = self._builder
        stroke = builder.stroke
        if stroke is None:
            if builder.in_play and tip.is_stroke(peak, self._threshold):
                builder.begin(t, peak)
            else:
                builder.counts["outside"] += 1
        elif tip.is_next_stroke(peak, self._threshold, t - stroke.at):
            builder.end(t)
            if builder.in_play:
                builder.begin(t, peak)
        elif t - stroke.at >= tip.ECHO_S:
            stroke.clicks.append(t)
            stroke.moved(t)


class Push:
    """Hits of a button."""

    __slots__ = ("_builder", "_button")

    def __init__(self, builder: StrokeBuilder, button: Button) -> None:
        self._builder = builder
        self._button = button

    def hit(self, t: float, level: int) -> None:
        event = self._button.press(t, level)
        if event is not None:
            self._builder.listener.button_pressed(event, t)
