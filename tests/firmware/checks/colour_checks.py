"""The driver of the colour sensor against one that answers as its data sheet says."""

import machine
import stopped_clock as clock
from sensors import Tcs34725Device

from luza_node.i2c_buses import Buses
from luza_node.tcs34725 import Tcs34725

WHITE = (2500, 2500, 2500)
RED = (1500, 300, 250)
EMPTY_PLACE = (90, 90, 90)
SEEN = (153, 30, 25)  # RED as a part of WHITE, of 255


class Rig:
    def __init__(self, device=True):
        if device:
            self.device = machine.device(Tcs34725Device, 4)
            self.device.colour = EMPTY_PLACE
        self.sensor = Tcs34725(2, Buses().on(4, 5), WHITE, 0.05)

    def sees(self, ms, colour=None):
        """What it tells in so many milliseconds in which this lies before it."""
        if colour:
            self.device.colour = colour
        told = [self.sensor.look(ticks) for ticks in clock.every(2000, 1000 * ms)]
        return [one for one in told if one is not None]


def test_a_ball_that_comes_to_rest_is_told_once():
    rig = Rig()
    assert rig.sees(300) == []
    assert rig.sees(1000, RED) == [SEEN]
    assert rig.sees(300, EMPTY_PLACE) == []
    assert rig.sees(1000, (2600, 2450, 2500)) == [(255, 249, 255)]  # brighter than white is white


def test_what_lies_there_at_the_start_and_what_goes_by_is_not_told():
    rig = Rig()
    assert rig.sees(1000, RED) == []
    assert rig.sees(200, EMPTY_PLACE) == []
    for step in range(6):  # always another face of a rolling ball
        assert rig.sees(50, (1500 - 200 * step, 300 + 100 * step, 250)) == []
    assert rig.sees(200, EMPTY_PLACE) == []
    assert not rig.sensor.silent


def test_a_sensor_that_is_not_there_is_silent_and_found_when_it_comes():
    rig = Rig(device=False)
    assert rig.sees(100) == []
    assert rig.sensor.silent
    rig.device = machine.device(Tcs34725Device, 4)
    assert rig.sees(600, EMPTY_PLACE) == []
    assert not rig.sensor.silent
    assert rig.sees(500, RED) == [SEEN]


def test_while_it_is_silent_it_is_asked_twice_a_second():
    asked = []

    class Bus:
        def readfrom_mem_into(self, address, memory, buffer):
            asked.append((address, memory))
            raise OSError(110)  # somebody holds the bus

    sensor = Tcs34725(2, Bus(), WHITE, 0.05)
    for ticks in clock.every(1000, 5_000_000):
        sensor.look(ticks)
    assert asked == [(0x29, 0xB2)] * 10


def test_another_chip_at_its_address_is_no_colour_sensor():
    rig = Rig()
    rig.device.id = 0x10
    rig.device.lose_power()
    assert rig.sees(500, RED) == []
    assert rig.sensor.silent


def test_one_that_lost_power_is_told_and_set_up_again():
    rig = Rig()
    rig.sees(300)
    rig.device.lose_power()
    silent = []
    for _ in range(150):
        rig.sees(10)
        silent.append(rig.sensor.silent)
    assert True in silent
    assert not silent[-1]
    assert rig.sees(500, RED) == [SEEN]


def test_the_counts_for_people_at_the_prompt():
    rig = Rig()
    assert rig.sensor.counts() is None
    rig.sees(300, RED)
    assert rig.sensor.counts() == RED
