"""What the demo shows in the terminal: a line for each verdict, with who struck; a picture where there is one."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from luza.demo_screen import WORDS, Billing, Screen
from luza.keeper import Keeper
from luza_hardware.table_file import parse_table
from tests.small_table import MATCH, SMALL_TABLE

BILLING = Billing("http://127.0.0.1:8080/", "mqtt://127.0.0.1:1", "luza/1/demo/t1/#", "embedded", 7)


def shown(lines: list[dict[str, Any]], lang: str, terminal: bool) -> str:
    """What the screen has written after the table went through these lines."""
    console = Console(file=io.StringIO(), force_terminal=terminal, width=110, color_system=None)
    keeper = Keeper(parse_table(SMALL_TABLE, "t.toml"), "demo")
    with Screen(lang, BILLING, console) as screen:
        for line in lines:
            keeper.take(line)
            for event in keeper.collect():
                screen.heard("event", event)
            screen.heard("state", keeper.snapshot(keeper.t, 0))
        if terminal:
            console.print(screen._picture())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def played(*strokes: dict[str, Any], **match: Any) -> list[dict[str, Any]]:
    events = [{"type": "match", **MATCH, **match}, *strokes]
    lines = []
    for number, event in enumerate(events, 1):
        lines += [{**event, "at": float(number), "by": "referee"}, {"m": "time", "t": number + 0.5}]
    return lines


BALL = {"type": "stroke", "pocketed": [{"ball": "object", "pocket": "foot_left"}], "touched_object": True}


def test_a_verdict_is_told_once_with_score_and_striker() -> None:
    text = shown(played(BALL, {"type": "suspend", "reason": "pause"}), "en", terminal=False)
    assert text.splitlines()[0] == "Scoreboard: http://127.0.0.1:8080/ (Ctrl-C ends)"
    assert [line for line in text.splitlines() if line.startswith("1:0  Анна: Counted: 1 ball")] != []
    assert text.count("Counted") == 1


def test_the_end_of_a_frame_is_told_with_its_winner() -> None:
    text = shown(played(BALL, {"type": "next_frame"}, handicap={"a": 7, "b": 0}), "en", terminal=False)
    assert "frame 1: Анна (1:0)" in text
    assert text.count("Counted") == 1


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_picture_names_page_broker_topics_game_and_score(lang: str) -> None:
    text = shown(played(BALL), lang, terminal=True)
    for part in (BILLING.page, BILLING.mqtt, BILLING.topics, "Анна", "Boris", WORDS[lang]["play"], WORDS[lang]["end"]):
        assert part in text


def test_both_languages_have_every_word() -> None:
    assert WORDS["en"].keys() == WORDS["ru"].keys()


def test_names_with_brackets_are_shown_as_they_are() -> None:
    text = shown(played(BALL, players={"a": "[red]A[/red]", "b": "[b]"}), "en", terminal=True)
    assert "[red]A[/red]" in text
