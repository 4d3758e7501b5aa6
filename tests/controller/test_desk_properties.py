"""What holds of a table whatever people and sensors say: random hits and commands, sound ones and spoilt ones mixed.

Nothing raises, for it would raise again at every start; what is refused or only tried changes nothing; and the lines of
the journal alone give the same table again (law 1).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luza.desk import Desk
from luza.keeper import Keeper, Line
from luza.pipeline import Pipeline, Step
from luza.sensor_log import Header, event_line, header_line, hit_line, read_log
from luza.starts import Start
from luza.table_clock import TableClock
from luza_hardware.hit import Hit
from luza_hardware.table_file import parse_table
from luza_mqtt.actors import EVENT_VERBS, VERBS, Actor
from luza_mqtt.commands import Refused, read
from luza_mqtt.news import Message
from luza_mqtt.payloads import CODES, LED_BYTES, STATE_BYTES, encode, led_payload
from luza_rules import GAMES
from luza_rules.words import CUSHIONS, POCKETS

BUTTONS = """
[[sensor]]
id = "button.undo"
kind = "button"
event = "undo"
by = "referee"
gpio = 25
[[sensor]]
id = "button.rest"
kind = "button"
event = "end_stroke"
gpio = 26
"""
TEXT = (Path(__file__).parents[1] / "recordings" / "full.toml").read_text(encoding="utf-8") + BUTTONS
TABLE = parse_table(TEXT, "full.toml")
ACTORS = {
    actor.name: actor
    for actor in (
        Actor("anna", "referee"),
        Actor("boss", "admin"),
        Actor("left", "player", "a"),
        Actor("any", "player"),
        Actor("tv", "display"),
    )
}

relaxed = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

SIDE = st.sampled_from("ab")
POCKET = st.sampled_from(POCKETS)
BALL = st.sampled_from(["object", "object", "cue", "unknown", 1, 7, 15])
FALLEN = st.fixed_dictionaries({"ball": BALL, "pocket": POCKET})
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "pocketed": st.lists(FALLEN, max_size=5),
        "jumped": st.lists(BALL, max_size=2),
        "touched_object": st.sampled_from([None, True, True, False]),
        "left_house": st.sampled_from([None, True, False]),
        "cushions": st.none() | st.lists(st.sampled_from(CUSHIONS), max_size=3),
        "safety": st.sampled_from([None, "legal", "illegal"]),
        "fouls": st.lists(st.integers(1, 15), max_size=2),
        "doubts": st.just([{"about": "pocketed", "why": "long_break", "readings": [{"pocketed": []}, {}]}]),
    },
)
# names with what ends a line for some readers, with what JSON escapes, and as long as they may be
NAME = st.sampled_from(["Anna", "Борис\u2028Второй", "a\x85b", "x\x1cy", '"\\', "Ю" * 64, "🎱" * 64])
ARGS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "match": st.fixed_dictionaries(
        {
            "game": st.sampled_from(sorted(GAMES)),
            "players": st.fixed_dictionaries({"a": NAME, "b": NAME}),
            "frames_to_win": st.sampled_from([1, 1, 2, 3]),
        },
        optional={"first_break": st.just("a"), "officiating": st.sampled_from(["auto", "referee"])},
    ),
    "lag": st.fixed_dictionaries({"winner": SIDE}),
    "breaker": st.fixed_dictionaries({"player": SIDE}),
    "call": FALLEN | st.just({"falling": True}) | st.just({}),
    "stroke": FACTS,
    "ruling": FACTS,
    "play_on": st.just({}) | st.just({"demand": False}),
    "foul": st.fixed_dictionaries({"player": SIDE, "foul": st.integers(1, 15)}),
    "fell": st.fixed_dictionaries(
        {"ball": BALL, "pocket": POCKET, "cause": st.sampled_from(["late", "jolt", "spin", "early"])}
    ),
    "interference": st.fixed_dictionaries({"whose": st.sampled_from(["outsider", "opponent"])}),
    "position": st.fixed_dictionaries({"all_in_house": st.booleans()}),
    "warning": st.fixed_dictionaries({"kind": st.sampled_from(["dead_position", "stalling"]), "player": SIDE}),
    "shot_clock": st.fixed_dictionaries({"player": SIDE, "on": st.booleans()}),
    "referee_error": st.fixed_dictionaries({"led_to": st.sampled_from(["foul", "misplay", "nothing"])}),
    "sanction": st.fixed_dictionaries({"player": SIDE, "kind": st.sampled_from(["remark", "frame", "match"])}),
    "suspend": st.fixed_dictionaries({"reason": st.sampled_from(["protest", "pause", "outsider"])}),
    "concede": st.fixed_dictionaries({"player": SIDE, "what": st.sampled_from(["frame", "match"])}),
    "forfeit": st.fixed_dictionaries({"player": SIDE, "why": st.just("unable")}),
    "history": st.fixed_dictionaries({}, optional={"since_seq": st.integers(0, 30)}),
    "identify": st.just({"node": "foot"}),
}
SPOILT = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("a") | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | st.just("ball"), inner, max_size=2)
    ),
    max_leaves=5,
)


# what is also wrong in a command now and then, or asked of it
FLAGS = st.fixed_dictionaries(
    {},
    optional={
        "dry_run": st.booleans(),
        "expected_rev": st.sampled_from([None, 2]),
        "not_after": st.sampled_from([None, "2020-01-01T00:00:00Z", "2100-01-01T00:00:00+03:00"]),
    },
)
ALWAYS = ("end_stroke", "abandon", "history")
ENDS = ("concede", "forfeit", "sanction", "suspend")


@st.composite
def commands(draw: st.DrawFn, legal: Sequence[str]) -> tuple[str, str, dict[str, Any]]:
    """Who says what, and the body: mostly what may come now, and sound."""
    odd = draw(st.sampled_from([False] * 7 + [True]))
    actor = draw(st.sampled_from([*sorted(ACTORS), "nobody"])) if odd else "anna"
    likely = [verb for verb in legal if verb not in ENDS for _ in range(8 if verb in ("stroke", "next_frame") else 2)]
    verb = draw(st.sampled_from(sorted(VERBS) if odd else [*likely, *legal, *ALWAYS]))
    args = draw(ARGS.get(verb, st.just({})))
    body = {"id": "same" if odd and draw(st.booleans()) else "new", "args": args}
    if odd:
        names = st.sampled_from([*args, "surplus"]) | st.sampled_from(["at", "by", "type"])
        body["args"] = {**args, draw(names): draw(SPOILT)} if draw(st.booleans()) else args
    return actor, verb, body | (draw(FLAGS) if odd or draw(st.integers(0, 7)) == 0 else {})


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "tip": st.sampled_from([0.0, 0.05, 0.3, 0.9]),
    "cushion": st.sampled_from([0.01, 0.3]),
    "colour": st.sampled_from([(150, 40, 30), (230, 226, 212), (0, 0, 0)]),
}
HITS = st.sampled_from(TABLE.sensors).flatmap(
    lambda sensor: st.tuples(st.just(sensor.id), VALUES.get(sensor.kind, st.sampled_from([0, 1])))
)


@st.composite
def strokes(draw: st.DrawFn) -> list[tuple[float, tuple[str, Any]]]:
    """A tip, and balls through throats: (seconds since the hit before, hit)."""
    hits: list[tuple[float, tuple[str, Any]]] = [(0.3, ("tip", 0.6)), (0.2, ("tip", 0.05))]
    for _ in range(draw(st.integers(0, 3))):
        pocket = draw(POCKET)
        hits += [
            (0.4, (f"pocket.{pocket}.beam", 1)),
            (draw(st.sampled_from([0.03, 0.08, 0.2])), (f"pocket.{pocket}.beam", 0)),
        ]
        if draw(st.booleans()):
            hits.append((0.2, (f"pocket.{pocket}.colour", draw(VALUES["colour"]))))
    return hits


HAPPENINGS = st.one_of(
    strokes(),
    strokes(),
    st.lists(st.tuples(st.sampled_from([-0.03, 0.0, 0.001, 0.06, 1.0]), HITS), max_size=6),
    st.sampled_from([0.01, 1.2, 6.0, 40.0]),
    st.just("restart"),
)


class Table:
    """A table without boards, broker or disk; after each act what always holds of it is looked at."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.steps: list[Step] = []
        self.told: list[dict[str, Any]] = []
        self.now = 0.0
        self.number = 0
        self.keeper = Keeper(TABLE, "hall")
        self.desk = Desk(self.keeper, self.take, lambda _node, _only_tried: None)
        self.start()

    def start(self) -> None:
        wall = 1_800_000_000.0 + self.now
        self.take(Start(self.now, wall, True, TableClock(0.0, 1.0, "boot"), 7, TEXT).line())

    def take(self, line: Line) -> list[Step]:
        self.lines.append(line)
        steps = self.keeper.take(line)
        self.steps += steps
        return steps

    def shown(self) -> dict[str, Any]:
        """All that displays see but the hour."""
        return {**self.keeper.snapshot(self.now, self.keeper.seq), "ts": None}

    def act(self, act: Any) -> None:
        before = self.keeper.rev, self.keeper.seq
        if act == "restart":
            self.restart()
        elif isinstance(act, float):
            self.wait(act)
        elif isinstance(act, tuple):
            self.say(*act)
        else:
            for after, (sensor, value) in act:
                self.now = round(self.now + max(after, 0.0), 6)
                self.take(Hit(max(0.0, round(self.now + min(after, 0.0), 6)), sensor, value))
        self.look(*before)

    def wait(self, seconds: float) -> None:
        """Time passes, and the timers are served as the loop serves them."""
        until = self.now + seconds
        while self.keeper.deadline is not None and self.keeper.deadline <= until:
            self.now = max(self.now, self.keeper.deadline)
            lines = self.keeper.timers(self.now)
            assert lines
            for line in lines:
                self.take(line)
        self.now = round(until, 6)

    def say(self, actor: str, verb: str, body: dict[str, Any]) -> None:
        if body["id"] == "new":
            self.number += 1
            body = {**body, "id": f"{self.number}"}
        self.wait(0.1)
        payload = json.dumps(body).encode()
        command = read(Message(f"luza/1/hall/t1/cmd/{actor}/{verb}", payload), ACTORS)
        if isinstance(command, Refused):
            assert command.code in CODES
            return
        self.take({"m": "time", "t": self.now})
        before, lines = self.shown(), len(self.lines)
        reply = self.desk.answer(command, self.now)
        assert reply["code"] in CODES
        assert reply["id"] == body["id"]
        encode(reply)
        if command.dry_run or not reply["ok"]:
            assert self.shown() == before
        if command.dry_run:
            assert all(not isinstance(line, Hit) and line.get("m") == "time" for line in self.lines[lines:])
        elif reply["ok"] and verb in EVENT_VERBS and reply["rev"] == before["rev"]:
            assert body["id"] == "same"  # it was answered before
        assert self.desk.answer(command, self.now) == reply

    def restart(self) -> None:
        """A new process reads the journal, and finds what the old one knew."""
        log = [header_line("t.toml"), *(hit_line(x) if isinstance(x, Hit) else event_line(x) for x in self.lines)]
        again, steps = Keeper(TABLE, "hall"), []
        pipeline, replayed = Pipeline(TABLE), []
        for _, line in read_log([f"{text}\n" for text in log], table=TABLE):
            if isinstance(line, Header):
                continue
            steps += again.take(line)
            if isinstance(line, Hit):
                replayed += pipeline.hit(line)
            elif "type" in line:
                replayed += pipeline.event(line)
            elif line["m"] in ("end_stroke", "abandon", "time"):
                feed = {"end_stroke": pipeline.end_stroke, "abandon": pipeline.abandon, "time": pipeline.advance}
                replayed += feed[line["m"]](line["t"])
        assert steps == self.steps == replayed
        assert again.snapshot(self.now, again.seq) == self.keeper.snapshot(self.now, self.keeper.seq)
        assert (again.rev, again.seq, again.t, list(again.history)) == (
            self.keeper.rev,
            self.keeper.seq,
            self.keeper.t,
            list(self.keeper.history),
        )
        assert vars(again.answers) == vars(self.keeper.answers)
        again.collect()
        self.told += self.keeper.collect()
        self.keeper = again
        self.desk = Desk(again, self.take, lambda _node, _only_tried: None)
        self.start()

    def look(self, rev: int, seq: int) -> None:
        keeper = self.keeper
        self.told += keeper.collect()
        assert keeper.rev >= rev
        assert [event["seq"] for event in self.told] == list(range(1, keeper.seq + 1))
        for event in self.told[seq:]:
            encode(event)
        state = keeper.snapshot(self.now, keeper.seq)
        assert len(encode(state)) < STATE_BYTES
        assert len(encode(led_payload(state))) <= LED_BYTES
        assert (state["phase"] == "idle") == (state["match"] is None)
        assert (state["undo"] is not None) == ("undo" in state["legal"])


@relaxed
@given(st.data())
def test_whatever_is_said_nothing_raises_and_the_journal_alone_gives_the_same_table_again(data: st.DataObject) -> None:
    table = Table()
    for _ in range(data.draw(st.integers(1, 25))):
        said = data.draw(st.sampled_from([True, True, False]))
        table.act(data.draw(commands(table.keeper.legal()) if said else HAPPENINGS))
    table.restart()
