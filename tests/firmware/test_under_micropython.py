"""The program's parts under a real MicroPython: each function in checks/ by itself. Only `machine` stands in."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.firmware.pty_board import HERE, MICROPYTHON, environment

CHECKS = HERE / "checks"
FUNCTIONS = [
    (module.stem, name)
    for module in sorted(CHECKS.glob("*_checks.py"))
    for name in re.findall(r"^def (test_\w+)\(", module.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize(("module", "function"), FUNCTIONS)
def test_in_a_micropython(module: str, function: str, tmp_path: Path) -> None:
    where = environment()
    where["MICROPYPATH"] += f":{CHECKS}"
    words = [MICROPYTHON, CHECKS / "check.py", module, function]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=where, timeout=60, check=False)
    assert done.stdout.endswith("right\n"), done.stdout + done.stderr
