"""What a stroke came to by its facts, before anything is booked: its fouls, its repeat, and the fate of what fell."""

from __future__ import annotations

from typing import NamedTuple

from luza_rules.counting import Reading, counts
from luza_rules.games import Game
from luza_rules.safety import settled
from luza_rules.state import Fallen, Position, Stroke

NOT_ASKED_IN_HAND = frozenset({1, 2, 12, 13})
"""Fouls that are not asked of a stroke from hand whose cue ball never came into play (2.1.5 d)."""


class Outcome(NamedTuple):
    """What a stroke came to, before it is booked: its fouls, whether it is repeated, and the fate of what fell."""

    fouls: frozenset[int]
    repeat: bool
    counted: tuple[Fallen, ...]
    discounted: tuple[Fallen, ...]
    barred: str | None
    """The topic of the article by which a lawful stroke counted nothing; null where balls may count."""
    asked: bool = False
    """A safety was asked of it."""
    safety: bool | None = True
    """Whether that safety is legal; null: open."""


def happened(base: Position, stroke: Stroke, reading: Reading) -> Outcome:
    """What happened: fouls, the repeat of a stroke from hand, what counts, and the safety if nothing did."""
    game, fallen, rolled = base.setup.game, reading.fallen, reading.rolled
    fouls, in_play = _fouls(game, base, stroke, reading)
    repeat = not in_play and not fouls
    if fouls or repeat:
        return Outcome(fouls, repeat, (), fallen, None)
    barred = counts(game, base, stroke, reading)
    counted = fallen if barred is None else ()
    discounted = () if barred is None else fallen
    if barred is None and rolled:
        counted = tuple([fall for place, fall in enumerate(fallen) if place not in rolled])
        discounted = tuple([fallen[place] for place in sorted(rolled)])
    if game.safety is None or counted or rolled:
        return Outcome(fouls, repeat, counted, discounted, barred)
    safety = settled(game.safety, stroke)
    if safety is False:
        fouls = frozenset({13})
    return Outcome(fouls, repeat, counted, discounted, barred, asked=True, safety=safety)


def _fouls(game: Game, base: Position, stroke: Stroke, reading: Reading) -> tuple[frozenset[int], bool]:
    """The stroke's fouls but 13 as derived, and whether the cue ball came into play (2.1.5 d)."""
    said = frozenset(stroke.fouls)
    if base.from_hand is not None and stroke.left_house is False and stroke.touched_object is False:
        return said - NOT_ASKED_IN_HAND, False
    seen = set()
    if stroke.touched_object is False:
        seen.add(1)
    if reading.cue_jumped:
        seen.add(2)
    if reading.cue_fell and 12 in game.fouls:
        seen.add(12)
    return (said | seen if seen else said), True
