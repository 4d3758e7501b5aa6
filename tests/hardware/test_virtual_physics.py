"""The virtual table's balls move as balls do, and always the same way from the same seed."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luza_hardware.virtual import Bed, Motion, Shot
from luza_hardware.virtual.motion import Click, Fall, Jump, Touch
from luza_hardware.virtual.physics import simulate

BED = Bed()

shots = st.builds(
    Shot,
    ball=st.just("cue"),
    angle=st.floats(-math.pi, math.pi),
    speed=st.floats(100, 8000),
    roll=st.floats(-0.5, 1),
)


def racked(seed: int, cue: tuple[float, float] = (700.0, 887.5)) -> dict[int | str, tuple[float, float]]:
    return {**BED.rack(random.Random(seed)), "cue": cue}


def broken(seed: int, shot: Shot | None = None) -> Motion:
    return simulate(BED, racked(seed), shot or Shot("cue", 0.003, 6000, 0.5), random.Random(seed))


@settings(max_examples=40, deadline=None)
@given(shots, st.integers(0, 1000))
def test_energy_only_goes_down_and_no_ball_escapes_or_overlaps(shot: Shot, seed: int) -> None:
    motion = broken(seed, shot)
    assert all(later <= earlier + 1e-6 for earlier, later in pairwise(motion.energies))
    gone = [e.ball for e in motion.events if isinstance(e, (Fall, Jump))]
    assert sorted(map(str, [*gone, *motion.positions])) == sorted(map(str, motion.start))
    for x, y in motion.positions.values():
        inside = -1 <= x - BED.radius <= BED.length - BED.ball + 1 and -1 <= y - BED.radius <= BED.width - BED.ball + 1
        in_jaws = any(math.hypot(x - p.x, y - p.y) < p.mouth for p in BED.pockets.values())
        assert inside or in_jaws
    lying = list(motion.positions.values())
    for i, one in enumerate(lying):
        for other in lying[:i]:
            assert math.dist(one, other) > BED.ball - 0.5
    assert motion.rest < 20


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_the_same_start_and_seed_give_the_same_motion_to_the_last_bit(seed: int) -> None:
    assert broken(seed) == broken(seed)


def test_another_rack_gives_another_motion() -> None:
    assert broken(1).positions != broken(2).positions


def test_a_struck_ball_slides_then_rolls_on_with_five_sevenths_of_its_speed() -> None:
    motion = simulate(BED, {"cue": (200.0, 800.0)}, Shot("cue", 0.0, 2000.0), random.Random(1))
    path = motion.paths["cue"]
    speeds = [(math.hypot(x1 - x0, y1 - y0) / (t1 - t0), t1) for (t0, x0, y0), (t1, x1, y1) in pairwise(path)]
    rolling = next(speed for speed, t in speeds if t > 0.35)
    assert 2000 * 5 / 7 * 0.94 < rolling < 2000 * 5 / 7


def test_a_full_hit_stops_a_sliding_ball_and_sends_the_other_on() -> None:
    motion = simulate(BED, {"cue": (500.0, 800.0), 1: (700.0, 800.0)}, Shot("cue", 0.0, 1500.0), random.Random(1))
    first = motion.events[0]
    assert isinstance(first, Click)
    assert {first.ball, first.other} == {"cue", 1}
    assert first.speed == pytest.approx(1350, abs=150)
    assert motion.positions["cue"][0] < 800
    assert motion.paths[1][-1][1] > 1200


def test_a_rolling_ball_follows_and_a_drawn_one_comes_back() -> None:
    def ends(roll: float) -> float:
        start: dict[int | str, tuple[float, float]] = {"cue": (700.0, 800.0), 1: (850.0, 800.0)}
        path = simulate(BED, start, Shot("cue", 0.0, 1200.0, roll), random.Random(1)).paths["cue"]
        return next(x for t, x, _ in path if t > 0.6)

    assert ends(-1.0) < ends(0.0) < ends(1.0)


@pytest.mark.parametrize("name", sorted(BED.pockets))
@pytest.mark.parametrize("speed", [700.0, 1500.0, 3000.0])
def test_a_ball_straight_into_a_pocket_falls_at_any_speed(name: str, speed: float) -> None:
    pocket = BED.pockets[name]
    start = pocket.x - 400 * pocket.into_x, pocket.y - 400 * pocket.into_y
    angle = math.atan2(pocket.into_y, pocket.into_x)
    motion = simulate(BED, {"cue": start}, Shot("cue", angle, speed), random.Random(1))
    (fall,) = [event for event in motion.events if isinstance(event, Fall)]
    assert fall.pocket == name
    assert "cue" not in motion.positions


@pytest.mark.parametrize("aside", [9.0, -9.0])
def test_a_ball_nine_millimetres_off_the_axis_rattles_or_misses_the_corner(aside: float) -> None:
    # the jaws leave 2.25 mm on each side of the ball
    pocket = BED.pockets["foot_left"]
    x = pocket.x - 600 * pocket.into_x - aside * pocket.into_y
    y = pocket.y - 600 * pocket.into_y + aside * pocket.into_x
    angle = math.atan2(pocket.into_y, pocket.into_x)
    motion = simulate(BED, {"cue": (x, y)}, Shot("cue", angle, 2500.0), random.Random(1))
    assert not [event for event in motion.events if isinstance(event, Fall)]
    assert [event for event in motion.events if isinstance(event, Touch)]


def test_a_ball_off_the_foot_cushion_comes_back_slower() -> None:
    motion = simulate(BED, {"cue": (3000.0, 900.0)}, Shot("cue", 0.0, 2500.0), random.Random(1))
    touch = motion.events[0]
    assert isinstance(touch, Touch)
    assert touch.cushion == "foot"
    assert motion.positions["cue"][0] < 3000


def test_now_and_then_a_ball_driven_hard_into_a_cushion_jumps_off() -> None:
    jumped = 0
    for seed in range(120):
        motion = simulate(BED, {"cue": (1000.0, 900.0)}, Shot("cue", 0.0, 7000.0), random.Random(seed))
        jumps = [event for event in motion.events if isinstance(event, Jump)]
        assert ("cue" in motion.positions) == (not jumps)
        jumped += len(jumps)
    assert 0 < jumped < 40


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (Shot(9, 0.0, 1000.0), "ball 9 is not on the table"),
        (Shot("cue", 0.0, 0.0), "speed between 0 and 20"),
        (Shot("cue", math.nan, 1000.0), "an angle"),
    ],
)
def test_a_shot_that_cannot_be_played_is_refused(shot: Shot, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        simulate(BED, {"cue": (1000.0, 900.0)}, shot, random.Random(1))


def test_the_rack_stands_on_the_foot_spot_and_no_balls_touch() -> None:
    rack = BED.rack(random.Random(3))
    assert math.dist(rack[4], BED.foot_spot) < 0.2
    places = list(rack.values())
    gaps = [math.dist(a, b) - BED.ball for i, a in enumerate(places) for b in places[:i]]
    assert 0 < min(gaps) < 1
    assert len(rack) == 15
