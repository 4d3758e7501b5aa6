"""Random and mutated lines through `luza judge`: `make fuzz` tries 100,000, the tests a small sample of them.

A line that is no JSON object ends a log with exit status 2, so the lines are dealt into logs: each is one run of the
command, which goes on to the log's end or to its first line that can't be read. What has to come out is told
independently of the command, by the standard json module: how many states, which exit status, which line is at fault.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from luza_rules import GAMES, Match
from luza_rules.shapes import SHAPES
from luza_rules.words import CUSHIONS, FOULS, LAG_FAULTS, POCKETS

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.match"))
FIELDS = list(Match().state.as_dict())
HANGS_S = 60
"""Far more than any log here takes: who is silent for so long hangs."""

WORDS: list[Any] = [
    *POCKETS, *CUSHIONS, *LAG_FAULTS, *FOULS, "a", "b", "cue", "object", "unknown", "legal", "illegal", "spin", "early",
    "late", "outsider", "opponent", "foul", "misplay", "frame", "match", "dead_position", "stalling", None, True, False,
    0, -1, 1.5, 1e300, 10**30, "", "\u0000", "\u202e", "шар", [], {}, [[]], {"ball": "cue"},
    [{"ball": 3, "pocket": "x"}],
]  # fmt: skip
JUNK = [
    b"",
    b"   ",
    b"# a remark",
    b"{}",
    b"[]",
    b"null",
    b"1e999",
    b"\xff\xfe",
    b'{"type"',
    b"NaN",
    b"\x00",
    b"{" * 400,
]


def seeds() -> list[bytes]:
    """Lines of the scenarios: legal ones, wrong ones, and their remarks; without what the scenarios expect."""
    return [line for path in SCENARIOS for line in path.read_bytes().splitlines() if line and line[:1] != b"="]


def random_event(rng: random.Random) -> dict[str, Any]:
    """An event type with some of its fields, each with any word: most are refused, by every kind of reason."""
    kind = rng.choice(list(SHAPES))
    shape = SHAPES[kind]
    fields = [*shape.needed, *rng.sample(list(shape.optional), rng.randint(0, min(3, len(shape.optional))))]
    return {"type": kind, **{field: word(rng, field) for field in fields}}


def word(rng: random.Random, field: str) -> Any:
    """Mostly something that the field may hold."""
    fallen = {"ball": rng.choice(["object", "cue", "unknown", rng.randint(1, 15)]), "pocket": rng.choice(POCKETS)}
    good: dict[str, Any] = {
        "player": rng.choice("ab"), "pocketed": [fallen][: rng.randint(0, 1)], "stopped": fallen,
        "foul": rng.choice(FOULS),
        "fouls": [rng.choice(FOULS)], "ball": fallen["ball"], "pocket": fallen["pocket"], "winner": rng.choice("ab"),
        "jumped": [fallen["ball"]], "rolled": [fallen["ball"]], "cushions": [rng.choice(CUSHIONS)], "crossed": [None],
    }  # fmt: skip
    return good[field] if field in good and rng.random() < 0.8 else rng.choice(WORDS)


def mutated(rng: random.Random, line: bytes) -> bytes:
    """A line with some bytes flipped, cut out, doubled or put in."""
    found = bytearray(line)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(found) + 1)
        length = rng.randint(1, 6)
        match rng.randrange(4):
            case 0 if at < len(found):
                found[at] ^= 1 << rng.randrange(8)
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[at : at + length]
            case _:
                found[at:at] = rng.choice([b'"', b",", b"{", b"}", b"[", b"]", b"0", b"null", b"\xc3", b"e9", b"-"])
    return bytes(found)


def twisted(rng: random.Random, line: bytes) -> bytes:
    """A line that stays JSON, with one field left out, added or changed."""
    try:
        event = json.loads(line)
    except ValueError:
        return line
    field = rng.choice([*event, "x", "at", "by"])
    if rng.random() < 0.3:
        event.pop(field, None)
    else:
        event[field] = rng.choice(WORDS)
    return json.dumps(event, ensure_ascii=rng.random() < 0.5).encode()


def lines(rng: random.Random) -> Iterator[bytes]:
    """Lines without end: those of scenarios, twisted, mutated and random ones, and a little junk."""
    given = seeds()
    while True:
        line = rng.choice(given)
        chance = rng.random()
        if chance < 0.35:
            yield line
        elif chance < 0.6:
            yield twisted(rng, line)
        elif chance < 0.99:
            yield json.dumps(random_event(rng)).encode()
        elif chance < 0.999:
            yield mutated(rng, line)
        else:
            yield rng.choice(JUNK)


def logs(rng: random.Random, wanted: int) -> Iterator[bytes]:
    """Logs with `wanted` lines in all that are read; most begin with a match line, and are in play after it."""
    source = lines(rng)
    while wanted > 0:
        match = {"type": "match", "game": rng.choice(list(GAMES)), "players": {"a": "A", "b": "B"}, "frames_to_win": 3}
        opening = [json.dumps({**match, "first_break": "a"}).encode()] if rng.random() < 0.9 else []
        log = opening + [next(source) for _ in range(rng.randint(1, 200))]
        text = b"\n".join(log)
        wanted -= read(text)
        yield text


def read(log: bytes) -> int:
    """How many lines of a log the command gets to."""
    return expected(log)[1] or log.count(b"\n") + 1


def expected(log: bytes) -> tuple[int, int | None]:
    """How many states have to come out, and which line ends it unread (null: none), as the json module has it."""
    states = 0
    for number, line in enumerate(log.split(b"\n"), 1):
        try:
            text = line.decode().strip()
            if text and text[0] != "#":
                if type(json.loads(text, parse_constant=_not_json)) is not dict:
                    return states, number
                states += 1
        except ValueError:
            return states, number
    return states, None


def _not_json(word: str) -> None:
    raise ValueError(word)


def faults(log: bytes) -> str | None:
    """What is wrong with what `luza judge` makes of a log; null: nothing."""
    command = [sys.executable, "-m", "luza.cli", "judge"]
    try:
        run = subprocess.run(command, input=log, capture_output=True, timeout=HANGS_S)
    except subprocess.TimeoutExpired:
        return "it hangs"
    count, unread = expected(log)
    states = [json.loads(line) for line in run.stdout.splitlines()]
    told = run.stderr.decode()
    if "Traceback" in told:
        return told
    if len(states) != count:
        return f"{len(states)} states instead of {count}: {told}"
    if any(list(state) != FIELDS for state in states):
        return "a state without the contract's fields"
    if any(state["accepted"] is not (state["error"] is None) for state in states):
        return "an accepted event with an error, or a refused one without"
    revs = [0, *(state["rev"] for state in states)]
    if any(state["rev"] - before != state["accepted"] for before, state in zip(revs, states, strict=False)):
        return "rev doesn't count the accepted events"
    status = 2 if unread else 1 if any(not state["accepted"] for state in states) else 0
    if run.returncode != status:
        return f"exit status {run.returncode} instead of {status}: {told}"
    good = f"line {unread}:" in told and told.count("\n") == 1 if unread else told == ""
    return None if good else f"on standard error: {told!r}, where line {unread} can't be read"


def fuzz(seed: int, wanted: int) -> Counter[str]:
    """Runs that many lines through the command; AssertionError on the first log that is not judged as it should be."""
    done: Counter[str] = Counter()
    tried = list(logs(random.Random(seed), wanted))
    with ThreadPoolExecutor(os.cpu_count()) as runs:
        for log, wrong in zip(tried, runs.map(faults, tried), strict=True):
            assert wrong is None, f"{wrong}\nthe log:\n{log!r}"
            count, unread = expected(log)
            done.update(lines=read(log), logs=1, judged=count, unreadable=unread is not None)
    return done


def main() -> int:
    """The whole of it: 0 when every log was judged as it should be."""
    parser = argparse.ArgumentParser(description="random and mutated lines through luza judge")
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    done = fuzz(options.seed, options.lines)
    print(", ".join(f"{number} {what}" for what, number in done.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
