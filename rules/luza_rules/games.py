"""The ten games of section 2, each a short declaration over shared mechanisms.

A game is its differences: nothing in the mechanisms asks which game it is, only what the game has. The fast and called
games are declared as their slow game with what changes, as the rules themselves do (2.3, 2.5, 2.6, 2.8, 2.10, 2.11).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from luza_rules.words import FOULS

HALF_TABLE, ONE_BALL = "2.1.11", "2.7.6"
"""The two safety rules, by their articles."""


class Game(NamedTuple):
    """What one game has. `article` is its chapter; `articles` says where it puts what (topic -> article)."""

    id: str
    article: str
    en: str
    ru: str
    articles: Mapping[str, str]
    fouls: frozenset[int]
    """The numbers of 2.1.22 that the game knows."""
    to_win: int = 8
    """The score that wins a frame: balls, or points where the balls have numbers."""
    balls: int = 15
    """Balls that `balls_left` counts: the object balls, or all sixteen where any ball may be struck."""
    numbers: bool = False
    """The object balls are numbered 1-15 and worth points (2.2.4)."""
    points: int = 0
    """Points that a penalty moves from the offender to the opponent; 0: a penalty is one ball from the shelf."""
    fast: bool = False
    """From hand, balls count in any pocket (2.1.5 a)."""
    must_leave_house: bool = False
    """From hand, nothing counts until the struck ball has left the house (2.8.1)."""
    safety: str | None = None
    """The safety rule that a stroke without a counted ball is held to."""
    call: bool = False
    """Ball and pocket are called before the stroke."""
    falling: bool = False
    """The break may be called 'with falling'."""
    cue_counts: bool = False
    """The cue ball, off another ball, is a counted ball."""
    cue_callable: bool = False
    """The cue ball and its pocket may be called."""
    cue_removes: bool = False
    """For a counted cue ball the opponent points an object ball off the table (2.4.5)."""
    cue_from_hand: bool = True
    """A cue ball off the table is next played from hand; false: it is spotted like any ball (2.1.13)."""
    place: str = "foot_spot"
    """Where balls are spotted: `foot_spot`, or `foot_cushion` (against its middle)."""


def _without(*numbers: int) -> frozenset[int]:
    return frozenset(FOULS) - set(numbers)


def _changed(game: Game, *, articles: Mapping[str, str], **changes: object) -> Game:
    """A game declared as another one with changes, as chapters 2.3, 2.5, 2.6, 2.8, 2.10 and 2.11 are written."""
    return game._replace(articles={**game.articles, **articles}, **changes)  # type: ignore[arg-type]


RUSSIAN = Game(
    "russian", "2.2", "Russian pyramid", "Русская пирамида",
    {"goal": "2.2.1", "values": "2.2.4", "hand": "2.2.5", "call": "2.2.6", "count": "2.2.6", "spot": "2.2.7",
     "penalty": "2.2.8", "tie": "2.2.9"},
    fouls=_without(13), to_win=71, numbers=True, points=5, call=True,
)  # fmt: skip
RUSSIAN_FAST = _changed(
    RUSSIAN, id="russian_fast", article="2.3", en="Russian pyramid, fast", ru="Русская пирамида — быстрая",
    articles={"hand": "2.3.1", "falling": "2.3.2", "safety": "2.3.3"},
    fouls=frozenset(FOULS), fast=True, safety=HALF_TABLE, falling=True,
)  # fmt: skip
MOSCOW = Game(
    "moscow", "2.4", "Moscow pyramid", "Московская пирамида",
    {"goal": "2.4.1", "hand": "2.4.4", "count": "2.4.5", "cue": "2.4.5", "spot": "2.4.6",
     "penalty": "2.4.7"},
    fouls=_without(12, 13), cue_counts=True, cue_removes=True, place="foot_cushion",
)  # fmt: skip
MOSCOW_FAST = _changed(
    MOSCOW, id="moscow_fast", article="2.5", en="Moscow pyramid, fast", ru="Московская пирамида — быстрая",
    articles={"hand": "2.5.1", "safety": "2.5.2", "spot": "2.5.3"},
    fouls=_without(12), fast=True, safety=HALF_TABLE, place="foot_spot",
)  # fmt: skip
MOSCOW_FAST_CALL = _changed(
    MOSCOW_FAST, id="moscow_fast_call", article="2.6",
    en="Moscow pyramid, fast, called", ru="Московская пирамида — быстрая заказная",
    articles={"hand": "2.6.1", "safety": "2.6.2", "call": "2.6.3", "count": "2.6.3", "falling": "2.6.3",
              "spot": "2.6.4"},
    call=True, falling=True, cue_callable=True,
)  # fmt: skip
AMERICAN = Game(
    "american", "2.7", "American", "Американка",
    {"goal": "2.7.1", "hand": "2.7.4", "count": "2.7.5", "cue": "2.7.5", "safety": "2.7.6", "spot": "2.7.7",
     "penalty": "2.7.8"},
    fouls=_without(11, 12), balls=16, safety=ONE_BALL, cue_counts=True, cue_from_hand=False, place="foot_cushion",
)  # fmt: skip
AMERICAN_FAST = _changed(
    AMERICAN, id="american_fast", article="2.8", en="American, fast", ru="Американка — быстрая",
    articles={"hand": "2.8.1", "spot": "2.8.2"},
    fast=True, must_leave_house=True, place="foot_spot",
)  # fmt: skip
EIGHT_BALL = Game(
    "eight_ball", "2.9", "Eight-ball pyramid", "Пирамида 8 шаров",
    {"goal": "2.9.1", "hand": "2.9.4", "count": "2.9.5", "spot": "2.9.6", "penalty": "2.9.7"},
    fouls=_without(13),
)  # fmt: skip
EIGHT_BALL_FAST = _changed(
    EIGHT_BALL, id="eight_ball_fast", article="2.10", en="Eight-ball pyramid, fast", ru="Пирамида 8 шаров — быстрая",
    articles={"hand": "2.10.1", "safety": "2.10.2", "spot": "2.10.3", "penalty": "2.10.4"},
    fouls=frozenset(FOULS), fast=True, safety=HALF_TABLE,
)  # fmt: skip
EIGHT_BALL_FAST_CALL = _changed(
    EIGHT_BALL_FAST, id="eight_ball_fast_call", article="2.11",
    en="Eight-ball pyramid, fast, called", ru="Пирамида 8 шаров — быстрая заказная",
    articles={"goal": "2.11.1", "hand": "2.11.4", "safety": "2.11.5", "call": "2.11.6", "count": "2.11.6",
              "falling": "2.11.6", "spot": "2.11.7", "penalty": "2.11.8"},
    call=True, falling=True,
)  # fmt: skip

GAMES: Mapping[str, Game] = MappingProxyType({
    game.id: game
    for game in (
        RUSSIAN, RUSSIAN_FAST, MOSCOW, MOSCOW_FAST, MOSCOW_FAST_CALL, AMERICAN, AMERICAN_FAST, EIGHT_BALL,
        EIGHT_BALL_FAST, EIGHT_BALL_FAST_CALL,
    )
})  # fmt: skip
