"""What single hits look like by themselves: a ball, a hand, a touch, a neighbour's ringing. No match, no strokes.

It is what somebody who looks at a table's sensors wants to hear of each (`luza watch`, `luza boards walk`). The very
conditioning that play has decides, so that a sensor that looks well here will play well.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, Literal, NamedTuple

from luza.conditioning import cushions, readers, tip
from luza.conditioning.barrier import BEGAN, CHATTER_S, ENDED, Barrier
from luza.conditioning.buttons import Button
from luza.conditioning.crossings import PASSING_S
from luza.conditioning.cushions import Peak
from luza.conditioning.throat import BALL_S, CAME_BACK_S, HAND_GAP_S, Passage, Pocket
from luza.ordering import WINDOW_S, Ordering
from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor, TableFile

What = Literal[
    "ball",  # one that fell
    "two_balls",  # two together, or a slow one
    "hand",
    "came_back",  # a ball came back out of the throat
    "flicker",  # too short for a ball
    "storm",  # flickers without end: not believed until it is calm
    "passed",  # something went through a mouth
    "crossed",  # a ball went through a line's beam
    "stood",  # a beam was broken for longer than anything that passes needs
    "touch",  # a ball against a cushion
    "rang",  # a cushion that rang along with a louder one
    "faint",  # below the sensor's threshold
    "strike",  # the cue's tip
    "click",  # balls that meet, or whatever else is softer than a cue
    "read",  # a ball lies before the reader
    "strange",  # something that the table file knows as no ball
    "rest",  # all balls are at rest
    "moving",
    "pressed",
]
"""What a sign may say; luza.watch_words has it in words."""


class Sign(NamedTuple):
    """What a hit, or a break of a beam, looked like, once nothing can change it any more.

    `t` is when it began, `size` a break's length (s) or a knock's peak (0–1), `other` what it
    names: a louder neighbour, a ball, an event. `chatter` counts edges that no ball makes.
    """

    t: float
    sensor: str
    what: What
    size: float | None = None
    other: str | None = None
    chatter: int = 0


class Signs:
    """The signs of one table's hits. Hits may arrive up to 50 ms out of order, as anywhere (contract: sensor log)."""

    def __init__(self, table: TableFile) -> None:
        self._order = Ordering()
        self._timers: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = 0
        self._signs: list[Sign] = []
        pockets: dict[str | None, Pocket] = {
            one.pocket: Pocket(one.pocket, {other.kind for other in table.sensors if other.pocket == one.pocket})
            for one in table.sensors
            if one.pocket is not None
        }
        self._taken_at: dict[str, float] = {}
        knocks = _Knocks(self)
        self._takers: dict[str, Callable[[float, Any], None]] = {
            one.id: self._taker(one, table, pockets, knocks) for one in table.sensors
        }

    def hit(self, hit: Hit) -> None:
        """A hit has arrived; one of a sensor that the table doesn't have is passed over.

        One that comes too late to be put in order (a line that stalled) is better than none, unless its own sensor has
        said something later already.
        """
        if hit.sensor not in self._takers:
            return
        if hit.t + WINDOW_S >= self._order.horizon:
            self._order.hit(hit.t, hit.sensor, hit.value)
        elif hit.t > self._taken_at.get(hit.sensor, -math.inf):
            self._pass_time(hit.t)
            self._take(hit.t, hit.sensor, hit.value)

    def advance(self, t: float) -> list[Sign]:
        """Time has reached `t`: the signs that have become certain, in the order in which they did."""
        self._order.advance(t)
        for at, _, sensor, value in self._order.release():
            self._pass_time(at)
            self._take(at, sensor, value)
        self._pass_time(self._order.horizon - WINDOW_S)
        signs, self._signs = self._signs, []
        return signs

    def _take(self, t: float, sensor: str, value: Any) -> None:
        self._taken_at[sensor] = t
        self._takers[sensor](t, value)

    def _pass_time(self, t: float) -> None:
        while self._timers and self._timers[0][0] < t:
            due, _, what = heappop(self._timers)
            what(due)

    # -- for those that take the hits

    def say(self, sign: Sign) -> None:
        """This is certain."""
        self._signs.append(sign)

    def after(self, due: float, what: Callable[[float], None]) -> None:
        """Call `what(due)` when everything up to `due` is known."""
        self._count += 1
        heappush(self._timers, (due, self._count, what))

    def _taker(
        self, sensor: Sensor, table: TableFile, pockets: dict[str | None, Pocket], knocks: _Knocks
    ) -> Callable[[float, Any], None]:
        kind = sensor.kind
        if kind == "beam":
            return _Throat(self, sensor.id, pockets[sensor.pocket], mouth=_has_mouth(sensor, table)).hit
        if kind == "mouth":
            return _Mouth(self, sensor.id, pockets[sensor.pocket]).hit
        if kind == "line":
            return _Beam(self, sensor.id, "crossed", "stood").hit
        if kind == "cushion":
            return lambda t, peak: knocks.hit(sensor, t, peak)
        if kind == "tip":
            threshold = tip.THRESHOLD if sensor.threshold is None else sensor.threshold
            return lambda t, peak: self.say(
                Sign(t, sensor.id, "strike" if tip.is_stroke(peak, threshold) else "click", peak)
            )
        if kind == "rest":
            return lambda t, level: self.say(Sign(t, sensor.id, "rest" if level else "moving"))
        if kind == "button":
            return _Push(self, sensor).hit
        return lambda t, value: self._read(t, sensor, value, table)

    def _read(self, t: float, sensor: Sensor, value: Any, table: TableFile) -> None:
        if sensor.kind == "tag":
            ball = table.balls.get(value)
            name = value
        else:
            ball = readers.read_colour(value, table.colours)
            name = f"{value[0]}, {value[1]}, {value[2]}"
        if ball is None:
            self.say(Sign(t, sensor.id, "strange", other=name))
        else:
            self.say(Sign(t, sensor.id, "read", other=str(ball)))


def _has_mouth(sensor: Sensor, table: TableFile) -> bool:
    return any(one.pocket == sensor.pocket for one in table.of_kind("mouth"))


class _Throat:
    """A throat's beam, read as a pocket reads it in a stroke."""

    def __init__(self, signs: Signs, sensor: str, pocket: Pocket, *, mouth: bool) -> None:
        self._signs = signs
        self._sensor = sensor
        self._pocket = pocket
        self._known_after = max(HAND_GAP_S, CAME_BACK_S) if mouth else HAND_GAP_S
        self._told: tuple[Passage, float] | None = None
        self._edges = 0
        self._edge_at = -1.0

    def hit(self, t: float, level: int) -> None:
        self._edges += t - self._edge_at < CHATTER_S
        self._edge_at = t
        was_muted = self._pocket.muted
        passage = self._pocket.throat(t, level, self)  # as in a stroke: a long break may be two balls
        if self._pocket.muted:
            if not was_muted:
                self._signs.say(Sign(t, self._sensor, "storm"))
        elif passage is not None and passage.end is not None:
            end = passage.end
            self._signs.after(end + self._known_after, lambda _: self._known(passage, end))

    def _known(self, passage: Passage, end: float) -> None:
        if passage.end != end or passage.stormy or self._told == (passage, end):
            return  # it goes on after all, and asks again; or chatter has asked twice
        self._told = passage, end
        lasted = max(b - a for a, b in passage.breaks if a is not None and b is not None)
        fell = len(passage.drops())
        what: What
        if passage.is_hand:
            what = "hand"
        elif fell:
            what = "ball" if fell == 1 else "two_balls"
        else:
            what = "came_back" if lasted >= BALL_S else "flicker"
        chatter, self._edges = self._edges, 0
        self._signs.say(Sign(passage.start, self._sensor, what, lasted, chatter=chatter))


class _Beam:
    """Any other beam: what passes through it, and what stands in it."""

    def __init__(self, signs: Signs, sensor: str, passed: What, stood: What) -> None:
        self._signs = signs
        self._sensor = sensor
        self._words: tuple[What, What] = passed, stood
        self._barrier = Barrier()
        self._ended_at = -1.0
        self._edges = 0
        self._edge_at = -1.0

    def hit(self, t: float, level: int) -> None:
        self._edges += t - self._edge_at < CHATTER_S
        self._edge_at = t
        change = self._barrier.edge(t, level)
        if change == BEGAN:
            began = self._barrier.since
            self._signs.after(began + PASSING_S, lambda due: self._stands(began, due))
        elif change == ENDED:
            self._ended_at = t
            self._signs.after(t + CHATTER_S, lambda _: self._cleared(t))

    def _stands(self, began: float, due: float) -> None:
        if self._barrier.level == 1 and self._barrier.since == began:
            self._signs.say(Sign(began, self._sensor, self._words[1], due - began))

    def _cleared(self, edge: float) -> None:
        barrier = self._barrier
        if barrier.level == 1 or self._ended_at != edge:
            return  # it goes on after all, or more chatter asks again
        lasted = barrier.ended - barrier.since
        what: What = self._words[lasted > PASSING_S] if lasted >= CHATTER_S else "flicker"
        chatter, self._edges = self._edges, 0
        self._signs.say(Sign(barrier.since, self._sensor, what, lasted, chatter=chatter))


class _Mouth(_Beam):
    """A mouth's beam, which also tells the throat of a ball that comes back out."""

    def __init__(self, signs: Signs, sensor: str, pocket: Pocket) -> None:
        super().__init__(signs, sensor, "passed", "stood")
        self._pocket = pocket

    def hit(self, t: float, level: int) -> None:
        super().hit(t, level)
        self._pocket.mouth(t, level)


class _Knocks:
    """All cushions together, since each rings along with its neighbours."""

    def __init__(self, signs: Signs) -> None:
        self._signs = signs
        self._peaks: list[Peak] = []

    def hit(self, sensor: Sensor, t: float, peak: float) -> None:
        assert sensor.cushion is not None
        threshold = cushions.THRESHOLD if sensor.threshold is None else sensor.threshold
        one = Peak(t, sensor.id, sensor.cushion, peak, threshold)
        self._peaks = [other for other in self._peaks if t - other.t <= 3 * cushions.RINGING_S]
        self._peaks.append(one)
        self._signs.after(t + cushions.RINGING_S, lambda _: self._known(one))

    def _known(self, one: Peak) -> None:
        louder = cushions.rang_along(self._peaks, self._peaks.index(one))
        if louder is not None:
            self._signs.say(Sign(one.t, one.sensor, "rang", one.peak, louder.sensor))
        else:
            self._signs.say(Sign(one.t, one.sensor, "touch" if one.peak >= one.threshold else "faint", one.peak))


class _Push:
    """A button."""

    def __init__(self, signs: Signs, sensor: Sensor) -> None:
        self._signs = signs
        self._button = Button(sensor)
        self._sensor = sensor

    def hit(self, t: float, level: int) -> None:
        if self._button.press(t, level) is not None:
            self._signs.say(Sign(t, self._sensor.id, "pressed", other=self._sensor.event))
