"""The scenarios, handed and our own, in one process: each event's state against what the files expect."""

from __future__ import annotations

import importlib.machinery
import importlib.util
from pathlib import Path

import pytest

from luza_rules import Match, event_words, explain

TESTS = Path(__file__).parents[1]
_loader = importlib.machinery.SourceFileLoader("check_matches", str(TESTS / "tools" / "check-matches"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_matches", _loader))
_loader.exec_module(check)

SCENARIOS = [
    pytest.param(events, wants, id=f"{path.stem}: {title}")
    for path in sorted((TESTS / "scenarios").glob("*.match"))
    for title, events, wants in check.scenarios(path)
]


@pytest.mark.parametrize(("events", "wants"), SCENARIOS)
def test_scenario(events, wants):
    match = Match()
    states = [match.push(event) for _, event in events]
    for line, index, want in wants:
        assert check.mismatch(want, states[index].as_dict()) is None, f"line {line}"
    refused = {index for _, index, want in wants if want.get("accepted") is False}
    assert {index for index, state in enumerate(states) if not state.accepted} == refused
    for state, (_, event) in zip(states, events, strict=True):
        assert bool(explain(state, "en")) == bool(explain(state, "ru")) == (state.verdict is not None)
        if state.accepted:
            assert event_words(event, "en")
            assert event_words(event, "ru")
