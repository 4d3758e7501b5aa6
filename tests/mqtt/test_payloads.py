"""Payloads: the contract's fields, and sizes that hold whatever is in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luza_mqtt import payloads

PLAYING: dict[str, Any] = {
    "rev": 41, "accepted": True, "error": None, "phase": "play", "game": "eight_ball", "frame": 2,
    "frames": {"a": 1, "b": 0}, "score": {"a": 5, "b": 3}, "debt": {"a": 0, "b": 1}, "striker": "a",
    "from_hand": None, "options": [], "chooser": None, "call": None, "balls_left": 7, "numbers": None,
    "verdict": {
        "legal": True, "fouls": [], "counted": [{"ball": "object", "pocket": "foot_left", "value": 1}],
        "discounted": [], "penalty": None, "spot": [], "remove": 0, "repeat": False, "open": [], "articles": ["2.2.1"],
    },
    "frame_winner": None, "winner": None, "protocol": None,
}  # fmt: skip


class Judged:
    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def as_dict(self) -> dict[str, Any]:
        return dict(self.fields)


def state(judged: dict[str, Any] | None = PLAYING, **more: Any) -> dict[str, Any]:
    fixed: dict[str, Any] = {
        "epoch": 3, "rev": 41, "seq": 57, "ts": 1796149325.12, "clock_synced": True, "hall": "club",
        "table_id": "table-1", "table_name": "Table 1",
        "match": payloads.match_part("3-1", {"a": "Anna", "b": "Борис"}, 5),
    }  # fmt: skip
    return payloads.state_payload(None if judged is None else Judged(judged), **(fixed | more))


def test_state_has_the_contracts_fields() -> None:
    payload = state(legal=("stroke", "undo"), undo={"type": "stroke", "words": {"ru": "удар", "en": "stroke"}})
    assert payload["ts"] == "2026-12-01T18:22:05.120Z"
    assert payload["table"] == {"id": "table-1", "name": "Table 1"}
    assert payload["match"] == {
        "id": "3-1",
        "players": {"a": {"name": "Anna"}, "b": {"name": "Борис"}},
        "frames_to_win": 5,
    }
    assert {name: payload[name] for name in payloads.STATE_FIELDS} == {
        name: PLAYING[name] for name in payloads.STATE_FIELDS
    }
    assert payload["live"] == {"stroke": "idle", "pocketed": [], "score": {"a": 5, "b": 3}}
    assert payload["legal"] == ["stroke", "undo"]
    assert (payload["clock"], payload["pause"], payload["alerts"]) == (None, None, [])
    assert payload["words"] == {"ru": [], "en": []}
    assert not {"accepted", "error", "protocol", "truncated"} & payload.keys()


@pytest.mark.parametrize("judged", [None, dict.fromkeys(PLAYING)])
def test_between_matches_the_phase_is_idle_and_the_match_fields_are_null(judged: dict[str, Any] | None) -> None:
    payload = state(judged)
    assert payload["phase"] == "idle"
    assert payload["match"] is None
    assert all(payload[name] is None for name in payloads.STATE_FIELDS if name != "phase")
    assert payload["live"]["score"] is None


def test_live_shows_the_score_that_the_fallen_ball_would_make() -> None:
    payload = state(
        live_stroke="running",
        live_pocketed=[{"ball": "object", "pocket": "side_left"}],
        live_score={"a": 6, "b": 3},
    )
    assert payload["live"]["score"] == {"a": 6, "b": 3}
    assert payload["score"] == {"a": 5, "b": 3}


def test_last_keeps_three_strokes() -> None:
    strokes = [{"striker": "a", "counted": [], "fouls": [], "score": {"a": n, "b": 0}} for n in range(5)]
    assert [stroke["score"]["a"] for stroke in state(last=strokes)["last"]] == [2, 3, 4]


def doubts(readings: int) -> list[dict[str, Any]]:
    reading = {"pocketed": [{"ball": "object", "pocket": "foot_right"}]}
    return [{"about": "pocketed", "why": "long_break", "readings": [reading] * readings}]


def strokes(counted: int) -> list[dict[str, Any]]:
    balls = [{"ball": 15, "pocket": "foot_right", "value": 15}] * counted
    return [{"striker": "a", "counted": balls, "fouls": [], "score": {"a": 5, "b": 3}}] * 3


def test_the_doubts_readings_are_left_out_first() -> None:
    payload = state(doubts=doubts(80), last=strokes(1))
    assert payload["truncated"] is True
    assert payload["doubts"] == [{"about": "pocketed", "why": "long_break"}]
    assert len(payload["last"]) == 3
    assert len(payloads.encode(payload)) < 4096


def test_then_last_is_left_out() -> None:
    payload = state(doubts=doubts(80), last=strokes(30))
    assert payload["truncated"] is True
    assert "last" not in payload
    assert payload["verdict"] == PLAYING["verdict"]
    assert len(payloads.encode(payload)) < 4096


words = st.text(max_size=3000)


@settings(max_examples=60, deadline=None)
@given(
    names=st.tuples(st.text(max_size=80), st.text(max_size=80)),
    table=st.text(max_size=200),
    alerts=st.lists(st.builds(lambda text: {"code": "mute", "message": text, "since": "2026"}, words), max_size=5),
    explained=st.lists(words, max_size=4),
    counted=st.integers(0, 60),
    readings=st.integers(0, 200),
    fallen=st.integers(0, 300),
)
def test_a_state_is_under_4_kib_whatever_it_holds(
    names: tuple[str, str],
    table: str,
    alerts: list[dict[str, str]],
    explained: list[str],
    counted: int,
    readings: int,
    fallen: int,
) -> None:
    payload = state(
        table_name=table,
        match=payloads.match_part("3-1", {"a": names[0], "b": names[1]}, 5),
        alerts=alerts,
        words={"ru": explained, "en": explained},
        last=strokes(counted),
        doubts=doubts(readings) * 3,
        live_pocketed=[{"ball": "unknown", "pocket": "foot_left"}] * fallen,
    )
    assert len(payloads.encode(payload)) < 4096
    assert len(payload["live"]["pocketed"]) >= min(fallen, payloads.BALLS)
    assert payload["score"] == PLAYING["score"]
    if "truncated" not in payload:
        assert (payload["last"], payload["alerts"]) == (strokes(counted), alerts)
        assert payload["words"] == {"ru": explained, "en": explained}


def test_led_is_the_contracts_projection() -> None:
    payload = state(clock={"player": "a", "ends_in_s": 27.6, "limit_s": 60})
    assert payloads.led_payload(payload) == {"r": 41, "a": 5, "b": 3, "f": [1, 0], "s": "a", "t": 28}


def test_led_shows_a_fallen_ball_at_once_and_an_idle_table_nothing() -> None:
    assert payloads.led_payload(state(live_stroke="running", live_score={"a": 6, "b": 3}))["a"] == 6
    assert payloads.led_payload(state(None)) == {"r": 41, "a": None, "b": None, "f": None, "s": None, "t": None}


def test_led_is_at_most_128_bytes_in_the_longest_match() -> None:
    longest = PLAYING | {"score": {"a": 141, "b": 141}, "frames": {"a": 99999, "b": 99999}}
    payload = state(longest, rev=10**12, clock={"player": "a", "ends_in_s": 99999, "limit_s": 99999})
    assert len(payloads.encode(payloads.led_payload(payload))) <= payloads.LED_BYTES


def test_event_carries_the_fields_of_its_match_log_event() -> None:
    payload = payloads.event_payload(
        "foul", epoch=3, seq=58, rev=42, ts=0.0, fields={"type": "foul", "player": "a", "foul": 9, "by": "referee"}
    )
    assert payload == {
        "id": "3-58", "epoch": 3, "seq": 58, "rev": 42, "ts": "1970-01-01T00:00:00.000Z", "event_type": "foul",
        "player": "a", "foul": 9, "by": "referee",
    }  # fmt: skip


def test_event_refuses_a_type_that_the_contract_lacks_and_fields_that_hide_its_own() -> None:
    with pytest.raises(ValueError, match="no event type 'scored'"):
        payloads.event_payload("scored", epoch=1, seq=1, rev=1, ts=0.0)
    with pytest.raises(ValueError, match="would hide the event's own: seq"):
        payloads.event_payload("foul", epoch=1, seq=1, rev=1, ts=0.0, fields={"seq": 9})


def test_heartbeat_counts_down_only_while_something_runs() -> None:
    plain = payloads.hb_payload(epoch=3, rev=41, seq=57, uptime_s=12.34)
    assert plain == {"epoch": 3, "rev": 41, "seq": 57, "uptime_s": 12.3}
    assert payloads.hb_payload(epoch=3, rev=41, seq=57, uptime_s=1, ends_in_s=-0.4)["ends_in_s"] == 0


def test_reply_says_ok_only_for_ok() -> None:
    good = payloads.reply_payload("c-1", "ok", rev=42, asked={"events": [], "more": False, "ok": "never"})
    assert good == {"id": "c-1", "ok": True, "code": "ok", "message": "", "rev": 42, "events": [], "more": False}
    assert payloads.reply_payload("c-1", "conflict", rev=42, message="rev is 42")["ok"] is False
    with pytest.raises(ValueError, match="no answer code 'fine'"):
        payloads.reply_payload("c-1", "fine", rev=1)


def test_info_says_who_the_table_is() -> None:
    payload = payloads.info_payload(
        version="0.1.0", boot_id="b1", hall="club", table_id="table-1", table_name="Table 1",
        sensors=[{"id": "tip", "kind": "tip"}], games=["eight_ball"], nodes=[{"id": "n1", "up": True}],
    )  # fmt: skip
    assert payload["table"] == {"id": "table-1", "name": "Table 1", "sensors": [{"id": "tip", "kind": "tip"}]}
    assert payload["games"] == ["eight_ball"]


def test_what_is_encoded_is_strict_json() -> None:
    assert json.loads(payloads.encode({"name": "Борис"})) == {"name": "Борис"}
    with pytest.raises(ValueError, match="JSON compliant"):
        payloads.encode({"peak": float("nan")})
