"""Who may say what: the contract's roles."""

from __future__ import annotations

import pytest

from luza_mqtt.actors import ROLES, VERBS, Actor, refusal, refusal_now, spoken_by

DISPLAY = Actor("board", "display")
PLAYER = Actor("tablet", "player")
ANNA = Actor("anna", "player", "a")
REFEREE = Actor("judge", "referee")
ADMIN = Actor("boss", "admin")


def may(actor: Actor, officiating: str | None = "referee") -> set[str]:
    """The verbs that an actor has while a match is played, with the player at the table being `a`."""
    return {
        verb
        for verb in VERBS
        if refusal(actor, verb, {}) is None and refusal_now(actor, verb, officiating=officiating, striker="a") is None
    }


def test_a_display_only_looks() -> None:
    assert may(DISPLAY) == may(DISPLAY, "auto") == {"history", "protocol", "ping"}


def test_a_player_has_its_own_part_of_a_refereed_match() -> None:
    assert may(PLAYER) == {"history", "protocol", "ping", "call", "play_on", "concede", "breaker", "end_stroke"}


def test_a_player_has_all_of_an_auto_match_but_no_boards() -> None:
    assert may(PLAYER, "auto") == VERBS - {"identify", "match"}
    assert refusal(PLAYER, "match", {"officiating": "auto"}) is None


def test_a_referee_has_all_of_a_match_and_an_admin_everything() -> None:
    assert may(REFEREE) == VERBS - {"identify"}
    assert may(ADMIN) == VERBS


@pytest.mark.parametrize("args", [{}, {"officiating": "referee"}, {"officiating": ["auto"]}])
def test_a_player_may_start_only_auto_matches(args: dict[str, object]) -> None:
    assert "auto" in str(refusal(PLAYER, "match", args))
    assert refusal(REFEREE, "match", args) is None


def test_a_player_may_start_an_auto_match_after_a_refereed_one() -> None:
    assert refusal_now(PLAYER, "match", officiating="referee", striker=None) is None


@pytest.mark.parametrize("verb", ["concede", "forfeit", "sanction", "foul"])
def test_a_player_with_a_side_acts_for_that_side_alone(verb: str) -> None:
    assert refusal(ANNA, verb, {"player": "a"}) is None
    assert "side a alone" in str(refusal(ANNA, verb, {"player": "b"}))
    assert refusal(PLAYER, verb, {"player": "b"}) is None


def test_the_lags_winner_may_choose_either_player_to_break_and_the_loser_may_not_choose() -> None:
    assert refusal(ANNA, "breaker", {"player": "b"}) is None
    assert refusal_now(ANNA, "breaker", officiating="referee", striker="a") is None
    assert refusal_now(ANNA, "breaker", officiating="referee", striker="b") is not None
    assert spoken_by(PLAYER, "breaker", {"player": "b"}, "a") == "a"


@pytest.mark.parametrize("verb", ["call", "play_on"])
def test_a_player_with_a_side_calls_only_as_striker(verb: str) -> None:
    assert refusal_now(ANNA, verb, officiating="auto", striker="a") is None
    assert refusal_now(ANNA, verb, officiating="auto", striker="b") is not None
    assert refusal_now(ANNA, verb, officiating="auto", striker=None) is not None
    assert refusal_now(PLAYER, verb, officiating="auto", striker="b") is None


def test_the_judge_hears_who_spoke() -> None:
    assert spoken_by(ANNA, "undo", {}, "b") == "a"
    assert spoken_by(PLAYER, "concede", {"player": "b", "what": "frame"}, "a") == "b"
    assert spoken_by(PLAYER, "call", {"falling": True}, "b") == "b"
    assert spoken_by(REFEREE, "ruling", {"safety": "legal"}, "b") == "referee"


@pytest.mark.parametrize(
    ("name", "role", "side", "says"),
    [
        ("Anna", "player", None, "can't stand in a topic"),
        ("anna", "boss", None, "no role 'boss'; there are: display, player, referee, admin"),
        ("anna", "player", "c", "neither a nor b"),
        ("anna", "referee", "a", "only a player has a side"),
    ],
)
def test_an_actor_that_cannot_be_is_refused(name: str, role: str, side: str | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Actor(name, role, side)


def test_every_role_can_look() -> None:
    assert all({"history", "protocol", "ping"} <= role.always for role in ROLES.values())
