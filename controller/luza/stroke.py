"""One stroke as the sensors saw it, and what it comes to as a `stroke` event of the match log."""

from __future__ import annotations

from typing import Any, NamedTuple

from luza.conditioning import crossings, cushions, readers
from luza.conditioning.barrier import breaks
from luza.conditioning.cushions import Peak
from luza.conditioning.readers import Ball
from luza.conditioning.throat import Passage


class Reading(NamedTuple):
    """A way in which a stroke can be read: fields of a ruling."""

    about: str
    why: str
    fields: dict[str, Any]


class Loose(NamedTuple):
    """A ball that a reader saw though nothing had broken the beam before it."""

    t: float
    pocket: str
    ball: Ball


class Stroke:
    """What is gathered while a stroke is open. Times in table seconds.

    `tip` is the cue's peak (None: begun without one), `last` the last hit that a ball made. `lines` has the edges of
    each line's beam, `before` the levels that those had when the stroke began.
    """

    __slots__ = ("at", "before", "clicks", "house", "last", "lines", "loose", "passages", "peaks", "tip")

    def __init__(self, at: float, tip: float | None, house: str | None, before: dict[str, int | None]) -> None:
        self.at = at
        self.tip = tip
        self.house = house  # the line that the cue ball has to cross from hand, if it is played from hand
        self.last = at
        self.clicks: list[float] = []
        self.peaks: list[Peak] = []
        self.before = before
        self.lines: dict[str, list[tuple[float, int]]] = {name: [] for name in before}
        self.passages: list[Passage] = []
        self.loose: list[Loose] = []

    @property
    def empty(self) -> bool:
        """Did nothing happen in it at all? Then, without a tip, it was none (a hand, a storm)."""
        lines = any(self.lines.values())
        return self.tip is None and not (lines or self.peaks or self.loose or self.drops(numbers=False))

    def drops(self, numbers: bool, counts: dict[Passage, int] | None = None) -> list[dict[str, Any]]:
        """`pocketed`: what fell, in order; `counts` puts another number of balls for a passage."""
        found: list[tuple[float, str, Ball]] = [(one.t, one.pocket, one.ball) for one in self.loose]
        for passage in self.passages:
            fell = passage.drops()
            if counts and passage in counts:
                fell = fell[: counts[passage]]
            found += [(drop.t, passage.pocket.name, drop.ball) for drop in fell]
        found.sort(key=lambda one: one[0])
        return [{"ball": readers.as_called(ball, numbers), "pocket": pocket} for _, pocket, ball in found]


class Layout(NamedTuple):
    """What a table has to see strokes with: beams of each line, (head side, foot side) where there's a pair."""

    tip: bool
    cushions: bool
    lines: dict[str, tuple[str, str | None]]


def fields_of(stroke: Stroke, layout: Layout, numbers: bool) -> dict[str, Any]:
    """The stroke's fields, each null where this table couldn't see."""
    pocketed = stroke.drops(numbers)
    touched = cushions.touches(stroke.peaks)
    return {
        "pocketed": pocketed,
        "touched_object": _touched(stroke, pocketed),
        "left_house": _left_house(stroke, layout),
        "cushions": [cushion for _, cushion in _counting(stroke, touched)] if layout.cushions else None,
        "crossed": _crossed(stroke, layout),
    }


def other_readings(stroke: Stroke, layout: Layout, numbers: bool) -> list[Reading]:
    """In which other ways the stroke can be read; whether that matters, the judge must say."""
    found: list[Reading] = []
    for passage in stroke.passages:
        doubt = passage.doubt()
        for count in doubt.others if doubt else ():
            assert doubt is not None
            found.append(Reading("pocketed", doubt.why, {"pocketed": stroke.drops(numbers, {passage: count})}))
    pocketed = stroke.drops(numbers)
    for loose in stroke.loose:
        rest = list(pocketed)
        rest.remove({"ball": readers.as_called(loose.ball, numbers), "pocket": loose.pocket})
        found.append(Reading("pocketed", "no_break", {"pocketed": rest}))
    if layout.cushions and stroke.clicks:
        touched = cushions.touches(stroke.peaks)
        if len(_counting(stroke, touched)) < len(touched):
            found.append(Reading("cushions", "first_contact", {"cushions": [cushion for _, cushion in touched]}))
    return found


def _touched(stroke: Stroke, pocketed: list[dict[str, Any]]) -> bool | None:
    object_fell = any(drop["ball"] not in ("cue", "unknown") for drop in pocketed)
    return True if stroke.clicks or object_fell or len(pocketed) > 1 else None


def _counting(stroke: Stroke, touched: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Touches that count for a safety: from the first contact of two balls that was heard."""
    if not stroke.clicks:
        return touched
    first = stroke.clicks[0] - crossings.CLOCKS_S
    return [one for one in touched if one[0] >= first]


def _crossed(stroke: Stroke, layout: Layout) -> list[str | None] | None:
    if "centre" not in layout.lines:
        return None
    near, far = layout.lines["centre"]
    seen = breaks(stroke.lines[near], stroke.before[near])
    if far is None:
        return crossings.single(seen, stroke.clicks).as_field()
    return crossings.paired(seen, breaks(stroke.lines[far], stroke.before[far]), stroke.clicks).as_field()


def _left_house(stroke: Stroke, layout: Layout) -> bool | None:
    """From a beam on the string of the house in force; a beam that never spoke, or is blocked, says nothing."""
    if stroke.house is None or stroke.house not in layout.lines:
        return None
    beams = [beam for beam in layout.lines[stroke.house] if beam is not None]
    if any(stroke.lines[beam] for beam in beams):
        return True
    return None if any(stroke.before[beam] != 0 for beam in beams) else False
