"""The Match: undo, forks, states as JSON, and the words for people."""

from __future__ import annotations

import json

import pytest

from luza_rules import GAMES, LANGUAGES, Match, State, event_words, explain
from luza_rules.articles import GENERAL, article

FIELDS = [
    "rev", "accepted", "error", "phase", "game", "frame", "frames", "score", "debt", "striker", "from_hand", "chooser",
    "options", "call", "balls_left", "numbers", "verdict", "frame_winner", "winner", "protocol",
]  # fmt: skip


def test_before_the_match_line_all_fields_are_null():
    state = Match().state
    assert list(state.as_dict()) == FIELDS
    assert state.as_dict() == {**dict.fromkeys(FIELDS), "rev": 0}
    assert Match().push({"type": "undo"}).error["code"] == "not_now"


def test_state_is_json_and_every_field_an_attribute(table):
    game = table("russian_fast")
    game.say("call", falling=True)
    game.stroke("9 side_left")
    told = game.state.as_dict()
    assert list(told) == FIELDS
    assert json.loads(json.dumps(told)) == told
    assert all(hasattr(game.state, field) for field in FIELDS)
    assert told["verdict"]["counted"] == [{"ball": 9, "pocket": "side_left", "value": 9}]
    assert told["numbers"] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]
    assert told["score"] == {"a": 9, "b": 0}
    assert (game.state.score.a, game.state.score["a"], game.state.score[0]) == (9, 9, 9)


def test_numbers_are_null_without_numbers_and_protocol_before_the_end(table):
    state = table("moscow").state
    assert (state.numbers, state.protocol, state.verdict, state.winner) == (None, None, None, None)


def test_first_stroke_of_a_match_is_the_breakers_from_hand(table):
    state = table("american", first_break="b").state
    assert (state.phase, state.striker, state.from_hand, state.balls_left) == ("play", "b", "house", 16)


def test_undo_takes_back_the_last_event_in_force_one_after_another(table):
    game = table("russian")
    states = [game.state]
    game.call("9 foot_left")
    states.append(game.state)
    game.stroke("9 foot_left")
    assert game.match.undoable["type"] == "stroke"
    game.refused("resume")
    for before in reversed(states):
        state = game.say("undo")
        assert state == before._replace(rev=state.rev)
    assert state.rev == 5
    assert game.match.undoable is None
    assert game.refused("undo") == "not_now"


def test_fork_is_independent(table):
    game = table("eight_ball")
    fork = game.match.fork()
    assert fork.push({"type": "stroke", "touched_object": False}).striker == "b"
    assert game.state.striker == "a"
    assert game.stroke("object foot_left").score == (1, 0)
    assert fork.state.score == (0, 0)


def test_clock_of_is_the_striker_whose_shot_clock_runs(table):
    assert Match().clock_of is None
    game = table("eight_ball")
    assert game.match.clock_of is None
    game.say("warning", kind="stalling", player="a")
    game.say("shot_clock", player="a", on=True)
    assert game.match.clock_of == "a"
    game.stroke()
    assert game.match.clock_of is None


def test_officiating_is_what_the_match_line_says(table):
    assert Match().officiating is None
    assert table("moscow").match.officiating == "referee"
    assert table("moscow", officiating="auto").match.officiating == "auto"


def test_second_match_line_is_refused(table):
    game = table("eight_ball")
    assert game.refused("match", game="moscow", players={"a": "A", "b": "B"}, frames_to_win=1) == "not_now"


def test_refused_match_line_may_be_followed_by_a_good_one():
    match = Match()
    line = {"type": "match", "game": "moscow", "players": {"a": "A", "b": "B"}, "frames_to_win": 2}
    assert match.push({**line, "game": "pool"}).accepted is False
    state = match.push(line)
    assert (state.accepted, state.error, state.rev, state.phase) == (True, None, 1, "lag")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_topic_has_an_article_in_every_game(game):
    for topic in GENERAL:
        assert article(game, topic).startswith("2.")
    for topic in ("goal", "hand", "count", "spot", "penalty"):
        chapter = article(game, topic)
        assert chapter.count(".") == 2
    assert all(number in range(1, 16) for number in game.fouls)
    assert game.en
    assert game.ru


def words(state: State) -> str:
    return " ".join(explain(state))


def test_explain_says_nothing_without_a_verdict(table):
    assert explain(Match().state, "en") == explain(None, "ru") == []
    assert explain(table("moscow").state, "ru") == []


def test_explain_says_what_it_takes():
    with pytest.raises(TypeError, match=r"not a Match: of a match, its `state`"):
        explain(Match("moscow", {"a": "A", "b": "B"}))


def test_explain_names_fouls_penalty_and_spotting_with_their_articles(after_break):
    state = after_break("eight_ball").stroke("object side_left", "cue foot_left")
    told = {
        "en": [
            "Foul 12: the cue ball was pocketed (2.1.22.12).",
            "Pocketed with a foul, so not counted: 1 ball (2.1.9).",
            "Penalty: one ball; the shelf is empty, so it is owed from the next ball counted (2.9.7).",
            "Back on the table, on the foot spot: 1 ball (2.9.6).",
        ],
        "ru": [
            "Нарушение 12: биток упал в лузу (п. 2.1.22.12).",
            "Забито с нарушением, не засчитывается: 1 шар (п. 2.1.9).",
            "Штраф: один шар; полка пуста, долг берётся с первого засчитанного шара (п. 2.9.7).",
            "Выставить на заднюю отметку: 1 шар (п. 2.9.6).",
        ],
    }
    assert {lang: explain(state, lang) for lang in LANGUAGES} == told
    assert {lang: explain(state.verdict, lang) for lang in LANGUAGES} == told


def test_explain_counts_points_and_balls(table, after_break):
    game = after_break("russian")
    game.call("9 side_left")
    state = game.stroke("9 side_left", "3 side_left")
    assert explain(state, "en") == ["Counted, 12 points: balls 9, 3 (2.2.6)."]
    assert explain(state, "ru") == ["Засчитано 12 очков: шары 9, 3 (п. 2.2.6)."]
    game = table("russian_fast")
    game.say("call", falling=True)
    assert words(game.stroke("1 side_left")) == "Counted, 11 points: ball 1 (2.3.2)."
    assert words(after_break("moscow").stroke("cue side_left")) == (
        "Counted: the cue ball (2.4.5). For the cue ball the opponent points at a ball, which leaves the table (2.4.5)."
    )


@pytest.mark.parametrize(
    ("game", "falls", "fields", "told"),
    [
        ("eight_ball", [], {}, "No ball counted: the turn passes (2.1.8)."),
        ("american", [], {}, "the safety is presumed legal (2.7.6). For the referee: was it a legal safety (2.7.6)?"),
        ("american", [], {"safety": "legal"}, "No ball counted; a legal safety (2.7.6)."),
        ("american", [], {"attempt": True}, "a fair attempt at a pocket, so no safety was needed (2.1.12)."),
        ("eight_ball", [], {"touched_object": None}, "did the cue ball meet an object ball (2.1.22.1)?"),
        ("eight_ball", ["unknown side_left"], {}, "For the referee: which ball fell?"),
        ("eight_ball", [], {"doubts": [{"about": "jumped", "why": "x", "readings": []}]}, "the sensors aren't sure"),
        ("eight_ball", ["object side_left"], {"rolled": ["object"]}, "Rolled along the cushion"),
        ("eight_ball_fast_call", ["object side_left"], {"safety": "legal"}, "Nothing was called"),
        (
            "eight_ball",
            [],
            {"jumped": ["cue"]},
            "The cue ball's place is the middle of the house's short cushion (2.1.13)",
        ),
        ("russian", [], {"fouls": [4]}, "Penalty: 5 points from the offender to the other player (2.2.8)."),
    ],
)
def test_explain_a_stroke(after_break, game, falls, fields, told):
    assert told in words(after_break(game).stroke(*falls, **fields))


def test_explain_a_missed_call(after_break):
    game = after_break("russian")
    game.call("9 side_left")
    assert "The called ball was not played into its called pocket, so not counted: ball 8 (2.2.6)." in words(
        game.stroke("8 side_left")
    )


def test_explain_strokes_from_hand(table):
    assert "From hand, no ball properly took a far corner pocket, so not counted: 1 ball (2.9.4)." in words(
        table("eight_ball").stroke("object side_left")
    )
    assert "had not left the house, so not counted: 1 ball (2.8.1)." in words(
        table("american_fast").stroke("object side_left", left_house=False, safety="legal")
    )
    unseen = {"left_house": False, "touched_object": False}
    assert "the stroke is repeated (2.1.5). Not counted: the cue ball (2.4.4)." in words(
        table("moscow").stroke("cue head_left", **unseen)
    )
    assert words(table("eight_ball").stroke("cue head_left", **unseen)).endswith("the stroke is repeated (2.1.5).")


def test_explain_a_called_ball_that_was_rolled(after_break):
    game = after_break("russian")
    game.call("9 side_left")
    told = words(game.stroke("9 side_left", "8 side_left", rolled=[9]))
    assert "so not counted: balls 9, 8 (2.2.6). A ball rolled along the cushion doesn't count" in told


def test_explain_a_foul_beside_the_opponents_interference(after_break):
    game = after_break("eight_ball")
    game.stroke(fouls=[4])
    told = words(game.say("interference", whose="opponent"))
    assert "The striker pays for the foul as well (2.9.7). The striker's opponent interfered and is penalised" in told


def test_explain_corrections(after_break):
    game = after_break("eight_ball")
    game.stroke("object side_left")
    assert "interfered and is penalised (2.1.19)" in words(game.say("interference", whose="opponent"))
    assert "by its own spin" in words(game.say("fell", ball="object", pocket="side_left", cause="spin"))
    assert "the stroke is void and repeated (2.1.18)" in words(game.say("interference", whose="outsider"))
    assert "fell before the cue ball reached it" in words(
        game.say("fell", ball="object", pocket="side_left", cause="early")
    )
    assert "spoilt the stroke" in words(game.say("referee_error", led_to="misplay"))
    assert "led to a foul: no penalty" in words(game.say("referee_error", led_to="foul"))


def test_explain_a_paid_debt_and_the_shelf(table):
    game = table("eight_ball")
    game.stroke(fouls=[4])
    game.say("play_on")
    assert "The debt is paid from the balls counted (2.9.7)." in words(
        game.stroke("object side_left", "object side_left")
    )
    assert "Penalty: one ball off the offender's shelf (2.9.7)." in words(game.stroke(fouls=[4]))


def test_russian_plurals():
    told = LANGUAGES["ru"].many
    assert [told(number, "ball") for number in (1, 2, 5, 11, 12, 21)] == [
        "1 шар", "2 шара", "5 шаров", "11 шаров", "12 шаров", "21 шар",
    ]  # fmt: skip


def test_both_languages_have_the_same_words():
    en, ru = LANGUAGES["en"], LANGUAGES["ru"]
    for field in ("fouls", "pockets", "places", "balls", "nouns", "sentences", "open", "events"):
        assert set(getattr(en, field)) == set(getattr(ru, field)), field


@pytest.mark.parametrize(
    ("event", "en", "ru"),
    [
        ({"type": "stroke"}, "stroke: no ball pocketed", "удар: ничего не упало"),
        (
            {"type": "stroke", "pocketed": [{"ball": 3, "pocket": "foot_left"}], "jumped": ["cue"]},
            "stroke: ball 3 pocketed, the cue ball off the table", "удар: упало: шар 3, выскочило: биток",
        ),
        ({"type": "call", "ball": 3, "pocket": "foot_left"}, "call: ball 3, foot left", "заказ: шар 3, дальняя левая"),
        ({"type": "call"}, "call taken back", "заказ снят"),
        ({"type": "call", "falling": True}, "call: with falling", "заказ: с падающим"),
        ({"type": "foul", "player": "a", "foul": 9}, "foul 9: double hit", "нарушение 9: двойной удар"),
        ({"type": "play_on", "demand": False}, "play on not demanded", "«играй дальше» не потребовано"),
        ({"type": "suspend", "reason": "outsider"}, "play suspended: an outsider", "игра остановлена: посторонний"),
        ({"type": "sanction", "player": "a", "kind": "warning"}, "sanction: warning", "взыскание: предупреждение"),
    ],
)  # fmt: skip
def test_event_words(event, en, ru):
    assert (event_words(event, "en"), event_words(event, "ru")) == (en, ru)
