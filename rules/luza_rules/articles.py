"""Which article of the rules says so: the one place where verdicts get their articles.

A topic is what happened; its article is the game's own where the game's chapter has one, else the general rules'.
"""

from __future__ import annotations

from collections.abc import Iterable

from luza_rules.games import Game

GENERAL = {
    "hand": "2.1.5",
    "not_in_play": "2.1.5",
    "turn": "2.1.8",
    "fouled": "2.1.9",
    "rolled": "2.1.10",
    "attempt": "2.1.12",
    "jumped": "2.1.13",
    "cue_place": "2.1.13",
    "spin": "2.1.15",
    "early": "2.1.15",
    "outsider": "2.1.18",
    "opponent": "2.1.19",
    "interfering": "2.1.22.15",
    "foul": "2.1.21",
    "misplay": "2.1.21",
}
"""Topics of the general rules (2.1); what a game's own chapter says about a topic goes before."""

SAME = {"debt": "penalty", "not_left": "hand", "no_call": "call"}
"""Topics that stand in the same article as another one."""

ANNULLED = ("early", "outsider", "misplay")
"""Corrections that void the last stroke: it is repeated as if it had not been."""


def foul_article(number: int) -> str:
    """The article of a foul by its number."""
    return f"2.1.22.{number}"


def article(game: Game, topic: str) -> str:
    """Where the rules of this game say what `topic` is about."""
    topic = SAME.get(topic, topic)
    return game.articles.get(topic) or GENERAL[topic]


def cited(game: Game, fouls: Iterable[int], topics: Iterable[str]) -> tuple[str, ...]:
    """The articles of a verdict: its fouls first, then its other reasons in order, each once."""
    named = [foul_article(number) for number in fouls]
    for topic in topics:
        found = article(game, topic)
        if found not in named:
            named.append(found)
    return tuple(named)
