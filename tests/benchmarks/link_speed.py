"""Hits a second over a board's line, from `BoardLink.hit` to `Hit` and acknowledged, without any port in between.

The baselines carry the same bytes of each hit, one way, unnumbered and unacknowledged: pySerialTransfer (in which the
line is a list in memory as well), and the least that could be written: the `cobs` package and binascii.crc_hqx. All
make a `Hit` of what arrived. One core, interleaved.
"""

from __future__ import annotations

import binascii
import statistics
import struct
import time
from collections.abc import Callable

from cobs import cobs
from pySerialTransfer import pySerialTransfer

from luza_hardware.board_news import Batch
from luza_hardware.hit import Hit
from luza_node import wire
from tests.benchmarks.measure import Measure
from tests.hardware.link_bench import SENSORS, Bench

HITS = 4096
ROUNDS = 7
BURST = 16  # a rack that is broken: so many hits wait together
SENSOR, CHANNEL = SENSORS[0].id, 0
LEVEL = struct.Struct(wire.ENTRY + "B")


def measures() -> dict[str, Measure]:
    """Hits a second, each hit by itself and sixteen at a time; more is better."""
    found = {}
    for name, together in (("link_vs_pyserialtransfer", 1), ("link_burst_vs_pyserialtransfer", BURST)):
        ways = Ours(), Transfer(), Bare()
        rates = [[_rate(way.carry, together) for way in ways] for _ in range(ROUNDS)]
        ours, transfer, bare = (statistics.median(column) for column in zip(*rates, strict=True))
        words = "link_*: hits a second, in order, once, acknowledged; baselines: unnumbered and unacknowledged"
        found[name] = Measure(ours, transfer, "hits/s", words)
        found[name.replace("pyserialtransfer", "bare_cobs")] = Measure(ours, bare, "hits/s", words)
    return found


def _rate(carry: Callable[[int, int], list[Hit]], together: int) -> float:
    began = time.perf_counter()
    for first in range(0, HITS, together):
        if len(carry(first, together)) != together:
            raise AssertionError("a hit is missing")
    return HITS / (time.perf_counter() - began)


class Ours:
    """A board and a host, which acknowledges what each burst brought."""

    def __init__(self) -> None:
        bench = Bench()
        bench.connect()
        bench.hit(0, CHANNEL)
        bench.settle()
        self._board, self._host, self._t = bench.board, bench.host, bench.t

    def carry(self, first: int, count: int) -> list[Hit]:
        board, host = self._board, self._host
        ticks = round(self._t * 1e6)
        for number in range(first, first + count):
            board.hit(CHANNEL, ticks, number & 1)
        hits: list[Hit] = []
        for news in host.received(board.to_send(ticks), self._t):
            if isinstance(news, Batch):
                hits += news.hits
                host.ack(news.boot, news.next)
        board.received(host.to_send(self._t, self._t))
        self._t += 0.0001
        return hits


class _Wire:
    """What pySerialTransfer takes for a port."""

    is_open = True

    def __init__(self) -> None:
        self._line = bytearray()

    @property
    def in_waiting(self) -> int:
        return len(self._line)

    def write(self, data: bytes) -> None:
        self._line += data

    def read(self, size: int = 1) -> bytes:
        taken = bytes(self._line[:size])
        del self._line[:size]
        return taken


class Transfer:
    """pySerialTransfer as its examples use it, several hits in one packet."""

    def __init__(self) -> None:
        self._link = pySerialTransfer.SerialTransfer("-", restrict_ports=False)
        self._link.connection = _Wire()

    def carry(self, first: int, count: int) -> list[Hit]:
        link = self._link
        size = 0
        for number in range(first, first + count):
            size = link.tx_struct_obj(_entry(number), size)
        link.send(size)
        arrived = link.available()
        return _hits(bytes(link.rx_buff[:arrived]))


class Bare:
    """The cobs package and a CRC-16: a frame, and nothing around it."""

    def carry(self, first: int, count: int) -> list[Hit]:
        body = b"".join(_entry(number) for number in range(first, first + count))
        line = cobs.encode(body + binascii.crc_hqx(body, 0xFFFF).to_bytes(2, "little")) + b"\0"
        data = cobs.decode(line[:-1])
        body = data[:-2]
        if binascii.crc_hqx(body, 0xFFFF) != int.from_bytes(data[-2:], "little"):
            raise AssertionError("damaged")
        return _hits(body)


def _entry(number: int) -> bytes:
    return LEVEL.pack(CHANNEL, 100_000_000 + number, wire.LEVEL, 1, number & 1)


def _hits(entries: bytes) -> list[Hit]:
    return [Hit(ticks * 1e-6, SENSOR, level) for _, ticks, _, _, level in LEVEL.iter_unpack(entries)]
