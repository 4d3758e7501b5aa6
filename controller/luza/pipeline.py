"""From hits and events to judged steps: order, condition, build strokes, judge. The functional core of the controller.

    pipeline = Pipeline(load_table("table.toml"))
    for line in lines:
        for step in pipeline.hit(line): ...        # or .event(line)

The same lines give the same steps, however they are batched. No clock is read: time passes by what is said, and by
`advance`, which the loop calls when `deadline` has come.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from luza.conditioning.readers import EARLIEST_S, LATEST_S, as_called
from luza.conditioning.throat import Drop, Passage
from luza.doubting import doubts_of, may_come, possible
from luza.last_stroke import LastStroke
from luza.live import IDLE, Live, coming_drops
from luza.ordering import WINDOW_S, Ordering, after
from luza.stroke import Loose, Reading, Stroke, fields_of, other_readings
from luza.stroke_builder import StrokeBuilder
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile
from luza_rules import GAMES, Match, State

__all__ = ["Live", "Pipeline", "Step"]

Event = dict[str, Any]

# events that don't end a stroke (contract: sensor log, End)
_WHILE_PLAYING = ("warning", "shot_clock")
# the line that a cue ball played from hand has to cross
_STRINGS = {"house": "head_string", "temporary_house": "foot_string"}
_SETTLING_S = 1.0  # without a hit for this long, a display may say that the balls come to rest

_END_STROKE, _ABANDON = "end_stroke", "abandon"


class Step(NamedTuple):
    """One judged event, accepted or refused, and the state after it; `match_no` counts matches from 1."""

    event: Event
    state: State
    match_no: int


class Pipeline:
    """One table's pipeline. Each call returns the steps that it brought, in order.

    Refused with ValueError: a hit of a sensor that the table doesn't have.
    """

    def __init__(self, table: TableFile) -> None:
        self.table = table
        self.blank = Match().state
        self._order = Ordering()
        self._match = Match()
        self._match_no = 0
        self._numbers = False
        self._builder = StrokeBuilder(table, self)
        self._handlers = self._builder.handlers
        self._steps: list[Step] = []
        self._last: LastStroke | None = None
        self._scored: tuple[Any, dict[str, int] | None] = (None, None)

    # -- lines in

    def hit(self, hit: Hit) -> list[Step]:
        """A hit has arrived."""
        t, sensor, value = hit
        if sensor not in self._handlers:
            raise ValueError(f"the table has no sensor {sensor!r}")
        order = self._order
        order.hit(t, sensor, value)
        return self._run() if order.horizon == t else []

    def event(self, event: Event) -> list[Step]:
        """An event of the match log, with `at`, said by a person or a timer."""
        self._order.said(event["at"], event)
        return self._run()

    def end_stroke(self, t: float) -> list[Step]:
        """A person says that the balls rest."""
        self._order.said(t, _END_STROKE)
        return self._run()

    def abandon(self, t: float) -> list[Step]:
        """The match ends without a winner; the next `match` line begins another."""
        self._order.said(t, _ABANDON)
        return self._run()

    def advance(self, t: float) -> list[Step]:
        """Time has reached `t`."""
        self._order.advance(t)
        return self._run()

    def finish(self) -> list[Step]:
        """The recording has ended, and with it the open stroke."""
        before = self._run(everything=True)
        self._builder.end(self._order.horizon)
        self._builder.pass_time(math.inf)
        steps, self._steps = self._steps, []
        return before + steps

    def rewire(self, table: TableFile) -> list[Step]:
        """From now on the hits are those of another table file; what the sensors of the old one saw is judged first."""
        steps = self.finish()
        self.table = table
        self._last = None
        self._builder = StrokeBuilder(table, self)
        self._handlers = self._builder.handlers
        self._follow()
        return steps

    # -- what is known

    @property
    def state(self) -> State:
        """The last state of the match in force."""
        return self._match.state

    @property
    def match(self) -> Match:
        """The match in force."""
        return self._match

    @property
    def deadline(self) -> float | None:
        """The table time at which `advance` is wanted; None: nothing is pending."""
        due, waiting = self._builder.due, self._order.deadline
        if due is None:
            return waiting
        return after(due) if waiting is None else min(waiting, after(due))

    @property
    def counts(self) -> dict[str, int]:
        """What was not used, and why: name -> how often; only what occurred."""
        found = Counter(self._builder.counts)
        found["late"], found["doubled"] = self._order.late, self._order.doubled
        return {name: count for name, count in sorted(found.items()) if count}

    @property
    def muted(self) -> tuple[str, ...]:
        """The pockets whose throat isn't believed at the moment (a storm)."""
        return tuple(name for name, pocket in self._builder.pockets.items() if pocket.muted)

    @property
    def live(self) -> Live:
        """The stroke that is being played: a ball shows once its beam has cleared, with the score it would make."""
        stroke = self._builder.stroke
        if stroke is None and (self._builder.layout.tip or not self._builder.in_play):
            return IDLE
        pocketed = stroke.drops(self._numbers) if stroke is not None and stroke.passages else []
        if self._order.deadline is not None:
            pocketed += coming_drops(self._builder.pockets, self._order.waiting, self._builder.throats)
        if stroke is None and not pocketed:
            return IDLE
        quiet = stroke is not None and self._order.horizon - stroke.last >= _SETTLING_S
        score = self._score_with(pocketed)
        return Live("settling" if quiet else "running", tuple(pocketed), score)

    def _score_with(self, pocketed: list[Event]) -> dict[str, int] | None:
        key = (self._match_no, self.state.rev, tuple((drop["ball"], drop["pocket"]) for drop in pocketed))
        if self._scored[0] != key:
            state = self.state
            if pocketed:
                event: Event = {"type": "stroke", "pocketed": pocketed, "touched_object": True}
                state = self._match.fork().push(event)
                if not state.accepted:
                    state = self._match.fork().push(possible(self._match, event)[0])
            self._scored = (key, state.score.as_dict() if state.score is not None else None)
        return self._scored[1]

    # -- in order of time

    def _run(self, everything: bool = False) -> list[Step]:
        order, builder, handlers = self._order, self._builder, self._handlers
        timers = builder.timers
        for item in order.release(everything):
            t = item[0]
            if timers and timers[0][0] < t:
                builder.pass_time(t)
            if item[1]:
                self._said(t, item[3])
            else:
                handlers[item[2]](t, item[3])
        if not everything:
            while timers and timers[0][0] + WINDOW_S < order.horizon:
                builder.next_timer()
        if not self._steps:
            return []
        steps, self._steps = self._steps, []
        return steps

    def _said(self, t: float, what: Any) -> None:
        if what is _END_STROKE:
            self._builder.end(t)
        elif what is _ABANDON:
            self._builder.drop()
            self._last = None
            self._begin_match(Match())
        else:
            self._hear(what, t)

    def _hear(self, event: Event, t: float) -> None:
        """What a person said: it ends the open stroke, or says what it was."""
        kind = event.get("type")
        if kind == "stroke":
            self._builder.settle_passages(t)
            self._builder.drop()
        elif kind not in _WHILE_PLAYING:
            self._builder.end(t)
        if kind == "match" and self.state.phase == "match_over":
            self._next_match(event)
        else:
            self._judge(event)
        if self._last is not None and self._steps[-1].state.accepted:
            self._last.heard(event)

    def _next_match(self, event: Event) -> None:
        """A match line after a match that is over begins another one, if it is accepted."""
        match = Match()
        state = match.push(event)
        if state.accepted:
            self._begin_match(match)
            self._told(event, state)
        else:
            self._told(event, self.state._replace(accepted=False, error=state.error))

    def _judge(self, event: Event) -> None:
        self._told(event, self._match.push(event))

    def _begin_match(self, match: Match) -> None:
        self._match = match
        self._follow()

    def _told(self, event: Event, state: State) -> None:
        if event.get("type") == "match" and state.accepted:
            self._match_no += 1
        self._steps.append(Step(event, state, self._match_no))
        self._follow()

    def _follow(self) -> None:
        """The builder has to know whether play is on, and from which house."""
        state = self._match.state
        self._builder.follow(state.phase == "play")
        self._builder.house = _STRINGS.get(state.from_hand or "")
        self._numbers = state.game is not None and GAMES[state.game].numbers

    # -- what the builder tells

    def stroke_ended(self, stroke: Stroke) -> None:
        """A stroke has ended: judge it."""
        before = self._match.fork()
        event = self._told_of(stroke, before)
        self._last = LastStroke(stroke, before, event)
        self._judge(event)

    def passage_final(self, passage: Passage, t: float) -> None:
        """What went through a throat is known for good: a ball of the last stroke, a late fall, or nothing new."""
        last = self._last
        if passage.late:
            for drop in passage.drops():
                self._fell_late(drop, passage.pocket.name)
        elif last is not None and passage.owner is last.stroke and last.stroke.final:
            self._rule(last, t)

    def _fell_late(self, drop: Drop, pocket: str) -> None:
        """A hanging ball fell after its stroke had ended (2.1.15); one that can't be on the table was misread."""
        fell = {"type": "fell", "at": drop.t, "by": "sensors", "ball": "unknown", "pocket": pocket, "cause": "late"}
        known = {**fell, "ball": as_called(drop.ball, self._numbers)}
        self._judge(known if may_come(self._match, known) else fell)

    def read_without_break(self, loose: Loose, t: float) -> None:
        """A reader saw a ball that no beam had seen: in a stroke, or right after it, a pocketing all the same."""
        stroke, last = self._builder.stroke, self._last
        if stroke is not None and t - stroke.at >= EARLIEST_S:
            stroke.loose.append(loose)
        elif last is not None and not last.closed and t - last.stroke.ended <= LATEST_S:
            last.stroke.loose.append(loose)
            self._rule(last, t)
        else:
            self._builder.counts["outside"] += 1

    def button_pressed(self, event: Mapping[str, Any], t: float) -> None:
        """A button was pressed: it says what a person would."""
        if event["type"] == "end_stroke":
            self._builder.end(t)
        else:
            self._hear(dict(event), t)

    def _told_of(self, stroke: Stroke, before: Match) -> Event:
        """The stroke's event, with no more balls than the table has, and with what is doubtful about it."""
        layout, numbers = self._builder.layout, self._numbers
        event = {"type": "stroke", "at": stroke.at, "by": "sensors", **fields_of(stroke, layout, numbers)}
        event, too_many = possible(before, event)
        others = other_readings(stroke, layout, numbers) + self._unseen(stroke, event["pocketed"])
        doubts = doubts_of(before, event, others)
        if too_many is not None:
            doubts.insert(0, too_many)
        return {**event, "doubts": doubts} if doubts else event

    def _unseen(self, stroke: Stroke, pocketed: list[Event]) -> list[Reading]:
        """A ball may have fallen through a beam that a storm had muted, where no reader would have told."""
        return [
            Reading("pocketed", "storm", {"pocketed": [*pocketed, {"ball": "unknown", "pocket": pocket.name}]})
            for pocket in self._builder.pockets.values()
            if not pocket.reads and pocket.was_muted(stroke.at, stroke.ended)
        ]

    def _rule(self, last: LastStroke, t: float) -> None:
        """Correct the last stroke where more is known by now."""
        ruling = last.correction(self._told_of(last.stroke, last.before), t)
        if ruling is not None:
            self._judge(ruling)
