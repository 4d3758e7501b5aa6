"""A stroke, judged: from the position before it and its facts (with all corrections so far) to the position after it.

In three steps: what happened (balls, fouls, what counts), what it costs (debts and penalties), and how play goes on
(turn, from hand, spotting, the frame's end).
"""

from __future__ import annotations

from luza_rules.articles import ANNULLED, cited
from luza_rules.counting import Reading, read_balls, valued
from luza_rules.frames import end_frame, has_won, lag_at_70_70
from luza_rules.games import Game
from luza_rules.outcome import happened
from luza_rules.penalties import Ledger
from luza_rules.reasons import correction_topics, stroke_topics
from luza_rules.refusal import impossible
from luza_rules.state import Fallen, Last, Position, Setup, Spotted, Stroke, Verdict
from luza_rules.words import CUE, HOUSE, PLAY, UNKNOWN, Ball, rival

SHOWS_CONTACT = frozenset({8, 10})
PLAY_ON = ("play_on",)


def judge(last: Last) -> Position:
    """The position after the last stroke, from the one before it. Refuses what can't have happened on this table."""
    base, stroke = last.base, last.stroke
    game = base.setup.game
    if last.added:
        stroke = stroke._replace(pocketed=stroke.pocketed + last.added)
    for number in stroke.fouls:
        if number not in game.fouls:
            raise impossible(f"{game.id} knows no foul {number}")
    reading = read_balls(game, base, stroke)
    ledger = Ledger(base)
    if last.since is not None:
        last = last._replace(since=None)
    if last.outcome is None:
        return _frame_decided(_judged(last, stroke, reading, ledger))
    if last.outcome in ANNULLED:
        return _frame_decided(_annulled(last, ledger))
    return _frame_decided(_excused(last, stroke, reading, ledger))


def _judged(last: Last, stroke: Stroke, reading: Reading, ledger: Ledger) -> Position:
    """The stroke by its facts: what happened is booked, and play goes on from there."""
    base = last.base
    game = base.setup.game
    striker = base.striker
    assert striker is not None  # a stroke is accepted only in play
    outcome = happened(base, stroke, reading)
    fouls, counted = outcome.fouls, outcome.counted
    cue_fell = 12 in stroke.fouls or reading.cue_fell  # a person's word for it, whether the foul is asked or not
    cue_jumped = 2 in stroke.fouls or reading.cue_jumped

    ledger.count(valued(game, counted, _empties(base, counted)), striker)
    if game.cue_removes and counted and cue_fell:
        ledger.remove_one()
    ledger.pay_debts(striker)
    if fouls:
        ledger.penalise(striker)
    for _ in range(last.interfered):
        ledger.penalise(rival(striker))

    spot = _spotted(game, outcome.discounted, reading.jumped, cue_jumped=cue_jumped, repeat=outcome.repeat)
    numbers = tuple(sorted(fouls))
    why = stroke_topics(last, stroke, reading, outcome, ledger, spot=spot + ledger.spot, cue_jumped=cue_jumped)
    verdict = Verdict(
        game=game.id,
        legal=not fouls,
        fouls=numbers,
        counted=ledger.counted,
        discounted=outcome.discounted,
        penalty=ledger.penalty,
        spot=spot + ledger.spot,
        remove=ledger.removed,
        repeat=outcome.repeat,
        open=_open(base.setup, stroke, safety_open=outcome.safety is None, foul_1=1 in fouls),
        articles=cited(game.id, numbers, why),
        why=why,
    )
    goes_on = (bool(counted) and not reading.rolled) or outcome.repeat
    off_table = (cue_fell or cue_jumped) and game.cue_from_hand
    return base._replace(
        score=ledger.score,
        debt=ledger.debt,
        balls_left=ledger.balls_left,
        numbers=ledger.numbers,
        striker=striker if goes_on else rival(striker),
        from_hand=base.from_hand if outcome.repeat else (HOUSE if off_table else None),
        options=PLAY_ON if fouls else (),
        call=None,
        verdict=verdict,
        broken=base.broken or not outcome.repeat,
        struck=True,
        last=last,
    )


def _empties(base: Position, counted: tuple[Fallen, ...]) -> bool:
    """Whether these counted balls take the last object ball off the table."""
    return len(counted) == base.balls_left


def _spotted(
    game: Game, discounted: tuple[Fallen, ...], jumped: tuple[Ball, ...], *, cue_jumped: bool, repeat: bool
) -> tuple[Spotted, ...]:
    """The stroke's balls that go back on the table: the cue ball first, then object balls (numbers ascending)."""
    if not discounted and not jumped and not cue_jumped:
        return ()
    balls = [ball for ball, _ in discounted] + list(jumped)
    spot = []
    if game.cue_from_hand:
        if cue_jumped:
            spot.append(Spotted(CUE, "head_cushion"))
    elif (CUE in balls or cue_jumped) and not repeat:
        spot.append(Spotted(CUE, game.place))
    objects = [ball for ball in balls if ball != CUE]
    if game.numbers:
        objects.sort(key=lambda ball: ball if type(ball) is int else 99)
    return tuple(spot + [Spotted(ball, game.place) for ball in objects])


def _open(setup: Setup, stroke: Stroke, *, safety_open: bool, foul_1: bool) -> tuple[str, ...]:
    """What nobody saw and the facts don't settle, for the referee to rule on."""
    questions = ["safety"] if safety_open else []
    if any(ball == UNKNOWN for ball, _ in stroke.pocketed) or UNKNOWN in stroke.jumped:
        questions.append("identity")
    if setup.officiated and stroke.touched_object is None and not foul_1 and not _contact_shown(stroke):
        questions.append("contact")
    if stroke.doubts:
        questions.append("sensing")
    return tuple(questions)


def _contact_shown(stroke: Stroke) -> bool:
    return (
        any(ball != CUE for ball, _ in stroke.pocketed)
        or any(ball != CUE for ball in stroke.jumped)
        or stroke.safety == "legal"
        or stroke.attempt
        or not SHOWS_CONTACT.isdisjoint(stroke.fouls)
    )


def _annulled(last: Last, ledger: Ledger) -> Position:
    """The stroke is void and repeated: the state before it (2.1.15, 2.1.18, 2.1.21 case 2)."""
    base = last.base
    assert base.striker is not None
    for _ in range(last.interfered):
        ledger.penalise(rival(base.striker))
    why = correction_topics(last, ledger, ledger.spot)
    verdict = Verdict(
        game=base.setup.game.id,
        legal=True,
        penalty=ledger.penalty,
        spot=ledger.spot,
        repeat=True,
        articles=cited(base.setup.game.id, (), why),
        why=why,
    )
    return base._replace(
        score=ledger.score,
        debt=ledger.debt,
        balls_left=ledger.balls_left,
        options=(),
        call=None,
        verdict=verdict,
        struck=True,
        last=last,
    )


def _excused(last: Last, stroke: Stroke, reading: Reading, ledger: Ledger) -> Position:
    """The referee's error led to a foul: no penalty, nothing counts, the turn passes (2.1.21 case 1)."""
    base = last.base
    game = base.setup.game
    assert base.striker is not None
    for _ in range(last.interfered):
        ledger.penalise(rival(base.striker))
    cue_jumped = reading.cue_jumped or 2 in stroke.fouls
    cue_fell = reading.cue_fell or 12 in stroke.fouls
    off_table = (cue_fell or cue_jumped) and game.cue_from_hand
    questions = _open(base.setup, stroke, safety_open=False, foul_1=True)
    spot = _spotted(game, reading.fallen, reading.jumped, cue_jumped=cue_jumped, repeat=False) + ledger.spot
    why = correction_topics(last, ledger, spot)
    verdict = Verdict(
        game=game.id,
        legal=True,
        discounted=reading.fallen,
        penalty=ledger.penalty,
        spot=spot,
        open=questions,
        articles=cited(game.id, (), why),
        why=why,
    )
    return base._replace(
        score=ledger.score,
        debt=ledger.debt,
        balls_left=ledger.balls_left,
        striker=rival(base.striker),
        from_hand=HOUSE if off_table else None,
        options=(),
        call=None,
        verdict=verdict,
        broken=True,
        struck=True,
        last=last,
    )


def _frame_decided(after: Position) -> Position:
    """Ends the frame that this stroke decided, or puts the last ball back for the lag at 70:70 (2.2.9)."""
    winner = has_won(after)
    if winner is not None:
        return end_frame(after, winner, "played", after.score)
    if after.phase == PLAY and after.balls_left == 0 and after.verdict is not None and after.verdict.counted:
        return lag_at_70_70(after)
    return after
