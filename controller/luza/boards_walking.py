"""`luza boards walk`: asks for one ball in each pocket and one touch of each cushion, and ticks them off."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

from luza.boards_walk import Step, Walk
from luza.boards_walk_words import WORDS, asked, lacks, place, saw, verdict
from luza.errors import UserError
from luza.run import read_table
from luza.watch_boards import Boards
from luza.watch_state import Line, Watched

LOOK_EVERY_S = 0.05
Said = Callable[[str], None]
Skipped = Callable[[float], bool]  # waits for so long (s) for somebody who wants to go on without


def walk(path: Path, lang: str, within: float) -> int:
    """Walk round the table of this file, waiting `within` seconds for each step; exit status 0 when all of it works."""
    table = read_table(path)
    if not Walk(table).steps:
        raise UserError(f"{path}: there is nothing to walk to: the table has no sensors")
    boards = Boards(table, away=True)
    try:
        return Walking(boards, lang, lambda line: print(line, flush=True), Enter()).go(within)
    finally:
        boards.close()


class Walking:
    """One walk with the boards of a table: says what is to be done and what was seen of it."""

    def __init__(self, boards: Boards, lang: str, say: Said, skipped: Skipped) -> None:
        self._boards = boards
        self._lang = lang
        self._words = WORDS[lang]
        self._say = say
        self._skipped = skipped
        self._table = boards.table
        self._watched = Watched(boards.table)
        self._walk = Walk(boards.table)

    def go(self, within: float) -> int:
        """All steps, and the verdict. UserError where a board isn't there to begin with."""
        self._take(self._boards.everything())
        for node, board in self._watched.boards.items():
            if not board.up:
                raise UserError(f"board {node}: {board.why or 'it does not answer'}")
        for node in sorted(self._boards.keeping):
            self._say(self._words["keeping"].format(node))
        count = len(self._walk.steps)
        self._say(self._words["begin"].format(table=self._table.name, count=count))
        for step in self._walk.steps:
            self._say(f"{self._walk.number + 1:>2}/{count}  {asked(step, self._lang)}")
            self._wait_for(step, within)
            told = saw(step, self._table, self._lang) if step.done else lacks(step, self._table, self._lang)
            self._say(f"    {'✓' if step.done else '✗'}  {told}")
            self._walk.go_on()
        for line in verdict(self._walk, self._table, self._lang):
            self._say(line)
        return 1 if self._walk.failed else 0

    def _wait_for(self, step: Step, within: float) -> None:
        late = time.monotonic() + within
        while not step.done and time.monotonic() < late and not self._skipped(LOOK_EVERY_S):
            self._take(self._boards.take())

    def _take(self, lines: list[Line]) -> None:
        for line in lines:
            before = {node: board.up for node, board in self._watched.boards.items()}
            self._watched.take(line)
            for node, board in self._watched.boards.items():
                if board.up is False and before[node]:
                    self._say(f"    !  {self._words['board'].format(node, board.why)}")
                elif board.up and before[node] is False:
                    self._say(f"    !  {self._words['back'].format(node)}")
        for sign in self._watched.advance(self._boards.now()):
            there = self._walk.heard(sign) if sign.t >= self._boards.began else None
            if there is not None:
                self._say(f"    ·  {self._words['elsewhere'].format(place(there, self._lang))}")


class Enter:
    """Somebody presses Enter, where the input is a terminal or a pipe that lasts."""

    def __init__(self) -> None:
        self._open = True

    def __call__(self, seconds: float) -> bool:
        """Wait for so long; True when a line was typed meanwhile."""
        if not self._open:
            time.sleep(seconds)
            return False
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if not ready:
            return False
        typed = os.read(sys.stdin.fileno(), 1000)
        self._open = bool(typed)
        return b"\n" in typed
