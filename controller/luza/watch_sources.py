"""Where `luza watch` has its lines from: a recording that is played, or the journal of a table that is being run.

A source hands out the lines of a sensor log as their time comes. The boards themselves are one too (luza.watch_boards).
"""

from __future__ import annotations

import fcntl
import mmap
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol

from luza.errors import UserError
from luza.sensor_log import Event, Header, header_line, read_log
from luza.starts import Start
from luza.table_clock import boot_id
from luza.watch_state import Line
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile, TableFileError, load_table, parse_table

LATE_S = 0.15
"""A running table's hits are in its journal this soon (real seconds): 50 ms for boards to differ, and some for the rest
of the way. What they look like is told so much later."""

AFTER_S = 3.0
"""A recording is played on for so long after its last line (table seconds), until what its hits look like is known."""

MOST_BYTES = 2 * 1024 * 1024
"""So much of a journal's end is read at the start: some days of hits."""

FASTEST, SLOWEST = 1000.0, 1 / 16


class Source(Protocol):
    """Lines as their time comes. `name` is what is watched, `table` the table file at the beginning."""

    name: str
    table: TableFile

    def take(self) -> list[Line]:
        """The lines that have come since the last call."""

    def everything(self) -> Iterable[Line]:
        """All that there is to be had at once, for who looks only once."""

    def now(self) -> float:
        """The table time up to which everything has come."""

    def close(self) -> None:
        """Let go of whatever is held."""


class Playback:
    """A recording, played on its own clock at `speed`, which may be changed while it plays; it can be paused."""

    def __init__(
        self, path: Path, table: Path | None, speed: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = path.name
        self.speed = speed
        self.paused = False
        self._monotonic = monotonic
        self._real = monotonic()
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise UserError(f"{path}: can't be read: {error.strerror}; name a recording") from None
        self._lines = self._read(path, table)
        first = next(self._lines, None)  # with it the header has been read, and the table file that it names
        self._ahead = [] if first is None else [first]
        self._at = self._last = 0.0 if first is None else _time_of(first, 0.0)
        self._skipping = False

    def _read(self, path: Path, override: Path | None) -> Iterator[Line]:
        def table_of(line: Header | Event) -> TableFile:
            try:
                if isinstance(line, Header):
                    self.table = load_table(override or path.parent / line.table)
                    return self.table
                text = line.get("table")
                known = override is not None or not isinstance(text, str)
                return self.table if known else parse_table(str(text), f"{path}: the table file of a start")
            except TableFileError as error:
                raise UserError(str(error)) from None

        for _, line in read_log(self._file, str(path), table_of, torn=lambda _: None):
            if override is not None and isinstance(line, dict):
                line.pop("table", None)
            if not isinstance(line, Header):
                yield line

    @property
    def ended(self) -> bool:
        """Has everything been played?"""
        return not self._ahead and self._at >= self._last + AFTER_S

    def take(self) -> list[Line]:
        """The lines up to where the recording is played by now."""
        real = self._monotonic()
        if not self.paused:
            self._at += (real - self._real) * self.speed
        self._real = real
        taken: list[Line] = []
        while self._ahead and (self._skipping or _time_of(self._ahead[0], self._last) <= self._at):
            line = self._ahead.pop()
            self._last = max(self._last, _time_of(line, self._last))
            self._at = max(self._at, self._last)
            self._skipping = self._skipping and not isinstance(line, Hit)
            taken.append(line)
            self._ahead += [one for one in (next(self._lines, None),) if one is not None]
        if not self._ahead:
            self._at = self._last + AFTER_S if self._skipping else min(self._at, self._last + AFTER_S)
            self._skipping = False
        return taken

    def now(self) -> float:
        """Where the recording is played."""
        return self._at

    def next_hit(self) -> None:
        """Go to the next hit, however long it is until then."""
        self._skipping = True

    def everything(self) -> Iterator[Line]:
        """All that is left, at once; the time is then after its end."""
        while not self.ended:
            self._skipping = True
            yield from self.take()

    def change_speed(self, factor: float) -> None:
        """Play so many times as fast as now, within reason."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class RunningTable:
    """The journal of a table that `luza run` runs, followed as it grows: what is told is what the controller heard.

    The time is that of the controller's clock, where it runs on this machine; UserError where no controller runs.
    """

    def __init__(self, path: Path, table: TableFile) -> None:
        self.name = str(path)
        self.table = table
        self._path = path
        self._start: Start | None = None
        self._last = 0.0
        self._file = self._open()
        if not _is_held(self._file):
            self._file.close()
            raise UserError(
                f"{path}: no luza runs this table (--journal names its folder); --boards watches its boards themselves"
            )
        self._torn = _last_start(self._file)

    def _open(self) -> IO[bytes]:
        try:
            return self._path.open("rb")
        except OSError as error:
            raise UserError(
                f"{self._path}: can't be read: {error.strerror}; --journal names the folder that luza run was given, "
                "and --boards watches boards that no luza runs"
            ) from None

    def take(self) -> list[Line]:
        """The lines that the controller has written since the last call."""
        if not os.path.samestat(os.fstat(self._file.fileno()), self._path.stat()):
            self._file.close()  # a start has set that journal aside, and begun another
            self._file, self._torn = self._open(), b""
        whole, _, self._torn = (self._torn + self._file.read()).rpartition(b"\n")
        taken: list[Line] = []
        if whole:
            lines = [line for line in whole.split(b"\n") if not line.startswith(b'{"format"')]
            for _, line in read_log([header_line("-"), *lines], self.name):
                if not isinstance(line, Header):
                    self._last = _time_of(line, self._last)
                    if isinstance(line, dict) and line.get("m") == "start":
                        self._start = Start.from_line(line)
                    taken.append(line)
        return taken

    everything = take

    def now(self) -> float:
        """The table's clock, less the time that a hit needs until it is written; else the last line's time."""
        clock = self._start and self._start.clock
        if clock and clock.boot and clock.boot == boot_id():
            return clock.now() - LATE_S * max(1.0, clock.speed)
        return self._last

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _time_of(line: Line, before: float) -> float:
    """A line's time; one that has none comes with the line before it."""
    if isinstance(line, Hit):
        return line.t
    return float(line["t"] if "t" in line else line.get("at") or before)


def _is_held(file: IO[bytes]) -> bool:
    """Whether a controller has this journal open: then it holds a lock on it."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False


def _last_start(file: IO[bytes]) -> bytes:
    """Go to where reading begins, at most MOST_BYTES before the end; returns the line of the last start before it."""
    size = os.fstat(file.fileno()).st_size
    if not size:
        return b""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        start = content.rfind(b'\n{"m": "start"') + 1
        begin = content.find(b"\n", max(start, size - MOST_BYTES)) + 1
        line = content[start : content.find(b"\n", start) + 1] if start < begin else b""
    file.seek(begin)
    return line
