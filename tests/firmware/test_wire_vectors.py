"""The test vectors of the wire format (firmware/vectors.json), read by the host's Python and by a real MicroPython.

The file was written by code that shares nothing with ours, so both can't be wrong in the same way.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
VECTORS = FIRMWARE / "vectors.json"
MICROPYTHON = Path(sys.executable).parent / "micropython"


def right(*command: object) -> str:
    environment = {**os.environ, "MICROPYPATH": str(FIRMWARE), "PYTHONPATH": str(FIRMWARE)}
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.strip()


def expected() -> str:
    vectors = json.loads(VECTORS.read_text())
    return f"{2 * len(vectors['messages']) + len(vectors['frames']) + len(vectors['broken'])} right"


def test_the_hosts_python_agrees_with_every_vector() -> None:
    assert right(sys.executable, HERE / "check_vectors.py", VECTORS) == expected()


def test_a_real_micropython_agrees_with_every_vector() -> None:
    assert right(MICROPYTHON, HERE / "check_vectors.py", VECTORS) == expected()
