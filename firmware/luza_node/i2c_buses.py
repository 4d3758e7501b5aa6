"""A board's I2C buses: one for each pair of pins.

Colour sensors (TCS34725) and tag readers (PN532) have one fixed address each, so two of a kind need two buses. The chip
has two of its own, on pins that its data sheet names; any other pair of pins is driven by software.
"""

import machine

FREQUENCY = 400_000
TIMEOUT_US = 1_000  # a sensor that holds the bus back for longer fails, and is tried again


class Buses:
    """The buses that were opened so far."""

    def __init__(self) -> None:
        self._buses: dict[tuple[int, int], machine.I2C | machine.SoftI2C] = {}
        self._taken: list[int] = []

    def on(self, sda: int, scl: int) -> machine.I2C | machine.SoftI2C:
        """The bus on these pins."""
        bus = self._buses.get((sda, scl))
        if bus is None:
            bus = self._open(sda, scl)
            self._buses[(sda, scl)] = bus
        return bus

    def _open(self, sda: int, scl: int) -> machine.I2C | machine.SoftI2C:
        # RP2040 and RP2350 datasheets, GPIO functions: data on even pins, clock on odd ones, pair by pair I2C0 and I2C1
        number = sda // 2 % 2
        data, clock = machine.Pin(sda), machine.Pin(scl)
        if sda % 2 == 0 and scl % 2 == 1 and scl // 2 % 2 == number and number not in self._taken:
            self._taken.append(number)
            return machine.I2C(number, sda=data, scl=clock, freq=FREQUENCY, timeout=TIMEOUT_US)
        return machine.SoftI2C(sda=data, scl=clock, freq=FREQUENCY, timeout=TIMEOUT_US)
