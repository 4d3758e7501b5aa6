"""What a table says, as JSON objects: pure builders of the payloads in contract/mqtt.md, with its field names.

All values come in as arguments, the wall time too (Unix seconds), so the same facts always make the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

SCHEMA = 1
STATE_BYTES = 4096
"""A state stays under this many bytes."""
LED_BYTES = 128
BALLS = 16
NAME_CHARACTERS = 64

EVENT_TYPES = frozenset({
    "match_started", "frame_started", "stroke_started", "ball_pocketed", "ball_jumped", "stroke_judged", "foul",
    "ruling", "turn_changed", "play_on", "frame_won", "match_won", "suspended", "resumed", "warning",
    "clock_started", "clock_warning", "time_out", "sensor_alert", "sensor_cleared", "undone", "ball_returned",
    "ball_identified", "call", "fell", "lag", "sanction", "breaker", "position", "interference", "referee_error",
    "dead_position", "concede", "forfeit", "clock_stopped", "match_abandoned",
})  # fmt: skip

CODES = frozenset({
    "ok", "bad_request", "not_allowed", "not_now", "impossible", "conflict", "expired", "busy", "duplicate",
    "retained",
})  # fmt: skip

STATE_FIELDS = (
    "phase", "game", "frame", "frames", "score", "debt", "striker", "from_hand", "options", "chooser", "call",
    "balls_left", "numbers", "verdict", "frame_winner", "winner",
)  # fmt: skip
"""The fields of a match-log state that `state` carries, in the contract's order."""


class Judged(Protocol):
    """A state of the match log, as `luza_rules.State` is one."""

    def as_dict(self) -> dict[str, Any]:
        """All fields of the match log's state, JSON-ready."""


def encode(payload: Mapping[str, Any]) -> bytes:
    """The bytes that go on the wire: UTF-8 JSON without spaces. ValueError for NaN, infinity or lone surrogates."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def timestamp(unix: float) -> str:
    """Unix seconds as the contract writes a time: `2026-12-01T18:22:05.120Z`."""
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def event_id(epoch: int, seq: int) -> str:
    """The id of event `seq`: the same however often it is sent, after a restart too, so that readers drop doubles."""
    return f"{epoch}-{seq}"


def match_part(match_id: str, players: Mapping[str, str], frames_to_win: int) -> dict[str, Any]:
    """`match` of a state, from the names of `a` and `b`."""
    return {
        "id": match_id,
        "players": {side: {"name": players[side][:NAME_CHARACTERS]} for side in ("a", "b")},
        "frames_to_win": frames_to_win,
    }


def state_payload(
    state: Judged | None,
    *,
    epoch: int,
    rev: int,
    seq: int,
    ts: float,
    clock_synced: bool,
    hall: str,
    table_id: str,
    table_name: str,
    match: Mapping[str, Any] | None = None,
    legal: Sequence[str] = (),
    last: Sequence[Mapping[str, Any]] = (),
    undo: Mapping[str, Any] | None = None,
    doubts: Sequence[Mapping[str, Any]] = (),
    live_stroke: str = "idle",
    live_pocketed: Sequence[Mapping[str, Any]] = (),
    live_score: Mapping[str, int] | None = None,
    clock: Mapping[str, Any] | None = None,
    pause: Mapping[str, Any] | None = None,
    alerts: Sequence[Mapping[str, Any]] = (),
    words: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """One complete snapshot for topic `state`, under 4 KiB.

    `state` None, or one without a phase, is a table between matches: phase `idle`, and the match fields null. Of `last`
    the three at the end are kept. A `live_score` of None is the judged score. `words` is the verdict explained,
    {"ru": [...], "en": [...]}.
    """
    judged = {} if state is None else state.as_dict()
    playing = judged.get("phase") is not None
    fields = {name: judged.get(name) if playing else None for name in STATE_FIELDS}
    if not playing:
        fields["phase"] = "idle"
    payload = {
        "schema": SCHEMA,
        "epoch": epoch,
        "rev": rev,
        "seq": seq,
        "ts": timestamp(ts),
        "clock_synced": clock_synced,
        "hall": hall,
        "table": {"id": table_id, "name": table_name[:NAME_CHARACTERS]},
        "match": dict(match) if playing and match is not None else None,
        **fields,
        "legal": list(legal),
        "last": [dict(stroke) for stroke in last[-3:]],
        "undo": None if undo is None else dict(undo),
        "doubts": [dict(doubt) for doubt in doubts],
        "live": {
            "stroke": live_stroke,
            "pocketed": [dict(ball) for ball in live_pocketed],
            "score": fields["score"] if live_score is None else dict(live_score),
        },
        "clock": None if clock is None else dict(clock),
        "pause": None if pause is None else dict(pause),
        "alerts": [dict(alert) for alert in alerts],
        "words": {language: list((words or {}).get(language, ())) for language in ("ru", "en")},
    }
    return _fitted(payload)


def _fitted(payload: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the contract allows, in its order, until the state is under 4 KiB.

    What the contract names goes first (the doubts' readings, then `last`). Should that not be enough, which takes more
    falls in one stroke than there are balls, or far more alerts than sensors, the first of the falls, `words`, the
    older alerts, then the doubts go too: the score always fits.
    """
    if len(encode(payload)) < STATE_BYTES:
        return payload
    payload["truncated"] = True
    payload["doubts"] = [{key: value for key, value in d.items() if key != "readings"} for d in payload["doubts"]]
    if len(encode(payload)) >= STATE_BYTES:
        del payload["last"]
    if len(encode(payload)) >= STATE_BYTES:
        payload["live"]["pocketed"] = payload["live"]["pocketed"][-BALLS:]
    if len(encode(payload)) >= STATE_BYTES:
        payload["words"] = {"ru": [], "en": []}
    while payload["alerts"] and len(encode(payload)) >= STATE_BYTES:
        del payload["alerts"][0]
    while payload["doubts"] and len(encode(payload)) >= STATE_BYTES:
        del payload["doubts"][-1]
    return payload


def led_payload(state: Mapping[str, Any]) -> dict[str, Any]:
    """The projection of a `state` payload for small displays, at most 128 bytes.

    `a` and `b` are the live score, so a ball shows the moment it falls; `t` is the seconds on the clock, whole.
    """
    score = state["live"]["score"] or {"a": None, "b": None}
    frames = state["frames"]
    clock = state["clock"]
    return {
        "r": state["rev"],
        "a": score["a"],
        "b": score["b"],
        "f": None if frames is None else [frames["a"], frames["b"]],
        "s": state["striker"],
        "t": None if clock is None else max(0, round(clock["ends_in_s"])),
    }


def event_payload(
    event_type: str, *, epoch: int, seq: int, rev: int, ts: float, fields: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """One thing that happened, for topic `event`; `fields` are those of its match-log event (`type` is left out).

    ValueError for an event type that the contract doesn't have, and for fields that would hide the event's own.
    """
    if event_type not in EVENT_TYPES:
        raise ValueError(f"the contract has no event type {event_type!r}")
    own: dict[str, Any] = {
        "id": event_id(epoch, seq),
        "epoch": epoch,
        "seq": seq,
        "rev": rev,
        "ts": timestamp(ts),
        "event_type": event_type,
    }
    more = {name: value for name, value in (fields or {}).items() if name != "type"}
    if hidden := sorted(own.keys() & more.keys()):
        raise ValueError(f"the fields of {event_type} would hide the event's own: {', '.join(hidden)}")
    return own | more


def hb_payload(*, epoch: int, rev: int, seq: int, uptime_s: float, ends_in_s: float | None = None) -> dict[str, Any]:
    """A sign of life, for topic `hb`; `ends_in_s` only while a clock or a pause runs."""
    payload: dict[str, Any] = {"epoch": epoch, "rev": rev, "seq": seq, "uptime_s": round(uptime_s, 1)}
    if ends_in_s is not None:
        payload["ends_in_s"] = round(max(0.0, ends_in_s), 1)
    return payload


def info_payload(
    *,
    version: str,
    boot_id: str,
    hall: str,
    table_id: str,
    table_name: str,
    sensors: Sequence[Mapping[str, Any]],
    games: Sequence[str],
    nodes: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Who this table is, for topic `info`.

    `sensors` are {id, kind}, `games` the ids of the games it offers, `nodes` the boards' health: {id, up, …}.
    """
    return {
        "schema": SCHEMA,
        "version": version,
        "boot_id": boot_id,
        "hall": hall,
        "table": {
            "id": table_id,
            "name": table_name[:NAME_CHARACTERS],
            "sensors": [dict(sensor) for sensor in sensors],
        },
        "games": list(games),
        "nodes": [dict(node) for node in nodes],
    }


def reply_payload(
    command_id: str,
    code: str,
    *,
    rev: int,
    message: str = "",
    asked: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The one answer to a command; `asked` is what was asked for (`state`, `verdict`, `events` with `more`).

    ValueError for a code that the contract doesn't have.
    """
    if code not in CODES:
        raise ValueError(f"the contract has no answer code {code!r}")
    answer = {"id": command_id, "ok": code == "ok", "code": code, "message": message, "rev": rev}
    return answer | {name: value for name, value in (asked or {}).items() if name not in answer}
