"""The Pi's own pins, on gpiozero's mock of them."""

import queue
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from luza_hardware.gpio_pins import GpioPins, PinsFailedError
from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor

BUTTON = Sensor("button.undo", "button", gpio=26, event="undo", by="referee")
BEAM = Sensor("pocket.foot_left.beam", "beam", gpio=17, pocket="foot_left")
ON_A_BOARD = Sensor("tip", "tip", "n1", 16)


@pytest.fixture
def pi() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
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


def test_the_level_at_the_start_is_no_hit(pi: MockFactory) -> None:
    pi.pin(26).drive_low()
    hits: queue.SimpleQueue[Hit] = queue.SimpleQueue()
    pins = GpioPins([BUTTON], lambda: 50.0, hits.put)
    pins.start()
    assert hits.empty()
    pins.stop()


def test_a_hit_has_the_time_of_its_edge_and_not_of_the_callback(
    pi: MockFactory, hits: "queue.SimpleQueue[Hit]", monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = pi.pin(26)
    monkeypatch.setattr(MockFactory, "ticks", staticmethod(lambda: pin._last_change + 0.25))
    pin.drive_low()
    assert hits.get_nowait() == Hit(49.75, "button.undo", 1)


def test_two_edges_a_tenth_of_a_millisecond_apart_are_both_there(
    pi: MockFactory, hits: "queue.SimpleQueue[Hit]"
) -> None:
    pi.pin(17).drive_low()
    pi.pin(17).drive_high()
    pi.pin(17).drive_low()
    assert [hits.get_nowait().value for _ in range(3)] == [1, 0, 1]


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
