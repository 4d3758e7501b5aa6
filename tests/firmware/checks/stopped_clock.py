"""The boards' clock, standing still until it is moved: for the program's modules and for the stand-in's sensors."""

import sensors

import luza_node.board
import luza_node.edges
import luza_node.main
import luza_node.unit
from luza_node.clock import TICK_MASK

START = 123_456_789
us = START


def now():
    return us & TICK_MASK


def move(by):
    global us
    us += by


def every(step, until):
    """The times from now on, `step` apart, for so long."""
    end = us + until
    while us < end:
        yield us & TICK_MASK
        move(step)


for program in (luza_node.board, luza_node.edges, luza_node.main, luza_node.unit):
    program.now = now
sensors.clock.us = now
