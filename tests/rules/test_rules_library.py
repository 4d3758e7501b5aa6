"""The library as one imports it: matches from names, push and pop, open questions, logs as text."""

from __future__ import annotations

import pickle
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given

from luza_rules import GAMES, LANGUAGES, Match, Question
from luza_rules.course import Course
from tests.rules.test_rules_properties import IN_CI, logs

NAMES = {"a": "Anna", "b": "Борис"}
LINE = {"type": "match", "game": "moscow", "players": NAMES, "frames_to_win": 3}


def test_a_match_of_a_game_and_names_is_one_frame_that_begins_with_a_lag():
    match = Match("eight_ball", NAMES)
    assert (match.state.game, match.state.phase, match.state.rev) == ("eight_ball", "lag", 1)
    assert match.officiating == "referee"
    match.push({"type": "concede", "player": "a", "what": "frame"})
    assert match.state.phase == "match_over"


def test_the_terms_of_a_match_are_those_of_a_match_line():
    terms: dict[str, Any] = {"first_break": "b", "handicap": {"a": 1, "b": 0}, "officiating": "auto"}
    match, pushed = Match("moscow", NAMES, frames_to_win=3, **terms), Match()
    assert match.state == pushed.push({**LINE, **terms})
    assert match.officiating == pushed.officiating == "auto"
    assert match.to_log() == Match.from_log(match.to_log()).to_log()


@pytest.mark.parametrize(
    ("game", "fields", "told"),
    [
        ("chess", {}, "russian_fast"),
        (None, {}, "needs `game`"),
        (None, {"players": None, "first_break": "a"}, "needs `game`"),
        ("moscow", {"players": {"a": "A"}}, "`players` must be"),
        ("moscow", {"players": None}, "needs `players`"),
        ("moscow", {"frames_to_win": 0}, "a whole number of frames"),
        ("moscow", {"first_break": "c"}, "one of a, b"),
        ("moscow", {"handicap": {"a": 8, "b": 0}}, "handicap must be below"),
        ("moscow", {"handicap": {}}, "`handicap` must be"),
        ("moscow", {"handicap": 3}, "`handicap` must be"),
        ("moscow", {"handicap": (1, 2)}, "`handicap` must be"),
        ("moscow", {"players": ["Anna", "Boris"]}, "`players` must be"),
        ("moscow", {"officiating": "none"}, "one of referee, auto"),
    ],
)
def test_terms_that_no_match_line_has_are_a_value_error_that_says_what_would_be_right(game, fields, told):
    with pytest.raises(ValueError, match=told):
        Match(game, **{"players": NAMES, **fields})


def test_terms_may_be_given_as_any_mapping():
    terms = {"players": MappingProxyType(NAMES), "handicap": MappingProxyType({"a": 1, "b": 0})}
    assert Match("moscow", **terms).state == Match("moscow", NAMES, handicap={"a": 1, "b": 0}).state


def test_what_was_given_is_copied_so_that_changing_it_changes_no_match():
    names, handicap = dict(NAMES), {"a": 2, "b": 2}
    match = Match("moscow", names, handicap=handicap)
    log = match.to_log()
    names["a"], handicap["a"] = "Vera", 7
    assert match.to_log() == log
    assert match.fork().to_log() == log


def test_pop_returns_the_event_and_leaves_no_trace_where_undo_leaves_one():
    match = Match("eight_ball", NAMES, first_break="a")
    before, stroke = match.state, {"type": "stroke", "touched_object": True}
    match.push(stroke)
    assert match.pop() == stroke
    assert match.state == before
    assert match.legal_events() == Match("eight_ball", NAMES, first_break="a").legal_events()
    match.push(stroke)
    assert match.push({"type": "undo"}) == before._replace(rev=3)


def test_pop_of_an_undo_brings_back_what_it_took():
    match = Match("eight_ball", NAMES, first_break="a")
    after = match.push({"type": "stroke", "fouls": [4]})
    match.push({"type": "undo"})
    assert match.pop() == {"type": "undo"}
    assert match.state == after
    assert match.undoable == {"type": "stroke", "fouls": [4]}


def test_pop_passes_over_refused_events_which_changed_nothing():
    match = Match("eight_ball", NAMES, first_break="a")
    before = match.state
    match.push({"type": "stroke"})
    assert not match.push({"type": "resume"}).accepted
    assert match.pop() == {"type": "stroke"}
    assert match.state == before


def test_nothing_to_pop_is_an_index_error_and_the_terms_of_a_match_stay():
    for match in (Match(), Match("eight_ball", NAMES)):
        before = match.state
        with pytest.raises(IndexError, match="no event was pushed"):
            match.pop()
        assert match.state == before


def test_a_match_line_that_was_pushed_can_be_popped():
    match = Match()
    match.push(LINE)
    assert match.pop() == LINE
    assert match.state == Match().state
    assert match.legal_events() == ("match",)
    assert match.to_log() == ""


def test_a_fork_pops_for_itself():
    match = Match("eight_ball", NAMES, first_break="a")
    after = match.push({"type": "stroke"})
    fork = match.fork()
    fork.pop()
    assert match.state == after
    assert match.pop() == {"type": "stroke"}


def test_open_questions_are_those_of_the_verdict_until_they_are_answered(after_break):
    game = after_break("american")
    assert game.match.open_questions == ()
    game.stroke(touched_object=None)
    assert game.match.open_questions == (Question("safety", "2.7.6"), Question("contact", "2.1.22.1"))
    game.ruling(safety="legal")
    assert game.match.open_questions == ()
    game.stroke("unknown side_left", doubts=[{"about": "jumped", "why": "x", "readings": []}])
    assert game.match.open_questions == (Question("identity", None), Question("sensing", None))


def test_open_questions_are_put_in_both_languages(after_break):
    game = after_break("eight_ball_fast")
    game.stroke()
    (question,) = game.match.open_questions
    assert question.words() == "For the referee: was it a legal safety (2.10.2)?"
    assert question.words("ru") == "Судье: правильный ли отыгрыш (п. 2.10.2)?"
    for about in ("safety", "identity", "contact", "sensing"):
        assert all(Question(about, "2.1").words(lang) for lang in LANGUAGES)


def test_no_question_is_open_that_a_ruling_could_not_answer_any_more(after_break):
    assert Match().open_questions == ()
    game = after_break("eight_ball")
    game.stroke("unknown side_left")
    game.say("concede", player="a", what="frame")
    assert [question.about for question in game.match.open_questions] == ["identity"]
    state = game.say("next_frame")
    assert state.verdict.open == ("identity",)
    assert game.match.open_questions == ()
    assert game.refused("ruling", pocketed=[]) == "not_now"


def test_a_log_has_a_line_for_every_accepted_event_and_none_for_refused_ones():
    match = Match("eight_ball", NAMES, first_break="a")
    match.push({"type": "stroke", "at": 3.5})
    match.push({"type": "strike"})
    match.push({"type": "undo"})
    assert match.to_log() == (
        '{"type": "match", "game": "eight_ball", "players": {"a": "Anna", "b": "Борис"}, "frames_to_win": 1, '
        '"first_break": "a"}\n{"type": "stroke", "at": 3.5}\n{"type": "undo"}\n'
    )
    assert Match.from_log(match.to_log()).state == match.state._replace(accepted=True, error=None)


def test_a_log_is_read_from_its_text_its_lines_or_a_file(tmp_path):
    text = (
        '# a match\n\n{"type": "match", "game": "moscow", "players": {"a": "A\u2028", "b": "B"}, "frames_to_win": 2}\n'
    )
    path = tmp_path / "a.match"
    path.write_text(text + '  {"type": "lag", "winner": "b"}', encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        match = Match.from_log(file)
    assert match.state.chooser == "b"
    assert Match.from_log(path.read_text(encoding="utf-8")).state == match.state
    assert Match.from_log(text.split("\n")).state == match.state._replace(rev=1, phase="lag", chooser=None)
    assert Match.from_log("").state == Match().state
    assert Match.from_log(path.read_bytes()).state == match.state
    assert Match.from_log(path.read_bytes().splitlines()).state == match.state


def test_a_match_shows_itself_in_a_line():
    assert repr(Match()) == "<Match before its match line>"
    match = Match("eight_ball", NAMES, first_break="a")
    match.push({"type": "stroke", "pocketed": [{"ball": "object", "pocket": "foot_left"}], "touched_object": True})
    assert repr(match) == "<Match eight_ball, play, frames 0:0, score 1:0, rev 2>"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 3: this is not JSON"),
        ("[]", "line 3: this is JSON but not an object"),
        ('\ufeff{"type": "undo"}', "line 3: this begins with a byte order mark: save the log as UTF-8 without one"),
        (f'{{"type": "undo", "at": {"9" * 5000}}}', "line 3: bad_event: undo: `at` must be a number of seconds"),
        ('{"type": "strike"}', "line 3: bad_event: 'strike' is no event type"),
        ('{"type": "stroke"}', "line 3: not_now: this stroke can't come in phase lag"),
    ],
)
def test_a_line_that_is_no_event_or_cannot_come_is_named(line, told):
    with pytest.raises(ValueError, match=told):
        Match.from_log(f"{Match('moscow', NAMES).to_log()}\n{line}\n")


@IN_CI
@given(logs())
def test_pop_after_push_gives_an_equal_match(log):
    match = Match()
    for event in log:
        before, may, open_, text = match.state, match.legal_events(), match.open_questions, match.to_log()
        if match.push(event).accepted:
            after = match.state
            assert match.pop() == event
            assert (match.state, match.legal_events(), match.open_questions) == (before, may, open_)
            assert match.to_log() == text
            assert match.push(event) == after


@IN_CI
@given(logs())
def test_a_match_and_that_of_its_log_are_equal_and_pop_alike(log):
    match = Match()
    for event in log:
        match.push(event)
    again = Match.from_log(match.to_log())
    assert again.to_log() == match.to_log()
    assert again.state == match.state._replace(accepted=again.state.accepted, error=None)
    while match.to_log():
        assert match.pop() == again.pop()
        assert match.legal_events() == again.legal_events()
        assert match.state._replace(accepted=None, error=None) == again.state._replace(accepted=None, error=None)


@IN_CI
@given(logs())
def test_a_course_judges_as_a_match_does(log):
    match, course = Match(), Course()
    for event in log:
        assert match.push(event) == course.push(event)
        assert match.open_questions == course.open_questions


def test_a_state_cannot_be_changed_and_can_be_kept(after_break):
    state = after_break("russian").state
    with pytest.raises(AttributeError):
        state.rev = 7
    with pytest.raises(AttributeError):
        state.verdict.legal = False
    assert pickle.loads(pickle.dumps(state)) == state


def test_what_was_pushed_or_given_back_can_be_changed_without_changing_a_match():
    match = Match("eight_ball", NAMES, first_break="a")
    stroke: dict[str, Any] = {"type": "stroke", "pocketed": [{"ball": "object", "pocket": "foot_left"}]}
    match.push(stroke)
    log, fork = match.to_log(), match.fork()
    stroke["pocketed"][0]["pocket"] = "head_left"
    match.undoable["pocketed"].clear()
    fork.pop()["pocketed"].clear()
    assert match.to_log() == log


def test_what_is_shown_of_a_match_cannot_be_changed():
    state = Match().push({"type": "undo"})
    with pytest.raises(TypeError):
        state.error["code"] = "bad_event"
    assert (state.error["code"], state.error["message"]) == (state.error.code, state.error.message) == state.error
    assert state.error[0] == state.as_dict()["error"]["code"] == "not_now"
    assert hash(state) == hash(pickle.loads(pickle.dumps(state)))
    with pytest.raises(TypeError):
        GAMES["chess"] = GAMES["moscow"]
