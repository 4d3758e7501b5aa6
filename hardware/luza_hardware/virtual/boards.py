"""The virtual table's sensor boards: one pseudo-terminal a node, with the real boards' link code behind it.

Each node is found as FOLDER/<node id>, a link to its pseudo-terminal, which a serial driver opens like any port. A host
may come and go: the boards hold what it hasn't acknowledged, as real ones do. Bytes that nobody reads are lost once the
line is full, as on a real line.
"""

from __future__ import annotations

import contextlib
import errno
import heapq
import os
import random
import selectors
import threading
import tty
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile
from luza_node.link import BoardLink

TICK_BITS = 32
RING = 4096
"""Hits that a virtual board keeps for its host (a real one has less memory)."""

TALK_S = 0.05
"""A board looks at its line at least this often (real seconds), as its link wants."""


@dataclass
class _Board:
    node: str
    link: BoardLink
    line: int
    far_end: int
    port: Path


class VirtualBoards:
    """The boards of a table file, playing hits out when the table clock reaches them.

    `clock` gives table seconds, which run `speed` times as fast as real ones; ticks of the boards run on it too.
    `folder` is where the ports appear (made if need be). Sensors that hang on the Pi's own pins (`gpio`) have no board
    and are not played.
    """

    def __init__(self, table: TableFile, clock: Callable[[], float], speed: float, folder: Path) -> None:
        self._clock, self._speed, self._folder = clock, speed, folder
        self._place = {s.id: (s.node, s.channel) for s in table.sensors if s.node is not None and s.channel is not None}
        self._nodes = [node.id for node in table.nodes]
        self._boards: dict[str, _Board] = {}
        self._waiting: list[tuple[float, int, Hit]] = []
        self._count = 0
        self._lock = threading.Lock()
        self._stopping = False
        self._wake_read, self._wake_write = -1, -1
        self._thread = threading.Thread(target=self._run, name="virtual boards", daemon=True)

    @property
    def ports(self) -> dict[str, Path]:
        """Where each node's line is to be opened."""
        return {node: self._folder / node for node in self._nodes}

    def start(self) -> None:
        """Open the pseudo-terminals, link them into the folder and begin to talk. OSError when it can't be written."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._wake_read, self._wake_write = os.pipe()
        for end in (self._wake_read, self._wake_write):
            os.set_blocking(end, False)
        for node in self._nodes:
            self._boards[node] = self._power_up(node)
        self._thread.start()

    def stop(self) -> None:
        """Hang up: the ports disappear."""
        self._stopping = True
        self._wake()
        self._thread.join()
        for board in self._boards.values():
            if board.port.is_symlink():
                board.port.unlink()
            os.close(board.line)
            os.close(board.far_end)
        os.close(self._wake_read)
        os.close(self._wake_write)

    def play(self, hits: Iterable[Hit]) -> None:
        """Let the boards see these hits when the table clock reaches their `t` (at once if it has)."""
        with self._lock:
            for hit in hits:
                heapq.heappush(self._waiting, (hit.t, self._count, hit))
                self._count += 1
        self._wake()

    def _power_up(self, node: str) -> _Board:
        line, far_end = os.openpty()
        # the far end stays open here, so that the line outlives every host; raw, so that no byte is changed on it
        tty.setraw(far_end)
        os.set_blocking(line, False)
        port = self._folder / node
        fresh = self._folder / f".{node}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(far_end))
        fresh.replace(port)
        uid = f"virtual-{node}".encode()[:32]
        # as on a real board: a new random number at each start tells the host that the hits' numbers begin anew
        return _Board(node, BoardLink(uid, random.SystemRandom().getrandbits(32), RING, TICK_BITS), line, far_end, port)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # a full pipe: it is awake already
            os.write(self._wake_write, b"!")

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_read, selectors.EVENT_READ, None)
            for board in self._boards.values():
                selector.register(board.line, selectors.EVENT_READ, board)
            while not self._stopping:
                for key, _ in selector.select(self._until_next()):
                    board = key.data
                    if board is None:
                        os.read(self._wake_read, 4096)
                    else:
                        board.link.received(_read(board.line))
                self._see_hits()
                for board in self._boards.values():
                    self._talk(board)

    def _until_next(self) -> float:
        with self._lock:
            if not self._waiting:
                return TALK_S
            return min(TALK_S, max(0.0, (self._waiting[0][0] - self._clock()) / self._speed))

    def _see_hits(self) -> None:
        now = self._clock()
        with self._lock:
            due = []
            while self._waiting and self._waiting[0][0] <= now:
                due.append(heapq.heappop(self._waiting)[2])
        for hit in due:
            node, channel = self._place.get(hit.sensor, (None, None))
            if node is not None and channel is not None:
                self._boards[node].link.hit(channel, _ticks(hit.t), hit.value)

    def _talk(self, board: _Board) -> None:
        while data := board.link.to_send(_ticks(self._clock())):
            if not _write(board.line, data):
                return  # the line is full: nobody reads, and the host will ask for what it missed


def _ticks(t: float) -> int:
    return int(t * 1_000_000) % (1 << TICK_BITS)


def _read(line: int) -> bytes:
    try:
        return os.read(line, 4096)
    except BlockingIOError:
        return b""
    except OSError as error:
        if error.errno == errno.EIO:
            return b""
        raise


def _write(line: int, data: bytes) -> bool:
    try:
        return os.write(line, data) == len(data)
    except BlockingIOError:
        return False
