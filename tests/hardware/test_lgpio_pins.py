"""The Pi's own pins through gpiozero's lgpio factory, which a real Pi has: real up to the calls of lgpio itself."""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
from gpiozero import Device

from luza_hardware.gpio_pins import GpioPins
from luza_hardware.hit import Hit
from luza_hardware.table_file import Sensor

BEAM = Sensor("pocket.foot_left.beam", "beam", gpio=17, pocket="foot_left")
PI_3B = 0xA02082
PULL_UP = 1 << 5


class Kernel(ModuleType):
    """lgpio and the kernel behind it, for one chip: the calls gpiozero makes for an input, as lgpio documents them.

    `edge` is what happens on a line: the kernel stamps it in nanoseconds of its monotonic clock, lgpio hands it on.
    """

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 1 << 7, PULL_UP, 1 << 6
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = OSError

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.flags: dict[int, int] = {}
        self.debounce: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.listeners: dict[int, Callable[[int, int, int, int], None]] = {}
        self.open = False

    def gpiochip_open(self, chip: int) -> int:
        assert chip == 0
        self.open = True
        return 1

    def gpiochip_close(self, handle: int) -> None:
        self.open = False

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self.flags[gpio] = flags

    def gpio_claim_output(self, handle: int, gpio: int) -> None:
        raise AssertionError("a sensor's pin is never driven")

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        assert edges == self.BOTH_EDGES
        self.flags[gpio] = flags

    def gpio_free(self, handle: int, gpio: int) -> None:
        del self.flags[gpio]

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.flags[gpio]

    def gpio_read(self, handle: int, gpio: int) -> int:
        return self.levels.get(gpio, 1 if self.flags[gpio] & PULL_UP else 0)

    def gpio_set_debounce_micros(self, handle: int, gpio: int, micros: int) -> None:
        self.debounce[gpio] = micros

    def callback(self, handle: int, gpio: int, edges: int, listener: Callable[[int, int, int, int], None]) -> "Kernel":
        self.listeners[gpio] = listener
        return self

    def cancel(self) -> None:
        self.listeners.clear()

    def edge(self, gpio: int, level: int, at_ns: int) -> None:
        self.levels[gpio] = level
        self.listeners[gpio](0, gpio, level, at_ns)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    kernel = Kernel()
    monkeypatch.setitem(sys.modules, "lgpio", kernel)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    from gpiozero.pins.lgpio import LGPIOFactory

    monkeypatch.setattr(LGPIOFactory, "_get_revision", lambda self: PI_3B)
    monkeypatch.setattr(LGPIOFactory, "ticks", staticmethod(lambda: 70.25))  # the monotonic clock, when it is looked at
    factory = LGPIOFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield kernel
    factory.close()
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio")


def test_B18_a_hit_has_the_time_that_the_kernel_stamped_and_nothing_is_debounced_by_it(kernel: Kernel) -> None:
    hits: list[Hit] = []
    pins = GpioPins([BEAM], lambda: 50.0, hits.append)
    pins.start()
    assert kernel.flags[17] & PULL_UP
    assert kernel.debounce == {17: 0}
    for level, at_ns in ((0, 70_000_000_000), (1, 70_000_180_000), (0, 70_200_000_000)):
        kernel.edge(17, level, at_ns)
    assert hits == [Hit(49.75, BEAM.id, 1), Hit(49.75018, BEAM.id, 0), Hit(49.95, BEAM.id, 1)]
    pins.stop()
    assert kernel.listeners == {}


def test_B19_an_edge_that_the_kernels_full_queue_lost_is_told_from_the_level(kernel: Kernel) -> None:
    hits: list[Hit] = []
    pins = GpioPins([BEAM], lambda: 50.0, hits.append)
    pins.start()
    kernel.levels[17] = 0  # and no edge comes
    pins.look()
    pins.look()
    assert hits == [Hit(50.0, BEAM.id, 1)]
    pins.stop()
