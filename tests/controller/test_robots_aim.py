"""The robots' eye and judgement: aims by geometry, lags, and what a referee says of a stroke."""

from __future__ import annotations

import math
import random

import pytest

from luza.robots import lag, referee
from luza.robots.aim import Aim, clear, pots
from luza.robots.player import HOUSE_MARGIN, Player, Task, plan
from luza_hardware.virtual import Ball, Bed, Shot
from luza_hardware.virtual.motion import Fall, Motion, Touch
from luza_hardware.virtual.physics import simulate
from luza_hardware.virtual.truth import stroke_of
from luza_rules import Match

BED = Bed()
SURE = Player("Sure", angle_error=0.0, speed_error=0.0, nerve=4000.0)
ALL = tuple(BED.pockets)


def scattered(seed: int, count: int = 9) -> dict[Ball, tuple[float, float]]:
    rng = random.Random(seed)
    places: dict[Ball, tuple[float, float]] = {}
    for ball in ("cue", *range(1, count)):
        while True:
            place = rng.uniform(40, 3510), rng.uniform(40, 1735)
            if all(math.dist(place, other) > 70 for other in places.values()):
                places[ball] = place
                break
    return places


def test_the_easiest_aim_of_a_hand_that_never_errs_goes_in_most_of_the_time() -> None:
    tried = made = 0
    for seed in range(90):
        places = scattered(seed)
        aims = pots(BED, places, "cue")
        if aims and aims[0].difficulty < 500:
            shot = plan(BED, places, Task(["cue"], None, ALL, False, False), SURE, random.Random(seed)).shot
            motion = simulate(BED, places, shot, random.Random(1))
            fallen = [(event.ball, event.pocket) for event in motion.events if isinstance(event, Fall)]
            tried += 1
            made += (aims[0].target, aims[0].pocket) in fallen
    assert tried > 20
    assert made / tried > 0.75


def test_aims_come_easiest_first_and_never_through_another_ball() -> None:
    for seed in range(10):
        places = scattered(seed)
        aims = pots(BED, places, "cue")
        assert [aim.difficulty for aim in aims] == sorted(aim.difficulty for aim in aims)
        for aim in aims:
            pocket = BED.pockets[aim.pocket]
            assert clear(BED, places, places[aim.target], (pocket.x, pocket.y), {"cue", aim.target})


def test_a_blocked_way_is_no_aim() -> None:
    pocket = BED.pockets["side_right"]
    places: dict[Ball, tuple[float, float]] = {"cue": (pocket.x, 800.0), 1: (pocket.x, 1300.0)}
    assert [aim.pocket for aim in pots(BED, places, "cue")] == ["side_right"]
    assert pots(BED, {**places, 2: (pocket.x + 30, 1000.0)}, "cue", [pocket], [1]) == []
    assert pots(BED, {**places, 2: (pocket.x - 30, 1500.0)}, "cue", [pocket], [1]) == []


def test_from_hand_the_ball_is_placed_well_inside_the_house_and_only_balls_outside_are_played() -> None:
    for seed in range(20):
        for house in ("house", "temporary_house"):
            places = scattered(seed, 12)
            chosen = plan(BED, places, Task(["cue"], house, ALL, False, False), SURE, random.Random(seed))
            assert chosen.placed is not None
            x, _ = chosen.placed
            deep = x if house == "house" else BED.length - x
            assert BED.radius <= deep <= BED.head_string - HOUSE_MARGIN
            assert all(math.dist(chosen.placed, place) > 68 for ball, place in places.items() if ball != "cue")
            if chosen.aim is not None:
                target = places[chosen.aim.target][0]
                assert target > BED.head_string if house == "house" else target < BED.foot_string


def test_a_break_meets_the_rack() -> None:
    for seed in range(10):
        rack = BED.rack(random.Random(seed))
        chosen = plan(BED, rack, Task(["cue"], "house", ALL, True, False), SURE, random.Random(seed))
        assert chosen.placed is not None
        motion = simulate(BED, {**rack, "cue": chosen.placed}, chosen.shot, random.Random(seed))
        assert len(motion.paths) > 8


def test_a_player_without_any_straight_way_still_plays() -> None:
    ring: dict[Ball, tuple[float, float]] = {"cue": (1000.0, 34.5)}
    chosen = plan(BED, ring, Task(["cue"], None, ALL, False, True), SURE, random.Random(1))
    assert chosen.aim is None
    assert chosen.shot.speed > 0


def test_a_lag_of_a_sure_hand_comes_to_rest_near_the_head_cushion_without_fault() -> None:
    for side, (ball, x, y) in lag.start_places(BED).items():
        motion = simulate(BED, {ball: (x, y)}, lag.shot(BED, ball, SURE, random.Random(1)), random.Random(1))
        told = lag.result(motion, side)
        assert told["fault"] is None
        assert 0 <= told["distance"] < 400


@pytest.mark.parametrize(
    ("angle", "speed", "fault"),
    [
        (0.0, 800.0, "no_foot_cushion"),
        (-0.3, 3000.0, "long_cushion"),
        (0.22, 2500.0, "crossed"),
    ],
)
def test_a_faulty_lag_is_told_by_its_word(angle: float, speed: float, fault: str) -> None:
    ball, x, y = lag.start_places(BED)["a"]
    motion = simulate(BED, {ball: (x, y)}, Shot(ball, angle, speed), random.Random(1))
    assert lag.result(motion, "a")["fault"] == fault


def a_match(game: str) -> Match:
    match = Match()
    match.push({
        "type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": 2, "first_break": "a"
    })  # fmt: skip
    return match


def test_the_referee_finds_every_field_that_the_table_says_otherwise() -> None:
    match = a_match("eight_ball")
    match.push({"type": "stroke", "pocketed": [{"ball": "object", "pocket": "foot_left"}], "touched_object": True})
    told = match.state.as_dict()
    assert referee.differences(told, match.state) == []
    wrong = {**told, "score": {"a": 0, "b": 0}, "verdict": {**told["verdict"], "counted": []}}
    assert [text.split(":")[0] for text in referee.differences(wrong, match.state)] == ["score", "verdict.counted"]


def test_open_questions_are_those_of_the_verdict() -> None:
    match = a_match("eight_ball")
    match.push({"type": "stroke"})
    assert referee.open_questions(match.state.as_dict()) == ["contact"]
    assert referee.open_questions({"verdict": None}) == []


def rolled(places: dict[Ball, tuple[float, float]], shot: Shot) -> Motion:
    return simulate(BED, places, shot, random.Random(1))


def test_in_games_with_safeties_a_near_miss_at_a_pocket_is_a_fair_attempt() -> None:
    pocket = BED.pockets["foot_left"]
    start = pocket.x - 500 * pocket.into_x, pocket.y - 500 * pocket.into_y
    behind = pocket.x - 800 * pocket.into_x, pocket.y - 800 * pocket.into_y
    into = math.atan2(pocket.into_y, pocket.into_x)
    motion = rolled({5: behind, 1: start}, Shot(5, into + 0.012, 1500.0, 0.8))
    assert not [event for event in motion.events if isinstance(event, Fall)]
    aim = Aim(5, 1, "foot_left", into, 0.0, 300.0, 500.0, 100.0)
    assert referee.fair_attempt(motion, aim)
    facts = referee.whole_truth(a_match("american"), stroke_of(motion, 1.0, None, False), motion, aim)
    assert facts["attempt"] is True
    assert "attempt" not in referee.whole_truth(a_match("eight_ball"), stroke_of(motion, 1.0, None, False), motion, aim)
    far = Aim(5, 1, "head_right", into, 0.0, 300.0, 500.0, 100.0)
    assert not referee.fair_attempt(motion, far)


def test_two_balls_touching_a_cushion_each_are_no_american_safety_but_one_ball_touching_two_is() -> None:
    # 2.7.6: the struck ball goes to the left cushion, the other to the foot cushion
    each_one = rolled({1: (2600.0, 300.0), 2: (2800.0, 330.0)}, Shot(1, 0.0, 1300.0, 0.0))
    cushions = {event.cushion for event in each_one.events if isinstance(event, Touch)}
    by_ball = {(event.ball, event.cushion) for event in each_one.events if isinstance(event, Touch)}
    if len(cushions) == len(by_ball) == 2:
        assert not referee.one_ball_safety(each_one)
    round_the_table = rolled({1: (2600.0, 600.0), 2: (2800.0, 610.0)}, Shot(1, 0.0, 6000.0, 0.0))
    assert referee.one_ball_safety(round_the_table)
    quiet = rolled({1: (2600.0, 600.0), 2: (2700.0, 610.0)}, Shot(1, 0.0, 400.0, 0.0))
    assert not referee.one_ball_safety(quiet)


def test_a_ruling_states_all_facts_so_that_no_doubt_is_left() -> None:
    motion = rolled({"cue": (600.0, 600.0), 1: (1200.0, 600.0)}, Shot("cue", 0.0, 2500.0, 0.5))
    facts = stroke_of(motion, 3.0, "house", False)
    ruled = referee.ruling_of(facts)
    assert set(ruled) == {"pocketed", "jumped", "touched_object", "left_house", "cushions", "crossed"}
    match = a_match("eight_ball")
    match.push({"type": "stroke", "doubts": [{"about": "pocketed", "why": "storm", "readings": []}]})
    assert match.push({"type": "ruling", **ruled}).accepted
    assert referee.open_questions(match.state.as_dict()) == []


def test_all_object_balls_in_the_house_ask_for_the_temporary_one() -> None:
    assert referee.all_in_house(BED, {"cue": (3000.0, 500.0), 1: (500.0, 500.0)}, "cue")
    assert not referee.all_in_house(BED, {"cue": (300.0, 500.0), 1: (900.0, 500.0)}, "cue")


def test_two_balls_over_the_centre_line_are_an_american_safety_and_one_alone_is_not() -> None:
    # slow enough that no cushion is reached
    both = rolled({1: (1500.0, 600.0), 2: (1690.0, 620.0)}, Shot(1, 0.0, 900.0, 1.0))
    one = rolled({1: (1300.0, 600.0), 2: (1690.0, 600.0)}, Shot(1, 0.0, 600.0, -0.5))
    for motion, over in ((both, 2), (one, 1)):
        assert not [event for event in motion.events if isinstance(event, Touch)]
        assert sum(x > BED.centre_line for x, _ in motion.positions.values()) == over
    assert referee.one_ball_safety(both)
    assert not referee.one_ball_safety(one)
