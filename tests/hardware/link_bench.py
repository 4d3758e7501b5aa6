"""A bench with a board and a host at the two ends of a line that spoils what it carries; time passes in steps."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from luza_hardware.board_news import Batch, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.host_link import HostLink
from luza_hardware.table_file import Node, Sensor
from luza_node.link import BoardLink

NODE = Node("n1", "/dev/null")
SENSORS = [
    Sensor("beam", "beam", "n1", 0),
    Sensor("cushion", "cushion", "n1", 8),
    Sensor("colour", "colour", "n1", 2),
    Sensor("tag", "tag", "n1", 255),
    Sensor("elsewhere", "beam", "n2", 1),
]
UID = bytes(range(8))
STEP = 0.01  # seconds of one turn of the bench


@dataclass
class Line:
    """One direction: loses, doubles, inserts, swaps, splits and delays bytes and flips their bits, by a seeded coin.

    `spoilt` is the part of bytes to which one of these happens.
    """

    chance: random.Random
    spoilt: float = 0.0
    waiting: bytes = b""
    drop_next: bool = False

    def carry(self, data: bytes) -> bytes:
        if self.drop_next and data:
            self.drop_next = False
            return b""
        if not self.spoilt:
            return data
        line = bytearray(self.waiting)
        for byte in data:
            if self.chance.random() >= self.spoilt:
                line.append(byte)
            else:
                self._spoil(line, byte)
        at = self.chance.randint(0, len(line)) if self.chance.random() < 0.3 else len(line)
        arrived, self.waiting = bytes(line[:at]), bytes(line[at:])
        return arrived

    def _spoil(self, line: bytearray, byte: int) -> None:
        how = self.chance.randrange(5)
        if how == 1:
            line.append(byte ^ 1 << self.chance.randrange(8))
        elif how == 2:
            line += bytes((byte, byte))
        elif how == 3:
            line += bytes((byte, self.chance.randrange(256)))
        elif how == 4:
            line.insert(max(len(line) - 1, 0), byte)  # before the one that went ahead of it
        # and else it is lost


@dataclass
class Bench:
    """A board and a host that journals what is delivered; time passes in steps."""

    seed: int = 0
    spoilt: float = 0.0
    size: int = 1024
    board: BoardLink = field(init=False)
    host: HostLink = field(init=False)

    def __post_init__(self) -> None:
        chance = random.Random(self.seed)
        self.down, self.up = Line(chance, self.spoilt), Line(chance, self.spoilt)
        self.t = 100.0
        self.board_started = 0.0
        self.marks: dict[str, tuple[int, int]] = {}
        self.journal: list[Hit] = []
        self.news: list[object] = []
        self.undelivered: list[Batch] = []
        self.board = BoardLink(UID, 1, self.size)
        self.restart_host()

    def ticks(self) -> int:
        return round((self.t - self.board_started) * 1e6) & 0xFFFFFFFF

    def restart_host(self) -> None:
        """A new process: what wasn't journaled is forgotten."""
        self.undelivered = []
        self.host = HostLink(NODE, SENSORS, self.marks, random.Random(self.t).getrandbits(32))

    def restart_board(self, boot: int) -> None:
        self.board_started = self.t - 1.0
        self.board = BoardLink(UID, boot, self.size)

    def hit(self, value: object, channel: int = 0) -> None:
        self.board.hit(channel, self.ticks(), value)

    def turn(self, host_reads: bool = True) -> None:
        self.board.received(self.down.carry(self.host.to_send(self.t, self.t)))
        self.t += STEP / 100
        arrivals = [self.up.carry(said) for said in iter(lambda: self.board.to_send(self.ticks()), b"")]
        for arrived in [*arrivals, self.up.carry(b"")]:  # and what was held up comes on, though the board says nothing
            if host_reads:
                for news in self.host.received(arrived, self.t + STEP / 100):
                    if isinstance(news, Batch):
                        self.undelivered.append(news)
                    else:
                        self.news.append(news)
        self.t += STEP

    def write_journal(self) -> None:
        for batch in self.undelivered:
            self.journal += batch.hits
            self.marks[batch.uid] = (batch.boot, batch.next)
            self.host.ack(batch.boot, batch.next)
        self.undelivered = []

    def settle(self, turns: int = 3000) -> None:
        for _ in range(turns):
            self.turn()
            self.write_journal()
            if self.board.ring.end and self.board.ring.oldest == self.board.ring.end:
                return
        raise AssertionError("the board was never rid of its hits")

    def connect(self) -> None:
        for _ in range(3000):
            self.turn()
            if any(isinstance(news, BoardUp) for news in self.news):
                return
        raise AssertionError("the board never came up")


def values(bench: Bench) -> list[object]:
    """What the journal holds, in order."""
    return [hit.value for hit in bench.journal]
