"""A hundred thousand hits over a line that spoils every fiftieth byte: `python -m tests.hardware.link_proof`.

Each seed plays a part of them, in a process of its own. What is asserted is what the line promises: every hit once, in
order, and within a millisecond of when it was.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from luza_hardware.board_news import BoardLost
from tests.hardware.link_bench import Bench, values

HITS = 100_000
PART = 5_000  # of them for a seed
SPOILT = 0.02
WITHIN = 0.001  # table seconds
KINDS = ((1, 0), (0, 0), (0.5, 8), ((231, 228, 214), 2), ("04A1B2", 255))  # value, channel


@dataclass(frozen=True)
class Part:
    """What became of the hits of one seed; `worst` in table seconds; `frames` were understood by the host."""

    seed: int
    hits: int
    worst: float
    frames: int
    damaged: int


def play(seed: int, hits: int = PART, spoilt: float = SPOILT) -> Part:
    """Send so many hits of every kind, some in bursts, over a spoilt line; AssertionError when one goes wrong."""
    bench = Bench(seed, spoilt, size=512)
    chance = random.Random(-seed)
    bench.connect()
    sent: list[tuple[float, object]] = []
    for _ in range(hits):
        value, channel = chance.choice(KINDS)
        if channel == 8:
            value = chance.randrange(10_001) / 10_000
        sent.append((bench.t, value))
        bench.hit(value, channel)
        while chance.random() < 0.5 or bench.board.ring.end - bench.board.ring.oldest > 400:
            bench.turn()
            bench.write_journal()
    bench.settle(turns=100_000)
    assert not any(isinstance(news, BoardLost) for news in bench.news), f"seed {seed}: a hit is said to be lost"
    assert values(bench) == [value for _, value in sent], f"seed {seed}: not every hit once and in order"
    worst = max(abs(hit.t - t) for hit, (t, _) in zip(bench.journal, sent, strict=True))
    assert worst < WITHIN, f"seed {seed}: a hit's time is {worst:.6f} s wrong"
    return Part(seed, hits, worst, bench.host.heard, bench.host.damaged)


def parts(hits: int) -> Iterator[Part]:
    """All of it, spread over the machine's cores."""
    with ProcessPoolExecutor() as pool:
        yield from pool.map(play, range(hits // PART))


def main() -> int:
    """Play all seeds and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardware.link_proof", description=__doc__)
    parser.add_argument("--hits", type=int, default=HITS, help=f"in parts of {PART} (default {HITS})")
    found = list(parts(parser.parse_args().hits))
    hits, worst = sum(one.hits for one in found), max(one.worst for one in found)
    damaged = sum(one.damaged for one in found)
    part = damaged / (damaged + sum(one.frames for one in found))
    print(f"{hits} hits, each once and in order; at most {worst * 1e3:.3f} ms from its time")
    print(f"{SPOILT:.0%} of the bytes were spoilt, and with them {part:.0%} of the frames to the host")
    return 0


if __name__ == "__main__":
    sys.exit(main())
