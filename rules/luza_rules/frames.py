"""Frames and matches: how they begin, breaks and lags, and every way in which they end (2.1.1, 2.1.4, 1.5.5, 1.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from luza_rules.articles import cited
from luza_rules.games import GAMES
from luza_rules.refusal import impossible
from luza_rules.state import NOTHING, Pair, Position, Row, Setup, Spotted
from luza_rules.words import (
    FRAME_OVER,
    HOUSE,
    LAG,
    LAG_CHOICE,
    MATCH_OVER,
    NUMBERS,
    PLAY,
    UNKNOWN,
    rival,
)


def start_match(event: Mapping[str, Any]) -> Position:
    """The match line: the first frame begins with a lag, or with the break of `first_break`."""
    game = GAMES[event["game"]]
    given = event.get("handicap", {"a": 0, "b": 0})
    handicap = Pair(given["a"], given["b"])
    if max(handicap) >= game.to_win:
        raise impossible(f"a handicap must be below the score that wins a frame of {game.id}, {game.to_win}")
    setup = Setup(
        game,
        event["frames_to_win"],
        event.get("first_break"),
        handicap,
        event.get("officiating", "referee") == "referee",
    )
    return _begin_frame(setup, 1, NOTHING, setup.first_break, ())


def _begin_frame(setup: Setup, number: int, frames: Pair, breaker: str | None, protocol: tuple[Row, ...]) -> Position:
    """A fresh frame: racked, debts gone, handicaps given; with a breaker it is his stroke from hand, else a lag."""
    game = setup.game
    return Position(
        setup,
        PLAY if breaker else LAG,
        number,
        frames,
        setup.handicap,
        NOTHING,
        game.balls,
        NUMBERS if game.numbers else None,
        striker=breaker,
        from_hand=HOUSE if breaker else None,
        breaker=breaker,
        protocol=protocol,
    )


def next_frame(position: Position) -> Position:
    """The next frame: the break alternates; before the deciding frame there is a lag (2.1.4)."""
    setup = position.setup
    deciding = min(position.frames) == setup.frames_to_win - 1
    breaker = None if deciding or position.breaker is None else rival(position.breaker)
    return _begin_frame(setup, position.frame + 1, position.frames, breaker, position.protocol)._replace(
        verdict=position.verdict, stalled=position.stalled, clocks=position.clocks, struck=position.struck
    )


def lag_winner(event: Mapping[str, Any]) -> str | None:
    """Who won the lag; null: it is repeated, since both were at fault or lay equally near (2.1.4)."""
    if "winner" in event:
        named: str = event["winner"]
        return named
    a, b = event["a"], event["b"]
    if a["fault"] is None and b["fault"] is None:
        if a["distance"] == b["distance"]:
            return None
        return "a" if a["distance"] < b["distance"] else "b"
    if a["fault"] is not None and b["fault"] is not None:
        return None
    return "a" if a["fault"] is None else "b"


def lag_played(position: Position, event: Mapping[str, Any]) -> Position:
    """A lag: its winner has the choice, or it is repeated."""
    winner = lag_winner(event)
    return position if winner is None else position._replace(phase=LAG_CHOICE, chooser=winner)


def breaker_chosen(position: Position, player: str) -> Position:
    """The lag's winner says who plays, from hand. Only a lag for the break settles whose break the frame is."""
    return position._replace(
        phase=PLAY,
        chooser=None,
        striker=player,
        from_hand=HOUSE,
        breaker=player if position.lag_breaks else position.breaker,
    )


def lag_again(position: Position) -> Position:
    """A lag within a frame (dead position, 70:70): who plays, from hand; it isn't the break any more."""
    return position._replace(
        phase=LAG, striker=None, from_hand=None, options=(), call=None, broken=True, lag_breaks=False
    )


def lag_at_70_70(position: Position) -> Position:
    """With the table empty at 70:70 the last pocketed ball goes on the foot spot, and a lag decides (2.2.9)."""
    game, verdict = position.setup.game, position.verdict
    if not game.points or verdict is None or position.score != (game.to_win - 1, game.to_win - 1):
        return position
    ball = verdict.counted[-1].ball
    why = (*verdict.why, "tie", "spot")
    spotted = verdict._replace(
        spot=(*verdict.spot, Spotted(ball, game.place)), articles=cited(game.id, verdict.fouls, why), why=why
    )
    numbers = position.numbers if ball == UNKNOWN else (int(ball),)
    return lag_again(position._replace(verdict=spotted, balls_left=1, numbers=numbers))


def has_won(position: Position) -> str | None:
    """Who has the score that wins the frame."""
    target = position.setup.game.to_win
    score = position.score
    if score.a >= target:
        return "a"
    return "b" if score.b >= target else None


def end_frame(position: Position, winner: str, how: str, score: Pair) -> Position:
    """The frame goes to `winner`, into the protocol with `score`; the last one needed ends the match."""
    frames = position.frames.plus(winner, 1)
    over = frames[winner] >= position.setup.frames_to_win
    protocol = (*position.protocol, Row(position.frame, score, winner, how))
    return _closed(position, frames, winner, protocol, over=over)


def give_up_frame(position: Position, loser: str, how: str) -> Position:
    """The loser's score stays, the winner is recorded with the score that wins (1.5.5)."""
    return end_frame(position, rival(loser), how, _with_maximum(position, loser))


def lose_match(position: Position, loser: str, how: str, *, before_play: bool) -> Position:
    """The match goes to the other player: by the maximum before play (1.5.5 a), else from where it stands (1.5.5 b)."""
    winner, needed = rival(loser), position.setup.frames_to_win
    if before_play:
        rows: tuple[Row, ...] = ()
        frames = NOTHING
    else:
        rows, frames = position.protocol, position.frames
        if position.phase != FRAME_OVER:
            rows = (*rows, Row(position.frame, _with_maximum(position, loser), winner, how))
            frames = frames.plus(winner, 1)
    missing = needed - frames[winner]
    first = rows[-1].frame + 1 if rows else 1
    rows += tuple([Row(first + i, NOTHING, winner, how) for i in range(missing)])
    return _closed(position, frames.plus(winner, missing), winner, rows, over=True)


def _with_maximum(position: Position, loser: str) -> Pair:
    most = position.setup.game.to_win
    return Pair(position.score.a, most) if loser == "a" else Pair(most, position.score.b)


def _closed(position: Position, frames: Pair, winner: str, protocol: tuple[Row, ...], *, over: bool) -> Position:
    return position._replace(
        phase=MATCH_OVER if over else FRAME_OVER,
        frames=frames,
        debt=NOTHING,
        striker=None,
        from_hand=None,
        chooser=None,
        options=(),
        call=None,
        frame_winner=winner,
        winner=winner if over else None,
        protocol=protocol,
        suspended=None,
    )


def decided_by(position: Position) -> Position:
    """After a penalty outside a stroke: the frame's end, where it brought a score that wins."""
    winner = has_won(position)
    return position if winner is None else end_frame(position, winner, "played", position.score)
