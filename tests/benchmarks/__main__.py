"""Measures Luza beside named baselines, in one run: `make bench`. Prints a table and writes build/bench.json.

Each measure is a module here with `measures() -> {name: Measure}`. No test: nothing is asserted, since machines differ.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

MODULES = ("judge_speed", "replay_speed", "link_speed", "mqtt_line", "live_latency")
OUTPUT = Path("build/bench.json")


def main() -> int:
    """Run all measures, or those modules that are named."""
    wanted = sys.argv[1:] or MODULES
    if unknown := [name for name in wanted if name not in MODULES]:
        print(f"there is no measure {unknown[0]}; there are: {', '.join(MODULES)}", file=sys.stderr)
        return 2
    found = {}
    for name in wanted:
        found.update(importlib.import_module(f"tests.benchmarks.{name}").measures())
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps({name: measure.as_dict() for name, measure in found.items()}, indent=2) + "\n")
    print(f"{'measure':<24} {'ours':>12} {'baseline':>12} {'ratio':>8}  unit")
    for name, measure in found.items():
        print(f"{name:<24} {measure.ours:>12.3f} {measure.baseline:>12.3f} {measure.ratio:>8.2f}  {measure.unit}")
    for words in dict.fromkeys(measure.words for measure in found.values()):
        print(f"  {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
