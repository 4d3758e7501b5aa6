"""All sequences of a reduced alphabet of events, five deep, in every game: counted, as chess libraries do with perft.

A count that changes says that some line of some game is judged otherwise than before.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from luza_rules import GAMES, Match

DEPTH = 5

COUNTS: dict[str, tuple[tuple[int, ...], dict[str, int]]] = {
    "russian": (
        (5, 36, 242, 1729, 12261),
        {"frame_over": 3168, "lag": 12, "match_over": 100, "play": 8981},
    ),
    "russian_fast": (
        (5, 28, 161, 974, 5909),
        {"frame_over": 2514, "lag": 48, "match_over": 208, "play": 3139},
    ),
    "moscow": (
        (4, 26, 166, 1132, 7704),
        {"frame_over": 2500, "lag": 8, "match_over": 168, "play": 5028},
    ),
    "moscow_fast": (
        (4, 24, 151, 1024, 7001),
        {"frame_over": 2294, "lag": 24, "match_over": 192, "play": 4491},
    ),
    "moscow_fast_call": (
        (5, 44, 386, 3579, 33130),
        {"frame_over": 511, "play": 32619},
    ),
    "american": (
        (4, 27, 177, 1245, 8697),
        {"frame_over": 2672, "lag": 8, "match_over": 176, "play": 5841},
    ),
    "american_fast": (
        (4, 27, 173, 1211, 8363),
        {"frame_over": 2597, "lag": 12, "match_over": 176, "play": 5578},
    ),
    "eight_ball": (
        (4, 30, 211, 1604, 12097),
        {"frame_over": 2043, "lag": 2, "match_over": 62, "play": 9990},
    ),
    "eight_ball_fast": (
        (4, 28, 190, 1436, 10774),
        {"frame_over": 1951, "lag": 12, "match_over": 120, "play": 8691},
    ),
    "eight_ball_fast_call": (
        (5, 45, 402, 3792, 35692),
        {"frame_over": 465, "play": 35227},
    ),
}
"""Game -> accepted sequences by depth 1-5, and in which phase those of depth 5 leave the match."""


def stroke(*falls: tuple[Any, str], **fields: Any) -> dict[str, Any]:
    pocketed = [{"ball": ball, "pocket": pocket} for ball, pocket in falls]
    return {"type": "stroke", "touched_object": True, "left_house": True, "pocketed": pocketed, **fields}


def alphabet(game: str) -> list[dict[str, Any]]:
    """Strokes that score, miss and offend, the answers to them, corrections, and what leads into the next frame."""
    ball = 15 if GAMES[game].numbers else "object"
    events = [
        stroke((ball, "foot_left"), cushions=[], crossed=[]),
        stroke((ball, "side_left"), left_house=False),
        stroke(cushions=["foot"], crossed=[]),
        stroke(("cue", "side_left"), ("unknown", "foot_right")),
        {"type": "ruling", "fouls": [4]},
        {"type": "play_on"},
        {"type": "fell", "ball": ball, "pocket": "head_left", "cause": "spin"},
        {"type": "referee_error", "led_to": "foul"},
        {"type": "next_frame"},
        {"type": "undo"},
    ]
    if GAMES[game].call:
        events.append({"type": "call", "ball": ball, "pocket": "foot_left"})
    return events


def opening(game: str) -> dict[str, Any]:
    """A match to two frames, in which both players are one counted ball from the frame."""
    most = GAMES[game].to_win - 1
    return {"type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": 2, "first_break": "a",
            "handicap": {"a": most, "b": most}}  # fmt: skip


def perft(game: str) -> list[Counter[str]]:
    """By depth, in how many sequences of accepted events the match stands in which phase."""
    events = alphabet(game)
    first = Match()
    first.push(opening(game))
    level, found = [first], []
    for depth in range(1, DEPTH + 1):
        phases: Counter[str] = Counter()
        reached = []
        for match in level:
            for event in events:
                after = match.fork()
                state = after.push(event)
                if state.accepted:
                    phases[state.phase] += 1
                    if depth < DEPTH:
                        reached.append(after)
        level = reached
        found.append(phases)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_sequences_of_a_small_alphabet_are_as_many_as_published(game):
    found = perft(game)
    by_depth, at_the_end = COUNTS[game]
    assert tuple(sum(phases.values()) for phases in found) == by_depth
    assert found[-1] == at_the_end


def test_published_counts_tell_the_games_apart():
    assert len({str(counts) for counts in COUNTS.values()}) == len(GAMES)
