"""What is known of each sensor from a table's lines, and how it is told in rows."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from luza.signs import Sign, What
from luza.watch_rows import BAR, bar, boards_line, latest, picture, rows
from luza.watch_state import BLOCKED_S, Watched
from luza.watch_words import WORDS, sign_words, span
from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table
from luza_hardware.table_words import KINDS, POCKETS
from tests.controller.conftest import ball

FULL = load_table(Path(__file__).parents[1] / "recordings" / "full.toml")
BEAM = "pocket.foot_left.beam"


@pytest.fixture
def watched():
    return Watched(FULL)


def take(watched, *hits, until):
    for hit in hits:
        watched.take(Hit(*hit))
    watched.advance(until)


def row(watched, sensor, now, lang="en"):
    """(now, ago, rate, said) of a sensor."""
    (found,) = [one for one in rows(watched, now, lang) if one.sensor == sensor]
    return found.now.plain, found.ago.plain, found.rate, found.said.plain


def test_a_sensor_that_was_never_heard_says_so(watched):
    assert row(watched, BEAM, 10.0) == ("–", "", "", "not heard yet")


def test_level_last_hit_rate_and_what_it_looked_like(watched):
    take(watched, *ball(10.0, "foot_left", 0.08), until=12.0)
    assert row(watched, BEAM, 12.0) == ("○ clear", "1.9 s", "2", "ball, 80 ms")
    assert row(watched, BEAM, 12.0, "ru") == ("○ свободен", "1,9 с", "2", "шар, 80 мс")
    assert row(watched, BEAM, 80.0) == ("○ clear", "70 s", "", "ball, 80 ms")


def test_a_peak_is_shown_as_its_height_and_a_colour_as_itself(watched):
    take(watched, (10.0, "cushion.head", 0.5), (10.0, "pocket.side_left.colour", (150, 40, 30)), until=11.0)
    assert row(watched, "cushion.head", 11.0) == ("0.50 ████", "1.0 s", "1", "touch")
    assert row(watched, "pocket.side_left.colour", 11.0)[0::3] == ("██ 150,40,30", "reads cue ball")


@pytest.mark.parametrize(("part", "shown"), [(0.0, ""), (1.0, "█" * BAR), (0.25, "██"), (1 / 64, "▏"), (0.03, "▎")])
def test_a_bar_is_as_long_as_its_peak_is_high(part, shown):
    assert bar(part) == shown


def test_a_beam_that_stays_broken_is_blocked_and_a_resting_signal_is_not(watched):
    take(watched, (10.0, BEAM, 1), (10.0, "rest", 1), until=12.0)
    assert row(watched, BEAM, 12.0)[3] == ""
    assert row(watched, BEAM, 10.0 + BLOCKED_S)[3] == "blocked for 3.0 s"
    assert row(watched, "rest", 100.0)[3] == "balls rest"


def test_a_level_that_is_told_again_is_the_same_break(watched):
    take(watched, (10.0, BEAM, 1), (12.0, BEAM, 1), until=13.5)
    assert row(watched, BEAM, 13.5)[3] == "blocked for 3.5 s"


def test_S6_a_storm_is_told_while_it_lasts_and_over_when_it_is_calm(watched):
    for number in range(20):
        take(watched, *ball(10.0 + number * 0.1, "foot_left", 0.03), until=10.05 + number * 0.1)
    assert row(watched, BEAM, 12.0)[3] == "not believed: flickers"
    watched.advance(15.0)
    assert row(watched, BEAM, 15.0)[3] == "flickers without end"


def test_hits_out_of_order_change_no_level(watched):
    take(watched, (10.04, BEAM, 0), (10.0, BEAM, 1), until=11.0)
    assert row(watched, BEAM, 11.0)[0] == "○ clear"


def test_boards_come_and_go_with_what_hangs_on_them(watched):
    assert not boards_line(watched, "en")
    watched.take({"m": "board", "t": 1.0, "node": "n1", "uid": "01", "boot": 1, "up": True})
    watched.take({"m": "board", "t": 1.0, "node": "n2", "uid": None, "up": False, "why": "port p isn't there"})
    watched.take({"m": "board", "t": 1.0, "node": "n1", "uid": "01", "boot": 1, "lost": 5})
    assert boards_line(watched, "en").plain.strip() == ("boards: n1 there · 5 hits lost   n2 away (port p isn't there)")
    assert row(watched, "pocket.foot_left.beam", 2.0)[3] == "its board is away"  # n2
    assert row(watched, "pocket.head_left.beam", 2.0)[3] == "not heard yet"
    watched.take({"m": "board", "t": 3.0, "node": "n2", "uid": "02", "boot": 1, "next": 3})  # it brings hits
    assert row(watched, "pocket.foot_left.beam", 4.0)[3] == "not heard yet"


def test_a_reader_that_does_not_answer_its_board_is_told(watched):
    watched.take({"m": "board", "t": 1.0, "node": "n1", "silent": [2]})
    assert row(watched, "pocket.head_left.colour", 2.0)[3] == "does not answer its board"
    watched.take({"m": "board", "t": 2.0, "node": "n1", "silent": []})
    assert row(watched, "pocket.head_left.colour", 2.0)[3] == "not heard yet"


def test_a_start_under_another_table_file_brings_its_sensors(watched):
    take(watched, *ball(10.0, "foot_left"), until=11.0)
    watched.take({"m": "start", "t": 12.0, "table": FULL.text})
    assert row(watched, BEAM, 12.0)[3].startswith("ball")
    watched.take({"m": "start", "t": 12.0, "table": FULL.text.replace(f'"{BEAM}"', '"throat"')})
    assert row(watched, "throat", 12.0)[3] == "not heard yet"
    watched.take(Hit(13.0, BEAM, 1))  # from a board that still has the old file's numbers: nothing to show


def test_rows_go_round_the_table_or_by_what_was_heard_of_last(watched):
    take(watched, (10.0, "tip", 0.4), (11.0, "cushion.foot", 0.2), until=12.0)
    by_place = [one.sensor for one in rows(watched, 12.0, "en")]
    assert by_place[:3] == ["pocket.head_left.beam", "pocket.head_left.mouth", "pocket.head_left.colour"]
    assert by_place[18] == "cushion.head"
    newest = rows(watched, 12.0, "en", newest_first=True)
    assert [one.sensor for one in newest][:2] == ["cushion.foot", "tip"]
    assert len(newest) == len(FULL.sensors)


def test_a_place_is_named_once_for_its_sensors(watched):
    assert [one.place for one in rows(watched, 0.0, "en")[:4]] == ["head left", "", "", "head right"]


def test_the_latest_signs_come_newest_first(watched):
    take(watched, *ball(10.0, "foot_left", 0.08), (11.0, "tip", 0.4), until=12.0)
    assert latest(watched, 12.0, "en", 5).plain.splitlines() == [
        "  1.0 s  cue tip: cue",
        "  2.0 s  foot left, beam: ball, 80 ms",
    ]


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_every_word_that_can_be_needed_is_there(lang):
    words = WORDS[lang]
    assert set(words) == set(WORDS["en"])
    assert {*KINDS, *POCKETS} <= set(words)
    for what in get_args(What):
        assert sign_words(Sign(1.0, "tip", what, 0.1, other="tip" if what == "rang" else "5"), FULL, lang)
    assert picture(rows(Watched(FULL), 0.0, lang), lang).row_count == len(FULL.sensors)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0, "0 ms"),
        (0.0456, "46 ms"),
        (0.9999, "1.0 s"),
        (9.96, "10 s"),
        (89.0, "89 s"),
        (150.0, "2 min"),
        (9e3, "2 h"),
    ],
)
def test_a_time_is_told_no_finer_than_anybody_wants_to_know(seconds, shown):
    assert span(seconds, "en") == shown
