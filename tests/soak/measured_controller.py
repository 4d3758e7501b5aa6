"""`luza run` with a watch on its loop: how long its turns and its garbage collections take. The first word is a file
into which the figures go at the end; the others are those of `luza`.

Processor time of the loop's thread says what the program itself takes; wall time adds what the machine takes: other
programs, and the disk that the journal waits for.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from luza.cli import main
from luza.controller import Controller

PAUSE_S = 0.02
WHOLE = 2  # generation of a whole collection


class Watch:
    """The longest there were, in seconds."""

    def __init__(self) -> None:
        self.figures = {"turns": 0, "turn_cpu": 0.0, "turn_wall": 0.0, "longer": 0, "collection": 0.0}
        self.figures |= {"whole": 0, "whole_in_a_stroke": 0}
        self._collecting = 0.0
        self._stroke = "idle"

    def longest(self, name: str, seconds: float) -> None:
        self.figures[name] = max(self.figures[name], seconds)

    def collected(self, phase: str, about: dict[str, int]) -> None:
        """For gc.callbacks."""
        now = time.thread_time()
        if phase == "start":
            self._collecting = now
            return
        self.longest("collection", now - self._collecting)
        if about["generation"] == WHOLE:
            self.figures["whole"] += 1
            self.figures["whole_in_a_stroke"] += self._stroke != "idle"

    def watched(self, turn: Callable[[Controller], None]) -> Callable[[Controller], None]:
        """The controller's turn, timed."""

        def timed(controller: Controller) -> None:
            cpu, wall = time.thread_time(), time.monotonic()
            turn(controller)
            self._stroke = controller.keeper.live.stroke
            cpu, wall = time.thread_time() - cpu, time.monotonic() - wall
            self.figures["turns"] += 1
            self.figures["longer"] += wall > PAUSE_S
            self.longest("turn_cpu", cpu)
            self.longest("turn_wall", wall)

        return timed


def run() -> int:
    """The command, watched."""
    watch = Watch()
    gc.callbacks.append(watch.collected)
    Controller._work = watch.watched(Controller._work)  # type: ignore[method-assign]
    try:
        return main(sys.argv[2:])
    finally:
        Path(sys.argv[1]).write_text(json.dumps(watch.figures))


if __name__ == "__main__":
    sys.exit(run())
