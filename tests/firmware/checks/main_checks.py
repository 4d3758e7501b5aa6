"""The program from its start to its end, without a main loop that is real."""

import machine
import stopped_clock as clock

from luza_node import main as program
from luza_node.settings import SettingsError

events = []


class Micropython:
    def kbd_intr(self, key):
        events.append("ctrl-c is data" if key < 0 else "ctrl-c interrupts")


class Dog:
    restart = 0

    def start(self):
        events.append("watched")

    def feed(self):
        events.append("fed")

    def stop(self):
        events.append("not watched")

    def restart_now(self):
        events.append("restart")


class Line:
    """A console that the host types on."""

    def __init__(self):
        self.typed = [b"\x05\x03", b"\r\x03\r\x01", b""]  # the tail of a frame at first

    def read(self):
        clock.move(50_000)
        return self.typed.pop(0) if self.typed else b""


class Board:
    """Takes as many turns as it is told, and then ends as it is told."""

    turns = 3
    end = False
    new = False

    def __init__(self, uid, boot, settings, console, unit):
        events.append(unit.trouble() or "wired")
        if self.turns < 0 and not unit.trouble():
            raise ValueError("bad SCL pin")

    def step(self):
        self.turns -= 1
        if self.turns < 0 and isinstance(self.end, Exception):
            raise self.end
        return self.turns >= 0

    def wants_restart(self):
        return self.new

    def close(self):
        events.append("closed")


def run(turns=3, end=False, new=False, typed=None):
    """What happens in a run of the program."""
    Board.turns, Board.end, Board.new = turns, end, new
    program.Board, program.Watchdog, program.Console = Board, Dog, Line
    program.load = dict
    program.micropython = Micropython()
    program.hand_on = lambda rest: events.append(rest)
    if typed is not None:
        Line.__init__ = lambda line: setattr(line, "typed", typed)
    machine.reset = lambda: events.append("reset")
    del events[:]
    program.run()
    return events


def test_only_the_main_loop_feeds_the_watchdog_and_the_prompt_stops_it():
    assert run() == [
        "ctrl-c is data",
        "wired",
        "watched",
        "fed",
        "fed",
        "fed",
        "closed",
        "not watched",
        "ctrl-c interrupts",
    ]


def test_new_settings_end_in_a_restart():
    assert run(turns=0, new=True)[1:4] == ["wired", "watched", "restart"]


def test_after_a_fault_nobody_feeds_the_watchdog():
    happened = run(turns=1, end=RuntimeError("a fault"), typed=[])
    assert happened[1:5] == ["wired", "watched", "fed", "reset"]  # a reset where there is no watchdog
    assert clock.us - clock.START >= 10_000_000


def test_after_a_fault_people_get_the_prompt_but_a_hosts_frames_are_no_ctrl_c():
    happened = run(turns=0, end=RuntimeError("a fault"), typed=[b"\x05\x03\x00", b"\r\x03\r\x01"])
    assert happened[1:] == ["wired", "watched", b"\r\x03\r\x01", "closed", "not watched", "ctrl-c interrupts"]


def test_settings_that_the_chip_refuses_leave_a_board_that_says_so():
    trouble = "luza.json: this board can't be wired so: bad SCL pin"
    assert run(turns=-1)[1:4] == ["wired", trouble, "watched"]


def test_settings_that_make_no_sense_leave_a_board_that_says_so():
    def load():
        raise SettingsError("luza.json: is no JSON")

    run()
    program.load = load
    del events[:]
    program.run()
    assert events[1:3] == ["luza.json: is no JSON", "watched"]
