"""The main loop, turn by turn, with the clock in our hands."""

import machine
import micropython
import stopped_clock as clock

from luza_node import board as program
from luza_node import framing, wire, wire_care
from luza_node.settings import parse
from luza_node.unit import BoardUnit

SETTINGS = """{"inputs": [{"channel": 0, "pin": 2}], "piezos": [{"channel": 8, "pin": 26}],
    "colours": [{"channel": 2, "sda": 4, "scl": 5}],
    "tags": [{"channel": 3, "reader": "rdm6300", "rx": 13}, {"channel": 4, "reader": "pn532", "sda": 6, "scl": 7}],
    "led": 12}"""


class Line:
    """A console: the host says what is put into `come`, and takes what the board says."""

    def __init__(self):
        self.come = b""
        self.room = 10_000
        self._decoder = framing.Decoder()
        self.bodies = []

    def read(self):
        data = self.come
        self.come = b""
        return data

    def write(self, data):
        self.bodies += self._decoder.feed(data[: self.room])
        return min(len(data), self.room)


class Rig:
    def __init__(self, settings=SETTINGS):
        self.line = Line()
        self.unit = BoardUnit(0)
        self.board = program.Board(b"uid", 1, parse(settings), self.line, self.unit)

    def says(self, body):
        self.line.come += framing.frame(body)

    def turns(self, ms, step=500):
        """Turns of the loop for so long; False when the last was the last."""
        return all(self.board.step() for _ in clock.every(step, 1000 * ms))

    def hits(self):
        """(channel, value) of all that were sent."""
        out = []
        for body in self.line.bodies:
            if body[0] == wire.HITS:
                out += [(channel, value) for channel, _, _, value in wire.read_hits(body).entries]
        self.line.bodies = []
        return out

    def health(self):
        self.line.bodies = []
        self.says(wire_care.ask_health())
        self.turns(2)
        (state,) = [wire_care.read_health(body) for body in self.line.bodies if body[0] == wire_care.HEALTH]
        return state


def test_every_sensor_has_its_turn_though_some_are_silent():
    machine.play("colour 4 100 100 100")
    rig = Rig()
    rig.says(wire.send_from(1, 0))
    rig.turns(2500)
    assert rig.hits() == [(0, 0)]
    machine.play("colour 4 2000 200 200")
    machine.play("pin 2 0")
    machine.play("adc 26 50000")
    machine.play("uart 13 " + b"\x020A00B5C4F289\x03".hex())
    rig.turns(1000)
    assert rig.hits() == [(0, 1), (3, "0A00B5C4F2"), (8, 0.763), (2, (204, 20, 20))]
    assert rig.health().silent == b"\x04"


def test_B2_a_turn_in_which_nothing_happens_allocates_nothing():
    rig = Rig()
    machine.ADC.read_u16 = lambda adc: 0
    machine.play("colour 4 100 100 100")  # nor does a colour sensor, nor a reader without a tag
    machine.play("tag 6")
    rig.turns(3000)
    quiet_i2c()
    rig.line.read = lambda: b""
    for _ in range(50):
        clock.us += program.LOOK_US
        rig.board.step()  # the link is asked what it has to say: that allocates
        rig.board.step()
        micropython.heap_lock()
        for _ in range(100):
            clock.us += program.LOOK_US // 101
            rig.board.step()
        micropython.heap_unlock()


def quiet_i2c():
    """The stand-in's buses give nothing new and allocate nothing."""

    machine.SoftI2C.readfrom_mem_into = lambda bus, address, memory, buffer: None
    machine.SoftI2C.writeto_mem = lambda bus, address, memory, data: None
    machine.SoftI2C.readfrom_into = lambda bus, address, buffer: None
    machine.SoftI2C.writeto = lambda bus, address, data: None


def test_B2_garbage_is_collected_while_the_table_is_quiet_and_not_in_a_stroke():
    rig = Rig()
    collected = []
    rig.unit.collect = lambda: collected.append(clock.us)
    rig.turns(11_000)
    assert len(collected) == 2
    for _ in range(100):  # a hit ten times a second for ten seconds
        machine.play("pin 2 0 1")
        rig.turns(100)
    assert len(collected) == 2
    rig.turns(300)
    assert len(collected) == 3


def test_the_longest_turn_is_told_and_then_counted_anew():
    rig = Rig()
    rig.turns(50)
    clock.move(70_000)
    rig.turns(50)
    assert rig.health().longest_turn_us == 70_500
    rig.turns(50)
    assert rig.health().longest_turn_us == 500


def test_health_counts_what_was_missed_and_dropped_and_came_damaged():
    rig = Rig()
    rig.turns(50)
    machine.play("pin 2 " + "0 1 " * 150)
    rig.line.come = b"\x01\x02\x00"
    rig.turns(50)
    for _ in range(850):
        machine.play("pin 2 0 1")
        rig.turns(1)
    state = rig.health()
    assert (state.edges_missed, state.bad_frames) == (45, 1)
    assert state.hits_dropped == 1 + 255 + 1 + 1 + 1700 - 1024  # the first level, edges, lost, a level, edges
    assert (state.uptime_s, state.trouble) == ((clock.us - clock.START) // 1_000_000, "")
    assert state.free_memory > 0


def test_edges_come_faster_than_they_are_handed_on_and_the_line_lives():
    rig = Rig()
    rig.turns(50)
    rig.says(wire.ask_time(5))
    for _ in range(100):
        machine.play("pin 2 " + "0 1 " * 20)
        rig.turns(1, 1000)
    assert wire.TIME in [body[0] for body in rig.line.bodies]
    rig.says(wire.send_from(1, 0))
    rig.turns(500)
    numbers = [value for channel, value in rig.hits() if channel == 255]
    assert sum(numbers) == rig.unit.edges_missed > 0


def test_the_led_blinks_for_as_long_as_it_was_asked_and_ends_dark():
    rig = Rig()
    led = machine._pins[12]
    assert led.mode == machine.Pin.OUT  # though it is the pin that the reader's UART took
    levels = []

    def seconds(count):
        for _ in range(8 * count):
            rig.turns(125, 1000)
            levels.append(led.value())

    rig.turns(1000)
    rig.says(wire_care.identify(2))
    seconds(3)
    assert levels == [1, 0] * 8 + [0] * 8
    rig.says(wire_care.identify(255))
    rig.turns(20)
    assert led.value() == 1
    rig.says(wire_care.identify(0))
    seconds(1)
    assert levels[-8:] == [0] * 8


def test_a_board_without_an_led_blinks_nowhere():
    class NoLed(machine.Pin):
        def __init__(self, number, *rest, **more):
            if number == "LED":
                raise ValueError("unknown named pin")
            super().__init__(number, *rest, **more)

    machine.Pin = NoLed
    rig = Rig('{"inputs": [{"channel": 0, "pin": 2}]}')
    rig.says(wire_care.identify(5))
    assert rig.turns(1000)


def test_B14_no_turn_waits_for_a_host_that_takes_nothing_and_a_frame_goes_out_piece_by_piece():
    rig = Rig()
    rig.turns(10)
    rig.line.room = 0
    rig.line.bodies = []
    rig.says(wire.ask_hello())
    machine.play("pin 2 0")
    rig.turns(60_000, 20_000)
    assert rig.line.bodies == []
    rig.line.room = 1
    rig.says(wire.send_from(1, 0))
    rig.turns(200)
    assert rig.hits() == [(0, 0), (0, 1)]


def test_two_sensors_of_a_kind_have_a_bus_each():
    machine.play("colour 4 100 100 100")
    machine.play("colour 8 100 100 100")
    rig = Rig("""{"colours": [{"channel": 2, "sda": 4, "scl": 5}, {"channel": 3, "sda": 8, "scl": 9}],
        "tags": [{"channel": 4, "reader": "pn532", "sda": 4, "scl": 5}]}""")  # 8 and 9 are I2C0's as well: by software
    machine.play("tag 4 04a1b2c3")
    rig.says(wire.send_from(1, 0))
    rig.turns(1000)
    assert rig.health().silent == b""
    machine.play("colour 8 200 200 2000")
    machine.play("gone 4")
    rig.turns(1000)
    assert rig.hits() == [(3, (20, 20, 204))]
    assert rig.health().silent == b"\x04\x02"


def test_B15_ctrl_c_interrupts_only_outside_of_frames_and_when_nothing_follows():
    rig = Rig()
    for begin, end in ((b"\r\x03", b"\x05\x00"), (b"\x03", b"\x02\x00"), (b"\x05\x03", b"")):
        rig.line.come = begin
        assert rig.turns(150)
        rig.line.come = end  # a slow line: it was a frame, or what was left of one
        assert rig.turns(1000)
        rig.line.come = b"\x00"
        rig.turns(1)
    for keys in (b"\r\x03", b"\x03\x03"):
        rig.line.come = keys
        assert rig.turns(199)
        assert not rig.turns(10)
        rig.line.come = b"\x00"
        rig.turns(1)


def test_B17_three_wraps_of_the_counter_and_a_long_idle_are_one_clock():
    rig = Rig()
    rig.says(wire.send_from(1, 0))
    rig.turns(100)
    machine.play("pin 2 0")
    begun = clock.us
    rig.turns(3_600_000, 1_000_000)
    machine.play("pin 2 1")
    rig.turns(100)
    at = []
    for body in rig.line.bodies:
        if body[0] == wire.HITS:
            at += [ticks for _, ticks, _, _ in wire.read_hits(body).entries]
    assert clock.us - begun > 3 << 30
    assert at[2] - at[1] == 3_600_000_000
