"""The drivers of the tag readers against readers that answer as their data sheets say."""

import machine
import stopped_clock as clock
from sensors import Pn532Device

from luza_node.i2c_buses import Buses
from luza_node.pn532 import Pn532
from luza_node.rdm6300 import Rdm6300

SHORT = b"\x04\xa1\xb2\xc3"
LONG = b"\x04\x11\x22\x33\x44\x55\x66"
LONGEST = bytes(range(0xF0, 0xFA))


def looks(reader, ms):
    """What it tells in so many milliseconds."""
    told = [reader.look(ticks) for ticks in clock.every(1000, 1000 * ms)]
    return [one for one in told if one is not None]


class Pn532Rig:
    def __init__(self):
        self.device = machine.device(Pn532Device, 6)
        self.reader = Pn532(3, Buses().on(6, 7))

    def sees(self, ms, tag=None):
        self.device.tag = tag
        return looks(self.reader, ms)


def test_a_pn532_tells_each_tag_once_whatever_the_length_of_its_uid():
    rig = Pn532Rig()
    assert rig.sees(1500) == []
    assert rig.sees(1000, SHORT) == ["04A1B2C3"]
    assert rig.sees(500, LONG) == ["04112233445566"]
    assert rig.sees(500, LONGEST) == ["F0F1F2F3F4F5F6F7F8F9"]
    assert rig.sees(500, SHORT) == []  # it was gone for less than two seconds
    assert rig.sees(2500) == []
    assert rig.sees(500, SHORT) == ["04A1B2C3"]
    assert not rig.reader.silent


def test_a_tag_that_lies_before_a_pn532_at_the_start_is_not_told():
    rig = Pn532Rig()
    assert rig.sees(3000, LONG) == []
    assert rig.sees(3000) == []
    assert rig.sees(500, LONG) == ["04112233445566"]


def test_a_slow_pn532_is_waited_for_without_waiting():
    rig = Pn532Rig()
    rig.device.slow = 20
    assert rig.sees(2500) == []
    assert rig.sees(1000, SHORT) == ["04A1B2C3"]


def test_a_pn532_that_is_not_there_is_silent_and_found_when_it_comes():
    reader = Pn532(3, Buses().on(6, 7))
    assert looks(reader, 100) == []
    assert reader.silent
    device = machine.device(Pn532Device, 6)
    assert looks(reader, 2500) == []
    assert not reader.silent
    device.tag = SHORT
    assert looks(reader, 500) == ["04A1B2C3"]


def test_a_pn532_that_answers_wrongly_or_never_is_silent_and_heals():
    for spoil in ("ack", "checksum", "length", "command", "mute"):
        rig = Pn532Rig()
        rig.sees(1500)
        rig.device.spoil = spoil
        assert rig.sees(1500, LONG) == [], spoil
        assert rig.reader.silent, spoil
        rig.device.spoil = ""
        assert rig.sees(3000) == [], spoil
        assert not rig.reader.silent, spoil
        assert rig.sees(500, LONG) == ["04112233445566"], spoil
        machine.play("gone 6")


def test_a_pn532_that_lost_power_is_set_up_again():
    rig = Pn532Rig()
    rig.sees(1500)
    rig.device.lose_power()
    assert rig.sees(3500) == []
    assert not rig.reader.silent
    assert rig.sees(500, LONG) == ["04112233445566"]


def frame(digits):
    data = bytes.fromhex(digits)
    checksum = 0
    for byte in data:
        checksum ^= byte
    return b"\x02" + digits.encode() + b"%02X" % checksum + b"\x03"


class Rdm6300Rig:
    def __init__(self):
        self.reader = Rdm6300(3, 13)
        looks(self.reader, 1100)

    def hears(self, data, ms=200):
        """What it tells when these bytes come in, some in each millisecond."""
        told = []
        for at in range(0, len(data), 5):
            machine.play("uart 13 " + data[at : at + 5].hex())
            told += looks(self.reader, 1)
        return told + looks(self.reader, ms)


TAG = "0A00B5C4F2"


def test_an_rdm6300_tells_each_tag_once():
    rig = Rdm6300Rig()
    assert rig.hears(20 * frame(TAG)) == [TAG]
    assert rig.hears(frame("0100FF00FF")) == ["0100FF00FF"]
    assert rig.hears(frame(TAG)) == []
    assert rig.hears(b"", 2500) == []
    assert rig.hears(frame(TAG).lower()) == [TAG]


def test_a_tag_that_lies_before_an_rdm6300_at_the_start_is_not_told():
    reader = Rdm6300(3, 13)
    for _ in range(30):
        machine.play("uart 13 " + frame(TAG).hex())
        assert looks(reader, 100) == []


def test_an_rdm6300s_damaged_frames_are_nothing_and_the_next_one_is_read():
    good = frame(TAG)
    wrong_checksum = good[:12] + b"0" + good[13:] if good[12:13] != b"0" else good[:12] + b"1" + good[13:]
    for bad in (
        wrong_checksum,
        good[:5],
        good[5:],
        good[:8] + b"x" + good[9:],
        good[:-1] + b"0\x03",
        bytes(range(256)),
    ):
        rig = Rdm6300Rig()
        assert rig.hears(bad) == [], bad
        assert rig.hears(good) == [TAG], bad


def test_every_flipped_bit_of_an_rdm6300s_frame_is_noticed():
    rig = Rdm6300Rig()
    good = frame(TAG)
    for bit in range(8, 8 * len(good)):
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << bit % 8
        if bytes(bad).upper() != good:  # a letter's case says nothing
            assert rig.hears(bytes(bad), 1) == [], bit


def test_the_pin_that_a_uart_takes_too_much_is_let_go():
    Rdm6300(3, 13)
    assert machine._pins[12].mode == machine.Pin.IN
