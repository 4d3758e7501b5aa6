"""A sample of the spoilt and random bytes that `make fuzz` puts into both ends of the line."""

import subprocess

from tests.firmware.line_fuzz import run
from tests.firmware.pty_board import FIRMWARE, HERE, MICROPYTHON


def test_nothing_comes_of_spoilt_bytes_at_the_hosts_end() -> None:
    assert run("host", 30_000, seed=2) is None


def test_nothing_comes_of_spoilt_bytes_at_a_boards_end_under_micropython() -> None:
    words = [MICROPYTHON, HERE / "line_fuzz.py", "board", "30000", "3"]
    done = subprocess.run(words, capture_output=True, text=True, env={"MICROPYPATH": str(FIRMWARE)}, check=False)
    assert done.stdout == "30000 inputs to the board, no fault (seed 3)\n", done.stdout + done.stderr
