"""Commands: each is carried out once, judged after every hit from before it, and answered with the contract's codes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from luza.desk import COMMANDS_A_SECOND, PAGE, Desk, Rate
from luza.keeper import Keeper, Line
from luza.pipeline import Step
from luza.starts import Start
from luza.table_clock import TableClock
from luza_hardware.hit import Hit
from luza_hardware.table_file import parse_table
from luza_mqtt.actors import Actor
from luza_mqtt.commands import Command, Refused, read
from luza_mqtt.news import Message
from tests.small_table import MATCH, SMALL_TABLE

ACTORS = {
    "anna": Actor("anna", "referee"),
    "boss": Actor("boss", "admin"),
    "left": Actor("left", "player", "a"),
    "tv": Actor("tv", "display"),
}


class Table:
    """A table without boards or broker: commands in, replies out, the journal as a list of lines."""

    def __init__(self) -> None:
        self.keeper = Keeper(parse_table(SMALL_TABLE, "t.toml"), "hall")
        self.journal: list[Line] = []
        self.take(Start(0.0, 1_800_000_000.0, True, TableClock(0.0, 1.0, "b"), 7, SMALL_TABLE).line())
        self.blinked: list[str] = []
        self.desk = Desk(self.keeper, self.take, self.identify)
        self.now = 10.0

    def identify(self, node: str, only_tried: bool) -> str | None:
        if node != "n1":
            return f"board {node} is not there"
        self.blinked += [] if only_tried else [node]
        return None

    def take(self, line: Line) -> list[Step]:
        self.journal.append(line)
        return self.keeper.take(line)

    def say(self, actor: str, verb: str, command_id: str = "", **fields: Any) -> dict[str, Any]:
        self.now += 1.0
        body = {"id": command_id or f"{actor}-{self.now}", **fields}
        command = read(Message(f"luza/1/hall/t1/cmd/{actor}/{verb}", json.dumps(body).encode()), ACTORS)
        if isinstance(command, Refused):
            return {"ok": False, "code": command.code}
        assert isinstance(command, Command)
        return self.desk.answer(command, self.now)

    def begin(self, **more: Any) -> None:
        assert self.say("anna", "match", args={**MATCH, **more})["ok"]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_match_is_begun_and_its_command_stands_in_the_journal_with_its_answer(table: Table) -> None:
    table.begin()
    line = table.journal[-1]
    assert not isinstance(line, Hit)
    assert (line["m"], line["actor"], line["verb"], line["answer"]["code"]) == ("cmd", "anna", "match", "ok")
    assert table.keeper.pipeline.state.phase == "play"


def test_the_same_command_again_gets_its_first_answer_and_is_not_done_twice(table: Table) -> None:
    table.begin()
    first = table.say("anna", "stroke", "s1", args={"touched_object": True})
    lines = len(table.journal)
    assert table.say("anna", "stroke", "s1", args={"touched_object": True}) == first
    assert len(table.journal) == lines
    assert table.keeper.rev == 2


def test_the_same_id_with_other_content_is_a_duplicate(table: Table) -> None:
    table.begin()
    table.say("anna", "stroke", "s1", args={"touched_object": True})
    assert table.say("anna", "stroke", "s1", args={})["code"] == "duplicate"
    assert table.keeper.rev == 2


def test_a_command_is_not_done_twice_after_a_restart_either(table: Table) -> None:
    table.begin()
    first = table.say("anna", "stroke", "s1", args={"touched_object": True})
    again = Table()
    for line in table.journal[1:]:
        again.take(line)
    assert again.say("anna", "stroke", "s1", args={"touched_object": True}) == first
    assert again.keeper.rev == 2


def test_a_refused_event_is_answered_with_the_judges_word_and_changes_nothing(table: Table) -> None:
    table.begin()
    assert table.say("anna", "next_frame")["code"] == "not_now"
    assert table.say("anna", "call", args={"ball": "object", "pocket": "foot_left"})["code"] == "impossible"
    assert table.say("anna", "stroke", args={"pocket": 1})["code"] == "bad_request"
    assert table.keeper.rev == 1


def test_expected_rev_that_is_not_the_tables_is_a_conflict(table: Table) -> None:
    table.begin()
    assert table.say("anna", "stroke", expected_rev=0)["code"] == "conflict"
    assert table.say("anna", "stroke", expected_rev=1)["code"] == "ok"


def test_a_command_that_came_too_late_is_expired_while_the_clock_is_right(table: Table) -> None:
    table.begin()
    assert table.say("anna", "stroke", not_after="2020-01-01T00:00:00Z")["code"] == "expired"
    assert table.say("anna", "stroke", not_after="2050-01-01T00:00:00Z")["code"] == "ok"


def test_a_dry_run_tells_verdict_and_state_and_does_nothing(table: Table) -> None:
    table.begin()
    table.say("anna", "stroke", args={"touched_object": True})
    lines = [line for line in table.journal if not isinstance(line, Hit) and line.get("m") != "time"]
    reply = table.say("anna", "ruling", dry_run=True, args={"fouls": [4]})
    assert reply["verdict"]["fouls"] == [4]
    assert reply["state"]["debt"] == {"a": 1, "b": 0}
    assert table.keeper.rev == 2
    assert [line for line in table.journal if not isinstance(line, Hit) and line.get("m") != "time"] == lines


def test_a_player_with_a_side_plays_on_for_that_side_alone(table: Table) -> None:
    table.begin()
    table.say("anna", "stroke", args={"touched_object": False, "left_house": True})
    assert table.say("left", "play_on")["code"] == "not_allowed"
    assert table.say("anna", "play_on")["ok"]
    table.say("anna", "stroke", args={"touched_object": True})
    table.say("anna", "stroke", args={"touched_object": False})
    assert table.say("left", "play_on")["code"] == "ok"


def test_a_player_rules_only_in_matches_without_a_referee(table: Table) -> None:
    table.begin()
    table.say("anna", "stroke")
    assert table.say("left", "ruling", args={"fouls": [4]})["code"] == "not_allowed"
    table.say("boss", "abandon")
    table.begin(officiating="auto")
    table.say("anna", "stroke")
    assert table.say("left", "ruling", args={"fouls": [4]})["code"] == "ok"


def test_a_display_may_only_look(table: Table) -> None:
    table.begin()
    assert table.say("tv", "undo")["code"] == "not_allowed"
    assert table.say("tv", "ping")["ok"]
    assert table.say("tv", "protocol")["frames"] == {"a": 0, "b": 0}


def test_a_command_during_a_stroke_is_judged_after_it(table: Table) -> None:
    table.begin()
    for hit in (Hit(20.0, "tip", 0.5), Hit(20.5, "beam", 1), Hit(20.56, "beam", 0)):
        table.take(hit)
    table.now = 24.0
    reply = table.say("anna", "ruling", args={"fouls": [9]})
    assert reply["ok"]
    assert reply["verdict"]["fouls"] == [9]
    assert reply["verdict"]["discounted"] == [{"ball": "object", "pocket": "foot_left"}]


def test_a_person_may_end_a_running_stroke_and_only_that(table: Table) -> None:
    table.begin()
    assert table.say("anna", "end_stroke")["code"] == "not_now"
    for hit in (Hit(20.0, "tip", 0.5), Hit(20.5, "beam", 1), Hit(20.56, "beam", 0)):
        table.take(hit)
    table.now = 22.0
    assert table.say("anna", "end_stroke")["ok"]
    assert table.keeper.pipeline.live.stroke == "idle"
    assert table.keeper.pipeline.state.score == (1, 0)


@pytest.mark.parametrize(
    ("verb", "args"), [("stroke", {"surplus": 1}), ("next_frame", {}), ("ruling", {"fouls": [99]}), ("match", MATCH)]
)
def test_a_refused_event_does_not_end_the_stroke_that_is_being_played(
    table: Table, verb: str, args: dict[str, Any]
) -> None:
    table.begin()
    for hit in (Hit(20.0, "tip", 0.5), Hit(20.5, "beam", 1), Hit(20.56, "beam", 0)):
        table.take(hit)
    table.now = 22.0
    assert not table.say("anna", verb, args=args)["ok"]
    assert table.keeper.pipeline.live.stroke == "settling"
    table.now = 30.0
    table.say("tv", "ping")
    assert table.keeper.pipeline.state.score == (1, 0)


def test_a_dry_run_leaves_the_stroke_that_is_being_played_and_tells_what_it_would_be(table: Table) -> None:
    table.begin()
    for hit in (Hit(20.0, "tip", 0.5), Hit(20.5, "beam", 1), Hit(20.56, "beam", 0)):
        table.take(hit)
    table.now = 22.0
    reply = table.say("anna", "end_stroke", dry_run=True)
    assert reply["verdict"]["counted"][0]["pocket"] == "foot_left"
    assert (reply["state"]["score"], reply["state"]["rev"], reply["rev"]) == ({"a": 1, "b": 0}, 2, 1)
    assert table.say("boss", "abandon", dry_run=True)["state"]["phase"] == "idle"
    assert table.say("anna", "undo", dry_run=True)["state"]["score"] == {"a": 0, "b": 0}
    assert table.keeper.pipeline.live.stroke == "settling"
    assert table.keeper.rev == 1


def test_looking_and_trying_are_answered_once_too(table: Table) -> None:
    table.begin()
    first = table.say("tv", "history", "h")
    tried = table.say("anna", "stroke", "s", dry_run=True)
    assert table.say("anna", "stroke", "s")["code"] == "duplicate"
    assert table.say("anna", "stroke", "t")["ok"]
    assert table.say("tv", "history", "h") == first
    assert table.say("tv", "ping", "h")["code"] == "duplicate"
    assert table.say("anna", "stroke", "s", dry_run=True) == tried


def test_a_match_that_is_over_cannot_be_abandoned(table: Table) -> None:
    table.begin()
    assert table.say("anna", "concede", args={"player": "a", "what": "match"})["ok"]
    assert table.say("boss", "abandon")["code"] == "not_now"
    assert table.say("anna", "protocol")["protocol"]


def test_an_abandoned_match_makes_room_for_another(table: Table) -> None:
    assert table.say("boss", "abandon")["code"] == "not_now"
    table.begin()
    assert table.say("boss", "abandon")["ok"]
    assert table.keeper.idle
    table.begin()
    assert not table.keeper.idle


def test_history_comes_in_pages(table: Table) -> None:
    table.begin()
    for _ in range(40):
        table.say("anna", "stroke", args={"touched_object": True})
    first = table.say("tv", "history", args={"since_seq": 0})
    assert len(first["events"]) == PAGE
    assert first["more"] is True
    seqs = [event["seq"] for event in first["events"]]
    rest = table.say("tv", "history", args={"since_seq": seqs[-1]})
    seqs += [event["seq"] for event in rest["events"]]
    assert rest["more"] is False
    assert seqs == list(range(1, table.keeper.seq + 1))


def test_who_says_too_much_in_a_second_is_told_to_wait_and_heard_again_later() -> None:
    rate = Rate()
    assert all(rate.allows("a", 5.0) for _ in range(COMMANDS_A_SECOND))
    assert not rate.allows("a", 5.9)
    assert rate.allows("b", 5.9)
    assert rate.allows("a", 6.1)


def test_identify_lets_a_board_blink_and_says_where_it_cannot(table: Table) -> None:
    assert table.say("boss", "identify", args={"node": "n1"})["code"] == "ok"
    assert table.say("boss", "identify", args={"node": "n1"}, dry_run=True)["code"] == "ok"
    assert table.blinked == ["n1"]
    refused = table.say("boss", "identify", args={"node": "n2"})
    assert (refused["code"], refused["message"]) == ("impossible", "board n2 is not there")
    assert table.say("anna", "identify", args={"node": "n1"})["code"] == "not_allowed"
    assert table.blinked == ["n1"]
