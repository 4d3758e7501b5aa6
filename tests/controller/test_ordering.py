"""Hits in order of the table's clock, whatever the order in which they arrive."""

from hypothesis import given
from hypothesis import strategies as st

from luza.ordering import WINDOW_S, Ordering, after


def released(order, everything=False):
    return [item[3] if item[1] else (item[0], item[2]) for item in order.release(everything)]


def test_a_hit_waits_until_nothing_earlier_can_come():
    order = Ordering()
    order.hit(1.0, "b", 1)
    order.advance(1.05)
    assert released(order) == []
    order.hit(1.0000004, "a", 1)
    order.advance(1.0501)
    assert released(order) == [(1.0, "b"), (1.0000004, "a")]


def test_deadline_is_the_first_time_that_releases_something():
    order = Ordering()
    assert order.deadline is None
    order.hit(3.0, "a", 1)
    deadline = order.deadline
    order.advance(3.05)
    assert not order.ready()
    order.advance(deadline)
    assert order.ready()
    assert deadline - 3.05 < 1e-9


def test_a_hit_just_within_50_ms_counts_and_one_just_beyond_is_late():
    order = Ordering()
    order.hit(2.0, "a", 1)
    order.hit(1.9501, "b", 1)
    order.hit(1.9499, "c", 1)
    assert order.late == 1
    assert released(order, everything=True) == [(1.9501, "b"), (2.0, "a")]


def test_the_same_hit_twice_counts_once():
    order = Ordering()
    order.hit(2.0, "a", 1)
    order.hit(2.0, "b", 1)
    order.hit(2.0, "a", 1)
    assert released(order, everything=True) == [(2.0, "a"), (2.0, "b")]
    assert order.doubled == 1


def test_an_event_comes_after_all_hits_with_a_smaller_time():
    order = Ordering()
    order.said(2.0, "ruling")
    order.hit(1.99, "a", 1)
    order.hit(2.001, "a", 0)
    order.advance(3)
    assert released(order) == [(1.99, "a"), "ruling", (2.001, "a")]


def test_events_are_never_dropped_and_never_overtake_one_another():
    order = Ordering()
    order.said(9.0, "first")
    order.advance(10.0)
    assert released(order) == ["first"]
    order.said(5.0, "second")
    order.said(5.0, "third")
    assert released(order) == ["second", "third"]


hits = st.lists(
    st.tuples(st.integers(0, 400).map(lambda n: n / 1000), st.sampled_from("abc")), unique=True, max_size=30
)


@given(hits, st.lists(st.floats(0, WINDOW_S - 0.001), min_size=30, max_size=30))
def test_hits_that_are_less_than_50_ms_late_come_out_in_order(sent, delays):
    arrival = [
        hit for _, hit in sorted(zip([t + d for (t, _), d in zip(sent, delays, strict=False)], sent, strict=True))
    ]
    order = Ordering()
    seen = []
    for t, sensor in arrival:
        order.hit(t, sensor, 1)
        seen += released(order)
    seen += released(order, everything=True)
    assert seen == sorted(sent)
    assert (order.late, order.doubled) == (0, 0)


@given(st.floats(0, 1e7))
def test_after_is_later_than_the_window_by_almost_nothing(t):
    assert t + WINDOW_S < after(t) < t + WINDOW_S + 1e-6
