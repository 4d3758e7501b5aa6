"""A pocket: what went through its throat — one ball, two, one that came back, a hand, or nothing but flicker.

One or more breaks of the throat's beam, with what mouth and reader said around them, are a Passage. What a passage was
may change until it is final; it is worked out from what is known so far whenever somebody asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from typing import NamedTuple

from luza.conditioning.barrier import BEGAN, ENDED, NOTHING, RESUMED, Barrier
from luza.conditioning.readers import CLOCKS_S, EARLIEST_S, LATEST_S, Ball

ONE_BALL_S = 0.14
"""A ball of 68 mm breaks a centred beam for up to this long (contract)."""

TWO_BALLS_S = 0.28
"""Up to this long it was most likely two balls, close together; longer a hand (contract)."""

BALL_S = 0.019
"""A break that is shorter is no ball: the contract's 25 ms, less 3 ms of chatter at either edge."""

HAND_GAP_S = 0.15
"""Breaks less than this apart, one of them a hand's, are one hand (contract); so this long nobody knows what a break
was."""

CAME_BACK_S = 0.2
"""A ball that came back out breaks the mouth this soon after the throat: the two are some 70 mm apart, and a ball that
still climbs out of the throat has at least 0.35 m/s."""

RATTLE_S = 1.5
"""A mouth broken later than that, but up to this long after, may be either (contract: within 1.5 s)."""

STORM_BREAKS = 6
STORM_S = 1.0
"""So many breaks in so short a time are no balls and no hand: three balls at most reach a pocket in a second, and a
hand that gropes in one breaks its beam three or four times."""

CALM_S = 2.0
"""A stormy beam is believed again after this long without an edge."""


class Drop(NamedTuple):
    """A ball that fell: when its break of the beam began, and which it was."""

    t: float
    ball: Ball


class Doubt(NamedTuple):
    """What else may have been: `why` in a word, and how many balls each other reading has."""

    why: str
    others: tuple[int, ...]


class Passage:
    """Breaks of one throat that belong together. `owner` is the stroke in which they began, or None."""

    __slots__ = (
        "after_silence",
        "breaks",
        "final",
        "late",
        "mouth_at",
        "neither",
        "owner",
        "pocket",
        "readings",
        "stormy",
    )

    def __init__(self, pocket: Pocket, start: float, owner: object | None) -> None:
        self.pocket = pocket
        self.owner = owner
        self.breaks: list[list[float | None]] = [[start, None]]
        self.readings: list[Ball] = []
        self.neither = 0  # readings of something that is no ball
        self.mouth_at: float | None = None  # the mouth's first break after the throat had cleared
        self.stormy = False
        self.final = False  # nothing can change it any more
        self.late = False  # it began in play, with no stroke open
        self.after_silence = False  # it began in a stroke in which nothing had moved for long

    @property
    def start(self) -> float:
        """When it began."""
        start = self.breaks[0][0]
        assert start is not None
        return start

    @property
    def end(self) -> float | None:
        """When its beam cleared; None while it is broken."""
        return self.breaks[-1][1]

    @property
    def known_from(self) -> float:
        """When it is known whether it was a ball or a hand, as long as nothing more comes."""
        start, end = self.breaks[-1]
        return end + HAND_GAP_S if end is not None else TWO_BALLS_S + (start or 0.0)

    @property
    def is_hand(self) -> bool:
        """Was it somebody's hand, by how long the beam was broken?"""
        return not self.stormy and any(a is not None and b is not None and b - a > TWO_BALLS_S for a, b in self.breaks)

    def drops(self) -> list[Drop]:
        """The balls that fell, as far as is known."""
        starts, doubtful = self._counted()
        known = len(self.readings)
        if not starts or (doubtful and not known and (self.neither or self.owner is None)):
            return []  # late, a hanging ball falls alone: a long break is a hand's then, as one that looks like skin
        count = max(known, len(starts) - self._came_back())
        starts += starts[-1:] * (count - len(starts))
        return [Drop(starts[i], self.readings[i] if i < known else "unknown") for i in range(count)]

    def doubt(self) -> Doubt | None:
        """What else it may have been, where that isn't plain."""
        starts, doubtful = self._counted()
        stated, known = len(self.drops()), len(self.readings)
        if doubtful and stated and known < stated:
            return Doubt("two_balls_or_one", (1,) if known else (1, 0))
        if self.mouth_at is not None and starts and known < len(starts) and not self._came_back():
            return Doubt("came_back", (stated - 1,))
        return None

    def _counted(self) -> tuple[list[float], bool]:
        """(the start of every ball's break, whether one of them may have been two balls, or one)."""
        starts: list[float] = []
        doubtful = False
        for start, end in self.breaks:
            if start is None or end is None or self.stormy:
                continue
            lasted = end - start
            if lasted > TWO_BALLS_S:
                return [], False
            if lasted >= BALL_S:
                starts.append(start)
            if lasted > ONE_BALL_S:
                starts.append(start)
                doubtful = True
        return ([], False) if self.stormy else (starts, doubtful)

    def _came_back(self) -> int:
        end = self.end
        return int(self.mouth_at is not None and end is not None and self.mouth_at - end <= CAME_BACK_S)


class Pocket:
    """One pocket's beams and reader, fed in order of time."""

    __slots__ = ("_beam", "_mouth", "_muted_at", "_recent", "final_s", "name", "passages", "reads", "storms")

    def __init__(self, name: str, kinds: Set[str]) -> None:
        """A pocket that has sensors of these kinds."""
        self.name = name
        self.reads = bool(kinds & {"colour", "tag"})
        # how long after its beam cleared a passage is known for good: a second of reader, or of believing a lone beam
        self.final_s = RATTLE_S if "mouth" in kinds and not self.reads else LATEST_S + CLOCKS_S
        self.passages: deque[Passage] = deque(maxlen=16)
        self.storms: list[list[float]] = []  # [first break, last edge] of each
        self._beam = Barrier()
        self._mouth = Barrier()
        self._recent: deque[float] = deque(maxlen=STORM_BREAKS)
        self._muted_at: float | None = None  # the last edge of the storm that goes on

    @property
    def muted(self) -> bool:
        """Is the throat's beam not believed at the moment?"""
        return self._muted_at is not None

    def was_muted(self, start: float, end: float) -> bool:
        """Was the throat's beam not believed for part of this time?"""
        return any(first <= end and start <= last + CALM_S for first, last in self.storms)

    @property
    def open_break(self) -> float | None:
        """Since when the throat's beam is broken; None: it isn't."""
        return self._beam.since if self._beam.level == 1 else None

    def throat(self, t: float, level: int, owner: object | None) -> Passage | None:
        """An edge of the throat's beam; returns the passage that it belongs to, None where it is not believed."""
        change = self._beam.edge(t, level)
        if self._stormy(t, begins=change == BEGAN) or change == NOTHING:
            return None
        last = self.passages[-1] if self.passages else None
        if change == BEGAN:
            end = last.end if last else None
            if last is not None and end is not None and t - end < HAND_GAP_S:
                last.breaks.append([t, None])
            else:
                last = Passage(self, t, owner)
                self.passages.append(last)
        elif last is not None:
            last.breaks[-1][1] = self._beam.ended if change == ENDED else None
        return last

    def mouth(self, t: float, level: int) -> bool:
        """An edge of the mouth's beam; True where a break began or ended (rather than chatter)."""
        change = self._mouth.edge(t, level)
        last = self.passages[-1] if self.passages else None
        if change == BEGAN and last is not None and last.mouth_at is None:
            end = last.end
            if end is not None and t - end <= RATTLE_S:
                last.mouth_at = t
        return change not in (NOTHING, RESUMED)

    def reading(self, t: float, ball: Ball | None) -> tuple[Passage | None, bool]:
        """A reading: (the passage that it belongs to or None, whether something passed at all in the second before).

        It is the earliest ball's that isn't identified yet; a further reading after one break is a further ball's.
        """
        found = [one for one in self.passages if not one.stormy and _in_time(one, t)]
        passage = next((one for one in found if len(one.readings) < len(one.drops())), found[-1] if found else None)
        if passage is None:
            return None, self.muted or any(_around(one, t) for one in self.passages)
        if ball is None:
            passage.neither += 1
        else:
            passage.readings.append(ball)
        return passage, True

    def _stormy(self, t: float, begins: bool) -> bool:
        """Count a break; True where it belongs to a storm."""
        if self._muted_at is not None:
            if t - self._muted_at < CALM_S:
                self._muted_at = self.storms[-1][1] = t
                return True
            self._muted_at = None
            self._recent.clear()
        if begins:
            self._recent.append(t)
            if len(self._recent) == STORM_BREAKS and t - self._recent[0] <= STORM_S:
                self._muted_at = t
                self.storms.append([self._recent[0], t])
                for passage in self.passages:
                    last = passage.breaks[-1][0]
                    if last is not None and last >= self._recent[0]:
                        passage.stormy = True
                return True
        return False


def _in_time(passage: Passage, t: float) -> bool:
    """May a reading at `t` be of a ball of this passage?"""
    first, last = passage.breaks[0][1], passage.breaks[-1][1]
    if first is None or t < first + EARLIEST_S - CLOCKS_S:
        return False
    return last is None or t <= last + LATEST_S + CLOCKS_S


def _around(passage: Passage, t: float) -> bool:
    """Did something pass just now, too lately for a ball to have reached the reader?"""
    return passage.end is None or t <= passage.end + LATEST_S
