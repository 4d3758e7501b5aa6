"""The watchdog's registers (RP2040 and RP2350 datasheets), and why a board started."""

import machine

from luza_node import wire_care
from luza_node.watchdog import Watchdog

CHIPS = ((0x10002927, 0x40058000), (0x20004927, 0x400D8000))  # CHIP_ID and WATCHDOG_BASE: RP2040, RP2350
ENABLED = 1 << 30


class Dog:
    """Stands in for the stand-in's, which knows one chip only."""

    base = 0
    fed = 0

    def __init__(self, timeout):
        assert timeout == 5000
        machine.mem32[Dog.base] = ENABLED | 0x123

    def feed(self):
        Dog.fed += 1


def test_it_is_started_fed_and_stopped_on_both_chips():
    machine.WDT = Dog
    for chip, base in CHIPS:
        machine.mem32[0x40000000] = chip
        Dog.base, Dog.fed = base, 0
        dog = Watchdog()
        dog.feed()
        assert Dog.fed == 0
        dog.start()
        dog.feed()
        assert (Dog.fed, machine.mem32[base] & ENABLED) == (1, ENABLED)
        dog.stop()
        dog.feed()
        assert (Dog.fed, machine.mem32[base]) == (1, 0x123)


def test_the_registers_say_why_the_board_started():
    for chip, base in CHIPS:
        machine.mem32[0x40000000] = chip
        for reason, why in ((0, wire_care.POWER_ON), (1, wire_care.WATCHDOG), (2, wire_care.ASKED_FOR)):
            machine.mem32[base + 8] = reason
            assert Watchdog().restart == why


def test_who_went_to_the_prompt_asked_for_the_restart_whatever_the_registers_say_and_once():
    machine.mem32[0x40058008] = 1
    Watchdog().stop()
    assert Watchdog().restart == wire_care.ASKED_FOR
    assert Watchdog().restart == wire_care.WATCHDOG


def test_on_another_chip_there_is_none_and_nothing_is_known():
    machine.mem32[0x40000000] = 0x00009927
    dog = Watchdog()
    dog.start()
    dog.feed()
    dog.stop()
    assert dog.restart == wire_care.UNKNOWN
    assert machine.mem32[0x40058000] == 0
