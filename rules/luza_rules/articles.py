"""Which article of the rules says so: the one place where verdicts get their articles.

A topic is what happened; its article is the game's own where the game's chapter has one (`Game.articles`), else that of
the general rules (2.1). A verdict cites both where both speak.
"""

from __future__ import annotations

from functools import lru_cache

from luza_rules.games import GAMES, Game

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
"""Topics of the general rules."""

SAME = {"debt": "penalty", "not_left": "hand", "no_call": "call"}
"""Topics that stand in the same article as another one."""

ANNULLED = ("early", "outsider", "misplay")
"""Corrections that void the last stroke: it is repeated as if it had not been."""


def foul_article(number: int) -> str:
    """The article of a foul by its number."""
    return f"2.1.22.{number}"


def general(game: Game, topic: str) -> str | None:
    """What the general rules say about a topic; a safety is judged by the rule that the game takes from them."""
    return game.safety if topic == "safety" else GENERAL.get(topic)


def article_asked(game: Game, question: str) -> str | None:
    """What a question of `verdict.open` is about: the article by which its answer is judged; null where none is."""
    if question == "contact":
        return foul_article(1)
    return article(game, "safety") if question == "safety" else None


def article(game: Game, topic: str) -> str:
    """The nearest article about a topic: the game's own, else the general one. KeyError: neither speaks of it."""
    topic = SAME.get(topic, topic)
    return game.articles.get(topic) or GENERAL[topic]


@lru_cache(maxsize=1024)
def cited(game_id: str, fouls: tuple[int, ...], topics: tuple[str, ...]) -> tuple[str, ...]:
    """The articles of a verdict, each once: its fouls first, then its other reasons, the game's own article first.

    The same reasons come again and again, so what they cite is remembered.
    """
    game = GAMES[game_id]
    named = [foul_article(number) for number in fouls]
    for topic in topics:
        same = SAME.get(topic, topic)
        for found in (game.articles.get(same), general(game, same)):
            if found is not None and found not in named:
                named.append(found)
    return tuple(named)
