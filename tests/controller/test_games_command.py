"""`luza games`: every difference of the declarations stands in the table, in both languages."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from luza.games import WORDS, row, table
from luza_rules import GAMES, LANGUAGES

CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("moscow", {"id": "x"}),
    ("moscow", {"article": "2.99"}),
    ("moscow", {"en": "X", "ru": "Х"}),
    ("moscow", {"fouls": frozenset({1})}),
    ("moscow", {"to_win": 9}),
    ("moscow", {"balls": 16}),
    ("moscow", {"numbers": True}),
    ("moscow", {"points": 5}),
    ("moscow", {"fast": True}),
    ("moscow_fast", {"must_leave_house": True}),
    ("moscow", {"safety": "2.7.6"}),
    ("moscow", {"call": True}),
    ("moscow_fast_call", {"falling": False}),
    ("moscow_fast_call", {"cue_callable": False}),
    ("eight_ball", {"cue_counts": True}),
    ("moscow", {"cue_removes": False}),
    ("moscow", {"cue_from_hand": False}),
    ("moscow", {"place": "foot_spot"}),
]
"""A change of every field of a declaration, in a game where the field matters."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "change"), CHANGES)
def test_a_difference_in_any_field_of_a_declaration_shows_in_its_row(
    game: str, change: dict[str, Any], lang: str
) -> None:
    declared = GAMES[game]
    assert row(declared._replace(**change), lang) != row(declared, lang)


def test_every_field_of_a_declaration_was_changed() -> None:
    changed = {field for _, change in CHANGES for field in change}
    assert changed == set(GAMES["moscow"]._fields) - {"articles"}


def test_a_row_tells_a_game_in_words() -> None:
    assert row(GAMES["moscow_fast_call"], "en") == (
        "moscow_fast_call", "2.6", "15", "8 balls", "1 ball", "any pocket", "2.1.11", "any + falling",
        "counts, 1 off, from hand", "spot", "12", "Moscow pyramid, fast, called",
    )  # fmt: skip
    assert row(GAMES["russian"], "ru") == (
        "russian", "2.2", "1–15", "71 очко", "5 очков", "дальняя угловая", "–", "прицельный", "с руки", "отметка", "13",
        "Русская пирамида",
    )  # fmt: skip
    assert row(GAMES["american_fast"], "en")[5:9] == ("any, off the house", "2.7.6", "–", "counts, spotted")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_a_line_for_each_game_in_straight_columns(lang: str) -> None:
    head, *lines = table(lang).split("\n")
    assert [line.split()[0] for line in lines] == list(GAMES)
    start = head.index(WORDS[lang]["spot"])
    assert all(line[start - 2 : start] == "  " and line[start] != " " for line in lines)


def test_languages_have_the_same_words() -> None:
    assert set(WORDS) == set(LANGUAGES)
    assert set(WORDS["en"]) == set(WORDS["ru"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_prints_the_table(lang: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "luza.cli", "games", "--lang", lang], capture_output=True, timeout=60, check=True
    )
    told = run.stdout.decode()
    assert told.startswith(table(lang))
    assert all(f"\n{WORDS[lang][column]}: " in told for column in ("balls", "hand", "safety", "cue", "spot", "fouls"))


def test_english_is_the_language_unless_told() -> None:
    run = subprocess.run([sys.executable, "-m", "luza.cli", "games"], capture_output=True, timeout=60, check=True)
    assert run.stdout.decode().startswith(table("en"))
