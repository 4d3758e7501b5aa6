"""Verdicts and events in plain words, English and Russian, with the articles that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from luza_rules.articles import article, article_asked, foul_article
from luza_rules.games import GAMES, Game
from luza_rules.state import State, Verdict
from luza_rules.wording import LANGUAGES, Wording
from luza_rules.words import CUE, Ball

Event = Mapping[str, Any]
Tell = Callable[..., str]


def explain(told: State | Verdict | None, lang: str = "en") -> list[str]:
    """A verdict, or that of a state, sentence by sentence with its articles; empty where there is none.

    `lang` is one of LANGUAGES; KeyError otherwise. TypeError where something else is told, such as a Match.
    """
    words = LANGUAGES[lang]
    verdict = told.verdict if isinstance(told, State) else told
    if verdict is not None and not isinstance(verdict, Verdict):
        raise TypeError(f"a verdict or a state can be explained, not a {type(told).__name__}: of a match, its `state`")
    return [] if verdict is None else list(_sentences(GAMES[verdict.game], verdict, words))


def ask(question: str, article: str | None, lang: str) -> str:
    """A question of `verdict.open`, as it is put to the referee."""
    return LANGUAGES[lang].open[question].format(article=article)


def _sentences(game: Game, verdict: Verdict, words: Wording) -> Iterator[str]:
    def tell(sentence: str, topic: str, **values: str) -> str:
        return words.sentences[sentence].format(article=article(game, topic), **values)

    why = verdict.why
    for number in verdict.fouls:
        yield words.sentences["foul"].format(number=number, what=words.fouls[number], article=foul_article(number))
    if verdict.repeat:
        yield tell(why[0], why[0])
    elif why[:1] == ("foul",):
        yield tell("excused", "foul")
    if "spin" in why:
        yield tell("spin", "spin")
    yield from _what_counted(game, verdict, words, tell)
    if verdict.remove:
        yield tell("remove", "cue")
    if "debt" in why:
        yield tell("debt", "penalty")
    if verdict.penalty is not None:
        if "opponent" in why and verdict.fouls:
            yield tell("both", "penalty")
        if "opponent" in why:
            yield tell("opponent", "opponent")
        if verdict.penalty.points:
            yield tell("penalty_points", "penalty", points=words.many(verdict.penalty.amount, "point"))
        else:
            yield tell("penalty_owed" if verdict.penalty.owed else "penalty_ball", "penalty")
    if "tie" in why:
        yield tell("tie", "tie")
    put_back = [spotted for spotted in verdict.spot if spotted.place != "head_cushion"]
    if len(put_back) < len(verdict.spot):
        yield tell("cue_place", "cue_place")
    if put_back:
        balls: list[Ball] = [ball for ball, _ in put_back]
        yield tell("spot", "spot", balls=words.group(balls), place=words.places[game.place])
    for question in verdict.open:
        yield words.open[question].format(article=article_asked(game, question))


def _what_counted(game: Game, verdict: Verdict, words: Wording, tell: Tell) -> Iterator[str]:
    counted, why = verdict.counted, verdict.why
    # that a cue ball which never counts doesn't count needs no words: its foul says all
    lost = [ball for ball, _ in verdict.discounted if ball != CUE or game.cue_counts]
    if counted:
        balls = words.group([ball for ball, _, _ in counted])
        topic = "falling" if "falling" in why else "count"
        if game.numbers:
            points = sum(value for _, _, value in counted)
            yield tell("points", topic, balls=balls, points=words.many(points, "point"))
        else:
            yield tell("counted", topic, balls=balls)
    if lost and why[:1] != ("foul",):
        sentence, topic = _why_lost(verdict)
        yield tell(sentence, topic, balls=words.group(lost))
        if "rolled" in why and topic != "rolled" and verdict.legal and not verdict.repeat:
            yield tell("rolled_too", "rolled")
    elif not counted and verdict.legal and not verdict.repeat and why[:1] != ("foul",):
        if "attempt" in why:
            yield tell("attempt", "attempt")
        elif game.safety is None:
            yield tell("nothing", "turn")
        else:
            yield tell("safety_open" if "safety" in verdict.open else "safety", "safety")


def _why_lost(verdict: Verdict) -> tuple[str, str]:
    """The sentence and topic that tell why balls that fell don't count."""
    if not verdict.legal:
        return "with_foul", "fouled"
    if "not_in_play" in verdict.why:
        return "not_counted", "hand"
    for topic in ("no_call", "call", "not_left", "hand", "rolled"):
        if topic in verdict.why and not (topic == "hand" and verdict.counted):
            return topic, topic
    raise AssertionError("a lawful stroke that doesn't count a ball says why")


def event_words(event: Event, lang: str = "en") -> str:
    """One event of good shape in a few words, for what an undo would take back."""
    return _event(event, LANGUAGES[lang])


def _event(event: Event, words: Wording) -> str:
    kind: str = event["type"]
    told = words.events
    if kind == "stroke":
        return _stroke(event, words)
    if kind == "call":
        if "ball" in event:
            return told["call"].format(what=f"{words.ball(event['ball'])}, {words.pockets[event['pocket']]}")
        return told["call"].format(what=told["falling"]) if event.get("falling") else told["call_back"]
    if kind == "foul":
        return told["foul"].format(number=event["foul"], what=words.fouls[event["foul"]])
    if kind == "play_on":
        return told["play_on" if event.get("demand", True) else "play_on_declined"]
    if kind == "position":
        return told["position_true" if event["all_in_house"] else "position_false"]
    if kind == "shot_clock":
        return told["shot_clock_true" if event["on"] else "shot_clock_false"]
    if kind == "interference":
        return told[event["whose"]]
    if kind == "concede":
        return told[f"concede_{event['what']}"]
    if kind in ("fell", "warning"):
        return told[kind].format(what=told[event["cause" if kind == "fell" else "kind"]])
    if kind == "sanction":
        return told[kind].format(what=told.get(f"sanction_{event['kind']}") or told[event["kind"]])
    if kind == "suspend":
        return told[kind].format(what=told.get(f"suspend_{event['reason']}") or told[event["reason"]])
    return told[kind]


def _stroke(event: Event, words: Wording) -> str:
    told = []
    for field in ("pocketed", "jumped"):
        balls = [item["ball"] if field == "pocketed" else item for item in event.get(field, ())]
        if balls:
            told.append(words.events[field].format(balls=words.group(balls)))
    return words.events["stroke"].format(what=", ".join(told)) if told else words.events["stroke_nothing"]
