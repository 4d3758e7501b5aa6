"""An hour of a board's clock through both ends of its line, with everything at once that makes clocks wrong."""

import heapq
import random
from collections.abc import Iterator
from itertools import count

import pytest

from luza_hardware.board_news import Batch
from luza_hardware.host_link import GOOD_SAMPLES, SAMPLE_EVERY_AT_FIRST, HostLink
from luza_node.link import BoardLink
from tests.hardware.link_bench import NODE, SENSORS, UID

FIRST_S, FIRST_BOUND_S, BOUND_S = 30.0, 0.0015, 0.001
"""hardware/README.md, "Clocks": the bounds at first and from then on, half of the bias among them."""

DRIFT = 100e-6
JITTER_S = 0.002
BIAS_S = 0.001
STEP_S = 2.0
TICK_BITS = 30
TURN_S = 2**TICK_BITS * 1e-6
HOUR = 3 * TURN_S + 200.0
AFTER_A_STEP_S = 5.0
BEGUN_S = GOOD_SAMPLES * SAMPLE_EVERY_AT_FIRST + 2.0
EARLIEST_S = 0.0003  # what a line takes when nothing holds it up
TURN_AROUND_S = 0.05


class Simulation:
    """A discrete one: each end acts when something reaches it, and 20 times a second besides."""

    def __init__(
        self, seed: int, drift: float, slower: str, bias: float = BIAS_S, jitter: float = JITTER_S, lasts: float = HOUR
    ) -> None:
        self._chance = random.Random(seed)
        self._drift = drift
        self._bias = {slower: bias}
        self._jitter, self._lasts = jitter, lasts
        self._free = {"down": 0.0, "up": 0.0}  # when the last byte of each direction arrives
        self._board = BoardLink(UID, 7, tick_bits=TICK_BITS)
        self._host = HostLink(NODE, SENSORS, {})
        self._agenda: list[tuple[float, int, str, bytes]] = []
        self._order = count()
        self.steps: list[tuple[float, float]] = []  # from when on the table's clock is how far off
        self.true: list[float] = []
        self.told: list[float] = []

    def ticks(self, t: float) -> int:
        return round((t * (1 + self._drift) + 123.0) * 1e6) % 2**TICK_BITS

    def table(self, t: float) -> float:
        return 10_000.0 + t + sum(by for since, by in self.steps if t >= since)

    def run(self) -> None:
        self._plan(0.0, "turn")
        self._plan(BEGUN_S, "hit")
        while self._agenda:
            t, _, what, data = heapq.heappop(self._agenda)
            if t > self._lasts:
                return
            if what == "up":
                for news in self._host.received(data, self.table(t)):
                    if isinstance(news, Batch):
                        self.told += [hit.t for hit in news.hits]
                        self._host.ack(news.boot, news.next)
                continue
            if what == "down":
                self._board.received(data)
            elif what == "hit":
                self._board.hit(0, self.ticks(t), len(self.true) & 1)
                self.true.append(t)
                self._plan(t + self._chance.uniform(0.1, 2.0), "hit")
            else:
                self._send("down", t, self._host.to_send(self.table(t), t))
                self._plan(t + TURN_AROUND_S, "turn")
            for said in iter(lambda: self._board.to_send(self.ticks(t)), b""):  # noqa: B023 - used before t moves on
                self._send("up", t, said)

    def _plan(self, t: float, what: str, data: bytes = b"") -> None:
        heapq.heappush(self._agenda, (t, next(self._order), what, data))

    def _send(self, way: str, t: float, data: bytes) -> None:
        if data:
            delay = EARLIEST_S + self._bias.get(way, 0.0) + self._chance.uniform(0.0, self._jitter)
            self._free[way] = max(self._free[way], t + delay)
            self._plan(self._free[way], way, data)


def errors(world: Simulation) -> Iterator[tuple[float, float]]:
    """Of each hit that was told: how long it came after the start or the last step, and how wrong its time is."""
    for true, told in zip(world.true, world.told, strict=False):  # the last ones may be on their way
        since = max(step for step in (0.0, *(since for since, _ in world.steps)) if step <= true)
        yield true - since, abs(told - world.table(true))


@pytest.mark.parametrize(("drift", "slower"), [(DRIFT, "up"), (-DRIFT, "down")])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_B3_B4_an_hour_of_drift_steps_jitter_bias_and_three_wraps_stays_within_the_bounds(
    seed: int, drift: float, slower: str
) -> None:
    world = Simulation(seed, drift, slower)
    world.steps = [(900.0, STEP_S), (2400.0, -STEP_S)]
    world.run()
    assert len(world.told) >= len(world.true) - 2 > 2500
    at_first = [error for after, error in errors(world) if AFTER_A_STEP_S < after <= FIRST_S]
    later = [error for after, error in errors(world) if after > FIRST_S]
    assert max(at_first) <= FIRST_BOUND_S
    assert max(later) <= BOUND_S
    assert max(later) > BIAS_S / 2  # nobody can see a bias, so the simulation does disturb


@pytest.mark.parametrize("by", [STEP_S, -STEP_S])
def test_B3_a_step_is_followed_within_five_seconds_and_no_hit_is_lost_at_it(by: float) -> None:
    world = Simulation(3, DRIFT, "up", lasts=120.0)
    world.steps = [(60.0, by)]
    world.run()
    assert len(world.told) >= len(world.true) - 2
    off = [true for true, (_, error) in zip(world.true, errors(world), strict=False) if error > FIRST_BOUND_S]
    assert off
    assert min(off) >= 60.0
    assert max(off) <= 60.0 + AFTER_A_STEP_S


def test_on_a_line_that_nothing_holds_up_a_hit_is_right_to_a_tenth_of_a_millisecond() -> None:
    world = Simulation(4, DRIFT, "up", bias=0.0, jitter=0.0002, lasts=600.0)
    world.run()
    assert max(error for _, error in errors(world)) < 0.0001
