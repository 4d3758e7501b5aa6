"""Was it a legal safety? Asked of a stroke that counted no ball and was no foul otherwise (2.1.11, 2.7.6, 2.1.12).

In three values: true, false, and null where what was observed settles neither.
"""

from __future__ import annotations

from luza_rules.games import HALF_TABLE
from luza_rules.state import Stroke
from luza_rules.words import ENDS


def settled(rule: str, stroke: Stroke) -> bool | None:
    """By the game's rule: legal, illegal, or open. A person's word beats what is derived, an attempt beats both."""
    if stroke.attempt:
        return True
    if stroke.safety is not None:
        return stroke.safety == "legal"
    return _half_table(stroke) if rule == HALF_TABLE else _one_ball(stroke)


def _half_table(stroke: Stroke) -> bool | None:
    """2.1.11: any ball crossed the centre line, or two different cushions were touched."""
    if stroke.crossed or len(set(stroke.cushions or ())) > 1:
        return True
    return None if stroke.crossed is None or stroke.cushions is None else False


def _one_ball(stroke: Stroke) -> bool | None:
    """2.7.6: one ball crossed and reached the far short cushion, or two balls crossed, or one ball made two cushions.

    Which ball touched or crossed is not known, and crossings and touches are not ordered against each other.
    """
    crossed, cushions = stroke.crossed, stroke.cushions
    touched = set(cushions or ())
    for end in ENDS:
        towards = 0 if crossed is None else crossed.count(end)
        if towards > 1 or (towards == 1 and end in touched):
            return True
    if crossed is None or cushions is None:
        return None
    one_ball_made_two = len(touched) > 1
    two_balls_crossed = len(crossed) > 1
    direction_decides = None in crossed and not touched.isdisjoint(ENDS)
    return None if one_ball_made_two or two_balls_crossed or direction_decides else False
