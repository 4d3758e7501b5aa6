"""An hour of play at real speed, with a watch on the controller's loop: `make soak`.

Broker, controller, virtual table and robots play as in the demo, and each stroke must be judged as it was played. No
turn of the loop may take 20 ms of the processor, garbage collection included.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from luza.demo_stage import Stage, end
from tests.e2e.whole_table import following
from tests.soak.measured_controller import PAUSE_S

MEASURED = "tests.soak.measured_controller"


class SoakStage(Stage):
    """The demo's stage; its controller is watched."""

    def program(self, command: str) -> list[str]:
        if command == "run":
            return [sys.executable, "-m", MEASURED, str(self.figures)]
        return super().program(command)

    @property
    def figures(self) -> Path:
        return self.folder / "figures.json"


def play(folder: Path, enough: Callable[[int], bool], speed: float) -> dict[str, Any]:
    """Play until so many strokes are enough; the watch's figures, and how many strokes were played."""
    with SoakStage(folder, "american", 1, speed, "en", port=0) as stage, following(folder / "virtual.log") as said:
        strokes = 0
        while not enough(strokes):
            said.stroke()
            strokes += 1
            assert stage.ended() is None, stage.ended()
        end(stage.processes["virtual"])
        end(stage.processes["run"])
        return {"strokes": strokes, **json.loads(stage.figures.read_text())}


def short(found: dict[str, Any]) -> bool:
    """No turn took longer than is allowed, nor a collection between turns; whole collections waited for quiet."""
    return max(found["turn_cpu"], found["collection"]) <= PAUSE_S and not found["whole_in_a_stroke"]


def main() -> int:
    """Play and print the figures; exit status 1 when a turn took too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long is played (60)")
    parser.add_argument("--speed", type=float, default=1.0, help="how many table seconds pass in one (1)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        until = time.monotonic() + options.minutes * 60
        found = play(Path(name), lambda _: time.monotonic() > until, options.speed)
    print(f"{found['strokes']} strokes, each judged as it was played; {found['turns']} turns of the loop")
    print(f"longest turn: {found['turn_cpu'] * 1e3:.1f} ms of the processor, {found['turn_wall'] * 1e3:.1f} ms by the")
    print(f"wall clock ({found['longer']} turns over {PAUSE_S * 1e3:.0f} ms by the wall clock)")
    print(f"longest garbage collection: {found['collection'] * 1e3:.1f} ms; {found['whole']} were whole ones, of which")
    print(f"{found['whole_in_a_stroke']} came in a stroke")
    return int(not short(found))


if __name__ == "__main__":
    sys.exit(main())
