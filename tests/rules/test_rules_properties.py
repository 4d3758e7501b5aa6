"""What holds of every log: random ones in all games, legal lines and wrong ones mixed (Hypothesis)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luza_rules import GAMES, LANGUAGES, Match, State, event_words, explain
from luza_rules.articles import article_asked
from luza_rules.shapes import SHAPES
from luza_rules.words import CUSHIONS, ENDS, LAG_FAULTS, POCKETS

settings.register_profile("rules", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
IN_CI = settings(settings.get_profile("rules"))
"""A log of twenty events takes time to draw: few of them a run, and no clock decides whether a test passes."""

GAME = st.sampled_from(sorted(GAMES))
NUMBERED = sorted(game.id for game in GAMES.values() if game.numbers)
SIDE = st.sampled_from("ab")
POCKET = st.sampled_from(POCKETS)
KNOWN = st.sampled_from([None, True, True, True, False])


def balls(game: str) -> st.SearchStrategy[Any]:
    """Mostly balls that the game has."""
    own = st.integers(1, 15) if GAMES[game].numbers else st.just("object")
    return st.one_of(own, own, own, st.sampled_from(["cue", "unknown", "object", 7]))


@st.composite
def strokes(draw: st.DrawFn, game: str, kind: str = "stroke") -> dict[str, Any]:
    ball = balls(game)
    fallen = st.fixed_dictionaries({"ball": ball, "pocket": POCKET})
    pocketed = draw(st.lists(fallen, max_size=4))
    rolled = draw(st.sampled_from([[], [], [], [pocketed[0]["ball"]] if pocketed else []]))
    optional = {
        "touched_object": KNOWN,
        "left_house": KNOWN,
        "cushions": st.none() | st.lists(st.sampled_from(CUSHIONS), max_size=3),
        "crossed": st.none() | st.lists(st.sampled_from([*ENDS, None]), max_size=2),
        "safety": st.sampled_from([None, "legal", "illegal"]),
        "attempt": st.booleans(),
        "jumped": st.lists(ball, max_size=1),
        "fouls": st.lists(st.sampled_from(sorted(GAMES[game].fouls)) | st.integers(1, 15), max_size=1),
        "doubts": st.just([{"about": "pocketed", "why": "long_break", "readings": [{}]}]),
    }
    return {
        "type": kind,
        "pocketed": pocketed,
        "rolled": rolled,
        **draw(st.fixed_dictionaries({}, optional=optional)),
    }


@cache
def events(game: str) -> dict[str, st.SearchStrategy[dict[str, Any]]]:
    """Events of good shape by type, `match` and the ends of a match aside."""
    fallen = {"ball": balls(game), "pocket": POCKET}
    lag = st.fixed_dictionaries({"fault": st.sampled_from([None, None, *LAG_FAULTS]), "distance": st.integers(0, 3)})

    def one(kind: str, /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries({"type": st.just(kind), **fields})

    stopped = one("interference", whose=st.just("opponent"), stopped=st.fixed_dictionaries(fallen))
    return {
        "stroke": strokes(game),
        "ruling": one("ruling", fouls=st.lists(st.integers(1, 15), max_size=1)) | strokes(game, "ruling"),
        "call": one("call", **fallen) | one("call", falling=st.just(True)) | one("call"),
        "play_on": one("play_on", demand=st.booleans()),
        "foul": one("foul", player=SIDE, foul=st.integers(1, 15)),
        "fell": one("fell", **fallen, cause=st.sampled_from(["late", "jolt", "spin", "early"])),
        "interference": one("interference", whose=st.sampled_from(["outsider", "opponent"])) | stopped,
        "position": one("position", all_in_house=st.booleans()),
        "warning": one("warning", kind=st.sampled_from(["dead_position", "stalling", "outside_house"]), player=SIDE),
        "dead_position": one("dead_position"),
        "lag": one("lag", a=lag, b=lag),
        "breaker": one("breaker", player=SIDE),
        "shot_clock": one("shot_clock", player=SIDE, on=st.booleans()),
        "time_out": one("time_out"),
        "referee_error": one("referee_error", led_to=st.sampled_from(["foul", "misplay", "nothing"])),
        "sanction": one("sanction", player=SIDE, kind=st.sampled_from(["remark", "warning", "frame"])),
        "suspend": one("suspend", reason=st.sampled_from(["protest", "pause"])),
        "resume": one("resume"),
        "next_frame": one("next_frame"),
        "undo": one("undo"),
    }


ENDS_OF_A_MATCH = st.sampled_from(
    [
        {"type": "concede", "player": "b", "what": "frame"},
        {"type": "concede", "player": "a", "what": "match"},
        {"type": "forfeit", "player": "b", "why": "unable"},
        {"type": "sanction", "player": "a", "kind": "removal"},
    ]
)


@st.composite
def logs(draw: st.DrawFn, games: st.SearchStrategy[str] = GAME) -> list[dict[str, Any]]:
    """A match line and what follows, as it may come: not everything is accepted."""
    game = draw(games)
    first = draw(st.sampled_from([{"first_break": "a"}, {"first_break": "b"}, {}]))
    most = GAMES[game].to_win - 1
    handicap = draw(st.sampled_from([{}, {"handicap": {"a": 0, "b": 2}}, {"handicap": {"a": most, "b": most}}]))
    line = {"type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": draw(st.integers(1, 3))}
    opening: list[dict[str, Any]] = [{**line, **first, **handicap}]
    if not first:
        opening += [{"type": "lag", "winner": draw(SIDE)}, {"type": "breaker", "player": draw(SIDE)}]
    match, log = Match(), opening
    for event in opening:
        match.push(event)
    for _ in range(draw(st.integers(0, 20))):
        legal = [kind for kind in match.legal_events() if kind in events(game)]
        wanted = draw(st.sampled_from(["stroke"] * 6 + ["legal"] * 5 + ["any", "end"]))
        if wanted == "end":
            event = draw(ENDS_OF_A_MATCH) if draw(st.booleans()) else {"type": "next_frame"}
        elif wanted == "stroke" and "stroke" in legal:
            event = draw(events(game)["stroke"])
        else:
            event = draw(events(game)[draw(st.sampled_from(sorted(events(game)) if wanted == "any" else legal))])
        match.push(event)
        log.append(event)
    return log


def unnumbered(state: State) -> State:
    """A state but for `rev` and what is said of the event itself."""
    return state._replace(rev=0, accepted=True, error=None)


@IN_CI
@given(logs())
def test_no_log_line_raises_and_a_refused_event_changes_nothing(log):
    match = Match()
    for event in log:
        before = match.state
        legal = match.legal_events()
        state = match.push(event)
        if state.accepted:
            assert state.rev == before.rev + 1
            assert event["type"] in legal
            assert event_words(event, "ru")
        else:
            assert unnumbered(state) == unnumbered(before)
            assert state.rev == before.rev
        assert bool(explain(state, "ru")) == (state.verdict is not None)


@IN_CI
@given(logs())
def test_a_log_and_its_replay_give_equal_states_without_the_refused_lines_too(log):
    match, again, accepted = Match(), Match(), Match()
    for event in log:
        state = match.push(event)
        assert again.push(event) == state
        if state.accepted:
            assert accepted.push(event) == state


@IN_CI
@given(logs())
def test_undo_after_an_event_gives_the_state_before_it(log):
    match = Match()
    for event in log:
        before = match.state
        fork = match.fork()
        if match.push(event).accepted and event["type"] not in ("match", "undo"):
            assert match.undoable == event
            fork.push(event)
            assert unnumbered(fork.push({"type": "undo"})) == unnumbered(before)


@IN_CI
@given(logs())
def test_balls_are_neither_lost_nor_found(log):
    game = GAMES[log[0]["game"]]
    handicap = log[0].get("handicap", {"a": 0, "b": 0})
    match = Match()
    for event in log:
        state = match.push(event)
        if state.balls_left is None:
            continue
        assert state.balls_left >= 0
        assert min(state.debt) >= 0
        on_shelves = sum(state.score) - handicap["a"] - handicap["b"]
        if not game.numbers:
            assert min(state.score.a - handicap["a"], state.score.b - handicap["b"]) >= 0
            # a counted cue ball for which no object ball was left to point off stands for no ball on the shelf
            assert state.balls_left + on_shelves in ({15, 16} if game.cue_removes else {game.balls})


@IN_CI
@given(logs(st.sampled_from(NUMBERED)))
def test_points_and_what_lies_on_the_table_add_up_to_140(log):
    handicap = log[0].get("handicap", {"a": 0, "b": 0})
    match = Match()
    tied = set()  # frames in which the last ball went back at 70:70, to be worth its points once more
    for event in log:
        state = match.push(event)
        if state.numbers is None:
            continue
        if state.verdict is not None and "tie" in state.verdict.why:
            tied.add(state.frame)
        unnamed = state.balls_left != len(state.numbers)  # a ball that counted, and nobody knows yet for how much
        if not unnamed and state.frame not in tied:
            counted = sum(state.score) - handicap["a"] - handicap["b"]
            on_table = sum(11 if number == 1 else number for number in state.numbers)
            assert counted + on_table + (10 if state.numbers else 0) == 140


@IN_CI
@given(st.data())
def test_a_ruling_equals_having_said_so_at_once(data):
    game = data.draw(GAME)
    before = data.draw(st.lists(strokes(game), max_size=3))
    first, second = data.draw(strokes(game)), data.draw(strokes(game))
    ruled, said = Match(), Match()
    line = {"type": "match", "game": game, "players": {"a": "A", "b": "B"}, "frames_to_win": 3, "first_break": "a"}
    for match in (ruled, said):
        for event in [line, *before]:
            match.push(event)
    if not ruled.push(first).accepted:
        return
    # all fields, so that nothing of the first stroke is left
    blank = {"touched_object": None, "left_house": None, "cushions": None, "crossed": None, "safety": None,
             "attempt": False, "jumped": [], "fouls": [], "doubts": []}  # fmt: skip
    state, expected = ruled.push({**blank, **second, "type": "ruling"}), said.push(second)
    assert state.accepted == expected.accepted
    if state.accepted:
        assert unnumbered(state) == unnumbered(expected)
        assert ruled.legal_events() == said.legal_events()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["a", "cue", "lag"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "ball", "x"]), inner),
    max_leaves=6,
)
FIELDS = sorted({field for shape in SHAPES.values() for field in (*shape.needed, *shape.optional)} | {"at", "by", "x"})


@IN_CI
@given(logs(), st.lists(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4), min_size=1), st.data())
def test_no_json_object_raises(log, junk, data):
    match = Match()
    for event in log:
        match.push(event)
    for fields in junk:
        kind = data.draw(st.sampled_from(sorted(SHAPES)) | JSON)
        state = match.push({"type": kind, **fields})
        assert state.accepted or state.error["message"].isascii()
        mutated = {**data.draw(st.sampled_from(log)), **fields}
        assert match.push(mutated).accepted in (True, False)


@IN_CI
@given(logs())
def test_words_name_no_article_but_those_of_the_verdict_and_of_its_questions(log):
    match = Match()
    for event in log:
        verdict = match.push(event).verdict
        if verdict is None:
            continue
        asked = {article_asked(GAMES[verdict.game], question) for question in verdict.open} - {None}
        for lang in LANGUAGES:
            named = set(re.findall(r"\d+(?:\.\d+)+", " ".join(explain(verdict, lang))))
            assert named <= {*verdict.articles, *asked}, f"{lang}: {explain(verdict, lang)}"
