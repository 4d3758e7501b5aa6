"""Each kind of sensor by itself, with every setting at its two sides."""

import pytest

from luza.conditioning import crossings, readers, tip
from luza.conditioning.barrier import BEGAN, ENDED, NOTHING, RESUMED, Barrier, breaks
from luza.conditioning.buttons import Button
from luza.conditioning.cushions import Peak, touches
from luza.conditioning.throat import Pocket
from luza_hardware.table_file import Sensor

COLOURS = {"cue": (150, 40, 30), "object": (230, 226, 212)}


# -- barrier


def test_edges_less_than_3_ms_apart_are_chatter():
    barrier = Barrier()
    assert [barrier.edge(t, v) for t, v in ((1.0, 1), (1.09, 0), (1.0929, 1), (1.094, 0))] == [
        BEGAN,
        ENDED,
        RESUMED,
        ENDED,
    ]
    assert (barrier.since, barrier.ended) == (1.0, 1.09)


def test_B18_a_pulse_shorter_than_chatter_and_the_real_one_behind_it_are_one_ball_stamped_at_its_first_edge():
    where = pocket()
    for t, level in ((1.0, 1), (1.0005, 0), (1.02, 1)):
        passage = where.throat(t, level, "stroke")
    where.throat(1.11, 0, "stroke")
    assert [drop.t for drop in passage.drops()] == [1.02]


def test_an_edge_3_ms_later_is_a_break_of_its_own():
    barrier = Barrier()
    assert [barrier.edge(t, v) for t, v in ((1.0, 1), (1.09, 0), (1.0935, 1))] == [BEGAN, ENDED, BEGAN]
    assert barrier.since == 1.0935


def test_an_initial_level_is_no_edge():
    barrier = Barrier()
    assert barrier.edge(1.0, 0) == NOTHING
    assert barrier.edge(2.0, 1) == BEGAN
    assert barrier.edge(2.001, 1) == NOTHING


def test_a_barrier_that_is_broken_twice_in_a_row_has_lost_an_edge_and_another_break_begins():
    barrier = Barrier()
    assert [barrier.edge(t, v) for t, v in ((1.0, 1), (5.0, 1), (5.09, 0), (6.0, 0))] == [BEGAN, BEGAN, ENDED, NOTHING]
    assert (barrier.since, barrier.ended) == (5.0, 5.09)
    where = pocket()
    where.throat(1.0, 1, "stroke")
    passage, _ = passed(where, 0.09, start=5.0)
    assert len(passage.drops()) == 1


def test_breaks_of_a_list_of_edges_leave_chatter_out():
    edges = [(1.0, 1), (1.0005, 0), (1.001, 1), (1.1, 0), (1.1005, 1), (1.101, 0), (2.0, 1), (2.002, 0), (3.0, 1)]
    assert breaks(edges, 0) == [(1.0, 1.1), (3.0, None)]


def test_a_barrier_that_was_broken_before_has_a_break_without_a_start():
    assert breaks([(1.0, 0)], 1) == [(None, 1.0)]
    assert breaks([], 1) == [(None, None)]
    assert breaks([(1.0, 0)], None) == []


# -- throat


def pocket(*kinds):
    return Pocket("foot_left", {"beam", *kinds})


def passed(where, *lasted, start=1.0, gap=0.05, owner="stroke"):
    """Breaks of the throat, `gap` apart; returns their passage and when the last one cleared."""
    t = start
    for seconds in lasted:
        passage = where.throat(t, 1, owner)
        where.throat(t + seconds, 0, owner)
        end, t = t + seconds, t + seconds + gap
    return passage, end


def balls(passage):
    return [drop.ball for drop in passage.drops()]


@pytest.mark.parametrize(("lasted", "fell"), [(0.018, 0), (0.025, 1), (0.139, 1), (0.141, 2), (0.279, 2), (0.281, 0)])
def test_how_long_a_break_lasts_says_how_many_balls(lasted, fell):
    passage, _ = passed(pocket(), lasted)
    assert len(passage.drops()) == fell


def test_without_a_reader_a_break_of_140_to_280_ms_is_a_doubt():
    assert passed(pocket(), 0.2)[0].doubt().others == (1, 0)
    assert passed(pocket(), 0.13)[0].doubt() is None
    assert passed(pocket(), 0.4)[0].doubt() is None


def test_breaks_less_than_150_ms_apart_with_one_of_a_hand_are_one_hand():
    assert balls(passed(pocket(), 0.05, 0.4, 0.06, gap=0.149)[0]) == []
    where = pocket()
    passed(where, 0.05, 0.4, gap=0.151)
    assert [len(one.drops()) for one in where.passages] == [1, 0]


def test_two_short_breaks_close_together_are_two_balls():
    assert balls(passed(pocket(), 0.045, 0.139, gap=0.015)[0]) == ["unknown", "unknown"]


def test_two_readings_after_one_break_are_two_balls():
    where = pocket("colour")
    passage, end = passed(where, 0.1)
    where.reading(end + 0.2, "object")
    where.reading(end + 0.3, "cue")
    assert balls(passage) == ["object", "cue"]
    assert passage.doubt() is None


def test_one_reading_after_a_break_of_two_is_a_doubt():
    where = pocket("colour")
    passage, end = passed(where, 0.2)
    where.reading(end + 0.2, "object")
    assert balls(passage) == ["object", "unknown"]
    assert passage.doubt().others == (1,)


def test_a_reading_belongs_to_the_earliest_ball_that_is_not_identified():
    where = pocket("colour")
    first, end = passed(where, 0.09)
    second, _ = passed(where, 0.09, start=end + 0.3)
    where.reading(end + 0.5, "cue")
    where.reading(end + 0.6, "object")
    assert (balls(first), balls(second)) == (["cue"], ["object"])


@pytest.mark.parametrize(("later", "taken"), [(0.04, False), (0.05, True), (1.0, True), (1.01, False)])
def test_a_reading_comes_50_ms_to_a_second_after_the_beam_cleared(later, taken):
    where = pocket("colour")
    passage, end = passed(where, 0.09)
    found, _ = where.reading(end + later, "object")
    assert (found is passage) == taken


def test_something_like_skin_after_a_long_break_is_a_hand():
    where = pocket("colour")
    passage, end = passed(where, 0.2)
    where.reading(end + 0.2, None)
    assert balls(passage) == []


def test_a_hand_has_no_balls_whatever_was_read():
    where = pocket("colour")
    passage, end = passed(where, 0.5)
    where.reading(end + 0.2, "object")
    assert balls(passage) == []


def back_out(where, gap, lasted=0.06):
    passage, end = passed(where, lasted)
    where.mouth(end + gap, 1)
    where.mouth(end + gap + 0.1, 0)
    return passage, end


def test_mouth_soon_after_the_throat_is_a_ball_that_came_back_out():
    passage, _ = back_out(pocket("mouth"), 0.05)
    assert balls(passage) == []
    assert passage.doubt() is None


def test_mouth_later_is_a_doubt_without_a_reader():
    passage, _ = back_out(pocket("mouth"), 0.21)
    assert balls(passage) == ["unknown"]
    assert passage.doubt().others == (0,)
    passage, _ = back_out(pocket("mouth"), 1.49)
    assert passage.doubt().others == (0,)
    passage, _ = back_out(pocket("mouth"), 1.51)
    assert passage.doubt() is None


def test_a_reading_says_that_it_fell_and_another_one_rattled():
    where = pocket("mouth", "colour")
    passage, end = back_out(where, 0.05)
    where.reading(end + 0.3, "object")
    assert balls(passage) == ["object"]


def test_six_breaks_in_a_second_are_a_storm_and_five_are_not():
    where = pocket()
    for n in range(5):
        passed(where, 0.03, start=1 + n * 0.19)
    assert not where.muted
    passed(where, 0.03, start=1.95)
    assert where.muted
    assert [one.drops() for one in where.passages] == [[]] * len(where.passages)


def test_a_stormy_beam_is_believed_again_after_2_s_of_calm():
    where = pocket()
    for n in range(6):
        passed(where, 0.03, start=1 + n * 0.1)
    last = 1.53
    assert where.throat(last + 1.9, 1, None) is None
    where.throat(last + 1.95, 0, None)
    passage, _ = passed(where, 0.09, start=last + 1.95 + 2.01)
    assert len(passage.drops()) == 1
    assert not where.muted


# -- readers


def test_a_colour_is_the_nearest_reference():
    assert readers.read_colour((255, 255, 255), COLOURS) == "object"
    assert readers.read_colour((116, 68, 15), COLOURS) == "cue"


def test_skin_is_neither():
    assert readers.read_colour((195, 139, 111), COLOURS) is None


def test_a_tag_that_nobody_knows_is_a_ball_that_nobody_knows():
    assert readers.read_tag("04A1B2", {"04A1B2": 7}) == 7
    assert readers.read_tag("FFFF", {"04A1B2": 7}) == "unknown"


def test_balls_are_called_as_the_game_calls_them():
    assert [readers.as_called(ball, numbers=False) for ball in (7, "object", "cue", "unknown")] == [
        "object",
        "object",
        "cue",
        "unknown",
    ]
    assert [readers.as_called(ball, numbers=True) for ball in (7, "object", "cue")] == [7, "unknown", "cue"]


# -- cushions


def heard(*peaks):
    where = {"left_head": "left", "left_foot": "left", "right_foot": "right", "foot": "foot", "head": "head"}
    return [cushion for _, cushion in touches([Peak(t, name, where[name], peak, 0.06) for t, name, peak in peaks])]


def test_a_hit_from_the_threshold_on_is_a_touch():
    assert heard((1.0, "foot", 0.06)) == ["foot"]
    assert heard((1.0, "foot", 0.059)) == []


@pytest.mark.parametrize(("part", "touched"), [(0.39, ["foot"]), (0.41, ["foot", "left"])])
def test_a_neighbour_rings_with_less_than_40_percent(part, touched):
    assert heard((1.0, "foot", 0.5), (1.001, "left_foot", 0.5 * part)) == touched


@pytest.mark.parametrize(("apart", "touched"), [(0.0029, ["foot"]), (0.0031, ["foot", "left"])])
def test_crosstalk_is_looked_for_3_ms_before_and_after(apart, touched):
    assert heard((1.0, "foot", 0.5), (1.0 + apart, "left_foot", 0.1)) == touched
    assert sorted(heard((1.0 - apart, "left_foot", 0.1), (1.0, "foot", 0.5))) == touched


def test_opposite_cushions_do_not_ring_along():
    assert heard((1.0, "left_foot", 0.5), (1.001, "right_foot", 0.1)) == ["left", "right"]


@pytest.mark.parametrize(("apart", "touched"), [(0.009, 1), (0.011, 2)])
def test_a_sensor_that_rings_on_is_one_touch(apart, touched):
    assert len(heard((1.0, "foot", 0.5), (1.0 + apart, "foot", 0.1))) == touched


# -- crossings


def test_a_ball_through_one_beam_has_crossed_who_knows_where_to():
    assert crossings.single([(1.0, 1.05)], []).as_field() == [None]


def test_crossings_before_the_first_contact_do_not_count():
    assert crossings.single([(1.0, 1.05)], [1.1]).as_field() == []
    assert crossings.single([(1.0, 1.05)], [0.9]).as_field() == [None]


def test_a_ball_that_met_another_in_a_single_beam_may_have_turned_back():
    assert crossings.single([(1.0, 1.05)], [1.03]).as_field() is None


def test_a_blocked_beam_makes_it_null_never_empty():
    assert crossings.single([(None, None)], []).as_field() is None
    assert crossings.single([(1.0, None)], []).as_field() is None
    assert crossings.single([], []).as_field() == []


def test_what_surely_crossed_is_told_though_a_beam_was_blocked_later():
    assert crossings.single([(1.0, 1.05), (4.0, None)], []).as_field() == [None]


@pytest.mark.parametrize(("lasted", "crossed"), [(1.19, [None]), (1.21, [])])
def test_what_breaks_a_beam_longer_than_a_ball_can_roll_is_an_arm(lasted, crossed):
    assert crossings.single([(1.0, 1.0 + lasted)], []).as_field() == crossed


def test_two_beams_tell_the_direction():
    assert crossings.paired([(1.0, 1.1)], [(1.05, 1.15)], []).as_field() == ["foot"]
    assert crossings.paired([(1.05, 1.15)], [(1.0, 1.1)], []).as_field() == ["head"]


def test_a_ball_that_turned_back_between_two_beams_has_not_crossed():
    assert crossings.paired([(1.0, 1.3)], [(1.05, 1.2)], []).as_field() == []


def test_a_ball_over_both_beams_and_back_has_crossed_twice():
    assert crossings.paired([(1.15, 1.35)], [(1.0, 1.2), (1.3, 1.45)], []).as_field() == ["head", "foot"]


def test_two_balls_behind_one_another_have_both_crossed():
    foot_side, head_side = [(1.0, 1.2), (1.24, 1.46)], [(1.15, 1.36), (1.41, 1.63)]
    assert crossings.paired(head_side, foot_side, []).as_field() == ["head", "head"]


def test_a_ball_in_one_of_two_beams_may_have_turned_back():
    assert crossings.paired([(1.0, 1.3)], [], []).as_field() is None


# -- tip and buttons


def test_a_stroke_is_heard_from_the_threshold_on():
    assert tip.is_stroke(0.12, 0.12)
    assert not tip.is_stroke(0.119, 0.12)


def test_a_loud_hit_soon_after_the_tip_is_a_click():
    assert not tip.is_next_stroke(0.5, 0.12, 1.74)
    assert tip.is_next_stroke(0.5, 0.12, 1.76)
    assert not tip.is_next_stroke(0.11, 0.12, 5.0)


def test_a_button_is_pressed_once_though_it_bounces():
    button = Button(Sensor("button.a", "button", gpio=3, event="concede", args={"what": "frame"}, by="a"))
    said = [button.press(t, v) for t, v in ((1.0, 1), (1.01, 0), (1.02, 1), (1.2, 0), (1.3, 1))]
    assert [event is not None for event in said] == [True, False, False, False, True]
    assert said[0] == {"type": "concede", "at": 1.0, "by": "a", "what": "frame"}
