"""Articles that no other test or scenario shows by itself, each beside its near miss."""

from __future__ import annotations

import pytest

TWO_RULES = [
    ("russian_fast", "2.3.3"),
    ("moscow_fast", "2.5.2"),
    ("moscow_fast_call", "2.6.2"),
    ("eight_ball_fast", "2.10.2"),
    ("eight_ball_fast_call", "2.11.5"),
]
"""The games of 2.1.11, and where each says so itself."""


@pytest.mark.parametrize(("game", "article"), TWO_RULES)
def test_a_ball_across_the_centre_line_is_a_safety_without_any_cushion(after_break, game, article):
    # 2.3.3.1, 2.5.2.1, 2.6.2.1, 2.10.2.1, 2.11.5.1
    crossed = after_break(game).stroke(cushions=[], crossed=["foot"]).verdict
    assert crossed.legal
    assert {article, "2.1.11"} <= set(crossed.articles)
    assert after_break(game).stroke(cushions=[], crossed=[]).verdict.fouls == (13,)


@pytest.mark.parametrize(("game", "article"), TWO_RULES)
def test_two_cushions_are_a_safety_without_any_crossing(after_break, game, article):
    # 2.3.3.2, 2.5.2.2, 2.6.2.2, 2.10.2.2, 2.11.5.2
    touched = after_break(game).stroke(cushions=["left", "head"], crossed=[]).verdict
    assert touched.legal
    assert {article, "2.1.11"} <= set(touched.articles)
    assert after_break(game).stroke(cushions=["left"], crossed=[]).verdict.fouls == (13,)


def test_touch_that_a_frozen_ball_does_not_make_is_left_out_and_the_rest_decides(after_break):
    """2.1.11.2 a: a hit on a ball frozen to a cushion is no touch of it, but by a ball off another one."""
    assert after_break("eight_ball_fast").stroke(cushions=["head"], crossed=[]).verdict.fouls == (13,)
    assert after_break("eight_ball_fast").stroke(cushions=["head", "right"], crossed=[]).verdict.legal


def test_two_balls_at_a_cushion_each_need_two_cushions(after_break):
    """2.1.11.2 b: whichever ball touched which; both at the same cushion are one cushion."""
    for touched in (["head", "left"], ["left", "head"]):
        assert after_break("moscow_fast").stroke(cushions=touched, crossed=[]).verdict.legal
    assert after_break("moscow_fast").stroke(cushions=["head", "head"], crossed=[]).verdict.fouls == (13,)


@pytest.mark.parametrize(
    ("game", "balls"),
    [
        ("russian", 15),  # 2.2.2
        ("moscow", 15),  # 2.4.2
        ("american", 16),  # 2.7.2
        ("eight_ball", 15),  # 2.9.2
        ("eight_ball_fast_call", 15),  # 2.11.2
    ],
)
def test_frame_begins_with_all_the_balls_of_the_game(table, game, balls):
    state = table(game).state
    assert state.balls_left == balls
    assert state.numbers == (tuple(range(1, 16)) if game == "russian" else None)


@pytest.mark.parametrize(("kind", "phase"), [("warning", "play"), ("frame", "frame_over"), ("match", "match_over")])
def test_balls_muddled_on_purpose_are_unsporting_conduct_and_no_foul(after_break, kind, phase):
    """1.5.5 d, 1.6: what follows is the referee's word, from a warning to the loss of the match."""
    played = after_break("eight_ball")
    before = played.state
    state = played.say("sanction", player="b", kind=kind)
    assert state.phase == phase
    assert state.verdict == before.verdict
    assert state.frames.a == {"warning": 0, "frame": 1, "match": 2}[kind]


@pytest.mark.parametrize(
    ("game", "falls", "seen", "articles"),
    [
        ("eight_ball", (), {"fouls": [5]}, ("2.1.22.5", "2.9.7")),
        ("eight_ball", ("object foot_left",), {"fouls": [5]}, ("2.1.22.5", "2.1.9", "2.9.7", "2.9.6")),
        ("eight_ball", ("cue foot_left",), {}, ("2.1.22.12", "2.1.9", "2.9.7")),
        ("eight_ball", ("object foot_left",), {}, ("2.9.5",)),
        ("eight_ball", (), {}, ("2.1.8",)),
        ("eight_ball", (), {"jumped": ["object"]}, ("2.1.8", "2.1.13", "2.9.6")),
        ("eight_ball", (), {"jumped": ["cue"]}, ("2.1.22.2", "2.1.13", "2.9.7")),
        ("moscow", ("cue foot_left",), {}, ("2.4.5",)),
        ("american", ("cue foot_left",), {"fouls": [5]}, ("2.1.22.5", "2.1.9", "2.7.8", "2.7.7")),
        ("american", (), {"fouls": [2]}, ("2.1.22.2", "2.1.13", "2.7.8", "2.7.7")),
        ("american", (), {"jumped": ["cue"], "safety": "legal"}, ("2.1.22.2", "2.1.13", "2.7.8", "2.7.7")),
        ("eight_ball_fast", (), {"safety": "legal"}, ("2.10.2", "2.1.11")),
    ],
)
def test_a_stroke_cites_these_articles_in_this_order(after_break, game, falls, seen, articles):
    assert after_break(game).stroke(*falls, **seen).verdict.articles == articles


@pytest.mark.parametrize(
    ("game", "falls", "seen", "articles"),
    [
        ("russian", (), {}, ("2.1.5",)),
        ("russian", ("9 foot_left",), {}, ("2.1.5", "2.2.5", "2.2.7")),
        ("moscow_fast", ("object foot_left",), {}, ("2.1.5", "2.5.1", "2.5.3")),
        ("russian", (), {"touched_object": True}, ("2.1.8",)),
        ("american_fast", ("object foot_left",), {"touched_object": True}, ("2.8.1", "2.1.5", "2.7.6", "2.8.2")),
    ],
)
def test_a_stroke_from_hand_that_stays_in_the_house_cites_these_articles(table, game, falls, seen, articles):
    stroke = {"touched_object": False, "left_house": False, "safety": "legal", **seen}
    assert table(game).stroke(*falls, **stroke).verdict.articles == articles


def test_a_foul_between_strokes_cites_its_penalty_and_the_ball_that_goes_back(after_break):
    game = after_break("eight_ball")
    game.stroke("object foot_left")
    assert game.say("foul", player="a", foul=15).verdict.articles == ("2.1.22.15", "2.9.7")
    assert game.say("foul", player="b", foul=15).verdict.articles == ("2.1.22.15", "2.9.7", "2.9.6")


def test_a_cue_ball_put_at_the_head_cushion_after_a_referees_error_has_its_article(after_break):
    game = after_break("eight_ball")
    game.stroke(jumped=["cue"])
    assert game.say("referee_error", led_to="foul").verdict.articles == ("2.1.21", "2.1.13")


def test_a_removed_ball_and_a_paid_debt_have_their_articles(after_break):
    game = after_break("eight_ball")
    game.stroke(fouls=[5])  # b owes
    game.safety()
    assert game.stroke("object foot_left").verdict.why == ("count", "debt", "spot")
    assert after_break("moscow").stroke("cue foot_left").verdict.why == ("count", "cue")
