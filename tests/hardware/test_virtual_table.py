"""What the virtual table's sensors say of a stroke is what the contract says they say, and agrees with the truth."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from pathlib import Path

import pytest

import luza_hardware
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile, load_table, parse_table
from luza_hardware.virtual import Shot, Stroke, VirtualTable
from luza_hardware.virtual.motion import Click, Touch

DEMO = load_table(Path(luza_hardware.__file__).parent / "tables" / "demo.toml")
RECORDINGS = Path(__file__).parents[1] / "recordings"


def some_strokes(table: TableFile, seed: int, count: int) -> list[Stroke]:
    """Strokes of all kinds: every other one a ball set up before a pocket, the rest wild ones from what lies there."""
    rng = random.Random(seed)
    virtual = VirtualTable(table, seed)
    strokes: list[Stroke] = []
    at = 10.0
    while len(strokes) < count:
        if len(virtual.positions) < 6:
            virtual.rack()
        while "cue" not in virtual.positions:
            x, y = rng.uniform(40, 840), rng.uniform(40, 1700)
            if virtual.room(x, y):
                virtual.place("cue", x, y)
        shot = Shot("cue", rng.uniform(-math.pi, math.pi), rng.uniform(600, 7000), rng.random())
        if len(strokes) % 2:
            shot = set_up(virtual, rng) or shot
        virtual.levels(at - 1)
        strokes.append(virtual.strike(shot, at))
        at = strokes[-1].rest_at + 5
    return strokes


def set_up(virtual: VirtualTable, rng: random.Random) -> Shot | None:
    pocket = rng.choice(list(virtual.bed.pockets.values()))
    ball = next(ball for ball in virtual.positions if ball != "cue")
    for one, away in ((ball, 160.0), ("cue", 330.0)):
        x, y = pocket.x - away * pocket.into_x, pocket.y - away * pocket.into_y
        if not virtual.room(x, y, but=one):
            return None
        virtual.place(one, x, y)
    return Shot("cue", math.atan2(pocket.into_y, pocket.into_x) + rng.gauss(0, 0.01), rng.uniform(700, 3000), 1.0)


STROKES = some_strokes(DEMO, 1, 80)


def of(hits: tuple[Hit, ...], *kinds: str) -> list[Hit]:
    return [hit for hit in hits if DEMO.sensor(hit.sensor).kind in kinds]


def test_the_same_seed_gives_the_same_hits_and_another_seed_others() -> None:
    again = [stroke.hits for stroke in some_strokes(DEMO, 1, 5)]
    assert again == [stroke.hits for stroke in STROKES[:5]]
    assert again != [stroke.hits for stroke in some_strokes(DEMO, 2, 5)]


def test_hits_are_in_order_of_time_and_begin_with_the_tip() -> None:
    for stroke in STROKES:
        times = [hit.t for hit in stroke.hits]
        assert times == sorted(times)
        assert (stroke.hits[0].sensor, stroke.hits[0].t) == ("tip", stroke.at)


def test_every_ball_that_falls_breaks_its_throat_for_25_to_140_ms_and_is_read_up_to_a_second_later() -> None:
    fallen = 0
    for stroke in STROKES:
        breaks: dict[str, list[tuple[float, float]]] = defaultdict(list)
        readings: dict[str, list[Hit]] = defaultdict(list)
        begun: dict[str, float] = {}
        for hit in of(stroke.hits, "beam", "colour"):
            pocket = str(DEMO.sensor(hit.sensor).pocket)
            if DEMO.sensor(hit.sensor).kind == "colour":
                readings[pocket].append(hit)
            elif hit.value:
                begun[pocket] = hit.t
            else:
                breaks[pocket].append((begun.pop(pocket), hit.t))
        assert not begun
        truth = [entry["pocket"] for entry in stroke.truth["pocketed"]]
        for pocket in {*truth, *breaks}:
            balls = [entry["ball"] for entry in stroke.truth["pocketed"] if entry["pocket"] == pocket]
            lengths = [end - start for start, end in breaks[pocket]]
            assert len(readings[pocket]) == len(balls)
            read = ["cue" if hit.value[2] < 120 else "object" for hit in readings[pocket]]  # type: ignore[index,operator]
            assert read == balls
            if len(lengths) == len(balls):
                assert all(0.025 <= length <= 0.140 for length in lengths)
                for (_, clear), reading in zip(breaks[pocket], readings[pocket], strict=True):
                    assert 0.05 <= reading.t - clear <= 1.0
            else:  # two right behind one another broke it once
                assert len(lengths) < len(balls)
                assert max(lengths) > 0.05
        fallen += len(truth)
    assert fallen > 20


def test_a_ball_that_falls_is_in_the_mouth_before_the_throat() -> None:
    for stroke in STROKES:
        for pocket in {entry["pocket"] for entry in stroke.truth["pocketed"]}:
            mouth = [hit.value for hit in stroke.hits if hit.sensor == f"pocket.{pocket}.mouth"]
            # a mouth that clears first was blocked by a ball hanging in it
            level = {"mouth": int(mouth[0] == 0), "beam": 0}
            for hit in stroke.hits:
                sensor = DEMO.sensor(hit.sensor)
                if sensor.pocket == pocket and sensor.kind in level:
                    if sensor.kind == "beam" and hit.value and not level["beam"]:
                        assert level["mouth"] == 1
                    level[sensor.kind] = int(hit.value == 1)


def test_piezos_tell_the_touches_of_the_truth_in_order() -> None:
    for stroke in STROKES:
        clicks = [event.t for event in stroke.motion.events if isinstance(event, Click)]
        since = stroke.at + (clicks[0] if clicks else 0.0) - 1e-6
        heard = [DEMO.sensor(hit.sensor).cushion for hit in of(stroke.hits, "cushion") if hit.t >= since]
        touches = [event for event in stroke.motion.events if isinstance(event, Touch)]
        if len({(touch.t, touch.cushion) for touch in touches}) == len(touches):  # no two balls at once
            assert heard == stroke.truth["cushions"]
        assert all(0.06 < float(hit.value) < 1 for hit in of(stroke.hits, "cushion"))  # type: ignore[arg-type]


def test_a_strike_is_always_louder_than_the_clicks() -> None:
    for stroke in STROKES:
        strike, *clicks = [float(hit.value) for hit in of(stroke.hits, "tip")]  # type: ignore[arg-type]
        assert strike > 0.16
        assert all(click <= 0.11 for click in clicks)


def test_the_pair_of_beams_tells_the_direction_in_which_a_ball_crossed() -> None:
    virtual = VirtualTable(DEMO)
    for start, angle, towards in (((900.0, 700.0), 0.0, "foot"), ((2600.0, 700.0), math.pi, "head")):
        virtual.place("cue", *start)
        virtual.levels(0.0)
        stroke = virtual.strike(Shot("cue", angle, 1700.0), 1.0)
        lines = [hit for hit in of(stroke.hits, "line") if "centre" in hit.sensor and hit.t < 2.5]
        first, second = ("head", "foot") if towards == "foot" else ("foot", "head")
        assert [(hit.sensor, hit.value) for hit in lines] == [
            (f"line.centre_{first}", 1),
            (f"line.centre_{second}", 1),
            (f"line.centre_{first}", 0),
            (f"line.centre_{second}", 0),
        ]
        assert stroke.truth["crossed"][0] == towards


def test_levels_are_told_once_and_again_when_a_hand_puts_a_ball_into_a_beam() -> None:
    virtual = VirtualTable(DEMO)
    virtual.place("cue", 600.0, 900.0)
    assert {hit.value for hit in virtual.levels(0.0) if hit.sensor != "rest"} == {0}
    assert virtual.levels(1.0) == ()
    virtual.place(7, 880.0, 900.0)
    assert virtual.levels(2.0) == (Hit(2.0, "line.head_string", 1),)
    virtual.lift(7)
    assert virtual.levels(3.0) == (Hit(3.0, "line.head_string", 0),)


def test_levels_after_a_stroke_are_those_that_its_hits_told() -> None:
    virtual = VirtualTable(DEMO, 4)
    rng = random.Random(4)
    virtual.rack()
    virtual.place("cue", 500.0, 800.0)
    virtual.levels(0.0)
    for number in range(1, 30):
        ball = rng.choice(list(virtual.positions))
        virtual.strike(Shot(ball, rng.uniform(-3, 3), rng.uniform(500, 6000)), 30.0 * number)
        assert virtual.levels(30.0 * number + 25) == ()


def test_left_house_is_told_of_strokes_from_hand_only() -> None:
    def struck(house: str | None, x: float, angle: float, speed: float) -> object:
        virtual = VirtualTable(DEMO)
        virtual.place("cue", x, 400.0)
        return virtual.strike(Shot("cue", angle, speed), 1.0, house).truth["left_house"]

    assert struck(None, 500.0, 0.0, 2000.0) is None
    assert struck("house", 500.0, 0.0, 2000.0) is True
    assert struck("house", 500.0, math.pi, 300.0) is False
    assert struck("temporary_house", 3000.0, math.pi, 2000.0) is True
    assert struck("temporary_house", 3000.0, math.pi, 200.0) is False


def test_the_struck_ball_is_the_cue_ball_whichever_it_is_and_numbers_are_told_where_they_count() -> None:
    pocket = VirtualTable(DEMO).bed.pockets["side_right"]
    for numbered, other_is in ((False, "object"), (True, 5)):
        for struck, name in ((5, "cue"), ("cue", other_is)):
            virtual = VirtualTable(DEMO)
            virtual.rack(numbered=numbered, alike=not numbered)
            for ball in list(virtual.positions):
                virtual.lift(ball)
            virtual.place(5, pocket.x, pocket.y - 200)
            virtual.place("cue", pocket.x, pocket.y - 350)
            stroke = virtual.strike(Shot(struck, math.pi / 2, 1500.0), 1.0)
            assert stroke.truth["pocketed"][0] == {"ball": name, "pocket": "side_right"}
            assert stroke.truth["touched_object"] is (struck == "cue")


def test_tags_are_read_where_the_file_has_tag_readers_and_beams_alone_say_only_that_something_fell() -> None:
    tags = load_table(RECORDINGS / "full-tags.toml")
    bare = load_table(RECORDINGS / "beams.toml")
    pocket = VirtualTable(tags).bed.pockets["side_left"]
    for table, kinds in ((tags, {"tip", "mouth", "beam", "tag", "rest", "line"}), (bare, {"beam"})):
        virtual = VirtualTable(table)
        virtual.place(9, pocket.x, 300.0)
        virtual.levels(0.0)
        stroke = virtual.strike(Shot(9, -math.pi / 2, 1500.0), 1.0)
        assert {table.sensor(hit.sensor).kind for hit in stroke.hits} - {"cushion"} == kinds
        read = [hit.value for hit in stroke.hits if hit.sensor == "pocket.side_left.tag"]
        assert read == ([{ball: tag for tag, ball in tags.balls.items()}[9]] if table is tags else [])


def test_balls_spotted_on_a_taken_spot_go_as_near_to_it_as_there_is_room() -> None:
    virtual = VirtualTable(DEMO)
    virtual.spot(1, "foot_spot")
    virtual.spot(2, "foot_spot")
    virtual.spot(3, "foot_cushion")
    virtual.spot("cue", "head_cushion")
    assert virtual.positions[1] == virtual.bed.foot_spot
    assert 68 < math.dist(virtual.positions[1], virtual.positions[2]) < 70
    assert virtual.positions[2][0] > virtual.positions[1][0]
    assert virtual.positions[3] == (3516.0, 887.5)
    assert virtual.positions["cue"] == (34.0, 887.5)


def test_what_hands_cannot_do_is_refused() -> None:
    virtual = VirtualTable(DEMO)
    virtual.place(1, 500.0, 500.0)
    with pytest.raises(ValueError, match="no room"):
        virtual.place(2, 510.0, 510.0)
    with pytest.raises(ValueError, match="no room"):
        virtual.place(2, 10.0, 510.0)
    with pytest.raises(ValueError, match="is no ball"):
        virtual.place(16, 900.0, 900.0)
    with pytest.raises(ValueError, match="not on the table"):
        virtual.lift(3)
    with pytest.raises(ValueError, match="no place to spot"):
        virtual.spot(1, "middle")


def test_a_smaller_table_and_ball_are_played_with_their_own_sizes() -> None:
    small = parse_table('[table]\nid = "small"\nlength_mm = 2540\nwidth_mm = 1270\nball_mm = 60\n')
    virtual = VirtualTable(small, 3)
    virtual.rack()
    virtual.place("cue", 400.0, 635.0)
    stroke = virtual.strike(Shot("cue", 0.0, 5000.0), 0.0)
    assert stroke.hits == ()
    assert stroke.truth["touched_object"] is True
    assert all(x < 2540 for x, _ in virtual.positions.values())
