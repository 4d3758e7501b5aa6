"""A board at work: edges and knocks from its pins into the link, and the link's bytes to the host and back.

`step` is one turn of the main loop. Beams and buttons are stamped by interrupts, so a turn that takes long (a garbage
collection, a slow host) delays their hits but doesn't shift their times. Piezos are sampled once a turn, so a turn in
which nothing happens allocates nothing: otherwise the collections themselves would make the board deaf now and then.
"""

import machine

from luza_node.clock import TICK_BITS, now, since
from luza_node.console import Console
from luza_node.edges import DigitalInput, EdgeRing
from luza_node.link import BoardLink
from luza_node.peaks import PeakFinder
from luza_node.settings import Settings

EDGES = 256  # between two turns of the loop
HITS = 1024  # kept for a host that is silent
FULL_SCALE = 65535
LOOK_US = 10_000  # so often the link is asked for what it has to say, when nothing happens
INTERRUPTED_US = 200_000

CTRL_C = 3


class Piezo:
    """A piezo on an ADC pin."""

    def __init__(self, channel: int, pin: int, floor: float) -> None:
        self.channel = channel
        self.adc = machine.ADC(machine.Pin(pin))
        self.finder = PeakFinder(int(floor * FULL_SCALE))


class Board:
    """The board with these settings; `uid` is its unique id, `boot` a random number of 32 bits."""

    def __init__(self, uid: bytes, boot: int, settings: Settings, console: Console) -> None:
        self._console = console
        self._link = BoardLink(uid, boot, HITS, TICK_BITS)
        self._edges = EdgeRing(EDGES)
        self._missed = 0  # of the edges' misses, so many are told
        self._inputs = [DigitalInput(channel, pin, high, self._edges) for channel, pin, high in settings.inputs]
        self._piezos = [Piezo(channel, pin, floor) for channel, pin, floor in settings.piezos]
        self._out = b""
        self._received_at = 0
        self._asked_at = 0
        self._busy = True  # something happened since the link last had nothing to say

    def step(self) -> bool:
        """One turn; False when somebody at a terminal, or mpremote, asks for the board's prompt."""
        link = self._link
        edge = self._edges.take()
        while edge is not None:
            link.hit(edge[0], edge[1], edge[2])
            self._busy = True
            edge = self._edges.take()
        missed = self._edges.missed
        if missed != self._missed:
            link.lose(now(), missed - self._missed)
            self._missed = missed
            self._busy = True
        for piezo in self._piezos:
            if piezo.finder.sample(now(), piezo.adc.read_u16()):
                link.hit(piezo.channel, piezo.finder.at, piezo.finder.peak / FULL_SCALE)
                self._busy = True
        data = self._console.read()
        if data:
            link.received(data)
            self._received_at = now()
            self._busy = True
        if not self._out and (self._busy or since(self._asked_at, now()) >= LOOK_US):
            self._asked_at = now()
            self._out = link.to_send(self._asked_at)
            self._busy = bool(self._out)
        if self._out:
            self._out = self._out[self._console.write(self._out) :]
        return not self._is_interrupted()

    def close(self) -> None:
        """Let go of the pins."""
        for one in self._inputs:
            one.close()

    def _is_interrupted(self) -> bool:
        """Ctrl-C outside of any frame, and quiet after it.

        Byte 3 is a byte like any other within a frame, so it can't interrupt by itself. No frame of the host begins
        with return and Ctrl-C, as mpremote does, or is nothing but Ctrl-C.
        """
        rest = self._link.decoder.rest
        if not rest or since(self._received_at, now()) < INTERRUPTED_US:
            return False
        return rest[:2] == b"\r\x03" or rest == bytes((CTRL_C,)) * len(rest)
