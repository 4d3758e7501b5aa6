"""A board's clock on the table's clock, with drift, jitter, one-sided delay and steps."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luza_hardware.board_clock import BoardClock


class World:
    """A board whose crystal is off by `drift`, asked once a second over a line with delays of their own each way."""

    def __init__(self, drift: float, there: Callable[[], float], back: Callable[[], float]) -> None:
        self.t = 1000.0
        self.step = 0.0  # of the table's clock
        self.drift, self.there, self.back = drift, there, back
        self.clock = BoardClock()

    def ticks(self, t: float) -> int:
        return 5_000_000 + round((t - 1000.0) * (1 + self.drift) * 1e6)

    def ask(self) -> None:
        sent = self.t
        at = sent + self.there()
        self.clock.sample(sent + self.step, self.ticks(at), at + self.back() + self.step)
        self.t += 1.0

    def error(self) -> float:
        return self.clock.table_time(self.ticks(self.t)) - self.t - self.step


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), drift=st.sampled_from([-100e-6, 0.0, 30e-6, 100e-6]))
def test_B3_drift_of_100_ppm_and_jitter_of_2_ms_leave_less_than_a_millisecond(seed: int, drift: float) -> None:
    chance = random.Random(seed)
    world = World(drift, lambda: chance.uniform(0, 0.002), lambda: chance.uniform(0, 0.002))
    for number in range(300):
        world.ask()
        if number >= 15:
            assert abs(world.error()) < 0.001


def test_B4_a_one_sided_delay_biases_by_half_of_it_and_the_error_says_so() -> None:
    world = World(0.0, lambda: 0.001, lambda: 0.0001)
    for _ in range(60):
        world.ask()
    assert abs(world.error()) == pytest.approx(0.00045, abs=0.00002)
    assert abs(world.error()) <= world.clock.error


@pytest.mark.parametrize("step", [-2.0, 2.0])
def test_B3_a_step_of_the_tables_clock_is_followed_after_three_samples(step: float) -> None:
    world = World(50e-6, lambda: 0.0002, lambda: 0.0002)
    for _ in range(60):
        world.ask()
    world.step = step
    for _ in range(3):
        world.ask()
    assert abs(world.error()) < 0.001


def test_a_single_wild_sample_changes_nothing() -> None:
    world = World(0.0, lambda: 0.0002, lambda: 0.0002)
    for _ in range(30):
        world.ask()
    before = world.clock.table_time(world.ticks(world.t))
    world.clock.sample(world.t, world.ticks(world.t + 7.0), world.t + 0.0004)
    assert world.clock.table_time(world.ticks(world.t)) == before


def test_answers_that_took_long_count_for_nothing_beside_quick_ones() -> None:
    chance = random.Random(5)
    back = [0.0002, *(0.0002 if chance.random() < 0.3 else 0.3 for _ in range(60))]
    world = World(0.0, lambda: 0.0002, lambda: back[world.clock.samples])
    for _ in range(60):
        world.ask()
        assert abs(world.error()) < 0.0003


def test_a_sample_during_which_the_clock_went_back_says_nothing() -> None:
    clock = BoardClock()
    clock.sample(10.0, 1_000_000, 9.0)
    assert clock.samples == 0


def test_the_drift_is_told() -> None:
    world = World(100e-6, lambda: 0.0001, lambda: 0.0001)
    for _ in range(100):
        world.ask()
    assert world.clock.drift == pytest.approx(-100e-6, rel=0.02)
