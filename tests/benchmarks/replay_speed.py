"""Hits a second through `luza replay`, beside json.loads of the same lines."""

from __future__ import annotations

import contextlib
import io
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from luza.cli import main
from tests.benchmarks.measure import Measure

RECORDINGS = Path("tests/recordings")
RECORDING = RECORDINGS / "clean-full-moscow.jsonl"
MATCHES, ROUNDS = 40, 5


def measures() -> dict[str, Measure]:
    """One recording played forty times over, as one long evening."""
    lines = list(long_evening())
    hits = sum('"s"' in line for line in lines)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "evening.jsonl"
        log.write_text("".join(lines), encoding="utf-8")

        def replay() -> None:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                status = main(["replay", "--table", str(RECORDINGS / "full.toml"), str(log)])
            assert status == 0, "the evening was replayed with refusals"

        def parse() -> None:
            with log.open(encoding="utf-8") as file:
                for line in file:
                    json.loads(line)

        ours, baseline = [], []
        for _ in range(ROUNDS):
            ours.append(hits / seconds(replay))
            baseline.append(hits / seconds(parse))
    words = f"replay_vs_json: {hits} hits of {RECORDING.name}, {MATCHES} times over; baseline: json.loads of each line"
    return {"replay_vs_json": Measure(statistics.median(ours), statistics.median(baseline), "hits/s", words)}


def seconds(work: Callable[[], None]) -> float:
    """How long a piece of work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def long_evening() -> Iterator[str]:
    """The recording again and again, each match abandoned before the next begins."""
    header, *rest = RECORDING.read_text(encoding="utf-8").splitlines()
    parsed = [json.loads(line) for line in rest]
    span = max(line.get("t", line.get("at", 0.0)) for line in parsed) + 60.0
    yield header + "\n"
    for number in range(MATCHES):
        moved = number * span
        for line in parsed:
            key = "t" if "t" in line else "at"
            yield json.dumps({**line, key: round(line[key] + moved, 6)}) + "\n"
        yield json.dumps({"m": "abandon", "t": round(span - 30.0 + moved, 6)}) + "\n"
