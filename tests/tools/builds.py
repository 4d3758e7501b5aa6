#!/usr/bin/env python3
"""Writes what follows from the usual builds: hardware/builds, the quantities in hardware/PARTS.md, docs/builds.md.

With --draw FOLDER also the wiring as SVG, which WireViz draws there.

usage: .venv/bin/python tests/tools/builds.py [--draw FOLDER]
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

from luza.table_sight import ALWAYS_PERSON, TOPICS, sight_of, unheard_miss
from luza.table_words import TOPIC_WORDS, WORDS
from luza_hardware.build_files import settings_text, table_text, wiring
from luza_hardware.builds import BUILDS, Board, Choice, plan
from luza_hardware.table_file import parse_table

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "hardware" / "builds"
PARTS = ROOT / "hardware" / "PARTS.md"
SEEN = ROOT / "docs" / "builds.md"
MARKS = ("<!-- builds.py -->\n", "<!-- to here -->\n")
NAMES = {
    "beams": "Beams only",
    "colour": "Beams and colour",
    "full": "Full",
    "tags": "Numbered balls with tags",
}


def main() -> int:
    """Write the files; draw them, too, when asked."""
    parser = argparse.ArgumentParser(description="what follows from the usual builds")
    parser.add_argument("--draw", metavar="FOLDER", type=Path, help="where WireViz draws the wiring as SVG")
    options = parser.parse_args()
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if options.draw is not None:
        draw(options.draw)
    return 0


def files() -> dict[Path, str]:
    """Every file that is written, with its text."""
    found: dict[Path, str] = {}
    for name, choice in BUILDS.items():
        boards = plan(choice)
        ports = {board.id: f"/dev/ttyACM{number}" for number, board in enumerate(boards)}
        heading = f"# {NAMES[name]}. Give each board its own port, and the table its own id and name.\n\n"
        found[FOLDER / name / "table.toml"] = heading + table_text(boards, ports, "table-1", "Table 1")
        for board in boards:
            found[FOLDER / name / f"{board.id}.json"] = settings_text(board)
            found[FOLDER / name / f"{board.id}.yml"] = wiring_text(board)
    before, _, rest = PARTS.read_text(encoding="utf-8").partition(MARKS[0])
    found[PARTS] = before + MARKS[0] + quantities() + MARKS[1] + rest.partition(MARKS[1])[2]
    found[SEEN] = seen()
    return found


def wiring_text(board: Board) -> str:
    """A board's wiring as a file for WireViz."""
    text: str = yaml.safe_dump(wiring(board), sort_keys=False, default_flow_style=None, width=120)
    return f"# Written by tests/tools/builds.py; drawn to SVG by make docs.\n{text}"


def draw(folder: Path) -> None:
    """Each board's wiring as SVG."""
    for path in sorted(FOLDER.glob("*/*.yml")):
        folder.mkdir(parents=True, exist_ok=True)
        wireviz = str(Path(sys.executable).with_name("wireviz"))
        name = f"{path.parent.name}-{path.stem}"
        subprocess.run([wireviz, "-f", "s", "-o", folder, "-O", name, path], check=True, stdout=subprocess.DEVNULL)
        print(folder / f"{name}.svg")


def quantities() -> str:
    """How many of each part, a column for each build."""
    columns = [dict(parts(choice)) for choice in BUILDS.values()]
    every = dict.fromkeys(part for column in columns for part in column)
    rows = [f"| {part} | {' | '.join(str(column.get(part, '–')) for column in columns)} |" for part in every]
    heading = f"| part | {' | '.join(NAMES[name].lower() for name in BUILDS)} |\n|---|{'--:|' * len(BUILDS)}\n"
    return heading + "\n".join(rows) + "\n"


def parts(choice: Choice) -> Iterator[tuple[str, int]]:
    """The parts of a build, with how many of them."""
    boards = plan(choice)
    wires = [wire for board in boards for wire in board.wires]
    kinds = [wire.kind for wire in wires]
    beams = kinds.count("beam") + kinds.count("mouth")
    piezos = kinds.count("cushion") + kinds.count("tip")
    rows = {
        "Raspberry Pi 4 or 5 with its supply and a 32 GB card": 1,
        "Raspberry Pi Pico, Pico 2 or another RP2040/RP2350 board": len(boards),
        "USB cable, Pi to Pico, 3 m": len(boards),
        "IR break beam, emitter and receiver, NPN, 5 V": beams,
        "TCS34725 colour sensor module with a lamp": kinds.count("colour"),
        "PN532 tag reader module": kinds.count("tag"),
        "tag (NTAG213, disc of 25 mm or less), one in each ball": 16 * ("tag" in kinds),
        "piezo disc, 27 mm": piezos,
        "resistor 1 MΩ (across each piezo)": piezos,
        "resistor 10 kΩ (in series with each piezo)": piezos,
        "BAT54S double Schottky diode (each piezo's clamp)": piezos,
        "through-beam sensor, 10–30 V, NPN, 2 m or more": kinds.count("line"),
        "12 V supply, 1 A": int("line" in kinds),
        "push button": kinds.count("button"),
        "cable of 4 wires, 0.14 mm², in metres": math.ceil(
            sum(wire.metres for wire in wires if wire.kind not in ("cushion", "tip"))
        ),
        "screened cable of 3 wires, in metres": math.ceil(
            sum(wire.metres for wire in wires if wire.kind in ("cushion", "tip"))
        ),
    }
    yield from ((part, count) for part, count in rows.items() if count)


def seen() -> str:
    """docs/builds.md: what each build sees, and what stays with the referee."""
    boards = {name: plan(choice) for name, choice in BUILDS.items()}
    sights = {
        name: sight_of(parse_table(table_text(of, {board.id: board.id for board in of}, "t", "t")))
        for name, of in boards.items()
    }
    lines = [
        "# What each build can and can't judge",
        "",
        "Written by `tests/tools/builds.py` from what the pipeline makes of each sensor; the articles are those of",
        "[rules-coverage.md](rules-coverage.md). `luza table check FILE` tells the same of your own one. To build it:",
        "[PARTS](../hardware/PARTS.md), [MOUNTING](../hardware/MOUNTING.md), and the wiring in",
        "[hardware/builds](../hardware/builds), which `make docs` draws.",
        "",
        "● sees · ◐ sees in part · ○ stays with the referee",
        "",
        f"| what | articles | {' | '.join(NAMES[name].lower() for name in BUILDS)} |",
        f"|---|---|{':-:|' * len(BUILDS)}",
    ]
    marks = {"sees": "●", "partly": "◐", "person": "○"}
    words = TOPIC_WORDS["en"]
    for key, topic in TOPICS.items():
        grades = " | ".join(marks[topic.grade(sight)] for sight in sights.values())
        lines.append(f"| {words[key]['what']} | {', '.join(topic.articles)} | {grades} |")
    lines += ["", f"{WORDS['en']['always']} ({', '.join(ALWAYS_PERSON)})."]
    for name, sight in sights.items():
        lines += ["", f"## {NAMES[name]}", ""]
        lines += [f"- {words[key]['what']}: {words[key][topic.grade(sight)]}." for key, topic in TOPICS.items()]
        if unheard_miss(sight):
            lines += ["", WORDS["en"]["miss"].format(how="the build's button `button.miss` does it")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
