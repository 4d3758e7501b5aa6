"""Edges of pins, stamped in the interrupt and kept until the main loop fetches them.

An interrupt must not allocate: all memory is taken at the start, numbers stay small integers (30 bits), and each side
writes only its own index, so neither has to lock the other out.
"""

from array import array

import machine

from luza_node.clock import now


class EdgeRing:
    """Room for `size` - 1 edges. `missed` counts those that found no room (it never goes back)."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._ticks = array("I", bytes(4 * size))
        self._channels = bytearray(size)
        self._levels = bytearray(size)
        self._head = 0  # where the interrupt writes next
        self._tail = 0  # where the main loop reads next
        self.missed = 0

    def put(self, channel: int, ticks: int, level: int) -> None:
        """For interrupts."""
        head = self._head
        after = (head + 1) % self._size
        if after == self._tail:
            self.missed += 1
            return
        self._ticks[head] = ticks
        self._channels[head] = channel
        self._levels[head] = level
        self._head = after  # last: only now does the main loop see it

    def take(self) -> tuple[int, int, int] | None:
        """The oldest edge, (channel, ticks, level); None when there is none. For the main loop."""
        tail = self._tail
        if tail == self._head:
            return None
        edge = (self._channels[tail], self._ticks[tail], self._levels[tail])
        self._tail = (tail + 1) % self._size
        return edge


class DigitalInput:
    """A pin whose edges go into the ring: level 1 when it is active (beam broken, button pressed)."""

    def __init__(self, channel: int, pin: int, active_high: bool, ring: EdgeRing) -> None:
        self._channel = channel
        self._flip = 0 if active_high else 1
        self._ring = ring
        pull = machine.Pin.PULL_DOWN if active_high else machine.Pin.PULL_UP
        self._pin = machine.Pin(pin, machine.Pin.IN, pull)
        both = machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING
        self._pin.irq(handler=self._edge, trigger=both, hard=True)

    def _edge(self, pin: machine.Pin) -> None:
        ticks = now()
        self._ring.put(self._channel, ticks, pin.value() ^ self._flip)

    def close(self) -> None:
        """No interrupt comes of this pin any more."""
        self._pin.irq(handler=None)
