"""Edges of pins, stamped in the interrupt and kept until the main loop fetches them; and the levels that pins rest at.

An interrupt must not allocate: all memory is taken at the start, numbers stay small integers (30 bits), and each side
writes only its own index, so neither has to lock the other out.

An interrupt that comes late sees the level as it is by then. When it is the one it saw before, two edges were faster
than it was: that is no edge, but the level is in doubt, and the main loop reads it again. The same holds when the ring
was full. A level that was read says how things stand, not when they came to be so.
"""

from array import array

import machine

from luza_node.clock import now

UNTOLD = 2  # in place of a level: none was told yet


class EdgeRing:
    """Room for `size` - 1 edges. `missed` counts those that found no room (it never goes back); `doubt` is set when
    levels ought to be read again."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._ticks = array("I", bytes(4 * size))
        self._inputs = bytearray(size)
        self._levels = bytearray(size)
        self._head = 0  # where the interrupt writes next
        self._tail = 0  # where the main loop reads next
        self.missed = 0
        self.doubt = False

    def put(self, index: int, ticks: int, level: int) -> None:
        """An edge of the input with this index (0–255). For interrupts."""
        head = self._head
        after = (head + 1) % self._size
        if after == self._tail:
            self.missed += 1
            self.doubt = True
            return
        self._ticks[head] = ticks
        self._inputs[head] = index
        self._levels[head] = level
        self._head = after  # last: only now does the main loop see it

    def take(self) -> tuple[int, int, int] | None:
        """The oldest edge, (index, ticks, level); None when there is none. For the main loop."""
        tail = self._tail
        if tail == self._head:
            return None
        edge = (self._inputs[tail], self._ticks[tail], self._levels[tail])
        self._tail = (tail + 1) % self._size
        return edge


class DigitalInput:
    """A pin whose edges go into the ring under `index`: level 1 when it is active (beam broken, button pressed)."""

    def __init__(self, channel: int, pin: int, active_high: bool, ring: EdgeRing, index: int) -> None:
        self.channel = channel
        self._told = UNTOLD
        self._index = index
        self._flip = 0 if active_high else 1
        self._ring = ring
        pull = machine.Pin.PULL_DOWN if active_high else machine.Pin.PULL_UP
        self._pin = machine.Pin(pin, machine.Pin.IN, pull)
        self._level = self._pin.value() ^ self._flip  # as the interrupt saw it last
        both = machine.Pin.IRQ_RISING | machine.Pin.IRQ_FALLING
        self._pin.irq(handler=self._edge, trigger=both, hard=True)

    def is_news(self, level: int) -> bool:
        """Whether this level, which came out of the ring, is another than the one before; it counts as told."""
        if level == self._told:
            return False
        self._told = level
        return True

    def read_again(self) -> None:
        """Read the level: another than the one that was told goes into the ring, stamped now. For the main loop."""
        if self._pin.value() ^ self._flip == self._told:
            return
        state = machine.disable_irq()  # the ring has one writer at a time
        self._level = self._pin.value() ^ self._flip
        self._ring.put(self._index, now(), self._level)
        machine.enable_irq(state)

    def close(self) -> None:
        """No interrupt comes of this pin any more."""
        self._pin.irq(handler=None)

    def _edge(self, pin: machine.Pin) -> None:
        ticks = now()
        level = pin.value() ^ self._flip
        if level == self._level:
            self._ring.doubt = True
            return
        self._level = level
        self._ring.put(self._index, ticks, level)
