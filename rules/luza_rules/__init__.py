"""Russian pyramid, judged: events of a match in, verdicts and states out, for all ten games of section 2 of the rules.

Pure: no clock, no file, no log, no random, no third-party code. The match log's contract says what goes in and out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from luza_rules.games import GAMES, Game
from luza_rules.match import Match
from luza_rules.state import Pair, Question, State, Verdict

if TYPE_CHECKING:
    from luza_rules.explaining import event_words, explain
    from luza_rules.wording import LANGUAGES

__all__ = ["GAMES", "LANGUAGES", "Game", "Match", "Pair", "Question", "State", "Verdict", "event_words", "explain"]


def __getattr__(name: str) -> Any:
    # words for people are loaded when somebody wants them: `luza judge` is run hundreds of times and doesn't
    if name in ("LANGUAGES", "event_words", "explain"):
        from luza_rules import explaining

        return getattr(explaining, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
