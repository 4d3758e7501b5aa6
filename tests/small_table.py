"""The smallest table that tests play on: a tip microphone and one pocket's beam, on one board."""

from __future__ import annotations

from typing import Any

SMALL_TABLE = """
[table]
id = "t1"
name = "Table 1"
length_mm = 3550
width_mm = 1775
ball_mm = 68
[stroke]
settle_s = 5.0
[[node]]
id = "n1"
port = "PORT"
[[sensor]]
id = "tip"
kind = "tip"
node = "n1"
channel = 0
[[sensor]]
id = "beam"
kind = "beam"
pocket = "foot_left"
node = "n1"
channel = 1
"""

# a match line's fields, as a command's arguments too
MATCH: dict[str, Any] = {
    "game": "moscow",
    "players": {"a": "Анна", "b": "Boris"},
    "frames_to_win": 2,
    "first_break": "a",
}
