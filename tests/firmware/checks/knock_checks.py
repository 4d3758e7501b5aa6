"""From a piezo's samples to knocks."""

from luza_node.clock import TICK_MASK
from luza_node.peaks import DEAD_US, WINDOW_US, PeakFinder


def knocks(samples, begin=0, step=100):
    """(at, peak) of the knocks in these samples, so many microseconds apart."""
    finder = PeakFinder(50)
    out = []
    for index, sample in enumerate(samples):
        if finder.sample((begin + index * step) & TICK_MASK, sample):
            out.append((finder.at, finder.peak))
    return out


QUIET = [10] * 400  # 40 ms
KNOCK = [60, 300, 900, 500, 100]


def test_a_knock_is_stamped_where_it_rises_and_has_the_height_of_its_peak():
    assert knocks(QUIET + KNOCK + QUIET) == [(40_000, 900)]


def test_noise_at_the_floor_is_no_knock():
    assert knocks([50] * 1000) == []


def test_ringing_is_no_knock_and_the_next_one_is():
    ringing = [900, 20] * (WINDOW_US // 200) + [600, 20] * ((DEAD_US - WINDOW_US) // 200)
    assert knocks(ringing + QUIET + [700] + QUIET) == [(0, 900), (70_000, 700)]


def test_a_knock_across_the_counters_wrap_is_one():
    assert knocks([800, 900, 10, 10, 10, 10], begin=TICK_MASK, step=500) == [(TICK_MASK, 900)]
