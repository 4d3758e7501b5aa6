"""Why a verdict is as it is: the topics (articles.py) that its articles and explanation come from, in their order."""

from __future__ import annotations

from luza_rules.counting import Reading
from luza_rules.outcome import Outcome
from luza_rules.penalties import Ledger
from luza_rules.state import Last, Position, Spotted, Stroke


def stroke_topics(
    last: Last,
    stroke: Stroke,
    reading: Reading,
    outcome: Outcome,
    ledger: Ledger,
    *,
    spot: tuple[Spotted, ...],
    cue_jumped: bool,
) -> tuple[str, ...]:
    """The topics that the verdict rests on, but for its fouls."""
    base = last.base
    why = []
    if outcome.repeat:
        why += ["not_in_play", "hand"] if outcome.discounted else ["not_in_play"]
    elif outcome.fouls and outcome.discounted:
        why.append("fouled")
    if outcome.counted:
        why += _counting_topics(base)
    elif outcome.barred is not None and reading.fallen:
        why.append(outcome.barred)
    if reading.rolled:
        why.append("rolled")
    if outcome.asked:
        why.append("attempt" if stroke.attempt else "safety")
    elif not (outcome.fouls or outcome.repeat or reading.fallen):
        why.append("turn")
    if ledger.removed:
        why.append("cue")
    if reading.jumped or cue_jumped:
        why.append("jumped")
    if ledger.paid:
        why.append("debt")
    if ledger.penalty is not None:
        why.append("penalty")
    return (*why, *_spotting_topics(spot), *last.reasons)


def correction_topics(last: Last, ledger: Ledger, spot: tuple[Spotted, ...]) -> tuple[str, ...]:
    """The corrections' topics, the one that decided what became of the stroke before the others, and what it cost."""
    assert last.outcome is not None
    why = [last.outcome, *[topic for topic in last.reasons if topic != last.outcome]]
    if ledger.penalty is not None:
        why.append("penalty")
    return (*why, *_spotting_topics(spot))


def _counting_topics(base: Position) -> tuple[str, ...]:
    if base.call is not None and base.call.falling:
        return ("falling",)
    return ("count", "hand") if base.from_hand is not None else ("count",)


def _spotting_topics(spot: tuple[Spotted, ...]) -> list[str]:
    """Why these balls go back: the cue ball at the head cushion by an article of its own (2.1.13)."""
    topics = ["cue_place"] if any(place == "head_cushion" for _, place in spot) else []
    if len(spot) > len(topics):
        topics.append("spot")
    return topics
