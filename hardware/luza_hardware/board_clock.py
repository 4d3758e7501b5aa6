"""One board's clock on the table's clock: what its microseconds mean in table time.

The host asks for the time and knows when it asked and when the answer came: the board answered somewhere between, so
each sample says its moment to half the round trip. Delay that isn't the same both ways can bias this by no more. A
straight line through the samples (weighted regression: quick answers count for most) carries the board's drift, which
is taken for small until the samples say otherwise. A sample that contradicts the line is passed over; when several do
so in a row a clock has stepped, and the line is begun anew.
"""

from __future__ import annotations

from collections import deque
from math import sqrt
from operator import mul
from typing import NamedTuple

KEPT = 120  # samples: two minutes of one a second
LIKELY_DRIFT = 100e-6  # a crystal is good for so much: what is believed of the slope before any sample
FINEST_S = 20e-6  # no sample is trusted to less than this: both ends have to come round to it
COMMON = 0.9  # of the shortest round trip: so much every trip takes, and it makes none of them less good
SLACK_S = 0.001  # a sample that is off by no more than this beyond its bounds is no contradiction
CONTRADICTIONS = 3  # in a row: a step


class _Sample(NamedTuple):
    ticks: int
    middle: float
    half: float  # half the round trip: the middle is right to this


class BoardClock:
    """Maps microseconds of a board (which never wrap) to table seconds."""

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque(maxlen=KEPT)
        self._doubtful: list[_Sample] = []  # the newest in a row that contradict the line
        self._origin = 0  # ticks
        self._offset = 0.0  # table time at the origin
        self._rate = 1.0  # table seconds in one second of the board
        self._error = float("inf")
        self._spread = 0.0

    @property
    def samples(self) -> int:
        """How many samples the line rests on, good and bad."""
        return len(self._samples)

    @property
    def error(self) -> float:
        """Bound of the error near the newest sample (s): half the shortest round trip; infinite before any sample.

        A delay that isn't the same both ways biases the line by no more than this.
        """
        return self._error

    @property
    def spread(self) -> float:
        """How far the samples scatter around the line (s): weighted root mean square, quick answers count for most."""
        return self._spread

    @property
    def drift(self) -> float:
        """How much faster the table's clock goes than the board's (1e-6: one microsecond a second)."""
        return self._rate - 1.0

    def table_time(self, ticks: int) -> float:
        """The table time (s, to the microsecond) of a moment on the board's clock."""
        return round(self._offset + (ticks - self._origin) * 1e-6 * self._rate, 6)

    def sample(self, sent: float, ticks: int, received: float) -> None:
        """Asked at table time `sent`, the board said `ticks`, and this was here at `received`."""
        if received < sent:
            return  # the table's clock stepped in between: the sample says nothing
        new = _Sample(ticks, (sent + received) / 2, (received - sent) / 2)
        if self._samples and abs(self.table_time(ticks) - new.middle) > new.half + self._error + SLACK_S:
            self._doubtful.append(new)
            if len(self._doubtful) < CONTRADICTIONS:
                return
            self._samples.clear()
            self._samples.extend(self._doubtful)
        else:
            self._samples.append(new)
        self._doubtful.clear()
        self._fit()

    def _fit(self) -> None:
        samples = self._samples
        self._error = min(sample.half for sample in samples)
        newest = samples[-1]
        weight = [1.0 / (sample.half - COMMON * self._error + FINEST_S) ** 2 for sample in samples]
        x = [(sample.ticks - newest.ticks) * 1e-6 for sample in samples]
        y = [sample.middle - newest.middle - a for sample, a in zip(samples, x, strict=True)]  # beside a rate of 1
        total = sum(weight)
        mean_x = sum(map(mul, weight, x)) / total
        mean_y = sum(map(mul, weight, y)) / total
        xx = sum(w * (a - mean_x) ** 2 for w, a in zip(weight, x, strict=True))
        xy = sum(w * (a - mean_x) * (b - mean_y) for w, a, b in zip(weight, x, y, strict=True))
        drift = xy / (xx + 1.0 / LIKELY_DRIFT**2)
        scatter = sum(w * (b - mean_y - drift * (a - mean_x)) ** 2 for w, a, b in zip(weight, x, y, strict=True))
        self._spread = sqrt(scatter / total)
        self._rate = 1.0 + drift
        self._origin = newest.ticks
        self._offset = newest.middle + mean_y - drift * mean_x
