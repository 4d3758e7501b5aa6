"""A table as its journal tells it (law 1): fed one line at a time, it knows all that displays show.

Starting up is feeding it the lines of the journal; playing is feeding it each new line, which stands in the journal
too. It reads no clock: times come in the lines, and the wall time of an event follows from the latest `start` line.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from luza.alerts import Alerts
from luza.bulletin import News, live_news, news_of
from luza.live import IDLE
from luza.ordering import WINDOW_S
from luza.pipeline import Pipeline, Step
from luza.shot_clock import LIMIT_S, ShotClock
from luza.shown import Shown, after
from luza.starts import Start
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile, parse_table
from luza_mqtt import payloads
from luza_mqtt.answers import Answers
from luza_rules import LANGUAGES, event_words, explain

Line = Hit | Mapping[str, Any]

# How many told events can be asked for with `history`.
HISTORY = 2000
# A moment is over when no hit from before it can arrive any more, and a millisecond.
LATENESS_S = WINDOW_S + 0.001
# Longest pauses in seconds, by the reason of a suspension (1.7, 1.5.5, 2.1.1); the others have no end.
PAUSES = {"protest": 3600.0, "injury": 1800.0, "equipment": 900.0, "pause": 300.0}
# What a player may hear or say without being given a new shot clock.
SAME_TURN = ("warning", "call", "position")


@dataclass
class Keeper:
    """All that one table's journal says.

    `table` is the table file of the first `start`; a later start may bring another. `take(line)` returns the judged
    steps that the line brought; what is to be told gathers until `collect()`.
    `t` is the latest time of any line (table seconds), `marks` says of each board how far its hits are journaled:
    uid -> (boot, number of the next hit). `bound` says which board each node had last: node -> uid.
    """

    table: TableFile
    hall: str
    start: Start | None = None
    t: float = 0.0
    marks: dict[str, tuple[int, int]] = field(default_factory=dict)
    bound: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pipeline = Pipeline(self.table)
        self.clock = ShotClock()
        self.answers = Answers()
        self.seq = 0
        self.history: deque[dict[str, Any]] = deque(maxlen=HISTORY)
        self.alerts = Alerts()
        self._news: list[dict[str, Any]] = []
        self._rev_before = 0  # accepted events of the matches before this one
        self._matches = 0
        self._turn = 0
        self._players: dict[str, Any] | None = None
        self._shown = [Shown()]
        self._state = self.pipeline.state
        self.live = self.pipeline.live

    def fork(self) -> Keeper:
        """An independent copy, to try on it what a line would do. It has no history, and no answers to give."""
        twin = copy.copy(self)
        twin.marks, twin.alerts, twin.clock = dict(self.marks), Alerts(self.alerts), copy.copy(self.clock)
        twin.bound = dict(self.bound)
        twin.pipeline = copy.deepcopy(self.pipeline)
        twin.answers, twin.history = Answers(), deque()
        twin._shown, twin._news = list(self._shown), []
        return twin

    # -- lines in

    def take(self, line: Line) -> list[Step]:
        """One line of the journal: a hit, an event of the match log, or a line with `m`."""
        if isinstance(line, Hit):
            self.t = max(self.t, line.t)
            steps = self.pipeline.hit(line)
        else:
            self.t = max(self.t, float(line.get("at", line.get("t", 0.0))))
            if "type" in line:
                steps = self.pipeline.event(dict(line))
                if line["type"] == "time_out":
                    self.clock.ends_at = None  # said once, whatever the judge makes of it
            else:
                steps = self._mark(line)
        before, self.live = self.live, self.pipeline.live
        if any(step.event["type"] == "stroke" for step in steps):
            for step in steps:
                self._judged(step)
            self._tell_all(live_news(IDLE, self.live))  # what is live now is the next stroke
        else:
            self._tell_all(live_news(before, self.live))
            for step in steps:
                self._judged(step)
        if self.pipeline.state.phase is None and not self.idle:
            self._abandoned()
        if (muted := self.pipeline.muted) != self.alerts.storming:
            self._tell_all(self.alerts.storms(muted, self._now()))
        player = self.pipeline.match.clock_of
        runs = self.pipeline.state.phase == "play" and self.live.stroke == "idle"
        self.clock.follow(self.t, player if runs else None, self._turn)
        return steps

    def _mark(self, line: Mapping[str, Any]) -> list[Step]:
        """A line of the journal's own."""
        kind = line["m"]
        if kind == "time":
            steps = self.pipeline.advance(line["t"])
            if self.clock.warn(line["t"]):
                self._tell("clock_warning", {"player": self.clock.player})
            return steps
        if kind == "end_stroke":
            return self.pipeline.end_stroke(line["t"])
        if kind == "abandon":
            return self.pipeline.abandon(line["t"])
        if kind == "start":
            before, self.start = self.start, Start.from_line(line)
            if before is None or before.epoch == self.start.epoch:  # else the controller has only outbid the broker
                self.alerts.forget()
            if self.start.table_text != self.table.text:
                self.table = parse_table(self.start.table_text, "the table file in the journal")
                return self.pipeline.rewire(self.table)
        elif kind == "cmd":
            self.answers.add(line["actor"], line["id"], line["digest"], line["answer"])
        elif kind == "board":
            self._board(line)
        return []

    def _judged(self, step: Step) -> None:
        """Keep what displays show in step with one judged event, and tell the hall of it."""
        before, state = self._state, step.state
        if not state.accepted:
            return
        kind = step.event["type"]
        if kind == "match":
            self._rev_before = self.rev
            self._matches += 1
            self._shown = [Shown()]
            before = self.pipeline.blank
            self._players = payloads.match_part(
                f"{self.epoch}-{self._matches}", step.event["players"], step.event["frames_to_win"]
            )
        if kind == "undo":
            self._shown.pop()
        else:
            self._shown.append(after(self._shown[-1], step.event, before, state))
        self._turn += kind not in SAME_TURN
        self._state = state
        self._tell_all(news_of(step, before))

    def _abandoned(self) -> None:
        """The match has ended without a winner; the table is idle (contract: MQTT, `abandon`)."""
        self._rev_before = self.rev + 1  # so that readers take the idle state for the newer one
        self._state = self.pipeline.state
        self._players = None
        self._shown = [Shown()]
        self._tell("match_abandoned", {})

    def _board(self, line: Mapping[str, Any]) -> None:
        """How a board fares, and how far its hits are journaled."""
        if "next" in line:
            self.marks[line["uid"]] = (line["boot"], line["next"])
        if line.get("up"):
            self.bound[line["node"]] = line["uid"]
        self._tell_all(self.alerts.board(line, self._now()))

    # -- told outward

    @property
    def epoch(self) -> int:
        """The journal's number: readers keep the highest (epoch, rev)."""
        return self.start.epoch if self.start else 0

    @property
    def rev(self) -> int:
        """Accepted events since the epoch began, over all matches."""
        return self._rev_before + (self._state.rev or 0)

    @property
    def idle(self) -> bool:
        """Between matches: none was begun yet, or the last one was abandoned."""
        return self._players is None

    def wall(self, t: float) -> float:
        """The wall time (Unix seconds) of table time `t`."""
        return self.start.wall_time(t) if self.start else t

    def _tell(self, name: str, fields: Mapping[str, Any]) -> None:
        self.seq += 1
        told = payloads.event_payload(
            name, epoch=self.epoch, seq=self.seq, rev=self.rev, ts=self.wall(self.t), fields=fields
        )
        self.history.append(told)
        self._news.append(told)

    def _tell_all(self, news: Iterable[News]) -> None:
        for name, fields in news:
            self._tell(name, fields)

    def _now(self) -> str:
        """The wall time of the latest line."""
        return payloads.timestamp(self.wall(self.t))

    def collect(self) -> list[dict[str, Any]]:
        """The events to be told since the last call, in order of `seq`."""
        news, self._news = self._news, []
        return news

    def snapshot(self, now: float, seq: int, alerts: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
        """The contract's `state`, clock and pause as they stand at table time `now`; `seq` is the last one told."""
        live, match, shown = self.live, self.pipeline.match, self._shown[-1]
        state = self.pipeline.state
        undo = match.undoable
        return payloads.state_payload(
            state,
            epoch=self.epoch,
            rev=self.rev,
            seq=seq,
            ts=self.wall(self.t),
            clock_synced=self.start.synced if self.start else False,
            hall=self.hall,
            table_id=self.table.id,
            table_name=self.table.name,
            match=self._players,
            legal=self.legal(),
            last=shown.last,
            undo=undo and {"type": undo["type"], "words": {lang: event_words(undo, lang) for lang in LANGUAGES}},
            doubts=shown.doubts,
            live_stroke=live.stroke,
            live_pocketed=live.pocketed,
            live_score=live.score,
            clock=self.clock_left(now),
            pause=self.pause_left(now),
            alerts=[*self.alerts.told, *alerts],
            words={lang: explain(state, lang) for lang in LANGUAGES},
        )

    def legal(self) -> tuple[str, ...]:
        """The events that may come now; between matches that is `match`."""
        if self.idle:
            return ("match",)
        events = self.pipeline.match.legal_events()
        return ("match", *events) if self.pipeline.state.phase == "match_over" else events

    def clock_left(self, now: float) -> dict[str, Any] | None:
        """The running shot clock: player, seconds left, its whole length."""
        if self.clock.ends_at is None:
            return None
        return {
            "player": self.clock.player,
            "ends_in_s": round(max(0.0, self.clock.ends_at - now), 1),
            "limit_s": LIMIT_S,
        }

    def pause_left(self, now: float) -> dict[str, Any] | None:
        """Why play is suspended, and how long that may last yet."""
        shown = self._shown[-1]
        if self.pipeline.state.phase != "suspended" or shown.paused is None:
            return None
        reason, since = shown.paused
        limit = PAUSES.get(reason)
        return {"reason": reason, "ends_in_s": limit and round(max(0.0, since + limit - now), 1)}

    # -- time

    @property
    def deadline(self) -> float | None:
        """When `timers` wants to be asked, in table seconds; None: nothing is pending."""
        due = [self.pipeline.deadline]
        if self.clock.next_at is not None:
            due.append(self.clock.next_at + (LATENESS_S if self.clock.warned else 0.0))
        return min((t for t in due if t is not None), default=None)

    def timers(self, now: float) -> list[Mapping[str, Any]]:
        """The lines that have to be written and taken now that the table's clock stands at `now`."""
        if self.deadline is None or now < self.deadline:
            return []
        ends_at = self.clock.ends_at
        lines: list[Mapping[str, Any]] = []
        if ends_at is not None and now >= ends_at + LATENESS_S:
            lines.append({"type": "time_out", "at": ends_at, "by": "system"})
        return [*lines, {"m": "time", "t": now}]
