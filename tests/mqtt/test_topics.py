"""Topics: where a table speaks, and ids that could reach another table's topics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luza_mqtt.topics import Topics, check_id

TOPICS = Topics("club", "table-1")


def test_topics_are_those_of_the_contract() -> None:
    assert TOPICS.state == "luza/1/club/table-1/state"
    assert TOPICS.status == "luza/1/club/table-1/status"
    assert TOPICS.commands == "luza/1/club/table-1/cmd/+/+"
    assert TOPICS.command("phone", "play_on") == "luza/1/club/table-1/cmd/phone/play_on"
    assert TOPICS.reply("phone", "play_on") == "luza/1/club/table-1/reply/phone/play_on"


@pytest.mark.parametrize("wrong", ["", "a" * 33, "Table", "a/b", "+", "#", "a b", "стол", "a_b", "a\n"])
def test_an_id_that_cannot_stand_in_a_topic_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="can't stand in a topic"):
        Topics("club", wrong)
    with pytest.raises(ValueError, match="the hall's id"):
        Topics(wrong, "table-1")
    with pytest.raises(ValueError, match="actor"):
        TOPICS.reply(wrong, "ping")


def test_a_commands_topic_gives_actor_and_verb() -> None:
    assert TOPICS.parse_command("luza/1/club/table-1/cmd/phone/play_on") == ("phone", "play_on")


@pytest.mark.parametrize(
    "topic",
    [
        "luza/1/club/table-2/cmd/phone/ping",
        "luza/2/club/table-1/cmd/phone/ping",
        "luza/1/club/table-1/cmd/phone",
        "luza/1/club/table-1/cmd/phone/ping/more",
        "luza/1/club/table-1/cmd//ping",
        "luza/1/club/table-1/cmd/Phone/ping",
        "luza/1/club/table-1/cmd/phone/ping pong",
        "luza/1/club/table-1/reply/phone/ping",
        "luza/1/club/table-1/state",
    ],
)
def test_other_topics_are_no_commands(topic: str) -> None:
    assert TOPICS.parse_command(topic) is None


@given(st.text(max_size=40))
def test_whatever_passes_as_id_reaches_one_level_only(text: str) -> None:
    try:
        check_id("id", text)
    except ValueError:
        return
    assert 1 <= len(text) <= 32
    assert not set(text) & set("+#/$ \0")
    assert text.isascii()
