"""Faults that users of systems like ours reported (field reports S1-S10): each impossible or handled here."""

from luza.conditioning.throat import CALM_S, STORM_S


def score(table):
    return table.pipeline.state.score.as_dict()


def test_S1_a_phantom_never_makes_more_balls_than_the_game_has(play, falls):
    table = play("typical-tags", game="russian")
    first = [
        (10.0, "tip", 0.4),
        (10.4, "tip", 0.05),
        *falls(11.0, "foot_left"),
        (11.3, "pocket.foot_left.tag", "04A1C7"),
    ]
    again = [
        (30.0, "tip", 0.4),
        (30.4, "tip", 0.05),
        *falls(31.0, "foot_left"),
        (31.3, "pocket.foot_left.tag", "04A1C0"),
    ]
    table.say({"type": "call", "at": 5.0, "by": "a", "ball": 7, "pocket": "foot_left"}, *first)
    table.say(*again, *falls(32.0, "foot_right"), (32.3, "pocket.foot_right.tag", "04A1C0"))
    table.end()
    assert table.refused == []
    _, second = table.strokes
    assert [drop["ball"] for drop in second["pocketed"]] == ["cue", "unknown"]
    assert [doubt["why"] for doubt in second["doubts"]] == ["too_many_balls"]


def test_S2_two_balls_at_once_are_two_and_doubtful_where_it_cannot_be_told(play, falls):
    table = play("typical", game="eight_ball_fast")
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *falls(11.0, "foot_left", lasts=0.18))
    table.say((11.4, "pocket.foot_left.colour", (228, 224, 210)), (11.5, "pocket.foot_left.colour", (228, 224, 210)))
    (stroke,) = table.end()
    assert len(stroke["pocketed"]) == 2
    assert "doubts" not in stroke
    table = play("typical-alike", game="american_fast")
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *falls(11.0, "foot_left", lasts=0.18))
    (stroke,) = table.end()
    assert len(stroke["pocketed"]) == 2
    assert [len(reading["pocketed"]) for reading in stroke["doubts"][0]["readings"]] == [2, 1, 0]


def test_S3_a_ball_up_and_down_through_the_throat_counts_once_or_not_at_all(play, falls, rattles):
    table = play("full", game="eight_ball_fast")
    table.say(
        (10.0, "tip", 0.4), (10.4, "tip", 0.05), *rattles(10.8, "foot_left"), *falls(11.0, "foot_left", lasts=0.06)
    )
    table.say(*rattles(11.11, "foot_left"))
    (stroke,) = table.end()
    assert stroke["pocketed"] == []


def test_S4_a_reading_that_comes_too_early_is_of_no_ball_of_this_break(play, falls):
    table = play("typical", game="eight_ball_fast")
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *falls(11.0, "foot_left", lasts=0.09))
    table.say((11.1, "pocket.foot_left.colour", (150, 40, 30)))
    (stroke,) = table.end()
    assert stroke["pocketed"] == [{"ball": "unknown", "pocket": "foot_left"}]


def test_S5_a_stuck_beam_is_no_ball_and_the_other_pockets_go_on(play, falls):
    table = play("typical", game="eight_ball_fast")
    table.say((9.0, "pocket.foot_right.beam", 1), (10.0, "tip", 0.4), (10.4, "tip", 0.05), *falls(11.0, "foot_left"))
    table.say((11.4, "pocket.foot_left.colour", (228, 224, 210)))
    (stroke,) = table.end()
    assert stroke["pocketed"] == [{"ball": "object", "pocket": "foot_left"}]


def flicker(start, pocket, times, every=0.06):
    found = []
    for n in range(times):
        found += [
            (start + n * every, f"pocket.{pocket}.beam", 1),
            (start + n * every + 0.03, f"pocket.{pocket}.beam", 0),
        ]
    return found


def test_S6_a_storm_is_found_within_a_second_counts_nothing_and_passes(play, falls):
    table = play("typical", game="eight_ball_fast")
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05))
    storm = flicker(11.0, "foot_left", 40)
    table.say(*[hit for hit in storm if hit[0] < 11.0 + STORM_S])
    table.wait(11.0 + STORM_S + 0.06)
    assert table.pipeline.muted == ("foot_left",)
    table.say(*[hit for hit in storm if hit[0] >= 11.0 + STORM_S + 0.06])
    table.wait(20.0 + CALM_S)
    table.say((25.0, "tip", 0.4), (25.4, "tip", 0.05), *falls(26.0, "foot_left"))
    table.say((26.4, "pocket.foot_left.colour", (228, 224, 210)))
    assert [stroke["pocketed"] for stroke in table.strokes] == [[]]
    table.end()
    assert table.strokes[1]["pocketed"] == [{"ball": "object", "pocket": "foot_left"}]
    assert table.pipeline.muted == ()


def test_S6_where_no_reader_would_tell_a_stroke_under_a_storm_is_doubtful(play):
    table = play("typical-alike", game="american_fast")
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *flicker(11.0, "foot_left", 40))
    (stroke,) = table.end()
    assert stroke["pocketed"] == []
    assert [doubt["why"] for doubt in stroke["doubts"]] == ["storm"]


def test_S7_a_hand_in_a_pocket_is_no_ball_and_ends_nothing(play, falls):
    table = play("typical", game="eight_ball_fast")
    hand = [*falls(12.0, "foot_left", lasts=0.05), *falls(12.1, "foot_left", lasts=0.8)]
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *hand, *falls(13.5, "foot_right"))
    table.say((14.0, "pocket.foot_right.colour", (228, 224, 210)))
    (stroke,) = table.end()
    assert stroke["pocketed"] == [{"ball": "object", "pocket": "foot_right"}]
    table = play("typical", game="eight_ball_fast")
    table.say(*falls(12.0, "foot_left", lasts=0.8), (12.4, "pocket.foot_left.colour", (195, 139, 111)))
    assert table.end() == []
    assert table.pipeline.state.striker == "a"


def test_S8_neither_sunlight_nor_a_beam_that_chatters_back_is_a_hit(play):
    table = play("typical", game="eight_ball_fast")
    chatter = [(11.0 + n * 0.002, "pocket.foot_left.beam", 1 - n % 2) for n in range(50)]
    sunlight = [(12.0, "pocket.foot_right.beam", 1), (14.5, "pocket.foot_right.beam", 0)]
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *chatter, *sunlight)
    (stroke,) = table.end()
    assert stroke["pocketed"] == []


def test_S9_the_tip_is_no_contact(play):
    table = play("typical", game="eight_ball_fast")
    table.say((10.0, "tip", 0.5), (10.0004, "tip", 0.2))
    (stroke,) = table.end()
    assert stroke["touched_object"] is None
    assert "contact" in table.pipeline.state.verdict.open
    table.say({"type": "ruling", "at": 30.0, "by": "referee", "touched_object": False})
    table.end()
    assert table.pipeline.state.verdict.fouls == (1,)


def test_S10_an_echo_that_is_louder_than_a_soft_hit_is_still_an_echo(play):
    table = play("typical", game="eight_ball_fast")
    echo = [(11.0, "cushion.foot", 0.8), (11.001, "cushion.left_foot", 0.3)]
    soft = [(12.0, "cushion.right_foot", 0.07)]
    table.say((10.0, "tip", 0.4), (10.4, "tip", 0.05), *echo, *soft)
    (stroke,) = table.end()
    assert stroke["cushions"] == ["foot", "right"]
