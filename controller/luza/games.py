"""`luza games`: the ten games and what tells them apart, as a table of plain text, made from their declarations."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

from luza.columns import columns
from luza_rules import GAMES, LANGUAGES, Game
from luza_rules.words import FOULS

WORDS = {
    "en": {
        "game": "game", "article": "article", "balls": "balls", "wins": "wins", "penalty": "penalty",
        "hand": "from hand", "safety": "safety", "call": "call", "cue": "own cue ball", "spot": "spotted",
        "fouls": "no foul", "name": "name",
        "far_corner": "far corner", "any_pocket": "any pocket", "left_house": "any, off the house",
        "object": "object", "any": "any", "falling": " + falling",
        "lost": "from hand", "counts": "counts", "removes": "counts, 1 off", "like_any": "spotted",
        "foot_spot": "spot", "foot_cushion": "cushion",
    },
    "ru": {
        "game": "игра", "article": "глава", "balls": "шары", "wins": "победа", "penalty": "штраф",
        "hand": "с руки", "safety": "отыгрыш", "call": "заказ", "cue": "биток в лузе", "spot": "ставят",
        "fouls": "кроме", "name": "название",
        "far_corner": "дальняя угловая", "any_pocket": "любая луза", "left_house": "любая, из дома",
        "object": "прицельный", "any": "любой", "falling": " + падающий",
        "lost": "с руки", "counts": "засчитан", "removes": "засчитан, 1 снять", "like_any": "на стол",
        "foot_spot": "отметка", "foot_cushion": "борт",
    },
}  # fmt: skip
"""The table's own words; how many of what, and the games' names, are the rules' words."""
BELOW = {
    "en": """
balls: 1–15 are numbered and worth points; of 16, any may be struck as the cue ball
from hand: where a ball must fall for the stroke to count
safety: the article that asks for one where no ball counts
own cue ball: what a pocketed cue ball leads to; 1 off: the opponent points a ball off the table
spotted: where at the foot end balls go back on the table
no foul: the numbers of 2.1.22 that the game doesn't have""",
    "ru": """
шары: 1–15 с номерами, в очках; из 16 битком может быть любой
с руки: куда должен упасть шар, чтобы удар был засчитан
отыгрыш: пункт, по которому он нужен, если шар не засчитан
биток в лузе: что тогда; 1 снять: соперник указывает шар, который снимают со стола
ставят: куда выставляют шары у заднего борта
кроме: номера нарушений п. 2.1.22, которых в игре нет""",
}
"""What stands in the columns whose headings don't say it."""
NONE = "–"


class Row(NamedTuple):
    """One game, column by column; the names are the keys of the headings."""

    game: str
    article: str
    balls: str
    wins: str
    penalty: str
    hand: str
    safety: str
    call: str
    cue: str
    spot: str
    fouls: str
    name: str


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--lang", choices=tuple(WORDS), default="en", help="the table's language (en)")


def run(options: argparse.Namespace) -> int:
    """Prints the table, and what its columns tell; 0."""
    print(table(options.lang), BELOW[options.lang], sep="\n")
    return 0


def table(lang: str) -> str:
    """The whole table: a line of headings and a line for each game, in columns two spaces apart."""
    heads = Row(*(WORDS[lang][column] for column in Row._fields))
    rows = [heads, *(row(game, lang) for game in GAMES.values())]
    return columns(rows)


def row(game: Game, lang: str) -> Row:
    """What one game's declaration says, in the words of a language."""
    words, many = WORDS[lang], LANGUAGES[lang].many
    missing = sorted(set(FOULS) - game.fouls)
    return Row(
        game=game.id,
        article=game.article,
        balls="1–15" if game.numbers else str(game.balls),
        wins=many(game.to_win, "point" if game.points else "ball"),
        penalty=many(game.points, "point") if game.points else many(1, "ball"),
        hand=_hand(game, words.__getitem__),
        safety=game.safety or NONE,
        call=_call(game, words.__getitem__),
        cue=_cue(game, words.__getitem__),
        spot=words[game.place],
        fouls=", ".join(map(str, missing)) or NONE,
        name=game.ru if lang == "ru" else game.en,
    )


def _hand(game: Game, words: Callable[[str], str]) -> str:
    if game.fast:
        return words("left_house" if game.must_leave_house else "any_pocket")
    return words("far_corner")


def _cue(game: Game, words: Callable[[str], str]) -> str:
    parts = [words("removes" if game.cue_removes else "counts")] if game.cue_counts else []
    parts.append(words("lost" if game.cue_from_hand else "like_any"))
    return ", ".join(parts)


def _call(game: Game, words: Callable[[str], str]) -> str:
    if not game.call:
        return NONE
    return words("any" if game.cue_callable else "object") + (words("falling") if game.falling else "")
