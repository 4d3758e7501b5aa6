"""Builds of a table: which sensors hang on which board, and on which of its pins.

A builder chooses what the table shall see (`Choice`); `plan` deals the sensors out to boards with the pins of a
Raspberry Pi Pico. Table file, board settings, wiring and parts all follow from the plan, so that they agree
(`build_files`).

A channel is the GP number of the sensor's signal pin (a reader's: of its SDA): one number for file, board and wire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from luza_hardware.table_words import POCKETS

INPUT_PINS = range(23)  # Pico datasheet, 2.1: GP23-25 aren't brought out, GP26-28 are the ADC's
PIEZO_PINS = (26, 27, 28)
READERS = ("none", "colour", "tag")

SLACK_M = 0.3
"""What is added to every cable for its ends, in metres."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a table shall have besides a beam in every pocket.

    `mouths`: a second beam between each pocket's jaws; `reader`: what tells the balls apart (READERS); `cushions`: six
    piezos; `lines`: two beams on the centre line and one on the head string; `tip`: the microphone that hears the cue.
    """

    mouths: bool = False
    reader: str = "none"
    cushions: bool = False
    lines: bool = False
    tip: bool = False


BUILDS: Mapping[str, Choice] = {
    "beams": Choice(),
    "colour": Choice(reader="colour"),
    "full": Choice(mouths=True, reader="colour", cushions=True, lines=True, tip=True),
    "tags": Choice(mouths=True, reader="tag", tip=True),
}
"""The four usual builds: beams only; beams and colour; full; numbered balls with tags in them."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A sensor and its cable to the board.

    `sensor` is its entry in the table file but for `node` and `channel`; `pins` are GP numbers, the signal's first;
    `metres` is the cable's length.
    """

    sensor: Mapping[str, Any]
    pins: tuple[int, ...]
    metres: float

    @property
    def id(self) -> str:
        return str(self.sensor["id"])

    @property
    def kind(self) -> str:
        return str(self.sensor["kind"])

    @property
    def channel(self) -> int:
        return self.pins[0]


@dataclass(slots=True)
class Board:
    """A Pico under the table's frame, and what is wired to it."""

    id: str
    wires: list[Wire] = field(default_factory=list)

    def add(self, sensor: Mapping[str, Any], metres: float, pins: int = 1) -> None:
        """Wire a sensor to the next free pins; AssertionError: the board is full, which no plan lets happen."""
        taken = {pin for wire in self.wires for pin in wire.pins}
        of_kind = PIEZO_PINS if sensor["kind"] in ("cushion", "tip") else INPUT_PINS
        free = [pin for pin in of_kind if pin not in taken]
        assert len(free) >= pins, f"board {self.id} has no pin left for {sensor['id']}"
        self.wires.append(Wire(sensor, tuple(free[:pins]), round(metres + SLACK_M, 1)))


def plan(choice: Choice) -> tuple[Board, ...]:
    """The boards of a table with this choice. ValueError: the reader is none of READERS.

    Beams alone need one board; everything else one at either end, since readers want short cables, and a third one for
    the cue's microphone where the piezos of the cushions have taken the ADC pins. The two beams of the centre line hang
    on one board, so that one clock stamps both.
    """
    if choice.reader not in READERS:
        raise ValueError(f"reader is {choice.reader!r}; it must be one of {', '.join(READERS)}")
    if choice == Choice():
        head = foot = Board("table")
        boards = [head]
    else:
        head, foot = Board("head"), Board("foot")
        boards = [head, foot]
    alone = len(boards) == 1
    of_pocket = {name: foot if name in ("foot_left", "foot_right", "side_right") else head for name in POCKETS}
    if choice.reader != "none":  # first, since the chip's own buses begin at GP0 and GP2
        for pocket, board in of_pocket.items():
            board.add(_at_pocket(choice.reader, pocket), _to_pocket(pocket, alone), pins=2)
    for kind in ("beam", "mouth") if choice.mouths else ("beam",):
        for pocket, board in of_pocket.items():
            board.add(_at_pocket(kind, pocket), _to_pocket(pocket, alone))
    if choice.cushions:
        for board, end in ((head, "head"), (foot, "foot")):
            board.add({"id": f"cushion.{end}", "kind": "cushion", "cushion": end}, 0.3)
            for side in ("left", "right"):
                board.add({"id": f"cushion.{side}_{end}", "kind": "cushion", "cushion": side}, 1.8)
    if choice.lines:
        head.add({"id": "line.head_string", "kind": "line", "line": "head_string"}, 1.8)
        foot.add({"id": "line.centre_head", "kind": "line", "line": "centre"}, 2.7)
        foot.add({"id": "line.centre_foot", "kind": "line", "line": "centre", "pair": "line.centre_head"}, 2.7)
    if choice.tip:
        if choice.cushions:
            boards.append(Board("tip"))
        boards[-1 if choice.cushions else 0].add({"id": "tip", "kind": "tip"}, 0.3)
    for sensor in _buttons(choice):
        head.add(sensor, 2.0)
    return tuple(boards)


def _at_pocket(kind: str, pocket: str) -> dict[str, Any]:
    return {"id": f"pocket.{pocket}.{kind}", "kind": kind, "pocket": pocket}


def _to_pocket(pocket: str, alone: bool) -> float:
    """Along the frame from a board at the middle of its end; one that is alone hangs at the middle of the left side."""
    if not alone:
        return 2.7 if pocket.startswith("side") else 0.9
    return {"side_left": 0.3, "side_right": 1.8}.get(pocket, 1.8 if pocket.endswith("left") else 3.6)


def _buttons(choice: Choice) -> Iterator[dict[str, Any]]:
    """What every table needs at hand; and where no microphone hears a miss, somebody has to say it."""
    yield {"id": "button.undo", "kind": "button", "event": "undo"}
    if not choice.tip:
        yield {"id": "button.miss", "kind": "button", "event": "stroke"}
