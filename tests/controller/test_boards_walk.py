"""The walk round the table: what it asks for, what it ticks off, and what it makes of swapped and silent sensors."""

from __future__ import annotations

from pathlib import Path

import pytest

from luza.boards_walk import WANTED, Walk, steps_of
from luza.boards_walk_words import WORDS, asked, lacks, place, saw, verdict
from luza.signs import Sign, Signs
from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table, parse_table
from tests.controller.conftest import ball, mouth

RECORDINGS = Path(__file__).parents[1] / "recordings"
FULL = load_table(RECORDINGS / "full.toml")
BEAMS = load_table(RECORDINGS / "beams.toml")
IVORY = (230, 226, 212)


def hear(walk, *hits, table=FULL, until=1000.0):
    """The walk hears what these hits look like; returns the places that were news."""
    signs = Signs(table)
    for hit in hits:
        signs.hit(Hit(*hit))
    return [there.place for sign in signs.advance(until) if (there := walk.heard(sign)) is not None]


def falls(pocket, t=10.0, colour=IVORY):
    """A ball falls into a pocket of the full table."""
    return [*mouth(t, pocket), *ball(t + 0.12, pocket), (t + 0.5, f"pocket.{pocket}.colour", colour)]


def test_a_full_table_is_asked_for_everything_but_its_rest_signal():
    steps = [(step.kind, step.place) for step in steps_of(FULL)]
    assert steps[:6] == [("pocket", pocket) for pocket in
                         ("head_left", "head_right", "side_left", "side_right", "foot_left", "foot_right")]  # fmt: skip
    assert sorted(steps[6:12]) == sorted(("cushion", sensor.id) for sensor in FULL.of_kind("cushion"))
    assert steps[12:] == [("tip", "tip"), ("line", "centre")]
    assert sum(len(step.sensors) for step in steps_of(FULL)) == len(FULL.sensors) - 1


def test_a_step_is_done_when_every_sensor_of_its_place_has_seen_the_ball():
    walk = Walk(FULL)
    assert hear(walk, *falls("head_left")[:4]) == []
    assert [sensor.kind for sensor in walk.step.missing] == ["colour"]
    assert not walk.step.done
    hear(walk, *falls("head_left"))
    assert walk.step.done
    assert saw(walk.step, FULL, "en") == "beam: ball, 90 ms; mouth: passed, 100 ms; colour: reads object ball"
    assert saw(walk.step, FULL, "ru") == "горло: шар, 90 мс; створ: прошёл, 100 мс; цвет: читает: шар"


def test_what_play_would_not_take_for_a_ball_is_none_here_and_is_told():
    walk = Walk(BEAMS)
    hear(walk, *ball(10.0, "head_left", 0.5), table=BEAMS)
    assert not walk.step.done
    assert lacks(walk.step, BEAMS, "en") == "not seen; but hand, 500 ms"
    assert lacks(walk.step, BEAMS, "ru") == "не видно; зато рука, 500 мс"


def test_a_ball_that_is_dropped_by_hand_may_be_slow():
    walk = Walk(BEAMS)
    hear(walk, *ball(10.0, "head_left", 0.2), table=BEAMS)
    assert walk.step.done


def test_a_tag_that_the_table_file_does_not_have_is_named():
    tags = load_table(RECORDINGS / "full-tags.toml")
    walk = Walk(tags)
    hear(walk, (10.0, "pocket.head_left.tag", "FFFF"), table=tags)
    assert "but no known ball: FFFF" in lacks(walk.step, tags, "en")


def test_a_ball_that_another_pocket_saw_is_news_once():
    walk = Walk(BEAMS)
    assert hear(walk, *ball(10.0, "head_right"), *ball(11.0, "head_right"), table=BEAMS) == ["head_right"]
    assert lacks(walk.step, BEAMS, "en") == "not seen; seen there instead: head right"


def test_swapped_pockets_are_told_as_such():
    walk = Walk(BEAMS)
    for pocket in ("head_right", "head_left", "side_left", "side_right", "foot_left", "foot_right"):
        hear(walk, *ball(10.0, pocket), table=BEAMS)
        walk.go_on()
    assert walk.step is None
    assert [(one.place, other.place) for one, other in walk.swapped()] == [("head_left", "head_right")]
    assert verdict(walk, BEAMS, "en") == [
        "4 of 6 work. Not seen:",
        "  head left: not seen; seen there instead: head right",
        "  head right: not seen; seen there instead: head left",
        "head left and head right seem to be swapped: exchange their channels in the table file, or their plugs.",
    ]


def test_two_silent_pockets_are_not_swapped():
    walk = Walk(BEAMS)
    for pocket in (None, None, "side_left", "side_right", "foot_left", "foot_right"):
        hear(walk, *(ball(10.0, pocket) if pocket else []), table=BEAMS)
        walk.go_on()
    assert walk.swapped() == []
    assert [step.place for step in walk.failed] == ["head_left", "head_right"]


def test_a_cushion_is_touched_and_its_neighbour_only_rings():
    walk = Walk(FULL)
    while walk.step.kind != "cushion":
        walk.go_on()
    assert walk.step.place == "cushion.head"
    neighbour = (10.001, "cushion.left_head", 0.1)
    assert hear(walk, (10.0, "cushion.head", 0.5), neighbour) == []
    assert saw(walk.step, FULL, "en") == "touch"
    left_head = next(step for step in walk.steps if step.place == "cushion.left_head")
    assert not left_head.done


def test_the_touches_of_a_ball_that_rolls_on_are_no_news_but_tell_of_a_sensor_that_is_silent():
    walk = Walk(FULL)
    while walk.step.kind != "cushion":
        walk.go_on()
    assert hear(walk, (10.0, "cushion.left_head", 0.5)) == []
    assert "seen there instead: the cushion sensor left_head" in lacks(walk.step, FULL, "en")
    hear(walk, (10.0, "cushion.head", 0.03))
    assert "but too soft" in lacks(walk.step, FULL, "en")


def test_a_line_of_two_beams_has_to_be_crossed_by_both():
    walk = Walk(FULL)
    while walk.step.kind != "line":
        walk.go_on()
    hear(walk, (10.0, "line.centre_head", 1), (10.1, "line.centre_head", 0))
    assert [sensor.id for sensor in walk.step.missing] == ["line.centre_foot"]
    hear(walk, (10.0, "line.centre_foot", 1), (10.1, "line.centre_foot", 0))
    assert walk.step.done


def test_a_table_on_which_all_works_is_told_so():
    walk = Walk(FULL)
    for step in walk.steps:
        assert walk.step is step
        for sensor in step.sensors:
            walk.heard(Sign(1.0, sensor.id, WANTED[sensor.kind][0], 0.1, "object"))
        assert step.done
        walk.go_on()
    assert verdict(walk, FULL, "en") == ["All 14 work."]
    assert verdict(walk, FULL, "ru") == ["Работает всё, проверок: 14."]
    assert walk.heard(Sign(1.0, "tip", "strike")) is None


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_everything_is_asked_for_in_both_languages(lang):
    button = '[[sensor]]\nid = "button.undo"\nkind = "button"\nevent = "undo"\ngpio = 26\n'
    table = parse_table(FULL.text + button)
    assert set(WORDS[lang]) == set(WORDS["en"])
    said = [(asked(step, lang), place(step, lang)) for step in steps_of(table)]
    assert len({words for words, _ in said}) == len({words for _, words in said}) == 15
    assert not any("{" in words or "None" in words for pair in said for words in pair)
    assert said[-1][0].endswith(" undo")
