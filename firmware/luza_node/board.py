"""A board at work: edges, knocks and readings from its pins into the link, and the link's bytes to the host and back.

`step` is one turn of the main loop. Beams and buttons are stamped by interrupts, so a turn that takes long (a garbage
collection, a slow host) delays their hits but doesn't shift their times. Piezos are sampled once a turn, so a turn in
which nothing happens allocates nothing, and garbage is collected when the table is quiet: otherwise the collections
themselves would make the board deaf now and then. For the same reason no turn waits, for the host or for a sensor, and
in each only one of the sensors on buses is looked at.
"""

import machine

from luza_node.clock import TICK_BITS, now, since
from luza_node.console import Console
from luza_node.edges import DigitalInput, EdgeRing
from luza_node.i2c_buses import Buses
from luza_node.link import BoardLink
from luza_node.peaks import PeakFinder
from luza_node.pn532 import Pn532
from luza_node.prompt import hand_on, is_interrupt
from luza_node.rdm6300 import Rdm6300
from luza_node.settings import Settings
from luza_node.tcs34725 import Tcs34725
from luza_node.unit import BoardUnit

EDGES = 256  # between two turns of the loop
EDGES_A_TURN = 32  # are handed on
HITS = 1024  # kept for a host that is silent
FULL_SCALE = 65535
LOOK_US = 20_000  # so often the link is asked for what it has to say, and levels are looked at, when nothing happens
QUIET_US = 250_000  # without a hit: a moment to collect garbage
COLLECT_US = 5_000_000  # if that was so long ago
LAST_WORDS_US = 500_000  # until it starts again: so long may the answer take that says why


class Piezo:
    """A piezo on an ADC pin."""

    def __init__(self, channel: int, pin: int, floor: float) -> None:
        self.channel = channel
        self.adc = machine.ADC(machine.Pin(pin))
        self.finder = PeakFinder(int(floor * FULL_SCALE))


class Board:
    """The board with these settings; `uid` is its unique id, `boot` a random number of 32 bits."""

    def __init__(self, uid: bytes, boot: int, settings: Settings, console: Console, unit: BoardUnit) -> None:
        self._console = console
        self._unit = unit
        self._link = BoardLink(uid, boot, HITS, TICK_BITS, unit)
        self._readers = _readers(settings)  # before the inputs: a UART takes a pin too many
        unit.begin(self._readers, settings.led)
        self._turn = 0  # of the readers
        self._edges = EdgeRing(EDGES)
        self._inputs = []
        for channel, pin, high in settings.inputs:
            self._inputs.append(DigitalInput(channel, pin, high, self._edges, len(self._inputs)))
        self._piezos = [Piezo(channel, pin, floor) for channel, pin, floor in settings.piezos]
        self._edges.doubt = True  # no level was told yet
        self._out = b""
        started = now()
        self._stepped_at = started
        self._hit_at = started
        self._collected_at = started
        self._received_at = started
        self._asked_at = started
        self._new_at = -1  # when new settings were written
        self._busy = True  # something happened since the link last had nothing to say

    def step(self) -> bool:
        """One turn; False when it was the last: somebody at a terminal, or mpremote, asks for the board's prompt, or
        new settings want a restart (then `wants_restart`)."""
        begun = now()
        self._unit.turned(since(self._stepped_at, begun))
        self._stepped_at = begun
        self._take_edges()
        link = self._link
        for piezo in self._piezos:
            if piezo.finder.sample(now(), piezo.adc.read_u16()):
                link.hit(piezo.channel, piezo.finder.at, piezo.finder.peak / FULL_SCALE)
                self._happened()
        self._look_at_reader()
        data = self._console.read()
        if data:
            link.received(data)
            self._received_at = now()
            self._busy = True
        if not self._out and (self._busy or since(self._asked_at, now()) >= LOOK_US):
            self._asked_at = now()
            self._edges.doubt = True
            self._out = link.to_send(self._asked_at)
            self._busy = bool(self._out)
        if self._out:
            self._out = self._out[self._console.write(self._out) :]
        self._unit.blink_on()
        self._collect_when_quiet()
        rest = link.decoder.rest
        if is_interrupt(rest, since(self._received_at, now())):
            hand_on(rest)
            return False
        return not self.wants_restart()

    def wants_restart(self) -> bool:
        """New settings were written, and the host was told."""
        if not self._unit.is_new:
            return False
        if self._new_at < 0:
            self._new_at = now()
        return since(self._new_at, now()) >= LAST_WORDS_US

    def close(self) -> None:
        """Let go of the pins."""
        for one in self._inputs:
            one.close()

    def _happened(self) -> None:
        self._hit_at = self._stepped_at
        self._busy = True

    def _take_edges(self) -> None:
        """What the interrupts saw and missed, and levels that are in doubt."""
        if not self._take_some_edges():
            return
        edges, unit = self._edges, self._unit
        missed = edges.missed
        if missed != unit.edges_missed:
            self._link.lose(now(), missed - unit.edges_missed)
            unit.edges_missed = missed
            self._happened()
        if edges.doubt:
            edges.doubt = False  # first: a doubt that comes up meanwhile stays
            for one in self._inputs:
                one.read_again()
            self._take_some_edges()

    def _take_some_edges(self) -> bool:
        """False when there may be more: they can come faster than anybody takes them."""
        for _ in range(EDGES_A_TURN):
            edge = self._edges.take()
            if edge is None:
                return True
            one = self._inputs[edge[0]]
            if one.is_news(edge[2]):
                self._link.hit(one.channel, edge[1], edge[2])
                self._happened()
        return False

    def _look_at_reader(self) -> None:
        """The next colour sensor or tag reader has its turn."""
        if not self._readers:
            return
        self._turn = (self._turn + 1) % len(self._readers)
        reader = self._readers[self._turn]
        value = reader.look(now())
        if value is not None:
            self._link.hit(reader.channel, now(), value)
            self._happened()

    def _collect_when_quiet(self) -> None:
        ticks = now()
        if since(self._collected_at, ticks) < COLLECT_US or since(self._hit_at, ticks) < QUIET_US:
            return
        self._unit.collect()
        self._collected_at = ticks


def _readers(settings: Settings) -> list[Rdm6300 | Pn532 | Tcs34725]:
    buses = Buses()
    out: list[Rdm6300 | Pn532 | Tcs34725] = [Rdm6300(channel, rx) for channel, rx in settings.rdm6300s]
    for channel, sda, scl in settings.pn532s:
        out.append(Pn532(channel, buses.on(sda, scl)))
    for channel, sda, scl, white, empty in settings.colours:
        out.append(Tcs34725(channel, buses.on(sda, scl), white, empty))
    return out
