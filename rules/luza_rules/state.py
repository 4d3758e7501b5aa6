"""What is passed around: a verdict, the position on the table, and the State that a caller sees.

All of it is immutable. A position is what undo goes back to; it shares everything that didn't change with the position
before, so a long match costs little.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, SupportsIndex

from luza_rules.games import Game
from luza_rules.words import Ball


class Pair(NamedTuple):
    """A number for each player: `pair.a`, `pair.b`, or `pair[side]`."""

    a: int
    b: int

    def __getitem__(self, side: str | SupportsIndex | slice) -> Any:
        if side == "a":
            return self.a
        if side == "b":
            return self.b
        return tuple(self)[side]  # type: ignore[index]

    def plus(self, side: str, amount: int) -> Pair:
        """The same with `amount` added for one player."""
        return Pair(self.a + amount, self.b) if side == "a" else Pair(self.a, self.b + amount)

    def as_dict(self) -> dict[str, int]:
        return {"a": self.a, "b": self.b}


NOTHING = Pair(0, 0)


class Fallen(NamedTuple):
    """A ball in a pocket."""

    ball: Ball
    pocket: str


class Counted(NamedTuple):
    """A ball that counts, and what it is worth: 1, or points."""

    ball: Ball
    pocket: str
    value: int


class Spotted(NamedTuple):
    """A ball that goes back on the table: `foot_spot`, `foot_cushion`, or `head_cushion` for a jumped cue ball."""

    ball: Ball
    place: str


class Penalty(NamedTuple):
    """`amount` is points (5) or balls (1), as the game has it; `owed`: the shelf was empty, it became a debt."""

    player: str
    amount: int
    points: bool
    owed: bool

    def as_dict(self) -> dict[str, Any]:
        return {"player": self.player, "points" if self.points else "balls": self.amount, "owed": self.owed}


class Call(NamedTuple):
    """A call in force: ball and pocket, or `falling` ('with falling': all that fall count)."""

    ball: Ball | None
    pocket: str | None

    @property
    def falling(self) -> bool:
        return self.ball is None

    def as_dict(self) -> dict[str, Any]:
        return {"falling": True} if self.ball is None else {"ball": self.ball, "pocket": self.pocket}


class Verdict(NamedTuple):
    """The judgement of a stroke, or of a foul outside one; fields as in the contract, and what putting it into words
    needs: the `game` by whose rules it was judged, and `why`, the topics of `articles.py` that it rests on."""

    game: str
    legal: bool
    fouls: tuple[int, ...] = ()
    counted: tuple[Counted, ...] = ()
    discounted: tuple[Fallen, ...] = ()
    penalty: Penalty | None = None
    spot: tuple[Spotted, ...] = ()
    remove: int = 0
    repeat: bool = False
    open: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, the contract's fields in the contract's order."""
        return {
            "legal": self.legal,
            "fouls": list(self.fouls),
            "counted": [{"ball": b, "pocket": p, "value": v} for b, p, v in self.counted] if self.counted else [],
            "discounted": [{"ball": b, "pocket": p} for b, p in self.discounted] if self.discounted else [],
            "penalty": self.penalty and self.penalty.as_dict(),
            "spot": [{"ball": b, "place": p} for b, p in self.spot] if self.spot else [],
            "remove": self.remove,
            "repeat": self.repeat,
            "open": list(self.open),
            "articles": list(self.articles),
        }


class Question(NamedTuple):
    """What nobody saw of the last stroke, and the referee may still rule on: a word of `verdict.open`, and the article
    by which the answer is judged (null: by none, as which ball it was)."""

    about: str
    article: str | None

    def words(self, lang: str = "en") -> str:
        """The question as it is put to the referee, in one of LANGUAGES."""
        from luza_rules.explaining import ask

        return ask(self.about, self.article, lang)


class Row(NamedTuple):
    """A frame in the protocol; `how`: `played`, `conceded`, `forfeit`, `sanction`."""

    frame: int
    score: Pair
    winner: str
    how: str

    def as_dict(self) -> dict[str, Any]:
        return {"frame": self.frame, "score": self.score.as_dict(), "winner": self.winner, "how": self.how}


class Setup(NamedTuple):
    """What the match line fixed for the whole match."""

    game: Game
    frames_to_win: int
    first_break: str | None
    handicap: Pair
    officiated: bool


class Stroke(NamedTuple):
    """The facts of a stroke, as said by sensors and people; fields as in the contract."""

    pocketed: tuple[Fallen, ...] = ()
    jumped: tuple[Ball, ...] = ()
    touched_object: bool | None = None
    left_house: bool | None = None
    cushions: tuple[str, ...] | None = None
    crossed: tuple[str | None, ...] | None = None
    safety: str | None = None
    attempt: bool = False
    rolled: tuple[Ball, ...] = ()
    fouls: tuple[int, ...] = ()
    doubts: tuple[Any, ...] = ()


class Since(NamedTuple):
    """An event accepted after the last stroke, who was to play when it came, and those before it (newest first)."""

    event: Mapping[str, Any]
    striker: str | None
    before: Since | None


class Last(NamedTuple):
    """The last stroke of the frame: all that a correction needs to judge it again.

    `added` are the balls that count to it by `spin` or `stopped`; `interfered` says how often the striker's opponent
    interfered; `outcome` is null, or why it isn't judged: a topic of `articles.ANNULLED`, or `foul` (a referee's error
    led to it); `reasons` are the topics of all its corrections.
    """

    base: Position
    stroke: Stroke
    added: tuple[Fallen, ...] = ()
    interfered: int = 0
    outcome: str | None = None
    reasons: tuple[str, ...] = ()
    since: Since | None = None


class Position(NamedTuple):
    """Everything that judging the next event depends on. `phase` is the one below a suspension."""

    setup: Setup
    phase: str
    frame: int
    frames: Pair
    score: Pair
    debt: Pair
    balls_left: int
    numbers: tuple[int, ...] | None
    striker: str | None = None
    from_hand: str | None = None
    chooser: str | None = None
    options: tuple[str, ...] = ()
    call: Call | None = None
    verdict: Verdict | None = None
    frame_winner: str | None = None
    winner: str | None = None
    protocol: tuple[Row, ...] = ()
    suspended: str | None = None
    """Why play stands still; null while it doesn't."""
    breaker: str | None = None
    """Whose break this frame was: the next one alternates on it."""
    broken: bool = False
    """The break has been played: 'with falling' is over."""
    lag_breaks: bool = True
    """The lag in hand is for the break (false: after a dead position, or at 70:70)."""
    dead_warned: bool = False
    stalled: tuple[str, ...] = ()
    """Who was warned for stalling; for the match."""
    clocks: tuple[str, ...] = ()
    """Whose shot clock runs; for the match."""
    struck: bool = False
    """A stroke of the match has been played."""
    last: Last | None = None


class Error(NamedTuple):
    """Why an event was refused: `error.code`, `error.message`, or `error["code"]` as in the contract."""

    code: str
    message: str

    def __getitem__(self, field: str | SupportsIndex | slice) -> Any:
        if field == "code":
            return self.code
        if field == "message":
            return self.message
        return tuple(self)[field]  # type: ignore[index]

    def as_dict(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message}


class State(NamedTuple):
    """What a caller sees after an event: the contract's States, field by field. Null fields before the match line."""

    rev: int
    accepted: bool | None
    error: Error | None
    phase: str | None = None
    game: str | None = None
    frame: int | None = None
    frames: Pair | None = None
    score: Pair | None = None
    debt: Pair | None = None
    striker: str | None = None
    from_hand: str | None = None
    chooser: str | None = None
    options: tuple[str, ...] | None = None
    call: Call | None = None
    balls_left: int | None = None
    numbers: tuple[int, ...] | None = None
    verdict: Verdict | None = None
    frame_winner: str | None = None
    winner: str | None = None
    protocol: tuple[Row, ...] | None = None

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready: the contract's fields, in the contract's order."""
        return {
            "rev": self.rev,
            "accepted": self.accepted,
            "error": self.error and self.error.as_dict(),
            "phase": self.phase,
            "game": self.game,
            "frame": self.frame,
            "frames": self.frames and {"a": self.frames.a, "b": self.frames.b},
            "score": self.score and {"a": self.score.a, "b": self.score.b},
            "debt": self.debt and {"a": self.debt.a, "b": self.debt.b},
            "striker": self.striker,
            "from_hand": self.from_hand,
            "chooser": self.chooser,
            "options": None if self.options is None else list(self.options),
            "call": self.call and self.call.as_dict(),
            "balls_left": self.balls_left,
            "numbers": None if self.numbers is None else list(self.numbers),
            "verdict": self.verdict and self.verdict.as_dict(),
            "frame_winner": self.frame_winner,
            "winner": self.winner,
            "protocol": None if self.protocol is None else [row.as_dict() for row in self.protocol],
        }


def shown(position: Position | None, rev: int) -> State:
    """The State of a position that an accepted event led to; the position null: before the match line."""
    if position is None:
        return State(rev, None, None)
    return State(
        rev,
        True,
        None,
        "suspended" if position.suspended else position.phase,
        position.setup.game.id,
        position.frame,
        position.frames,
        position.score,
        position.debt,
        position.striker,
        position.from_hand,
        position.chooser,
        position.options,
        position.call,
        position.balls_left,
        position.numbers,
        position.verdict,
        position.frame_winner,
        position.winner,
        position.protocol if position.phase == "match_over" else None,
    )
