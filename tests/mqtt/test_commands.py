"""Commands: whatever a client sends, it is read as a command or refused with its id, and never more."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luza_mqtt.actors import Actor
from luza_mqtt.answers import Answers
from luza_mqtt.commands import Command, Refused, read
from luza_mqtt.link import Message
from luza_mqtt.payloads import CODES, encode, reply_payload
from luza_mqtt.topics import Topics

ACTORS = {
    actor.name: actor
    for actor in (
        Actor("judge", "referee"),
        Actor("board", "display"),
        Actor("anna", "player", "a"),
        Actor("boss", "admin"),
    )
}
TOPICS = Topics("club", "table-1")


def said(payload: Any, verb: str = "ruling", actor: str = "judge", retained: bool = False) -> Command | Refused:
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return read(Message(TOPICS.command(actor, verb), body, retained), ACTORS)


def refused(payload: Any, verb: str = "ruling", actor: str = "judge", retained: bool = False) -> Refused:
    answer = said(payload, verb, actor, retained)
    assert isinstance(answer, Refused)
    return answer


def accepted(payload: Any, verb: str = "ruling", actor: str = "judge") -> Command:
    answer = said(payload, verb, actor)
    assert isinstance(answer, Command), answer
    return answer


def test_a_command_is_read() -> None:
    command = accepted(
        {"id": "c-1", "args": {"safety": "legal"}, "expected_rev": 41, "not_after": "2026-12-01T21:22:05+03:00",
         "dry_run": True, "from": "a field of some later version"},
    )  # fmt: skip
    assert (command.actor, command.role, command.side) == ("judge", "referee", None)
    assert (command.verb, command.id, command.args) == ("ruling", "c-1", {"safety": "legal"})
    assert (command.expected_rev, command.dry_run) == (41, True)
    assert command.not_after == datetime(2026, 12, 1, 18, 22, 5, tzinfo=UTC)


def test_a_command_needs_no_more_than_its_id() -> None:
    command = accepted({"id": "c-1"}, "undo")
    assert (command.args, command.expected_rev, command.not_after, command.dry_run) == ({}, None, None, False)


def test_a_command_becomes_an_event_of_the_match_log() -> None:
    command = accepted({"id": "c-1", "args": {"player": "a", "what": "frame"}}, "concede", "anna")
    assert command.is_event
    assert command.event(12.5, "b") == {"type": "concede", "player": "a", "what": "frame", "at": 12.5, "by": "a"}
    assert not accepted({"id": "c-2"}, "end_stroke").is_event


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (b"", "not JSON"),
        (b"undo", "not JSON"),
        (b'{"id": "c-1"', "not JSON"),
        (b'\xef\xbb\xbf{"id": "c-1"}', "not JSON"),
        (json.dumps({"id": "c-1"}).encode("utf-16"), "not UTF-8"),
        (b'{"id": "c-1", "args": {"x": "\xff"}}', "not UTF-8"),
        (b"[" * 8000, "nested too deep"),
        (b'{"id": "c-1", "args": ' + b"[" * 4000 + b"]" * 4000 + b"}", "nested too deep"),
        (b'{"id": "c-1", "expected_rev": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'["c-1"]', "no JSON object"),
        (b"null", "no JSON object"),
        (b'{"args": {}}', "id is missing"),
        (b'{"id": 7}', "id is missing"),
        (b'{"id": ""}', "id is missing"),
        (b'{"id": "\\ud800"}', "no Unicode"),
        (b'{"id": "c-1", "args": {"x": "' + b"x" * 70000 + b'"}}', "longer than 8192"),
    ],
)
def test_without_an_id_that_can_be_read_a_command_is_only_counted(payload: bytes, says: str) -> None:
    answer = refused(payload)
    assert answer.id is None
    assert answer.code == "bad_request"
    assert says in answer.message


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        (b'{"id": "c-1", "args": {"x": "' + b"x" * 9000 + b'"}}', "longer than 8192"),
        (b'{"id": "c-1", "args": ' + b"[" * 40 + b"]" * 40 + b"}", "nested deeper"),
        (b'{"id": "c-1", "args": {"foul": NaN}}', "not finite"),
        (b'{"id": "c-1", "args": {"foul": -Infinity}}', "not finite"),
        (b'{"id": "c-1", "args": {"foul": 1e999}}', "not finite"),
        (b'{"id": "c-1", "args": {"foul": 99999999999999999999}}', "too large"),
        (b'{"id": "c-1", "args": {"safety": "\\udc00"}}', "no Unicode"),
        (b'{"id": "c-1", "args": {"\\udc00": 1}}', "no Unicode"),
        (b'{"id": "c-1", "args": {"player": "a", "player": "b"}}', "'player' stands twice"),
        (b'{"id": "c-1", "args": []}', "args is no object"),
        (b'{"id": "c-1", "args": "undo"}', "args is no object"),
        (b'{"id": "c-1", "args": {"at": 3}}', "at stands in args"),
        (b'{"id": "c-1", "args": {"by": "referee"}}', "by stands in args"),
        (b'{"id": "c-1", "args": {"type": "match"}}', "type stands in args"),
        (b'{"id": "c-1", "expected_rev": "41"}', "expected_rev"),
        (b'{"id": "c-1", "expected_rev": true}', "expected_rev"),
        (b'{"id": "c-1", "expected_rev": -1}', "expected_rev"),
        (b'{"id": "c-1", "expected_rev": 41.0}', "expected_rev"),
        (b'{"id": "c-1", "not_after": 1796149325}', "not_after"),
        (b'{"id": "c-1", "not_after": "tomorrow"}', "not_after"),
        (b'{"id": "c-1", "not_after": "2026-12-01T18:22:05"}', "not_after"),
        (b'{"id": "c-1", "not_after": "0001-01-01T00:00:00+14:00"}', "not_after"),
        (b'{"id": "c-1", "dry_run": 1}', "dry_run"),
    ],
)
def test_a_command_of_the_wrong_shape_is_answered_bad_request(payload: bytes, says: str) -> None:
    answer = refused(payload)
    assert (answer.actor, answer.verb, answer.id, answer.code) == ("judge", "ruling", "c-1", "bad_request")
    assert says in answer.message


def test_exactly_8_kib_are_read() -> None:
    body = b'{"id": "c-1"}'
    assert isinstance(said(body + b" " * (8192 - len(body))), Command)
    assert refused(body + b" " * (8193 - len(body))).id == "c-1"


def test_an_unknown_verb_is_a_bad_request() -> None:
    assert refused({"id": "c-1"}, "win").code == "bad_request"


@pytest.mark.parametrize(
    ("verb", "args", "good"),
    [
        ("history", {"since_seq": 12}, True),
        ("history", {}, True),
        ("history", {"since_seq": "12"}, False),
        ("history", {"since": 12}, False),
        ("identify", {"node": "n1"}, True),
        ("identify", {}, False),
        ("ping", {}, True),
        ("ping", {"loud": True}, False),
        ("end_stroke", {"now": True}, False),
        ("abandon", {}, True),
    ],
)
def test_the_verbs_that_are_no_events_have_args_of_their_own(verb: str, args: dict[str, Any], good: bool) -> None:
    assert isinstance(said({"id": "c-1", "args": args}, verb, "boss"), Command) is good


def test_M9_a_retained_command_is_refused_as_retained() -> None:
    answer = refused({"id": "c-1"}, "undo", retained=True)
    assert (answer.id, answer.code) == ("c-1", "retained")
    assert refused(b"nonsense", "undo", retained=True).id is None


def test_who_may_not_is_told_so() -> None:
    assert refused({"id": "c-1"}, "undo", "board").code == "not_allowed"
    assert refused({"id": "c-1"}, "undo", "stranger").code == "not_allowed"
    assert refused({"id": "c-1", "args": {"player": "b", "what": "match"}}, "concede", "anna").code == "not_allowed"
    assert refused({"id": "c-1", "args": {"game": "eight_ball"}}, "match", "anna").code == "not_allowed"


def test_what_hangs_on_the_match_is_asked_of_the_command_later() -> None:
    command = accepted({"id": "c-1", "args": {"falling": True}}, "call", "anna")
    assert command.refusal_now(officiating="referee", striker="a") is None
    assert command.refusal_now(officiating="referee", striker="b") is not None
    assert accepted({"id": "c-2"}, "undo", "anna").refusal_now(officiating="referee", striker="a") is not None


@pytest.mark.parametrize("topic", ["luza/1/club/table-1/cmd/Judge/undo", "luza/1/club/table-1/cmd/judge", "", "a/b"])
def test_a_topic_that_no_command_can_have_is_only_counted(topic: str) -> None:
    answer = read(Message(topic, b'{"id": "c-1"}'), ACTORS)
    assert isinstance(answer, Refused)
    assert answer.id is None


def test_the_digest_tells_the_same_content_from_other_content() -> None:
    first = accepted({"id": "c-1", "args": {"fouls": [1], "safety": "legal"}})
    again = accepted({"args": {"safety": "legal", "fouls": [1]}, "id": "c-2"})
    assert first.digest == again.digest
    others: list[dict[str, Any]] = [
        {"args": {"fouls": [2], "safety": "legal"}},
        {"args": {"fouls": [1]}},
        {"args": {"fouls": [1], "safety": "legal"}, "dry_run": True},
        {"args": {"fouls": [1], "safety": "legal"}, "expected_rev": 3},
    ]
    assert len({first.digest} | {accepted({"id": "c-1"} | other).digest for other in others}) == 5


@given(st.binary(max_size=300), st.booleans())
def test_no_bytes_make_reading_fail(payload: bytes, retained: bool) -> None:
    said(payload, retained=retained)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "id": json_values, "args": json_values, "expected_rev": json_values, "not_after": json_values,
            "dry_run": json_values,
        },
    ),
    st.sampled_from(["ruling", "history", "identify", "match", "concede", "win"]),
    st.sampled_from([*ACTORS, "stranger"]),
)  # fmt: skip
def test_no_json_makes_reading_fail_and_every_answer_can_be_sent(
    payload: dict[str, Any], verb: str, actor: str
) -> None:
    answer = said(payload, verb, actor)
    if isinstance(answer, Refused):
        assert answer.code in CODES
        if answer.id is not None:
            encode(reply_payload(answer.id, answer.code, rev=1, message=answer.message))
    else:
        encode(answer.event(1.0, None))


def test_a_command_said_again_gets_its_first_answer_and_another_one_under_its_id_none() -> None:
    answers = Answers(remembered=2)
    assert answers.find("judge", "c-1", "d") is None
    answers.add("judge", "c-1", "d", {"code": "ok"})
    assert answers.find("judge", "c-1", "d") == {"code": "ok"}
    assert answers.find("boss", "c-1", "d") is None
    with pytest.raises(LookupError, match="c-1"):
        answers.find("judge", "c-1", "other")


def test_the_oldest_answers_of_an_actor_are_forgotten() -> None:
    answers = Answers(remembered=2)
    answers.add("boss", "b", "d", {})
    for name in ("c-1", "c-2", "c-3"):
        answers.add("judge", name, "d", {"id": name})
    assert answers.find("judge", "c-1", "d") is None
    assert answers.find("judge", "c-2", "d") == {"id": "c-2"}
    assert answers.find("boss", "b", "d") == {}
