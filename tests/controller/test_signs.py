"""What single hits look like, and that a table's recordings look like what truly happened on it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from luza.sensor_log import read_log
from luza.signs import Sign, Signs
from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table
from tests.controller.conftest import ball, mouth

RECORDINGS = Path(__file__).parents[1] / "recordings"
FULL = load_table(RECORDINGS / "full.toml")
TAGS = load_table(RECORDINGS / "full-tags.toml")
BASIC = load_table(RECORDINGS / "beams.toml")
BEAM = "pocket.foot_left.beam"


def signs(*hits, table=FULL, until=100.0):
    """What these hits look like, when some time has passed: [(sensor, what)]."""
    return [(sign.sensor, sign.what) for sign in told(*hits, table=table, until=until)]


def told(*hits, table=FULL, until=100.0) -> list[Sign]:
    watched = Signs(table)
    for hit in hits:
        watched.hit(Hit(*hit))
    return watched.advance(until)


@pytest.mark.parametrize(
    ("lasts", "what"),
    [(0.08, "ball"), (0.025, "ball"), (0.139, "ball"), (0.2, "two_balls"), (0.5, "hand"), (0.01, "flicker")],
)
def test_a_break_of_a_throat_is_told_by_how_long_it_lasts(lasts, what):
    (sign,) = told(*ball(10.0, "foot_left", lasts), table=BASIC)
    assert (sign.t, sign.sensor, sign.what, sign.chatter) == (10.0, BEAM, what, 0)
    assert sign.size == pytest.approx(lasts)


def test_a_ball_is_told_once_nothing_can_make_it_a_hand_any_more():
    watched = Signs(BASIC)
    for hit in ball(10.0, "foot_left", 0.08):
        watched.hit(Hit(*hit))
    assert watched.advance(10.2) == []
    assert [sign.what for sign in watched.advance(10.3)] == ["ball"]
    assert watched.advance(11.0) == []


def test_two_balls_right_after_one_another_are_two_and_a_hand_that_gropes_is_one():
    balls = [*ball(10.0, "foot_left", 0.06), *ball(10.3, "foot_left", 0.06)]
    assert signs(*balls, table=BASIC) == [(BEAM, "ball")] * 2
    hand = [*ball(10.0, "foot_left", 0.06), *ball(10.1, "foot_left", 0.4)]
    assert set(signs(*hand, table=BASIC)) == {(BEAM, "hand")}


def test_chatter_is_counted_and_changes_nothing():
    edges = [(10.0, BEAM, 1), (10.001, BEAM, 0), (10.002, BEAM, 1), (10.08, BEAM, 0)]
    (sign,) = told(*edges, table=BASIC)
    assert (sign.what, sign.chatter) == ("ball", 2)


@pytest.mark.parametrize("sensor", [BEAM, "pocket.foot_left.mouth", "line.centre_foot"])
def test_chatter_as_a_beam_clears_makes_nothing_of_its_own(sensor):
    edges = [(10.0, sensor, 1), (10.08, sensor, 0), (10.081, sensor, 1), (10.082, sensor, 0), (10.082, sensor, 1)]
    (sign,) = told(*edges, (10.083, sensor, 0))
    assert sign.size == pytest.approx(0.08)


def test_a_beam_that_flickers_without_end_is_told_once_and_heard_again_when_it_is_calm():
    flicker = [hit for number in range(30) for hit in ball(10.0 + number * 0.1, "foot_left", 0.03)]
    assert signs(*flicker, *ball(20.0, "foot_left"), table=BASIC) == [(BEAM, "storm"), (BEAM, "ball")]


def test_a_ball_that_came_back_out_is_no_ball_that_fell():
    hits = [*mouth(9.8, "foot_left"), *ball(10.0, "foot_left"), *mouth(10.2, "foot_left")]
    found = signs(*hits)
    assert (BEAM, "came_back") in found
    assert (BEAM, "ball") not in found
    assert found.count(("pocket.foot_left.mouth", "passed")) == 2


def test_a_knock_rings_on_the_neighbours_and_a_soft_one_is_too_soft():
    hits = [(10.0, "cushion.head", 0.5), (10.001, "cushion.left_head", 0.15), (11.0, "cushion.foot", 0.02)]
    (touch, rang, faint) = told(*hits)
    assert (touch.sensor, touch.what, touch.size) == ("cushion.head", "touch", 0.5)
    assert (rang.sensor, rang.what, rang.other) == ("cushion.left_head", "rang", "cushion.head")
    assert (faint.sensor, faint.what) == ("cushion.foot", "faint")


def test_a_neighbour_that_rings_before_the_touch_arrives_rang_along_all_the_same():
    hits = [(10.0, "cushion.left_head", 0.15), (10.002, "cushion.head", 0.5)]
    assert signs(*hits) == [("cushion.left_head", "rang"), ("cushion.head", "touch")]


@pytest.mark.parametrize(("lasts", "what"), [(0.2, ["crossed"]), (3.0, ["stood", "stood"]), (0.001, ["flicker"])])
def test_a_line_tells_what_crosses_from_what_stands_in_it(lasts, what):
    line = "line.centre_head"
    assert [sign for _, sign in signs((10.0, line, 1), (10.0 + lasts, line, 0))] == what


def test_whatever_the_clock_shows_nothing_that_passes_is_overlooked():
    hits = [hit for number in range(1000) for hit in mouth(3.0 + number * 1.37, "foot_left", 0.0451)]
    assert signs(*hits, until=1e6) == [("pocket.foot_left.mouth", "passed")] * 1000


def test_what_stands_in_a_line_is_told_while_it_stands():
    assert signs((10.0, "line.centre_head", 1), until=12.0) == [("line.centre_head", "stood")]


@pytest.mark.parametrize(
    ("table", "value", "what", "other"),
    [
        (FULL, (150, 40, 30), "read", "cue"),
        (FULL, (228, 226, 210), "read", "object"),
        (FULL, (190, 133, 121), "strange", "190, 133, 121"),
        (TAGS, "04A1C5", "read", "5"),
        (TAGS, "FFFFFF", "strange", "FFFFFF"),
    ],
)
def test_a_reader_names_the_ball(table, value, what, other):
    sensor = "pocket.head_left.tag" if table is TAGS else "pocket.head_left.colour"
    (sign,) = told((10.0, sensor, value), table=table)
    assert (sign.what, sign.other) == (what, other)


def test_the_tip_tells_the_cue_from_clicks_and_rest_from_moving():
    hits = [(10.0, "rest", 0), (10.1, "tip", 0.4), (11.0, "tip", 0.05), (18.0, "rest", 1)]
    assert [what for _, what in signs(*hits)] == ["moving", "strike", "click", "rest"]


def test_hits_may_come_out_of_order_and_of_sensors_that_the_table_does_not_have():
    (down, up) = ball(10.0, "foot_left", 0.04)
    assert signs(up, down, (10.0, "nothing", 1), table=BASIC) == [(BEAM, "ball")]


def test_hits_of_a_line_that_stalled_are_told_late_but_told():
    watched = Signs(BASIC)
    watched.advance(20.0)
    for hit in [*ball(10.0, "foot_left", 0.08), *ball(10.0, "foot_left", 0.08), *ball(9.0, "foot_left", 0.08)]:
        watched.hit(Hit(*hit))
    assert [sign.what for sign in watched.advance(20.1)] == ["ball"]
    knocked = Signs(FULL)
    knocked.advance(20.0)
    for t in (10.0, 10.001, 10.2):
        knocked.hit(Hit(t, "cushion.head", 0.5 if t == 10.0 else 0.3))
    assert [sign.what for sign in knocked.advance(20.1)] == ["touch", "rang", "touch"]


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in RECORDINGS.glob("clean-*[a-z].jsonl") if ".truth" not in path.name)
)
def test_every_ball_that_truly_fell_on_a_recorded_table_looks_like_one_and_nothing_else_does(name):
    path = RECORDINGS / f"{name}.jsonl"
    with path.open("rb") as lines:
        table = load_table(RECORDINGS / json.loads(next(lines))["table"])
    watched = Signs(table)
    with path.open("rb") as lines:
        for _, line in read_log(lines, name, table):
            if isinstance(line, Hit):
                watched.hit(line)
    seen = Counter()
    for sign in watched.advance(1e6):
        if sign.what in ("ball", "two_balls"):
            seen[table.sensor(sign.sensor).pocket] += 1 + (sign.what == "two_balls")
    with (RECORDINGS / f"{name}.truth.jsonl").open(encoding="utf-8") as lines:
        events = [json.loads(line) for line in lines if not line.startswith("#")]
    fell = Counter(drop["pocket"] for event in events for drop in event.get("pocketed") or ())
    fell.update(event["pocket"] for event in events if event["type"] == "fell")
    assert seen - fell == Counter()
    # two balls together on that one broke the beam no longer than one does: only their readings tell
    assert (fell - seen).total() == (name == "clean-full-tags-russian")
