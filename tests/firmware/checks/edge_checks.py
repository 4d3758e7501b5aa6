"""Pin interrupts, their ring, and levels that are read; the stand-in locks the heap around every interrupt."""

import machine
import stopped_clock as clock

from luza_node.clock import TICK_MASK, since
from luza_node.edges import DigitalInput, EdgeRing


def rig(size=8, active_high=False):
    ring = EdgeRing(size)
    return ring, DigitalInput(7, 2, active_high, ring, 0)


def edges(ring):
    out = []
    edge = ring.take()
    while edge is not None:
        out.append(edge)
        edge = ring.take()
    return out


def test_B16_B17_edges_are_stamped_when_they_come_also_across_the_counters_wrap():
    ring, _ = rig()
    clock.us = TICK_MASK - 1
    for level in (0, 1, 0, 1):
        machine.play("pin 2 {}".format(level))  # noqa: UP032
        clock.move(1)
    stamps = [ticks for _, ticks, _ in edges(ring)]
    assert stamps == [TICK_MASK - 1, TICK_MASK, 0, 1]
    assert [since(stamps[0], ticks) for ticks in stamps] == [0, 1, 2, 3]


def test_a_low_pin_is_1_unless_high_is():
    ring, _ = rig()
    machine.play("pin 2 0 1")
    assert [level for _, _, level in edges(ring)] == [1, 0]
    ring, _ = rig(active_high=True)
    machine.play("pin 2 1 0")
    assert [level for _, _, level in edges(ring)] == [1, 0]


def test_B13_the_level_at_the_start_is_read_and_told_once():
    ring, one = rig()
    one.read_again()
    one.read_again()
    told = [edge for edge in edges(ring) if one.is_news(edge[2])]
    assert told == [(0, clock.START, 0)]
    one.read_again()
    assert edges(ring) == []


def test_B19_two_edges_in_one_interrupt_are_doubt_and_no_edge():
    ring, _ = rig()
    machine.play("late 2 0 1")
    assert edges(ring) == []
    assert ring.doubt


def test_an_edge_that_no_interrupt_told_of_is_found_and_the_next_one_is_an_edge():
    ring, one = rig()
    one.is_news(0)
    machine.play("unseen 2 0")
    clock.move(5)
    one.read_again()
    assert edges(ring) == [(0, clock.START + 5, 1)]
    one.is_news(1)
    machine.play("pin 2 1")
    assert edges(ring) == [(0, clock.START + 5, 0)]
    assert not ring.doubt


def test_a_full_ring_counts_and_what_was_missed_is_read_again():
    ring, one = rig(size=4)
    machine.play("pin 2 0 1 0 1 0")
    assert (ring.missed, ring.doubt) == (2, True)
    levels = [level for _, _, level in edges(ring) if one.is_news(level)]
    assert levels == [1, 0, 1]
    one.read_again()
    assert edges(ring) == []  # it stands as it was told
    machine.play("pin 2 1 0 1 0 1")
    assert [level for _, _, level in edges(ring) if one.is_news(level)] == [0, 1, 0]
    machine.play("unseen 2 0")
    one.read_again()
    assert [level for _, _, level in edges(ring)] == [1]


def test_a_level_is_read_again_while_interrupts_are_off():
    ring, one = rig()
    off = []
    put = ring.put

    def noting(*what):
        off.append(len(machine._off))
        put(*what)

    ring.put = noting
    one.read_again()
    assert off == [1]
    assert machine._off == []


def test_a_pin_that_was_let_go_is_silent():
    ring, one = rig()
    one.close()
    machine.play("pin 2 0 1")
    assert edges(ring) == []
