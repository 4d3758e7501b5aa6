"""`luza judge` beside the bare way: reading the same log and writing the same states with the standard json module.

Both ways are whole commands, the interpreter's start included, measured in turn. The bare one judges nothing: its
states lie ready in memory, and only reading, writing and that start are timed. The second measure is the start alone.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from luza_rules import Match
from luza_rules.words import POCKETS
from tests.benchmarks.measure import Measure

EVENTS, ROUNDS, STARTS = 100_000, 3, 30
JUDGE = [sys.executable, "-m", "luza.cli", "judge"]

# reads the log and writes the states as json does it, and says how long that took: getting the states isn't timed
BARE = """
import json, sys, time
states = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
began = time.perf_counter()
for line in open(sys.argv[1], encoding="utf-8"):
    json.loads(line)
for state in states:
    sys.stdout.write(json.dumps(state) + "\\n")
sys.stdout.flush()
print(time.perf_counter() - began, file=sys.stderr)
"""


def measures() -> dict[str, Measure]:
    """Seconds for a log of 100,000 events, and milliseconds for one of one line."""
    with tempfile.TemporaryDirectory() as folder:
        return {"judge_vs_json": long_log(Path(folder)), "judge_start": one_line(Path(folder))}


def long_log(folder: Path) -> Measure:
    """A match of a thousand frames, as a board with sensors would tell it."""
    log, states = folder / "long.match", folder / "states.jsonl"
    with log.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(event) + "\n" for event in long_match(EVENTS))
    ours, bare = [], []
    for _ in range(ROUNDS):
        ours.append(seconds([*JUDGE, str(log)], states))
        start = seconds([sys.executable, "-c", "import json"], folder / "nothing")
        bare.append(start + said_seconds([sys.executable, "-c", BARE, str(log), str(states)], folder / "again"))
    assert (folder / "again").read_bytes() == states.read_bytes(), "both ways write the same bytes"
    words = (
        f"judge_vs_json: a log of {EVENTS} events, the whole command; "
        "baseline: json.loads of the same lines, json.dumps of the same states"
    )
    return Measure(statistics.median(ours), statistics.median(bare), "s", words)


def one_line(folder: Path) -> Measure:
    """The command on one match line."""
    log = folder / "one.match"
    log.write_text(json.dumps(next(long_match(1))) + "\n", encoding="utf-8")
    ours, bare = [], []
    for _ in range(STARTS):
        ours.append(1000 * seconds([*JUDGE, str(log)], folder / "nothing"))
        bare.append(1000 * seconds([sys.executable, "-c", "import json"], folder / "nothing"))
    words = f"judge_start: a log of one line, {STARTS} times; baseline: python -c 'import json'"
    return Measure(statistics.median(ours), statistics.median(bare), "ms", words)


def seconds(command: list[str], output: Path) -> float:
    """How long a whole command takes, its output in a file."""
    with output.open("wb") as file:
        began = time.perf_counter()
        subprocess.run(command, stdout=file, check=True)
        return time.perf_counter() - began


def said_seconds(command: list[str], output: Path) -> float:
    """How long a command says that its work took."""
    with output.open("wb") as file:
        return float(subprocess.run(command, stdout=file, stderr=subprocess.PIPE, check=True).stderr)


def long_match(events: int) -> Iterator[Mapping[str, Any]]:
    """So many events, all accepted, of one match: balls fall seldom enough for it not to end before they do."""
    rng = random.Random(1)
    match = Match()
    event: dict[str, Any] = {"type": "match", "game": "moscow", "players": {"a": "Anna", "b": "Boris"}}
    event |= {"frames_to_win": 1000, "first_break": "a", "officiating": "auto"}
    at = 0.0
    for _ in range(events):
        state = match.push(event)
        assert state.accepted, state.error
        yield event
        at = round(at + rng.uniform(1, 40), 3)
        if state.phase == "frame_over":
            event = {"type": "next_frame"}
        elif state.phase == "lag":
            event = {"type": "lag", "winner": rng.choice("ab")}
        elif state.phase == "lag_choice":
            event = {"type": "breaker", "player": state.chooser}
        else:
            event = stroke(rng, state.balls_left or 0)
        event = {**event, "at": at, "by": "sensors" if event["type"] == "stroke" else "referee"}


def stroke(rng: random.Random, balls_left: int) -> dict[str, Any]:
    """A stroke as sensors tell it: now and then a ball falls, seldom the cue ball."""
    fallen = min(rng.choice((0, 0, 0, 0, 0, 0, 0, 0, 1)), balls_left)
    pocketed = [{"ball": "object", "pocket": rng.choice(POCKETS)} for _ in range(fallen)]
    if rng.random() < 0.03:
        pocketed.append({"ball": "cue", "pocket": rng.choice(POCKETS)})
    return {
        "type": "stroke",
        "pocketed": pocketed,
        "touched_object": True,
        "left_house": True,
        "cushions": ["foot", "left"][: rng.randint(0, 2)],
        "crossed": ["foot"][: rng.randint(0, 1)],
    }
