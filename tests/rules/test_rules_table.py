"""The state machine, cell by cell: in every game and phase, which events may come. The table here is the contract's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from luza_rules import GAMES, Match
from luza_rules.table import ANY, ROWS, refusal, row_of
from luza_rules.words import NO_MATCH
from tests.tools import rules_states

BALL = {"ball": "cue", "pocket": "foot_left"}
# event -> the phases of the contract in which it may come, one letter each (see PHASES); a correction needs a stroke
PHASES = {"l": "lag", "c": "lag_choice", "p": "play", "f": "frame_over", "s": "suspended", "m": "match_over"}
CELLS = [
    ({"type": "lag", "winner": "a"}, "l"),
    ({"type": "breaker", "player": "a"}, "c"),
    ({"type": "stroke"}, "p"),
    ({"type": "ruling"}, "lcpfsm"),
    ({"type": "foul", "player": "a", "foul": 4}, "p"),
    ({"type": "fell", **BALL, "cause": "late"}, "p"),
    ({"type": "fell", **BALL, "cause": "jolt"}, "p"),
    ({"type": "fell", **BALL, "cause": "spin"}, "lcpfsm"),
    ({"type": "fell", **BALL, "cause": "early"}, "lcpfsm"),
    ({"type": "interference", "whose": "outsider"}, "lcpfsm"),
    ({"type": "interference", "whose": "opponent"}, "lcpfsm"),
    ({"type": "referee_error", "led_to": "foul"}, "lcpfsm"),
    ({"type": "referee_error", "led_to": "misplay"}, "lcpfsm"),
    ({"type": "referee_error", "led_to": "nothing"}, "lcpfsm"),
    ({"type": "warning", "kind": "dead_position"}, "p"),
    ({"type": "warning", "kind": "stalling", "player": "a"}, "p"),
    ({"type": "dead_position"}, "p"),
    ({"type": "shot_clock", "player": "a", "on": True}, "p"),
    ({"type": "sanction", "player": "a", "kind": "remark"}, "lcpfs"),
    ({"type": "sanction", "player": "a", "kind": "warning"}, "lcpfs"),
    ({"type": "sanction", "player": "a", "kind": "frame"}, "lcps"),
    ({"type": "sanction", "player": "a", "kind": "match"}, "lcpfs"),
    ({"type": "sanction", "player": "a", "kind": "removal"}, "lcpfs"),
    ({"type": "suspend", "reason": "pause"}, "lcpf"),
    ({"type": "resume"}, "s"),
    ({"type": "concede", "player": "a", "what": "frame"}, "lcps"),
    ({"type": "concede", "player": "a", "what": "match"}, "lcpfs"),
    ({"type": "forfeit", "player": "a", "why": "unable"}, "lcpfs"),
    ({"type": "next_frame"}, "f"),
    ({"type": "undo"}, "lcpfsm"),
    ({"type": "match", "game": "moscow", "players": {"a": "A", "b": "B"}, "frames_to_win": 1}, ""),
]
# events that need more than their phase, and what gives it to them after the match line
FOUL = {"type": "stroke", "touched_object": True, "fouls": [4]}
STALLING = [{"type": "warning", "kind": "stalling", "player": side} for side in "ab"]
NEEDY = [
    ({"type": "play_on"}, [FOUL]),
    ({"type": "play_on", "demand": False}, [FOUL]),
    ({"type": "position", "all_in_house": True}, []),
    ({"type": "warning", "kind": "outside_house"}, []),
    ({"type": "shot_clock", "player": "a", "on": True}, STALLING),
    ({"type": "time_out"}, [*STALLING, *({"type": "shot_clock", "player": side, "on": True} for side in "ab")]),
    ({"type": "dead_position"}, [{"type": "warning", "kind": "dead_position"}]),
    ({"type": "ruling"}, [FOUL]),
]


def in_phase(game: str, phase: str) -> Match:
    """A match in that phase, after a stroke, with both warned, so that only the phase decides."""
    match = Match()
    events = [
        {"type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": 2, "first_break": "a"},
        {"type": "stroke", "touched_object": True, "left_house": True, "safety": "legal"},
        {"type": "warning", "kind": "stalling", "player": "a"},
        {"type": "warning", "kind": "dead_position"},
    ]
    events += {
        "lag": [{"type": "dead_position"}],
        "lag_choice": [{"type": "dead_position"}, {"type": "lag", "winner": "a"}],
        "play": [],
        "frame_over": [{"type": "concede", "player": "a", "what": "frame"}],
        "suspended": [{"type": "suspend", "reason": "pause"}],
        "match_over": [{"type": "concede", "player": "a", "what": "match"}],
    }[phase]
    for event in events:
        assert match.push(event).accepted
    assert match.state.phase == phase
    return match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("letter", PHASES)
def test_every_cell(game, letter):
    for event, phases in CELLS:
        match = in_phase(game, PHASES[letter])
        legal = match.legal_events()
        state = match.push(event)
        if letter in phases:
            assert state.accepted, (event, state.error)
            assert event["type"] in legal
        else:
            assert (state.accepted, state.error["code"]) == (False, "not_now"), event


@pytest.mark.parametrize("game", GAMES)
def test_call_is_legal_in_play_of_call_games(game):
    for phase in PHASES.values():
        match = in_phase(game, phase)
        may = GAMES[game].call and phase == "play"
        assert ("call" in match.legal_events()) == may
        state = match.push({"type": "call"})
        assert state.accepted == may
        if not may:
            assert state.error["code"] == (ROWS["call"].lacking if phase == "play" else "not_now")
    assert ROWS["call"].lacking == "impossible"


@pytest.mark.parametrize("game", GAMES)
def test_what_an_event_needs_besides_its_phase_refuses_it_where_it_is_lacking(game):
    line = {"type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": 2, "first_break": "a"}
    for event, giving in NEEDY:
        code = ROWS[row_of(event)].lacking
        assert code == "not_now"
        match = Match()
        match.push(line)
        if giving:
            assert event["type"] not in match.legal_events()
            assert match.push(event).error["code"] == code
        else:  # what is given by a break is lacking after it
            assert in_phase(game, "play").push(event).error["code"] == code
        for given in giving:
            assert match.push(given).accepted
        assert event["type"] in match.legal_events()
        assert match.push(event).accepted, event


@pytest.mark.parametrize("game", GAMES)
def test_what_an_event_needs_does_not_help_it_in_another_phase(game):
    for event, _ in NEEDY:
        for phase in set(PHASES.values()) - {"play"}:
            match = in_phase(game, phase)
            if event["type"] != "ruling":
                assert match.push(event).error["code"] == "not_now"
                assert event["type"] not in match.legal_events()


def test_every_row_of_the_table_is_walked():
    walked = [event for event, _ in CELLS] + [event for event, _ in NEEDY] + [{"type": "call"}]
    assert {row_of(event) for event in walked} == set(ROWS)


def test_the_table_is_the_contracts():
    for event, phases in CELLS:
        told = {phase for phase in PHASES.values() if refusal(row_of(event), phase) is None}
        assert told == {PHASES[letter] for letter in phases}, event
        assert (refusal(row_of(event), NO_MATCH) is None) == (event["type"] == "match")
    for event, _ in NEEDY:
        if event["type"] != "ruling":
            assert ROWS[row_of(event)].phases == {"play"}


def phases_led_to() -> dict[str, set[str]]:
    """Row -> the phases to which its events led in all scenarios, and in a match that a penalty ends."""
    final = {"type": "match", "game": "russian", "players": {"a": "A", "b": "B"}, "frames_to_win": 1,
             "first_break": "a", "handicap": {"a": 0, "b": 66}}  # fmt: skip
    logs = [[final, {"type": "foul", "player": "a", "foul": 4}]]
    for path in sorted((Path(__file__).parents[1] / "scenarios").glob("*.match")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("{"):
                event = json.loads(line)
                if event.get("type") == "match":
                    logs.append([])
                logs[-1].append(event)
    led: dict[str, set[str]] = {name: set() for name in ROWS}
    for log in logs:
        match = Match()
        for event in log:
            before = match.state.phase
            state = match.push(event)
            if state.accepted and state.phase != before:
                led[row_of(event)].add(state.phase)
    return led


def test_every_row_leads_where_the_table_says_and_everywhere_it_says():
    led = phases_led_to()
    for name, row in ROWS.items():
        assert led[name] <= row.leads, name
        if row.leads != ANY:
            assert led[name] == row.leads, name


@pytest.mark.parametrize("event", [{"type": "concede", "what": "frame"}, {"type": "sanction", "kind": "frame"}])
def test_a_frame_that_is_over_cannot_be_lost_again_during_a_pause(event):
    match = in_phase("moscow", "frame_over")
    match.push({"type": "suspend", "reason": "pause"})
    state = match.push({**event, "player": "a"})
    assert state.error["code"] == ROWS[row_of({**event, "player": "a"})].lacking == "not_now"


def test_the_document_is_what_its_program_writes():
    assert rules_states.DOCUMENT.read_text(encoding="utf-8") == rules_states.document(), (
        "docs/rules-states.md is old: .venv/bin/python tests/tools/rules_states.py writes it again"
    )


@pytest.mark.parametrize("game", GAMES)
def test_before_the_match_line_only_it_may_come(game):
    for event in [event for event, _ in CELLS + NEEDY] + [{"type": "call"}]:
        if event["type"] != "match":
            match = Match()
            assert match.legal_events() == ("match",)
            state = match.push(event)
            assert (state.accepted, state.error["code"], state.rev, state.phase) == (False, "not_now", 0, None)


def test_legal_events_follow_what_an_event_needs(table, after_break):
    game = table("eight_ball")
    assert "undo" not in game.match.legal_events()
    assert {"position", "stroke", "suspend"} <= set(game.match.legal_events())
    assert not {"ruling", "play_on", "time_out", "dead_position", "call"} & set(game.match.legal_events())
    game.stroke(fouls=[4])
    assert {"ruling", "play_on", "undo"} <= set(game.match.legal_events())
    assert "position" not in game.match.legal_events()
