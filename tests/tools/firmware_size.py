#!/usr/bin/env python3
"""How big the boards' firmware is: bytes of each module as mpy-cross compiles it, and the memory that it takes.

Prints the table of firmware/README.md; with --write puts it there. The memory is measured in MicroPython's unix port,
whose words have 64 bits: on a board with 32 everything but buffers is about half as big.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "firmware" / "README.md"
BEGIN, END = "<!-- firmware_size.py -->\n", "<!-- to here -->\n"
TOOLS = Path(sys.executable).parent


def compiled() -> dict[str, int]:
    """Module -> bytes of its compiled file."""
    with tempfile.TemporaryDirectory() as folder:
        out: dict[str, int] = {}
        for source in sorted((ROOT / "firmware" / "luza_node").glob("*.py")):
            target = Path(folder) / "module.mpy"
            name = f"luza_node/{source.name}"  # what it would be called on the board: it is in the file
            subprocess.run([TOOLS / "mpy-cross", "-s", name, "-o", target, source], check=True)
            out[source.stem] = target.stat().st_size
        return out


def memory() -> tuple[int, int, int]:
    """Bytes of memory that the program's code takes, that it takes when it has started, and with full rings."""
    tests = ROOT / "tests" / "firmware"
    path = f"{tests / 'standin'}:{tests / 'checks'}:{ROOT / 'firmware'}"
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run(
            [TOOLS / "micropython", tests / "checks" / "memory.py"],
            env={**os.environ, "MICROPYPATH": path},
            cwd=folder,
            capture_output=True,
            check=True,
        )
    before, code, started, full = map(int, said.stdout.split(b"\n")[-2].split())
    return code - before, started - before, full - before


def table() -> str:
    """What firmware/README.md says."""
    sizes = compiled()
    code, started, full = memory()
    rows = [f"| `{name}` | {size:,} |" for name, size in sizes.items() if name != "__init__"]
    return "\n".join(
        [
            "| module | bytes as `.mpy` |",
            "| --- | ---: |",
            *rows,
            f"| **all** | **{sum(sizes.values()):,}** |",
            "",
            "| memory, measured with 64-bit words | bytes |",
            "| --- | ---: |",
            f"| code | {code:,} |",
            f"| and all that a board with eleven sensors holds | {started:,} |",
            f"| and full rings | {full:,} |",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="into firmware/README.md")
    if not parser.parse_args().write:
        print(table())
        return
    before, rest = README.read_text().split(BEGIN)
    README.write_text(f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}")


if __name__ == "__main__":
    main()
