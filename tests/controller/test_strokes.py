"""From hits to judged strokes: when a stroke begins and ends, what belongs to it, what becomes of the rest."""

from pathlib import Path

import pytest

TYPICAL = Path(__file__).parent.parent / "recordings" / "typical.toml"


def object_read(t, pocket):
    return (t, f"pocket.{pocket}.colour", (228, 224, 210))


def cue_read(t, pocket):
    return (t, f"pocket.{pocket}.colour", (152, 41, 29))


# -- beginning


def test_a_stroke_begins_at_the_tip(play):
    table = play("typical")
    table.say((10.000113, "tip", 0.41), (10.5, "tip", 0.05))
    assert [stroke["at"] for stroke in table.end()] == [10.000113]


def test_a_bump_or_chalk_is_no_stroke(play):
    table = play("typical")
    table.say((10.0, "tip", 0.1), (10.2, "cushion.foot", 0.3))
    assert table.end() == []
    assert table.pipeline.counts == {"outside": 2}


def test_without_a_tip_a_stroke_begins_at_the_first_ball_that_falls(play, falls):
    table = play("beams", game="american")
    table.say(*falls(10.0, "foot_left"))
    (stroke,) = table.end()
    assert stroke["at"] == 10.0
    assert stroke["pocketed"] == [{"ball": "unknown", "pocket": "foot_left"}]
    assert [stroke[name] for name in ("touched_object", "left_house", "cushions", "crossed")] == [None] * 4


def test_without_a_tip_two_balls_of_two_pockets_are_one_stroke_from_the_first_on(play, falls):
    table = play("beams", game="american")
    first, second = falls(10.0, "foot_left", lasts=0.135), falls(10.02, "foot_right", lasts=0.03)
    table.say(first[0], *second, first[1])
    (stroke,) = table.end()
    assert stroke["at"] == 10.0
    assert [drop["pocket"] for drop in stroke["pocketed"]] == ["foot_left", "foot_right"]


def test_hits_outside_play_make_no_stroke(play, falls):
    table = play("typical")
    table.say({"type": "suspend", "at": 5.0, "by": "referee", "reason": "pause"})
    table.say((10.0, "tip", 0.41), *falls(11.0, "foot_left"))
    assert table.end() == []


# -- ending


def test_a_stroke_ends_settle_s_after_its_last_hit(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (12.0, "cushion.foot", 0.2))
    assert table.wait(17.05) == []
    (step,) = table.wait(17.051)
    assert step.event["at"] == 10.0


def test_a_touch_after_more_than_settle_s_belongs_to_no_stroke(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (15.501, "cushion.foot", 0.2))
    assert table.end()[0]["cushions"] == []
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (15.499, "cushion.foot", 0.2))
    assert table.end()[0]["cushions"] == ["foot"]


def test_a_ball_keeps_a_stroke_open_and_a_hand_does_not(play, falls):
    for lasts, ended in ((0.09, 16.09), (0.5, 15.5)):
        table = play("typical")
        table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), *falls(11.0, "foot_left", lasts=lasts))
        assert table.wait(ended + 0.04) == []
        assert len(table.wait(ended + 0.06)) == 1


def test_a_ball_that_is_falling_when_the_settling_time_is_over_belongs_to_the_stroke(play, falls):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), *falls(15.45, "foot_left"))
    assert table.wait(15.7) == []
    table.say(object_read(15.8, "foot_left"))
    (stroke,) = table.end()
    assert stroke["pocketed"] == [{"ball": "object", "pocket": "foot_left"}]


def test_the_rest_sensor_ends_a_stroke_at_once(play):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.1, "rest", 0), (10.5, "tip", 0.05), (14.0, "rest", 1))
    assert len(table.wait(14.051)) == 1


@pytest.mark.parametrize(("later", "ended"), [(0.49, False), (0.51, True)])
def test_a_rest_sensor_that_lags_speaks_of_the_stroke_before(play, later, ended):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.0 + later, "rest", 1))
    assert bool(table.wait(11.0)) == ended


def test_the_next_tip_ends_a_stroke(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (13.0, "tip", 0.3), (13.2, "tip", 0.04))
    assert [stroke["at"] for stroke in table.end()] == [10.0, 13.0]


def test_a_loud_click_right_after_the_tip_is_no_stroke(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.6, "tip", 0.14))
    (stroke,) = table.end()
    assert stroke["touched_object"] is True


def test_an_event_ends_the_stroke_and_is_judged_after_it(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05))
    table.say({"type": "ruling", "at": 12.0, "by": "referee", "jumped": ["object"]})
    table.end()
    assert [step.event["type"] for step in table.steps] == ["match", "stroke", "ruling"]
    assert table.refused == []


def test_warnings_and_clocks_do_not_end_a_stroke(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05))
    table.say({"type": "warning", "at": 11.0, "by": "referee", "kind": "stalling", "player": "a"})
    table.say({"type": "shot_clock", "at": 11.5, "by": "referee", "player": "a", "on": True})
    table.end()
    assert [step.event["type"] for step in table.steps] == ["match", "warning", "shot_clock", "stroke"]


def test_end_stroke_ends_it(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), {"m": "end_stroke", "t": 11.0})
    assert len(table.wait(11.06)) == 1


def test_a_stroke_that_a_person_tells_replaces_what_the_sensors_saw(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05))
    table.say({"type": "stroke", "at": 12.0, "by": "referee", "safety": "legal"})
    assert table.end() == []
    assert [step.event["type"] for step in table.steps] == ["match", "stroke"]


# -- what belongs to it


def test_cushions_count_from_the_first_contact_that_was_heard(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.3, "cushion.foot", 0.5), (10.5, "tip", 0.05), (11.0, "cushion.left_foot", 0.3))
    assert table.end()[0]["cushions"] == ["left"]


@pytest.mark.parametrize(("before", "counts"), [(0.0029, ["foot"]), (0.0031, [])])
def test_boards_clocks_differ_so_a_touch_at_the_first_contact_counts(play, before, counts):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5 - before, "cushion.foot", 0.5), (10.5, "tip", 0.05))
    assert table.end()[0]["cushions"] == counts


def test_all_cushions_count_where_no_contact_was_heard(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.3, "cushion.foot", 0.5), (11.0, "cushion.left_foot", 0.3))
    (stroke,) = table.end()
    assert stroke["cushions"] == ["foot", "left"]
    assert stroke["touched_object"] is None


def test_a_touch_before_the_first_contact_that_would_make_a_safety_legal_is_a_doubt(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.3, "cushion.foot", 0.5), (10.5, "tip", 0.05), (11.0, "cushion.left_foot", 0.3))
    (doubt,) = table.end()[0]["doubts"]
    assert doubt["about"] == "cushions"
    assert doubt["readings"] == [{"cushions": ["left"]}, {"cushions": ["foot", "left"]}]
    assert "sensing" in table.pipeline.state.verdict.open


def test_what_is_touched_after_a_hand_was_in_a_pocket_is_people_or_else_a_doubt(play, falls):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (11.0, "cushion.left_foot", 0.3))
    table.say(*falls(12.5, "foot_left", lasts=0.6), (13.5, "cushion.foot", 0.3))
    (stroke,) = table.end()
    assert stroke["cushions"] == ["left"]
    (doubt,) = stroke["doubts"]
    assert (doubt["about"], doubt["why"]) == ("cushions", "people")
    assert doubt["readings"] == [{"cushions": ["left"]}, {"cushions": ["left", "foot"]}]


@pytest.mark.parametrize(("silence", "doubtful"), [(2.9, False), (3.1, True)])
def test_the_touch_that_decides_after_a_long_silence_is_a_doubt(play, silence, doubtful):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (11.0, "cushion.left_foot", 0.3))
    table.say((11.0 + silence, "cushion.foot", 0.3))
    (stroke,) = table.end()
    assert stroke["cushions"] == ["left", "foot"]
    assert ("doubts" in stroke) == doubtful


@pytest.mark.parametrize(("silence", "doubtful"), [(2.9, False), (3.1, True)])
def test_a_fall_after_a_long_silence_may_be_a_late_one(play, falls, silence, doubtful):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), *falls(10.5 + silence, "foot_left"))
    table.say(object_read(11.0 + silence, "foot_left"))
    (stroke,) = table.end()
    assert stroke["pocketed"] == [{"ball": "object", "pocket": "foot_left"}]
    assert [doubt["why"] for doubt in stroke.get("doubts", [])] == ["late_fall"] * doubtful


def test_where_a_rest_sensor_ends_strokes_a_silence_is_no_doubt(play):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (11.0, "cushion.left_foot", 0.3), (14.5, "cushion.foot", 0.3))
    table.say((16.0, "rest", 1))
    assert "doubts" not in table.end()[0]


def test_where_the_game_asks_for_no_safety_it_is_none(play):
    table = play("typical", game="moscow")
    table.say((10.0, "tip", 0.4), (10.3, "cushion.foot", 0.5), (10.5, "tip", 0.05), (11.0, "cushion.left_foot", 0.3))
    assert "doubts" not in table.end()[0]


def test_numbered_balls_have_their_numbers_and_are_object_balls_where_there_are_none(play, falls):
    for game, ball in (("russian", 7), ("moscow", "object")):
        table = play("full-tags", game=game)
        table.say((10.0, "tip", 0.4), *falls(11.0, "foot_left"), (11.4, "pocket.foot_left.tag", "04A1C7"))
        assert table.end()[0]["pocketed"] == [{"ball": ball, "pocket": "foot_left"}]


def test_a_colour_does_not_tell_numbers(play, falls):
    table = play("full", game="russian")
    table.say((10.0, "tip", 0.4), *falls(11.0, "foot_left"), object_read(11.4, "foot_left"))
    assert table.end()[0]["pocketed"] == [{"ball": "unknown", "pocket": "foot_left"}]


def test_a_ball_that_nothing_reads_is_unknown(play, falls):
    table = play("typical")
    table.say((10.0, "tip", 0.4), *falls(11.0, "foot_left"))
    assert table.end()[0]["pocketed"] == [{"ball": "unknown", "pocket": "foot_left"}]
    assert table.pipeline.state.verdict.open == ("identity",)


def test_a_reading_without_a_break_is_a_pocketing_and_a_doubt(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), object_read(11.4, "foot_left"))
    (stroke,) = table.end()
    assert stroke["pocketed"] == [{"ball": "object", "pocket": "foot_left"}]
    assert stroke["doubts"][0]["readings"] == [{"pocketed": stroke["pocketed"]}, {"pocketed": []}]


def test_a_line_on_the_head_string_tells_that_the_cue_ball_left_the_house(play, tmp_path):
    text = TYPICAL.read_text(encoding="utf-8")
    line = '[[sensor]]\nid = "line.head"\nkind = "line"\nline = "head_string"\ngpio = 4\n'
    (tmp_path / "house.toml").write_text(text + line, encoding="utf-8")
    for crossing, left in (([(10.2, "line.head", 1), (10.25, "line.head", 0)], True), ([], None)):
        table = play(tmp_path / "house")
        table.say((10.0, "tip", 0.4), *crossing, (10.5, "tip", 0.05))
        assert table.end()[0]["left_house"] is left


# -- what comes later


def test_a_slow_reader_is_a_ruling(play, falls):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(11.0, "foot_left"), (11.2, "rest", 1))
    table.say(cue_read(11.6, "foot_left"))
    stroke, ruling = table.end()
    assert stroke["pocketed"] == [{"ball": "unknown", "pocket": "foot_left"}]
    assert ruling["type"] == "ruling"
    assert ruling["pocketed"] == [{"ball": "cue", "pocket": "foot_left"}]
    assert table.refused == []


def test_a_ruling_by_the_sensors_comes_while_the_next_stroke_is_open(play, falls):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(12.0, "foot_left"), (12.2, "rest", 1), (12.5, "tip", 0.3))
    table.say(object_read(12.6, "foot_left"), (13.0, "rest", 0), (16.0, "rest", 1))
    assert [(event["type"], event.get("pocketed")) for event in table.end()] == [
        ("stroke", [{"ball": "unknown", "pocket": "foot_left"}]),
        ("ruling", [{"ball": "object", "pocket": "foot_left"}]),
        ("stroke", []),
    ]
    assert table.refused == []


def test_what_a_person_ruled_the_sensors_leave_alone(play, falls):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(11.0, "foot_left"), (11.2, "rest", 1))
    table.say({"type": "ruling", "at": 11.4, "by": "referee", "pocketed": []})
    table.say(cue_read(11.6, "foot_left"))
    assert [event["type"] for event in table.end()] == ["stroke"]


def test_a_ruling_that_was_refused_leaves_the_stroke_to_the_sensors(play, falls):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(11.0, "foot_left"), (11.2, "rest", 1))
    table.say({"type": "ruling", "at": 11.4, "by": "referee", "pocketed": "none"})
    table.say(cue_read(11.6, "foot_left"))
    assert [event["type"] for event in table.end()] == ["stroke", "ruling"]


def test_a_person_s_ruling_settles_the_doubts_and_the_sensors_bring_none_back(play, falls):
    table = play("full-alike", game="american_fast")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(11.0, "foot_left", lasts=0.2), (11.3, "rest", 1))
    table.say({"type": "ruling", "at": 12.4, "by": "referee", "fouls": [9]})
    (stroke,) = table.end()
    assert stroke["doubts"]
    assert "sensing" not in table.pipeline.state.verdict.open


def test_a_stroke_that_was_taken_back_the_sensors_leave_alone(play, falls):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(11.0, "foot_left"), (11.2, "rest", 1))
    table.say({"type": "undo", "at": 11.4, "by": "referee"})
    table.say(cue_read(11.6, "foot_left"))
    assert [event["type"] for event in table.end()] == ["stroke"]


def test_a_ball_that_falls_after_its_stroke_is_a_late_fall(play, falls):
    table = play("full")
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), (12.0, "rest", 1), *falls(14.0, "foot_left"))
    table.say(object_read(14.5, "foot_left"))
    table.say({"type": "fell", "at": 17.0, "by": "referee", "ball": "object", "pocket": "foot_left", "cause": "late"})
    _, fell = table.end()
    expected = {"type": "fell", "by": "sensors", "ball": "object", "pocket": "foot_left", "cause": "late", "at": 14.0}
    assert fell == expected
    assert table.pipeline.state.score.as_dict() == {"a": 0, "b": 0}
    assert table.refused == []


def test_a_ball_that_falls_between_frames_is_nothing(play, falls):
    table = play("full", handicap={"a": 7, "b": 0})
    table.say((10.0, "tip", 0.4), (10.2, "tip", 0.05), *falls(11.0, "foot_left"), object_read(11.5, "foot_left"))
    table.say((12.0, "rest", 1), *falls(14.0, "foot_left"), object_read(14.5, "foot_left"))
    assert [event["type"] for event in table.end()] == ["stroke"]
    assert table.pipeline.state.phase == "frame_over"


# -- buttons, matches


def test_a_button_says_its_event_with_its_by(play, tmp_path):
    text = TYPICAL.read_text(encoding="utf-8")
    button = (
        '[[sensor]]\nid = "button.a"\nkind = "button"\nevent = "concede"\n'
        'args = {player = "a", what = "frame"}\nby = "a"\ngpio = 4\n'
        '[[sensor]]\nid = "button.end"\nkind = "button"\nevent = "end_stroke"\ngpio = 5\n'
    )
    (tmp_path / "buttons.toml").write_text(text + button, encoding="utf-8")
    table = play(tmp_path / "buttons")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), (11.0, "button.end", 1), (11.2, "button.end", 0))
    table.wait(11.3)
    assert [stroke["at"] for stroke in table.strokes] == [10.0]
    table.say((12.0, "button.a", 1), (12.1, "button.a", 0))
    table.end()
    assert table.steps[-1].event == {"type": "concede", "at": 12.0, "by": "a", "player": "a", "what": "frame"}
    assert table.pipeline.state.frame_winner == "b"


def match_line(at):
    players = {"a": "C", "b": "D"}
    return {"type": "match", "at": at, "game": "moscow", "players": players, "frames_to_win": 1, "first_break": "a"}


def test_a_match_line_while_one_is_played_is_refused(play):
    table = play("typical")
    table.say(match_line(10.0))
    table.end()
    assert [(step.state.accepted, step.match_no) for step in table.steps] == [(True, 1), (False, 1)]


def test_a_match_line_after_the_match_begins_another(play):
    table = play("typical")
    table.say({"type": "concede", "at": 5.0, "by": "a", "player": "a", "what": "match"})
    table.say({**match_line(9.0), "game": "chess"}, match_line(10.0))
    table.end()
    assert [(step.state.accepted, step.match_no) for step in table.steps] == [
        (True, 1),
        (True, 1),
        (False, 1),
        (True, 2),
    ]
    assert (table.pipeline.state.game, table.pipeline.state.rev) == ("moscow", 1)


def test_after_abandon_a_match_line_begins_another(play):
    table = play("typical")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05), {"m": "abandon", "t": 11.0})
    assert table.wait(11.06) == []
    assert table.pipeline.state == table.pipeline.blank
    table.say(match_line(12.0))
    assert table.end() == []
    assert [(step.state.accepted, step.match_no) for step in table.steps] == [(True, 1), (True, 2)]


# -- live


def test_live_shows_a_ball_as_soon_as_its_beam_clears_with_the_score_that_it_makes(play, falls):
    table = play("typical", game="eight_ball_fast")
    table.say((10.0, "tip", 0.4), (10.5, "tip", 0.05))
    table.wait(10.9)
    assert table.pipeline.live == ("running", (), {"a": 0, "b": 0})
    broken, clear = falls(11.0, "foot_left")
    table.say(broken)
    assert table.pipeline.live.pocketed == ()
    table.say(clear)
    assert table.pipeline.live == ("running", ({"ball": "unknown", "pocket": "foot_left"},), {"a": 1, "b": 0})
    table.say(cue_read(11.4, "foot_left"))
    table.wait(11.5)
    assert table.pipeline.live == ("running", ({"ball": "cue", "pocket": "foot_left"},), {"a": 0, "b": 0})
    table.wait(13.0)
    assert table.pipeline.live.stroke == "settling"
    table.wait(20.0)
    assert table.pipeline.live == ("idle", (), None)


def test_live_shows_the_first_ball_of_a_table_without_a_tip(play, falls):
    table = play("beams", game="american")
    table.say(*falls(11.0, "foot_left"))
    assert table.pipeline.live == ("running", ({"ball": "unknown", "pocket": "foot_left"},), {"a": 1, "b": 0})


def test_nothing_is_pending_on_a_quiet_table(play):
    table = play("typical")
    table.wait(5.0)
    assert table.pipeline.deadline is None
    table.say((10.0, "tip", 0.4))
    assert table.pipeline.deadline == pytest.approx(10.05, abs=1e-6)


def test_a_hit_of_a_sensor_that_the_table_lacks_is_refused(play):
    table = play("beams")
    with pytest.raises(ValueError, match="no sensor 'tip'"):
        table.say((10.0, "tip", 0.4))
