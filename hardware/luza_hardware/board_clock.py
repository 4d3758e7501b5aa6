"""One board's clock on the table's clock: what its microseconds mean in table time.

The host asks for the time and knows when it asked and when the answer came: the board answered somewhere between, so
each sample says its moment to half the round trip. Delay that isn't the same both ways can bias this by no more. The
samples with short round trips give a straight line (regression), which carries the board's drift. A sample that
contradicts the line is passed over; when several do so in a row a clock has stepped, and the line is begun anew.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

KEPT = 120  # samples: two minutes of one a second
FIT_SAMPLES = 8  # with fewer, or over less time, the drift can't be told from the jitter
FIT_SPAN_S = 5.0
LARGEST_DRIFT = 500e-6  # a crystal is good for 100 ppm; a line steeper than this comes of bad samples
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

    @property
    def samples(self) -> int:
        """How many samples the line rests on, good and bad."""
        return len(self._samples)

    @property
    def error(self) -> float:
        """Bound of the error near the newest sample (s): half the shortest round trip; infinite before any sample."""
        return self._error

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
        best = min(sample.half for sample in self._samples)
        good = [sample for sample in self._samples if sample.half <= 2 * best + 0.0001]
        self._error = best
        newest = good[-1]
        self._origin = newest.ticks
        span = (newest.ticks - good[0].ticks) * 1e-6
        if len(good) >= FIT_SAMPLES and span >= FIT_SPAN_S:
            x = [(sample.ticks - self._origin) * 1e-6 for sample in good]
            y = [sample.middle - newest.middle for sample in good]
            mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
            rate = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / sum(
                (a - mean_x) ** 2 for a in x
            )
            if abs(rate - 1.0) <= LARGEST_DRIFT:
                self._rate = rate
                self._offset = newest.middle + mean_y - rate * mean_x
                return
        self._rate = 1.0
        recent = min(good[-FIT_SAMPLES:], key=lambda sample: sample.half)
        self._offset = recent.middle + (self._origin - recent.ticks) * 1e-6
