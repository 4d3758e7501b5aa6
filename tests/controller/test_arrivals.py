"""What boards said is taken in order of time, and a batch is acknowledged only when all of it was taken."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from luza.arrivals import Arrivals
from luza_hardware.board_news import Batch
from luza_hardware.hit import Hit


def batch(node: str, number: int, *times: float) -> Batch:
    return Batch(node, "uid", 1, number, tuple(Hit(t, node, 1) for t in times))


def test_hits_of_two_boards_are_taken_by_time() -> None:
    arrivals = Arrivals()
    arrivals.add(batch("n1", 2, 1.0, 3.0))
    arrivals.add(Hit(0.5, "pin", 1))
    arrivals.add(batch("n2", 1, 2.0))
    assert [hit.t for hit in arrivals.hits_until(2.0)] == [0.5, 1.0, 2.0]
    assert arrivals.first == 3.0
    assert [hit.t for hit in arrivals.hits_until(math.inf)] == [3.0]
    assert arrivals.first is None


def test_a_batch_is_whole_only_when_its_last_hit_was_taken() -> None:
    arrivals = Arrivals()
    arrivals.add(batch("n1", 2, 1.0, 3.0))
    arrivals.add(batch("n2", 1, 2.0))
    assert [one.node for one in arrivals.batches_until(2.5)] == ["n2"]
    assert [one.node for one in arrivals.batches_until(3.0)] == ["n1"]


def test_an_empty_batch_never_overtakes_the_one_before_it() -> None:
    arrivals = Arrivals()
    arrivals.add(batch("n1", 2, 5.0))
    arrivals.add(batch("n1", 3))
    assert arrivals.batches_until(4.0) == []
    assert [one.next for one in arrivals.batches_until(5.0)] == [2, 3]


@given(st.lists(st.lists(st.floats(0, 100), max_size=5), max_size=10), st.lists(st.floats(0, 100), max_size=5))
def test_every_hit_is_taken_once_and_before_its_batch_is_acknowledged(
    batches: list[list[float]], looks: list[float]
) -> None:
    arrivals = Arrivals()
    for number, times in enumerate(batches, 1):
        arrivals.add(batch("n1", number, *sorted(times)))
    taken: list[float] = []
    acknowledged: list[int] = []
    for look in [*sorted(looks), math.inf]:
        taken += [hit.t for hit in arrivals.hits_until(look)]
        for one in arrivals.batches_until(look):
            acknowledged.append(one.next)
            assert all(hit.t in taken for hit in one.hits)
    assert sorted(taken) == sorted(t for times in batches for t in times)
    assert acknowledged == list(range(1, len(batches) + 1))
