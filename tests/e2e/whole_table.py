"""What the tests of the whole share: the truth of the virtual table, and a way to hold it still."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from luza_rules import Match

PATIENCE_S = 60.0


def true_match(truth: Path) -> Match:
    """The match as it truly was played so far."""
    match = Match()
    for line in truth.read_text(encoding="utf-8").splitlines():
        assert match.push(json.loads(line)).accepted, line
    return match


class Follower:
    """The lines of a file that is being written, one by one, each as soon as it is there."""

    def __init__(self, file: Path) -> None:
        file.touch()
        self._tail = subprocess.Popen(
            ["tail", "-n", "+1", "-F", str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._tail.stdout is not None
        for line in self._tail.stdout:
            self._lines.put(line.rstrip("\n"))

    def line(self) -> str:
        """The next line; queue.Empty when none comes in time."""
        return self._lines.get(timeout=PATIENCE_S)

    def stroke(self) -> str:
        """The next line that tells of a stroke that was played, judged and agreed upon."""
        while True:
            line = self.line()
            assert not line.startswith("!"), line
            if "stroke:" in line:
                return line

    def forget(self) -> None:
        """What was told until now is no news."""
        while not self._lines.empty():
            assert not (line := self._lines.get()).startswith("!"), line

    def close(self) -> None:
        self._tail.kill()
        self._tail.wait()


@contextmanager
def following(file: Path) -> Iterator[Follower]:
    follower = Follower(file)
    try:
        yield follower
    finally:
        follower.close()


@contextmanager
def held_still(pid: int) -> Iterator[None]:
    """The process does nothing meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def processes_in(folder: Path) -> list[str]:
    """The command lines of all processes that name the folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue  # it has ended meanwhile
        if any(str(folder) in word for word in words):
            found.append(f"{entry.parent.name} {' '.join(words)}")
    return found


def process_of(command: str, folder: Path) -> int:
    """The id of the `luza COMMAND` whose files stand in the folder."""
    return next(int(line.split()[0]) for line in processes_in(folder) if f"luza.cli {command} " in line)
