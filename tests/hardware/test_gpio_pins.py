"""The Pi's own pins, on gpiozero's mock of them."""

import queue
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from luza_hardware import gpio_pins
from luza_hardware.gpio_pins import GpioPins, PinsFailedError
from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor

BUTTON = Sensor("button.undo", "button", gpio=26, event="undo", by="referee")
BEAM = Sensor("pocket.foot_left.beam", "beam", gpio=17, pocket="foot_left")
ON_A_BOARD = Sensor("tip", "tip", "n1", 16)
PATIENCE = 20.0


@pytest.fixture
def pi() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = pi = MockFactory()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpio_pins, "LOOK_S", 3600.0)  # who looks is the test
        yield pi
    pi.reset()
    Device.pin_factory = before


@pytest.fixture
def hits(pi: MockFactory) -> Iterator["queue.SimpleQueue[Hit]"]:
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BUTTON, ON_A_BOARD, BEAM], lambda: 50.0, hits.put)
    pins.start()
    yield hits
    pins.stop()


def test_a_pin_that_goes_low_is_a_press_and_one_that_goes_high_a_release(
    pi: MockFactory, hits: "queue.SimpleQueue[Hit]"
) -> None:
    pi.pin(26).drive_low()
    pi.pin(17).drive_low()
    pi.pin(26).drive_high()
    got = [hits.get_nowait() for _ in range(3)]
    assert [(hit.sensor, hit.value) for hit in got] == [("button.undo", 1), (BEAM.id, 1), ("button.undo", 0)]
    assert hits.empty()


def test_B13_the_level_at_the_start_is_no_hit(pi: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    pin = pi.pin(26)
    pin.drive_low()
    monkeypatch.setattr(type(pin), "_set_pull", lambda self, value: None)  # the button is stronger than the pull-up
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BUTTON], lambda: 50.0, hits.put)
    pins.start()
    pins.look()
    pins.look()
    assert hits.empty()
    pin.drive_high()
    assert hits.get_nowait().value == 0
    pins.stop()


def test_a_hit_has_the_time_of_its_edge_and_not_of_the_callback(
    pi: MockFactory, hits: "queue.SimpleQueue[Hit]", monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = pi.pin(26)
    monkeypatch.setattr(MockFactory, "ticks", staticmethod(lambda: pin._last_change + 0.25))
    pin.drive_low()
    assert hits.get_nowait() == Hit(49.75, "button.undo", 1)


def test_B18_a_pulse_that_a_debounce_would_swallow_and_the_real_one_behind_it_come_each_with_its_time(
    pi: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = pi.pin(17)
    monkeypatch.setattr(MockFactory, "ticks", staticmethod(lambda: pin._last_change + 0.25))
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BEAM], pi.ticks, hits.put)  # a table's clock that is the pins' own
    pins.start()
    happened = []
    for drive in (pin.drive_low, pin.drive_high, pin.drive_low):
        drive()
        happened.append(pin._last_change)
    got = [hits.get_nowait() for _ in range(3)]
    assert [hit.value for hit in got] == [1, 0, 1]
    assert [hit.t for hit in got] == pytest.approx(happened, abs=1e-6)
    pins.stop()


@pytest.mark.parametrize("away", [1, 0])
def test_B19_a_level_of_which_the_kernel_lost_the_edge_is_read_again(pi: MockFactory, away: int) -> None:
    pin = pi.pin(17)
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BEAM], lambda: 50.0, hits.put)
    pins.start()
    if not away:
        pin.drive_low()
        assert hits.get_nowait().value == 1
    pin._state = not away  # no callback tells of it
    pins.look()
    assert hits.empty()  # it may be just on its way
    pins.look()
    assert hits.get_nowait() == Hit(50.0, BEAM.id, away)
    pins.look()
    pins.look()
    assert hits.empty()
    pins.stop()


def test_B19_a_look_tells_nothing_that_an_edge_has_told(pi: MockFactory) -> None:
    pin = pi.pin(17)
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BEAM], lambda: 50.0, hits.put)
    pins.start()
    pin._state = False
    pins.look()  # the edge is on its way
    pin._state = True
    pin.drive_low()
    pins.look()
    pin.drive_high()
    pin._state = False
    pins.look()  # another one that is on its way: not the doubt from before
    assert [hits.get_nowait().value for _ in range(2)] == [1, 0]
    assert hits.empty()
    pins.stop()


def test_levels_are_looked_at_all_the_time(pi: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio_pins, "LOOK_S", 0.01)
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BEAM], lambda: 50.0, hits.put)
    pins.start()
    pi.pin(17)._state = False
    assert hits.get(timeout=PATIENCE).value == 1
    pins.stop()


def test_a_stopped_pin_is_free_and_silent(pi: MockFactory) -> None:
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BUTTON], lambda: 50.0, hits.put)
    pins.start()
    pins.stop()
    pi.pin(26).drive_low()
    assert hits.empty()
    pi.pin(26).drive_high()
    pins.start()
    pi.pin(26).drive_low()
    assert hits.get_nowait().value == 1
    pins.stop()


@pytest.mark.parametrize(
    ("sensors", "complaint"),
    [
        ([BUTTON, Sensor("other", "button", gpio=26)], "sensor other: GPIO 26 can't be used: "),
        ([Sensor("far", "button", gpio=99)], "sensor far: GPIO 99 can't be used: "),
        ([Sensor("tip", "tip", gpio=4)], "sensor tip: a tip can't be read from a pin of the Pi"),
    ],
)
def test_a_pin_that_cant_be_used_is_told_with_its_sensor(
    pi: MockFactory, sensors: list[Sensor], complaint: str
) -> None:
    pins = GpioPins(sensors, lambda: 50.0, lambda hit: None)
    with pytest.raises(PinsFailedError, match=complaint):
        pins.start()
    free = GpioPins([BUTTON], lambda: 50.0, lambda hit: None)
    free.start()
    free.stop()


def test_a_machine_without_pins_is_told_clearly(pi: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nosuch")
    with pytest.raises(PinsFailedError, match=r"sensor button.undo: GPIO 26 can't be used: "):
        GpioPins([BUTTON], lambda: 50.0, lambda hit: None).start()
