"""One stroke as the sensors saw it, and what it comes to as a `stroke` event of the match log."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from luza.conditioning import crossings, cushions, readers
from luza.conditioning.barrier import Break, breaks
from luza.conditioning.cushions import Peak
from luza.conditioning.readers import Ball
from luza.conditioning.throat import Passage

QUIET_S = 3.0
"""After a silence as long as this, within the settling time, a touch may be a person's as well as a ball's: most balls
that still roll have touched or crossed something by then."""


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

    `tip` is the cue's peak (None: begun without one), `last` the last hit that a ball made, `ended` when it was over.
    `lines` has the edges of each line's beam, `before` the levels that those had when the stroke began.
    """

    __slots__ = (
        "at",
        "before",
        "clicks",
        "ended",
        "house",
        "last",
        "lines",
        "loose",
        "passages",
        "peaks",
        "quiet_from",
        "tip",
    )

    def __init__(self, at: float, tip: float | None, house: str | None, before: dict[str, int | None]) -> None:
        self.at = at
        self.tip = tip
        self.house = house  # the line that the cue ball has to cross from hand, if it is played from hand
        self.last = at
        self.ended = math.inf
        self.quiet_from = math.inf  # the last hit before the latest long silence
        self.clicks: list[float] = []
        self.peaks: list[Peak] = []
        self.before = before
        self.lines: dict[str, list[tuple[float, int]]] = {name: [] for name in before}
        self.passages: list[Passage] = []
        self.loose: list[Loose] = []

    def moved(self, t: float) -> None:
        """A ball, as it seems, made a hit."""
        if t - self.last >= QUIET_S:
            self.quiet_from = self.last
        self.last = t

    def passed(self, passage: Passage) -> None:
        """Something goes through a throat; after a long silence it may be a hanging ball that falls late (2.1.15)."""
        passage.after_silence = passage.start - self.last >= QUIET_S
        self.passages.append(passage)

    @property
    def final(self) -> bool:
        """Is all that went through a throat known for good?"""
        return all(passage.final or passage.end is None for passage in self.passages)

    @property
    def hand_from(self) -> float:
        """When somebody first reached into a pocket."""
        return min((passage.start for passage in self.passages if passage.is_hand), default=math.inf)

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
    rest: bool
    cushions: bool
    lines: dict[str, tuple[str, str | None]]


def fields_of(stroke: Stroke, layout: Layout, numbers: bool) -> dict[str, Any]:
    """The stroke's fields, each null where this table couldn't see."""
    pocketed = stroke.drops(numbers)
    return {
        "pocketed": pocketed,
        "touched_object": _touched(stroke, pocketed),
        "left_house": _left_house(stroke, layout),
        **_of_safety(stroke, layout, stroke.hand_from),
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
    hand_from = stroke.hand_from
    if layout.cushions and stroke.clicks:
        every = _touches(stroke, hand_from, from_contact=False)
        if len(every) > len(_touches(stroke, hand_from)):
            found.append(Reading("cushions", "first_contact", {"cushions": every}))
    if hand_from < math.inf:
        found += _about_people(stroke, layout, math.inf)
    if layout.rest:
        return found
    if stroke.quiet_from < hand_from:
        found += _about_people(stroke, layout, stroke.quiet_from)
    for passage in stroke.passages:
        if passage.after_silence and passage.drops():
            found.append(Reading("pocketed", "late_fall", {"pocketed": stroke.drops(numbers, {passage: 0})}))
    return found


def _about_people(stroke: Stroke, layout: Layout, until: float) -> list[Reading]:
    """The reading in which people touch the table from another moment on."""
    now, then = _of_safety(stroke, layout, stroke.hand_from), _of_safety(stroke, layout, until)
    fields = {name: then[name] for name in then if then[name] != now[name]}
    return [Reading(next(iter(fields)), "people", fields)] if fields else []


def _of_safety(stroke: Stroke, layout: Layout, until: float) -> dict[str, Any]:
    """The fields that count for a safety; from `until` on, what touches the table is people."""
    return {
        "cushions": _touches(stroke, until) if layout.cushions else None,
        "crossed": _crossed(stroke, layout, until),
    }


def _touched(stroke: Stroke, pocketed: list[dict[str, Any]]) -> bool | None:
    object_fell = any(drop["ball"] not in ("cue", "unknown") for drop in pocketed)
    return True if stroke.clicks or object_fell or len(pocketed) > 1 else None


def _touches(stroke: Stroke, until: float, from_contact: bool = True) -> list[str]:
    """The cushions that balls touched before `until`, from the first contact of two balls that was heard."""
    first = stroke.clicks[0] - crossings.CLOCKS_S if from_contact and stroke.clicks else -math.inf
    return [cushion for t, cushion in cushions.touches(stroke.peaks) if first <= t <= until]


def _crossed(stroke: Stroke, layout: Layout, until: float) -> list[str | None] | None:
    if "centre" not in layout.lines:
        return None
    near, far = layout.lines["centre"]
    seen = _breaks(stroke, near, until)
    if far is None:
        return crossings.single(seen, stroke.clicks).as_field()
    return crossings.paired(seen, _breaks(stroke, far, until), stroke.clicks).as_field()


def _breaks(stroke: Stroke, beam: str, until: float) -> list[Break]:
    return [one for one in breaks(stroke.lines[beam], stroke.before[beam]) if one[0] is None or one[0] <= until]


def _left_house(stroke: Stroke, layout: Layout) -> bool | None:
    """From a beam on the string of the house in force; a beam that never spoke, or is blocked, says nothing."""
    if stroke.house is None or stroke.house not in layout.lines:
        return None
    beams = [beam for beam in layout.lines[stroke.house] if beam is not None]
    if any(stroke.lines[beam] for beam in beams):
        return True
    return None if any(stroke.before[beam] != 0 for beam in beams) else False
