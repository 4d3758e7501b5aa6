"""What each event does, and what it needs beyond its phase: one function an event, from position to position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from luza_rules.articles import cited
from luza_rules.counting import refuse_ball
from luza_rules.facts import stroke_of
from luza_rules.frames import breaker_chosen, decided_by, give_up_frame, lag_again, lag_played, lose_match, next_frame
from luza_rules.judging import PLAY_ON, judge
from luza_rules.penalties import Ledger
from luza_rules.refusal import BAD_EVENT, Refused, impossible, not_now
from luza_rules.state import Call, Last, Position, Verdict
from luza_rules.words import CUE, FRAME_OVER, HOUSE, TEMPORARY_HOUSE, UNKNOWN, rival

Event = Mapping[str, Any]


def lag(position: Position, event: Event) -> Position:
    return lag_played(position, event)


def breaker(position: Position, event: Event) -> Position:
    return breaker_chosen(position, event["player"])


def call(position: Position, event: Event) -> Position:
    """A call replaces the one before; an empty one takes it back (2.2.6, 2.6.3, 2.11.6)."""
    game = position.setup.game
    if not game.call:
        raise impossible(f"there are no calls in {game.id}")
    if "falling" in event:
        if not game.falling:
            raise impossible(f"{game.id} has no call with falling")
        if position.broken:
            raise not_now("with falling may be called for a frame's break only")
        return position._replace(call=Call(None, None))
    if "ball" not in event:
        return position._replace(call=None)
    ball = event["ball"]
    if ball == UNKNOWN:
        raise impossible("a call names its ball")
    if ball == CUE and not game.cue_callable:
        raise impossible(f"the cue ball doesn't count in {game.id}, so it can't be called")
    refuse_ball(game, position, ball)
    return position._replace(call=Call(ball, event["pocket"]))


def stroke(position: Position, event: Event) -> Position:
    return judge(Last(position, stroke_of(event)))


def play_on(position: Position, event: Event) -> Position:
    """The answer to the offer after a foul: the offender plays the next stroke, or not (2.1.8)."""
    if not position.options:
        raise not_now("play on may be demanded once, by the player who came to the table after a foul")
    if not event.get("demand", True):
        return position._replace(options=())
    assert position.striker is not None
    return position._replace(striker=rival(position.striker), options=(), call=None)


def foul(position: Position, event: Event) -> Position:
    """A foul outside a stroke: a penalty; the striker's also passes the turn and opens the option (2.1.8, 2.1.19)."""
    game, player, number = position.setup.game, event["player"], event["foul"]
    if number not in game.fouls:
        raise impossible(f"{game.id} knows no foul {number}")
    ledger = Ledger(position)
    ledger.penalise(player)
    topics = ("penalty", "spot") if ledger.spot else ("penalty",)
    verdict = Verdict(
        game=game.id,
        legal=False,
        fouls=(number,),
        penalty=ledger.penalty,
        spot=ledger.spot,
        articles=cited(game.id, (number,), topics),
        why=topics,
    )
    after = position._replace(score=ledger.score, debt=ledger.debt, balls_left=ledger.balls_left, verdict=verdict)
    if player == position.striker:
        after = after._replace(striker=rival(player), options=PLAY_ON, call=None)
    return decided_by(after)


def put_back(position: Position, event: Event) -> Position:
    """A hanging ball fell after the stroke or by a jolt: put back, nothing changes (2.1.15)."""
    refuse_ball(position.setup.game, position, event["ball"])
    return position


def position_of_balls(position: Position, event: Event) -> Position:
    """All object balls in the house: the temporary house is used (2.1.5 b)."""
    if position.from_hand is None:
        raise not_now("the house matters only before a stroke from hand")
    return position._replace(from_hand=TEMPORARY_HOUSE if event["all_in_house"] else HOUSE)


def warning(position: Position, event: Event) -> Position:
    """A warning: of a dead position (until used), for stalling (for the match), or of a cue ball outside the house."""
    kind = event["kind"]
    if kind == "dead_position":
        return position._replace(dead_warned=True)
    if kind == "stalling":
        return position._replace(stalled=_with(position.stalled, event["player"]))
    if position.from_hand is None:
        raise not_now("the cue ball is placed in the house only before a stroke from hand")
    return position


def dead_position(position: Position, event: Event) -> Position:  # noqa: ARG001 - every event has this form
    """The balls left are racked anew and a lag decides (2.1.16)."""
    if not position.dead_warned:
        raise not_now("a dead position needs its warning first")
    return lag_again(position._replace(dead_warned=False))


def shot_clock(position: Position, event: Event) -> Position:
    """The clock for one player, after a warning to him (2.1.17)."""
    player = event["player"]
    if player not in position.stalled:
        raise not_now(f"a shot clock needs a stalling warning to {player} first")
    if event["on"]:
        return position._replace(clocks=_with(position.clocks, player))
    return position._replace(clocks=tuple([side for side in position.clocks if side != player]))


def _with(sides: tuple[str, ...], player: str) -> tuple[str, ...]:
    return sides if player in sides else (*sides, player)


def time_out(position: Position, event: Event) -> Position:  # noqa: ARG001
    """The striker's clock ran out: the turn passes, no penalty (2.1.17)."""
    if position.striker not in position.clocks:
        raise not_now("no shot clock runs for the striker")
    return position._replace(striker=rival(position.striker), options=(), call=None)


def said(position: Position, event: Event) -> Position:  # noqa: ARG001
    """A remark or a warning for conduct: on record, and nothing else (1.6)."""
    return position


def lose_frame(position: Position, event: Event) -> Position:
    """Loss of the frame, conceded or as a sanction (1.5.5, 1.6)."""
    if position.phase == FRAME_OVER:
        raise not_now("the frame is over")
    return give_up_frame(position, event["player"], "conceded" if event["type"] == "concede" else "sanction")


def concede_match(position: Position, event: Event) -> Position:
    return lose_match(position, event["player"], "conceded", before_play=False)


def lose_by_sanction(position: Position, event: Event) -> Position:
    """Loss of the match or removal, as a forfeit (1.6, 1.5.5 c)."""
    return lose_match(position, event["player"], "sanction", before_play=not position.struck)


def forfeit(position: Position, event: Event) -> Position:
    """The match is lost without play, or in the middle of it (1.5.5 a-c)."""
    return lose_match(position, event["player"], "forfeit", before_play=not position.struck)


def suspend(position: Position, event: Event) -> Position:
    return position._replace(suspended=event["reason"])


def resume(position: Position, event: Event) -> Position:
    """Play goes on; whether a protest was upheld is on record, what follows from it is said by other events (1.7)."""
    if "upheld" in event and position.suspended != "protest":
        raise Refused(BAD_EVENT, f"`upheld` is said of a protest, and play is suspended for: {position.suspended}")
    return position._replace(suspended=None)


def frame(position: Position, event: Event) -> Position:  # noqa: ARG001
    return next_frame(position)
