"""A table as its journal tells it: state, numbers and told events follow from the lines alone."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luza.alerts import Alerts
from luza.keeper import LATENESS_S, Keeper, Line
from luza.shot_clock import LIMIT_S
from luza.starts import Start
from luza.table_clock import TableClock
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile, parse_table
from tests import small_table
from tests.small_table import SMALL_TABLE

WALL = 1_800_000_000.0
MATCH = {"type": "match", "at": 1.0, "by": "referee", **small_table.MATCH, "game": "eight_ball"}


def table() -> TableFile:
    return parse_table(SMALL_TABLE, "table.toml")


def start_line(t: float = 0.0, speed: float = 1.0) -> dict[str, Any]:
    return Start(t, WALL, True, TableClock(0.0, speed, "boot"), 7, SMALL_TABLE).line()


def told(lines: list[Line]) -> tuple[Keeper, list[dict[str, Any]]]:
    keeper = Keeper(table(), "hall")
    for line in lines:
        keeper.take(line)
    return keeper, keeper.collect()


def ball(t: float) -> list[Line]:
    """A tip, and a ball through the foot left pocket half a second later."""
    return [Hit(t, "tip", 0.5), Hit(t + 0.5, "beam", 1), Hit(t + 0.56, "beam", 0)]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event_type"] for event in events]


def test_between_matches_the_table_is_idle_and_offers_a_match() -> None:
    keeper, _ = told([start_line()])
    state = keeper.snapshot(0.0, 0)
    assert (state["phase"], state["rev"], state["match"], state["legal"]) == ("idle", 0, None, ["match"])


def test_a_match_line_starts_match_frame_and_turn() -> None:
    keeper, events = told([start_line(), MATCH, {"m": "time", "t": 2.0}])
    assert kinds(events) == ["match_started", "frame_started", "turn_changed"]
    assert [event["seq"] for event in events] == [1, 2, 3]
    assert {event["id"] for event in events} == {"7-1", "7-2", "7-3"}
    state = keeper.snapshot(2.0, 3)
    assert state["match"]["players"]["a"]["name"] == "Анна"
    assert (state["rev"], state["striker"], state["from_hand"]) == (1, "a", "house")


def test_a_ball_shows_live_and_is_told_when_its_beam_clears() -> None:
    keeper, events = told([start_line(), MATCH, {"m": "time", "t": 2.0}, *ball(10.0)])
    assert kinds(events)[3:] == ["stroke_started", "ball_pocketed"]
    state = keeper.snapshot(10.6, 5)
    assert state["live"]["stroke"] == "running"
    assert state["live"]["score"] == {"a": 1, "b": 0}
    assert state["score"] == {"a": 0, "b": 0}


def test_time_alone_ends_the_stroke_and_the_verdict_is_told() -> None:
    keeper, _ = told([start_line(), MATCH, {"m": "time", "t": 2.0}, *ball(10.0)])
    keeper.collect()
    assert keeper.deadline is not None
    for line in keeper.timers(10.56 + 5.2):
        keeper.take(line)
    events = keeper.collect()
    assert kinds(events) == ["stroke_judged"]
    assert events[0]["verdict"]["counted"][0]["pocket"] == "foot_left"
    state = keeper.snapshot(16.0, 6)
    assert state["score"] == {"a": 1, "b": 0}
    assert state["last"] == [
        {
            "striker": "a",
            "counted": events[0]["verdict"]["counted"],
            "fouls": [],
            "score": {"a": 1, "b": 0},
        }
    ]
    assert state["words"]["ru"]
    assert state["words"]["en"]


def said(t: float, verb: str, **fields: Any) -> list[Line]:
    """A referee's event, and time enough for it to be judged."""
    return [{"type": verb, "at": t, "by": "referee", **fields}, {"m": "time", "t": t + 0.5}]


def test_the_next_tip_begins_another_stroke_and_no_ball_comes_back() -> None:
    keeper, events = told([start_line(), MATCH, {"m": "time", "t": 2.0}, *ball(10.0), *ball(13.0)])
    assert kinds(events)[3:] == [
        "stroke_started",
        "ball_pocketed",
        "stroke_judged",
        "stroke_started",
        "ball_pocketed",
    ]
    assert keeper.live.stroke == "running"


def test_a_frame_is_won_once_though_play_is_suspended_after_it_and_the_next_frame_taken_back() -> None:
    keeper, events = told(
        [
            *(start_line(), MATCH, {"m": "time", "t": 2.0}),
            *said(3.0, "concede", player="a", what="frame"),
            *said(4.0, "suspend", reason="pause"),
            *said(5.0, "sanction", player="a", kind="remark"),
            *said(6.0, "resume"),
            *said(7.0, "next_frame"),
            *said(8.0, "undo"),
        ]
    )
    assert kinds(events).count("frame_won") == 1
    assert keeper.pipeline.state.phase == "frame_over"


def test_a_hanging_ball_put_back_leaves_the_last_stroke_as_it_was_shown() -> None:
    fallen = {"ball": "object", "pocket": "foot_left"}
    keeper, _ = told(
        [
            *(start_line(), MATCH, {"m": "time", "t": 2.0}),
            *said(3.0, "stroke", pocketed=[fallen]),
            *said(4.0, "foul", player="a", foul=3),
            *said(5.0, "fell", **fallen, cause="late"),
        ]
    )
    assert keeper.snapshot(6.0, 0)["last"][0]["counted"] == [{**fallen, "value": 1}]
    for line in said(7.0, "undo") + said(8.0, "undo") + said(9.0, "fell", **fallen, cause="spin"):
        keeper.take(line)
    assert keeper.snapshot(10.0, 0)["last"][0]["score"] == {"a": 2, "b": 0}


def test_undo_brings_back_the_strokes_shown_before() -> None:
    stroke = {"type": "stroke", "at": 3.0, "by": "referee", "touched_object": True}
    keeper, _ = told([start_line(), MATCH, stroke, {"m": "time", "t": 4.0}])
    assert len(keeper.snapshot(4.0, 0)["last"]) == 1
    keeper.take({"type": "undo", "at": 5.0, "by": "referee"})
    keeper.take({"m": "time", "t": 6.0})
    state = keeper.snapshot(6.0, 0)
    assert state["last"] == []
    assert state["rev"] == 3
    assert state["undo"] is None


def test_rev_grows_over_matches_and_an_abandoned_match_leaves_the_table_idle() -> None:
    keeper, events = told([start_line(), MATCH, {"m": "abandon", "t": 3.0}, {"m": "time", "t": 4.0}])
    assert kinds(events)[-1] == "match_abandoned"
    state = keeper.snapshot(4.0, 0)
    assert (state["phase"], state["rev"], state["match"]) == ("idle", 2, None)
    keeper.take({**MATCH, "at": 5.0})
    keeper.take({"m": "time", "t": 6.0})
    state = keeper.snapshot(6.0, 0)
    assert (state["phase"], state["rev"], state["match"]["id"]) == ("play", 3, "7-2")


def test_a_refused_event_changes_and_tells_nothing() -> None:
    keeper, _ = told([start_line(), MATCH, {"m": "time", "t": 2.0}])
    before = keeper.snapshot(9.0, 0)
    keeper.take({"type": "next_frame", "at": 3.0, "by": "referee"})
    keeper.take({"m": "time", "t": 4.0})
    after = keeper.snapshot(9.0, 0)
    assert keeper.collect() == []
    assert {**before, "ts": None} == {**after, "ts": None}


def test_wall_times_follow_from_the_start_line_and_its_speed() -> None:
    keeper, events = told([start_line(t=100.0, speed=10.0), {**MATCH, "at": 200.0}, {"m": "time", "t": 200.1}])
    assert events[0]["ts"] == keeper.snapshot(0.0, 0)["ts"]
    assert events[0]["ts"].endswith(":10.010Z")


def stalled(t: float) -> list[Line]:
    return [
        {"type": "warning", "at": t, "by": "referee", "kind": "stalling", "player": "a"},
        {"type": "shot_clock", "at": t + 0.1, "by": "referee", "player": "a", "on": True},
        {"m": "time", "t": t + 0.2},
    ]


def test_the_shot_clock_announces_ten_seconds_and_then_passes_the_turn() -> None:
    keeper, _ = told([start_line(), MATCH, *stalled(3.0)])
    ends = 3.2 + LIMIT_S
    assert keeper.clock_left(13.2) == {"player": "a", "ends_in_s": 20.0, "limit_s": LIMIT_S}
    assert keeper.deadline == pytest.approx(ends - 10.0)
    keeper.collect()
    for line in keeper.timers(ends - 9.9):
        keeper.take(line)
    assert kinds(keeper.collect()) == ["clock_warning"]
    assert keeper.deadline == pytest.approx(ends + LATENESS_S)
    lines = keeper.timers(ends + 0.1)
    assert [line.get("type") for line in lines] == ["time_out", None]
    for line in lines:
        keeper.take(line)
    assert kinds(keeper.collect()) == ["time_out", "turn_changed"]
    assert keeper.pipeline.state.striker == "b"
    assert keeper.clock_left(ends + 1) is None


def test_a_stroke_stops_the_shot_clock_and_the_next_turn_begins_it_anew() -> None:
    keeper, _ = told([start_line(), MATCH, *stalled(3.0), *ball(12.0), Hit(12.7, "tip", 0.02)])
    assert keeper.clock_left(12.7) is None
    keeper.take({"m": "time", "t": 30.0})
    left = keeper.clock_left(30.0)
    assert left is not None
    assert left["ends_in_s"] == LIMIT_S


def test_an_alert_is_told_once_and_cleared_once() -> None:
    keeper, _ = told([start_line()])
    down = {"m": "board", "t": 1.0, "node": "n1", "uid": None, "up": False, "why": "no such port"}
    for _ in range(3):
        keeper.take(down)
    assert keeper.snapshot(2.0, 0)["alerts"][0]["code"] == "board_down"
    for _ in range(3):
        keeper.take({"m": "board", "t": 2.0, "node": "n1", "uid": "aa", "boot": 1, "up": True})
    assert keeper.snapshot(2.0, 0)["alerts"] == []
    assert kinds(keeper.collect()) == ["sensor_alert", "sensor_cleared"]


def test_a_pocket_that_is_not_believed_is_told_again_after_a_restart() -> None:
    storm = [Hit(10.0 + 0.02 * number, "beam", (number + 1) % 2) for number in range(400)]
    keeper, _ = told([start_line(), MATCH, {"m": "time", "t": 2.0}, *storm])
    codes = [alert["code"] for alert in keeper.snapshot(18.0, 0)["alerts"]]
    assert codes == ["sensor_storm"]
    keeper.take(start_line(18.0))
    assert [alert["code"] for alert in keeper.snapshot(18.0, 0)["alerts"]] == codes


def test_a_higher_epoch_begins_without_forgetting_what_is_wrong() -> None:
    down = {"m": "board", "t": 1.0, "node": "n1", "uid": None, "up": False, "why": "no such port"}
    keeper, _ = told([start_line(), MATCH, {"m": "time", "t": 2.0}, down])
    before = keeper.snapshot(3.0, keeper.seq)
    keeper.take({**start_line(3.0), "wall": "2027-01-15T08:00:03.000Z", "epoch": 9})
    after = keeper.snapshot(3.0, keeper.seq)
    assert after["epoch"] == 9
    assert {**after, "epoch": 0, "ts": None} == {**before, "epoch": 0, "ts": None}
    keeper.take({**start_line(4.0), "epoch": 9})
    assert keeper.snapshot(4.0, 0)["alerts"] == []


def test_how_far_a_boards_hits_are_journaled_is_known_after_a_replay() -> None:
    keeper, _ = told([start_line(), {"m": "board", "t": 1.0, "node": "n1", "uid": "aa", "boot": 5, "next": 12}])
    assert keeper.marks == {"aa": (5, 12)}


def test_answers_of_commands_are_known_after_a_replay() -> None:
    answer = {"id": "x", "ok": True, "code": "ok", "message": "", "rev": 1}
    line = {"m": "cmd", "t": 1.0, "actor": "anna", "verb": "undo", "id": "x", "digest": "d", "answer": answer}
    keeper, _ = told([start_line(), line])
    assert keeper.answers.find("anna", "x", "d") == answer


STEPS: list[Line] = [
    MATCH,
    *ball(10.0),
    {"m": "time", "t": 20.0},
    *stalled(21.0),
    Hit(40.0, "tip", 0.4),
    {"type": "ruling", "at": 50.0, "by": "referee", "fouls": [4]},
    {"m": "time", "t": 51.0},
    {"type": "undo", "at": 52.0, "by": "referee"},
    *ball(60.0),
    {"m": "end_stroke", "t": 62.0},
    {"m": "time", "t": 63.0},
]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, len(STEPS)))
def test_stopped_after_any_line_and_started_again_it_goes_on_as_if_nothing_had_been(cut: int) -> None:
    lines: list[Line] = [start_line(), *STEPS]
    unbroken, events = told(lines)
    first, before = told(lines[: cut + 1])
    again, repeated = told(lines[: cut + 1])
    assert (repeated, again.seq, again.rev) == (before, first.seq, first.rev)
    rest = []
    for line in lines[cut + 1 :]:
        again.take(line)
        rest += again.collect()
    assert before + rest == events
    assert json.dumps(again.snapshot(70.0, 0)) == json.dumps(unbroken.snapshot(70.0, 0))


def test_every_event_of_the_recordings_can_be_told(tmp_path: Path) -> None:
    recordings = Path(__file__).parents[1] / "recordings"
    text = (recordings / "full.toml").read_text()
    keeper = Keeper(parse_table(text, "full.toml"), "hall")
    keeper.take({**start_line(), "table": text})
    for text in (recordings / "clean-full-moscow.jsonl").read_text().splitlines()[1:]:
        line = json.loads(text)
        if "s" in line:
            value = tuple(line["v"]) if isinstance(line["v"], list) else line["v"]
            keeper.take(Hit(line["t"], line["s"], value))
        else:
            keeper.take(line)
    events = keeper.collect()
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert {"stroke_judged", "turn_changed", "ball_pocketed", "frame_won"} <= set(kinds(events))


def test_a_copy_of_the_pipeline_leaves_the_table_as_it_is() -> None:
    keeper, _ = told([start_line(), MATCH, {"m": "time", "t": 2.0}, *ball(10.0)])
    tried = copy.deepcopy(keeper.pipeline)
    tried.event({"type": "undo", "at": 11.0, "by": "referee"})
    tried.advance(12.0)
    assert keeper.snapshot(12.0, 0)["rev"] == 1
    assert keeper.pipeline.live.pocketed


def test_a_start_with_another_table_file_judges_what_was_seen_and_reads_the_new_sensors() -> None:
    other = SMALL_TABLE.replace('id = "beam"', 'id = "throat"')
    lines: list[Line] = [start_line(), MATCH, {"m": "time", "t": 2.0}, *ball(10.0)]
    rewired = Start(20.0, WALL + 20.0, True, TableClock(0.0, 1.0, "boot"), 7, other).line()
    keeper, _ = told([*lines, rewired, Hit(30.0, "tip", 0.5), Hit(30.5, "throat", 1), Hit(30.56, "throat", 0)])
    keeper.take({"m": "time", "t": 40.0})
    assert keeper.pipeline.state.score == (2, 0)


def test_alerts_of_one_moment_come_in_one_order_and_a_known_one_is_not_told_again() -> None:
    alerts = Alerts()
    told = [fields["about"] for _, fields in alerts.storms(("foot_left", "side_right"), "now")]
    assert told == ["foot_left", "side_right"]
    assert [name for name, _ in alerts.storms(("side_right", "head_left"), "now")] == ["sensor_cleared", "sensor_alert"]
    assert [alert["message"].split(":")[0] for alert in alerts.told] == ["side_right", "head_left"]


def test_a_copy_of_the_alerts_goes_its_own_way() -> None:
    alerts = Alerts()
    alerts.storms(("foot_left",), "now")
    twin = Alerts(alerts)
    twin.forget()
    assert len(alerts.told) == 1
    assert alerts.storming == ("foot_left",)
