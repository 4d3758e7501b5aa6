"""Which of the balls that fell count, and what they are worth."""

from __future__ import annotations

from typing import NamedTuple

from luza_rules.games import Game
from luza_rules.refusal import impossible
from luza_rules.state import Call, Counted, Fallen, Position, Stroke
from luza_rules.words import CUE, FAR_CORNERS, OBJECT, UNKNOWN, Ball


def refuse_ball(game: Game, position: Position, ball: Ball) -> None:
    """Refuses a ball that the game lacks, or that doesn't lie on the table."""
    if ball in (CUE, UNKNOWN):
        return
    if game.numbers:
        if ball == OBJECT:
            raise impossible(f"object balls have numbers in {game.id}: say which, or {UNKNOWN}")
        if ball not in (position.numbers or ()):
            raise impossible(f"ball {ball} is not on the table; there are: {list(position.numbers or ())}")
    elif ball != OBJECT:
        raise impossible(f"balls have no numbers in {game.id}: ball {ball} is {OBJECT} here")


class Reading(NamedTuple):
    """What a stroke's balls are presumed to be: `fallen` in order (with the place of each in the stroke), `jumped`."""

    fallen: tuple[Fallen, ...]
    jumped: tuple[Ball, ...]
    rolled: frozenset[int]
    """Places in `fallen` of balls that were rolled along the cushion."""
    cue_fell: bool
    cue_jumped: bool


_NOTHING = Reading((), (), frozenset(), cue_fell=False, cue_jumped=False)


def read_balls(game: Game, position: Position, stroke: Stroke) -> Reading:
    """The balls of a stroke, unknown ones as presumed; refuses what can't have happened on this table."""
    pocketed, jumped = stroke.pocketed, stroke.jumped
    if not pocketed and not jumped and not stroke.rolled:
        return _NOTHING
    named = [ball for ball, _ in pocketed] + list(jumped)
    for ball in named:
        refuse_ball(game, position, ball)
    for ball in set(named):
        if ball not in (OBJECT, UNKNOWN) and named.count(ball) > 1:
            raise impossible(f"ball {ball} can't leave the table twice in one stroke")
    rolled = _rolled(stroke) if stroke.rolled else frozenset()
    # where any ball may be struck, `balls_left` counts the struck ball too
    on_table = position.balls_left - (0 if game.cue_from_hand else 1)
    fallen = pocketed
    if UNKNOWN in named:
        presumed = UNKNOWN if game.numbers else OBJECT
        fallen = _presumed(position.call, named, pocketed, presumed)
        jumped = tuple([presumed if ball == UNKNOWN else ball for ball in jumped])
        if _objects(fallen, jumped) == len(named) == on_table + 1:
            fallen, jumped = _one_is_cue(position.call, stroke, fallen, jumped, rolled)
    objects = _objects(fallen, jumped)
    if objects > on_table:
        raise impossible(f"{objects} object balls left the table, but only {on_table} lay on it")
    cue_fell, cue_jumped = any(ball == CUE for ball, _ in fallen), CUE in jumped
    return Reading(fallen, jumped, rolled, cue_fell, cue_jumped)


def _presumed(call: Call | None, named: list[Ball], pocketed: tuple[Fallen, ...], presumed: Ball) -> tuple[Fallen, ...]:
    """Unknown balls as object balls; the first that took the called pocket as the called ball, if that is not named."""
    wanted = call if call is not None and not call.falling else None
    if wanted is not None and (wanted.ball == OBJECT or wanted.ball in named):
        wanted = None
    fallen = []
    for ball, pocket in pocketed:
        if ball == UNKNOWN:
            if wanted is not None and wanted.ball is not None and pocket == wanted.pocket:
                fallen.append(Fallen(wanted.ball, pocket))
                wanted = None
            else:
                fallen.append(Fallen(presumed, pocket))
        else:
            fallen.append(Fallen(ball, pocket))
    return tuple(fallen)


def _objects(fallen: tuple[Fallen, ...], jumped: tuple[Ball, ...]) -> int:
    return sum([ball != CUE for ball, _ in fallen]) + sum([ball != CUE for ball in jumped])


def _one_is_cue(
    call: Call | None, stroke: Stroke, fallen: tuple[Fallen, ...], jumped: tuple[Ball, ...], rolled: frozenset[int]
) -> tuple[tuple[Fallen, ...], tuple[Ball, ...]]:
    """Every ball left the table, so one of the unknown ones is the cue ball: the last, and rather not a called one."""
    unknown = [place for place, (ball, _) in enumerate(stroke.pocketed) if ball == UNKNOWN and place not in rolled]
    free = [place for place in unknown if call is None or fallen[place].pocket != call.pocket]
    if unknown:
        place = (free or unknown)[-1]
        return (*fallen[:place], Fallen(CUE, fallen[place].pocket), *fallen[place + 1 :]), jumped
    if UNKNOWN in stroke.jumped:
        place = stroke.jumped.index(UNKNOWN)
        jumped = (*jumped[:place], CUE, *jumped[place + 1 :])
    return fallen, jumped


def _rolled(stroke: Stroke) -> frozenset[int]:
    """The places in `pocketed` of the rolled balls: of several alike the first one pocketed is meant."""
    places: set[int] = set()
    for ball in stroke.rolled:
        if ball == CUE:
            raise impossible("the cue ball can't be a rolled ball: only a frozen object ball is (2.1.10)")
        place = next((i for i, (b, _) in enumerate(stroke.pocketed) if b == ball and i not in places), None)
        if place is None:
            raise impossible(f"ball {ball} was rolled but not pocketed")
        places.add(place)
    return frozenset(places)


def counts(game: Game, position: Position, stroke: Stroke, reading: Reading) -> str | None:
    """Whether this lawful stroke counts what fell: null when it does, else the topic of the article that bars it.

    Only balls that were not rolled can qualify a stroke.
    """
    good = [fall for place, fall in enumerate(reading.fallen) if place not in reading.rolled]
    call, hand = position.call, position.from_hand
    if hand is not None and game.must_leave_house and stroke.left_house is False:
        return "not_left"
    if game.call:
        if call is None:
            return "no_call"
        if not call.falling:
            good = [fall for fall in good if fall.ball == call.ball and fall.pocket == call.pocket]
            if not good:
                return "call"
    if hand is not None and not game.fast and not any(pocket in FAR_CORNERS[hand] for _, pocket in good):
        return "hand"
    return None


def valued(game: Game, counted: tuple[Fallen, ...], empties: bool) -> tuple[Counted, ...]:
    """Counted balls with their values; `empties`: no object ball is left, so the last one is worth 10 more (2.2.4)."""
    if not game.numbers:
        return tuple([Counted(ball, pocket, 1) for ball, pocket in counted])
    worth = [Counted(ball, pocket, _points(ball)) for ball, pocket in counted]
    if empties and worth and worth[-1].value:
        last = worth[-1]
        worth[-1] = last._replace(value=last.value + 10)
    return tuple(worth)


def _points(ball: Ball) -> int:
    """The ace is worth 11; a ball that nobody has named yet is worth nothing (2.2.4)."""
    if type(ball) is not int:
        return 0
    return 11 if ball == 1 else ball
