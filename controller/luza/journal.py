"""The journal file: every line that a table was told, appended in order (contract: sensor log, The journal).

It knows bytes and lines, not what they mean: `luza.keeper` does. Lines are gathered with `append`, handed to the system
with `write` in one piece (a killed process loses none of that), and put on disk with `sync` (a pulled plug loses none
of that). While the disk refuses, lines wait in memory and `trouble` says why.
"""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import dataclass
from pathlib import Path

from luza.errors import UserError

# Bytes that may wait for a disk that refuses writes: some days of hits, little beside a Pi's memory.
WAITING_LIMIT = 16 * 1024 * 1024


@dataclass
class Journal:
    """One table's journal, opened for appending and locked against a second process.

    `found` are the lines it held when it was opened, `told` what a person should know about the opening, `trouble` why
    the disk doesn't take lines at the moment (None: it does), `lost` how many lines the full memory had to discard.
    """

    path: Path
    found: list[str]
    told: list[str]
    _file: int
    trouble: str | None = None
    lost: int = 0

    def __post_init__(self) -> None:
        self._waiting = bytearray()
        self._unsynced = False

    @classmethod
    def open(cls, folder: Path, table_id: str) -> Journal:
        """Open `folder/<table id>.jsonl`, made when missing; an end that a power cut tore is cut off.

        Refused with UserError: a folder that can't be made or written, and a journal that another process has open.
        """
        path = folder / f"{table_id}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise UserError(
                f"journal {path}: {error.strerror}; --journal names a folder that can be written"
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            raise UserError(f"journal {path}: another luza keeps it open; a table has one controller") from error
        content = path.read_bytes()
        told = []
        whole = sound_part(content)
        if whole < len(content):
            told.append(f"journal {path}: its end was torn ({len(content) - whole} bytes) and is cut off")
            os.ftruncate(file, whole)
        # not splitlines(): it takes more than line feeds for an end, and names of players may have such characters
        lines = content[:whole].decode("utf-8", errors="replace").split("\n")[:-1]
        return cls(path, lines, told, file)

    def set_aside(self, why: str) -> None:
        """Move a journal that can't be read out of the way, under a name of its own, and begin an empty one."""
        number = 1
        while (aside := self.path.with_suffix(f".damaged-{number}.jsonl")).exists():
            number += 1
        fresh_path = self.path.with_suffix(".new")
        try:
            fresh = os.open(fresh_path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o644)
            fcntl.flock(fresh, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.path.rename(aside)
            fresh_path.rename(self.path)
        except OSError as error:
            raise UserError(f"journal {self.path}: {why}, and it can't be moved aside: {error.strerror}") from error
        os.close(self._file)
        self._file = fresh
        self.found = []
        self.told.append(f"journal {self.path}: {why}; it is kept as {aside.name} and a new one begun")

    def append(self, line: str) -> None:
        """Take one line, without its newline; it leaves memory with the next `write`."""
        if len(self._waiting) < WAITING_LIMIT:
            self._waiting += line.encode() + b"\n"
        else:
            self.lost += 1

    def write(self) -> None:
        """Hand what was appended to the operating system, in one piece where it takes it so."""
        while self._waiting:
            try:
                taken = os.write(self._file, self._waiting)
            except OSError as error:
                self.trouble = error.strerror or "unknown error"
                return
            del self._waiting[:taken]
            self._unsynced = True

    def sync(self) -> None:
        """Write, and wait until it is on disk: what is published with a number follows only then."""
        self.write()
        if self._unsynced:
            try:
                os.fdatasync(self._file)
            except OSError as error:
                self.trouble = error.strerror or "unknown error"
                return
            self._unsynced = False
        if not self._waiting:
            self.trouble = None

    def close(self) -> None:
        """Sync, unlock and close; a second close does nothing."""
        if self._file >= 0:
            self.sync()
            os.close(self._file)
            self._file = -1


def sound_part(content: bytes) -> int:
    """How many bytes of a journal hold up to its last sound line: a power cut may leave rubbish behind that.

    Only a torn last line is taken off where no line is sound: then it is no journal that was cut short.
    """
    lines = whole = content.rfind(b"\n") + 1
    while whole:
        start = content.rfind(b"\n", 0, whole - 1) + 1
        if is_json(content[start:whole]):
            return whole
        whole = start
    return lines


def is_json(line: bytes) -> bool:
    """Whether a line can be read at all."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
