"""The state machine, cell by cell: in every game and phase, which events may come. The table here is the contract's."""

from __future__ import annotations

import pytest

from luza_rules import GAMES, Match
from luza_rules.table import TABLE

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
    ({"type": "play_on"}, ""),
    ({"type": "position", "all_in_house": True}, ""),
    ({"type": "time_out"}, ""),
    ({"type": "warning", "kind": "outside_house"}, ""),
]  # the last four need more than a phase: an offer, a stroke from hand, a running clock; they have tests of their own


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
            assert state.error["code"] == ("impossible" if phase == "play" else "not_now")


def test_every_row_of_the_table_is_walked():
    told = {event["type"] for event, _ in CELLS} | {"call"}
    assert {name.partition(" ")[0] for name in TABLE} <= told


@pytest.mark.parametrize("game", GAMES)
def test_before_the_match_line_only_it_may_come(game):
    for event, _ in CELLS:
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
