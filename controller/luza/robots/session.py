"""An evening at the virtual table: match after match, played by two robots and refereed by a third.

Everything is done as people do it: the players strike, the table's sensors and controller judge, the umpire looks at
the published state and puts right what no sensor sees. All of it goes over MQTT. Beside it a match of its own is judged
from what truly happened, by which the umpire knows when the table is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from luza.errors import UserError
from luza.robots import lag, referee
from luza.robots.client import TableClient
from luza.robots.hands import Hands
from luza.robots.player import Plan, Player, Task, plan
from luza.robots.truth_log import TruthLog
from luza.robots.umpire import BACK_FOR_S, Umpire
from luza_hardware.virtual import Shot, Stroke, VirtualBoards, VirtualTable
from luza_hardware.virtual.motion import Fall
from luza_rules import Game, Match, State, event_words, explain

THINK_S = (1.5, 3.5)
FRAME_PAUSE_S = 10.0
MATCH_PAUSE_S = 15.0

PLAY_ON_SHARE = 0.5
"""So often a player without a good shot makes the offender play on."""

SEEN_S = 0.3
"""After the last ball stopped and the last sensor spoke, so long until anyone says what happened."""


@dataclass(kw_only=True)
class Session:
    """Plays for ever, or for a number of frames. `say` gets one line of text for each thing that happens.

    `now` is the table clock in seconds, `speed` times as fast as real time; `frames_to_win` the length of the matches.
    """

    client: TableClient
    table: VirtualTable
    boards: VirtualBoards
    now: Callable[[], float]
    speed: float
    game: Game
    players: Mapping[str, Player]
    frames_to_win: int
    truth: TruthLog
    seed: int
    say: Callable[[str], None]
    lang: str = "en"

    def __post_init__(self) -> None:
        self.hands = Hands(self.table, self.game)
        self.umpire = Umpire(self.client, self.table.file, self.speed, self.say)
        self.match: Match | None = None
        self.opening = True
        self.frames = 0
        self.abandoned = 0
        # by player: strokes, pots tried, pots made
        self.tally = {"a": [0, 0, 0], "b": [0, 0, 0]}
        self._rng = random.Random(f"robots {self.seed}")

    def play(self, frames: int | None = None) -> None:
        """Play on until `frames` frames are over (None: for ever)."""
        self._levels()
        while frames is None or self.frames < frames:
            told = self.client.wait_online()
            if self.match is None:
                if told["phase"] in ("idle", "match_over"):
                    self._start_match()
                else:
                    self._abandon("a match is being played here that the robots don't know")
            elif told["phase"] == "suspended":
                self.client.wait(lambda state: state["phase"] != "suspended")
            elif not self.umpire.agreed(self.match, BACK_FOR_S):
                self._abandon("the table's state is not what was played")
            else:
                self._go_on(self.match, self.match.state)

    def summary(self) -> str:
        """What was played, in a few words: strokes, pots, and what the umpire had to do."""
        parts = [f"{self.frames} frames"]
        parts += [
            f"{self.players[side].name}: {strokes} strokes, {made} of {tried} pots"
            for side, (strokes, tried, made) in self.tally.items()
        ]
        seen = self.umpire
        parts.append(f"entered {seen.entered}, ruled {seen.ruled}, redone {seen.redone}, abandoned {self.abandoned}")
        return "; ".join(parts)

    def _go_on(self, match: Match, state: State) -> None:
        if state.phase == "lag":
            self._lag(match)
        elif state.phase == "lag_choice":
            self._event(match, "breaker", {"player": state.chooser})
        elif state.phase == "play":
            self._turn(match, state)
        elif state.phase == "frame_over":
            self._pause(FRAME_PAUSE_S)
            if self._event(match, "next_frame", {}):
                self._rack()
        elif state.phase == "match_over":
            self._pause(MATCH_PAUSE_S)
            self.match = None

    # matches, frames and lags

    def _start_match(self) -> None:
        args: dict[str, Any] = {
            "game": self.game.id,
            "players": {side: player.name for side, player in self.players.items()},
            "frames_to_win": self.frames_to_win,
        }
        if not self.frames and not self.abandoned:
            args["first_break"] = "a"  # the evening begins with a break: whoever has come to look sees a game
        reply = self.client.command("match", args)
        if not reply.get("ok"):
            if reply.get("code") in ("not_now", "conflict"):
                return  # somebody else was faster; the next look at the state tells
            raise UserError(f"the table refuses the match: {reply.get('code')}: {reply.get('message')}")
        event = {"type": "match", "at": self._at(), **args}
        self.match = Match()
        self.match.push(event)
        self.truth.begin(event)
        self._rack()
        self.say(f"{self.players['a'].name} – {self.players['b'].name}: {getattr(self.game, self.lang)}")

    def _rack(self) -> None:
        self.hands.rack()
        self.opening = True
        self._levels()

    def _lag(self, match: Match) -> None:
        """Both strike from the house to the foot cushion; sensors see it, and no stroke comes of it."""
        places = lag.start_places(self.table.bed)
        self.table.clear()
        for ball, x, y in places.values():
            self.table.place(ball, x, y)
        self._levels()
        told: dict[str, Any] = {}
        for side, (ball, _, _) in places.items():
            stroke = self._strike(lag.shot(self.table.bed, ball, self.players[side], self._rng), None)
            told[side] = lag.result(stroke.motion, side)
            self._until(stroke.rest_at + SEEN_S)
        if self._event(match, "lag", told):
            self._rack()

    def _abandon(self, why: str) -> None:
        """Give a match up that can't be followed; the next one begins."""
        self.say(f"! match abandoned: {why}")
        self.abandoned += 1
        self.match = None
        if not self.client.command("abandon", {}).get("ok"):
            self.client.pause(BACK_FOR_S)

    def _event(self, match: Match, verb: str, args: Mapping[str, Any]) -> bool:
        """Say an event; where the table takes it, it is true. Whether it was taken."""
        reply = self.client.command(verb, args)
        if not reply.get("ok"):
            self.say(f"! {verb}: {reply.get('code')}: {reply.get('message')}")
            return False
        self._happened(match, {"type": verb, "at": self._at(), **args})
        return True

    def _happened(self, match: Match, event: Mapping[str, Any]) -> None:
        if match.push(event).accepted:
            self.truth.add(event)

    # strokes

    def _turn(self, match: Match, state: State) -> None:
        """What is said before a stroke, or the stroke itself."""
        side = str(state.striker)
        task = self._task(state)
        planned = plan(self.table.bed, self.table.positions, task, self.players[side], self._rng)
        if state.options and planned.aim is None and self._rng.random() < PLAY_ON_SHARE:
            self._event(match, "play_on", {})
            return
        if task.house == "house" and not task.opening and self._house_full():
            self._event(match, "position", {"all_in_house": True})
            return
        call = self._call(task, planned) if self.game.call and state.call is None else {}
        if not call or self._event(match, "call", call):
            self._stroke(match, side, task, planned)

    def _task(self, state: State) -> Task:
        house = state.from_hand
        pockets = list(self.table.bed.pockets)
        if house is not None and not self.game.fast:
            # in slow games a corner pocket at the far end has to take a ball (2.1.5)
            end = "foot" if house == "house" else "head"
            pockets = [f"{end}_left", f"{end}_right"]
        return Task(self.hands.strikable(state), house, pockets, self.opening, self.game.safety is not None)

    def _house_full(self) -> bool:
        return referee.all_in_house(self.table.bed, self.table.positions, "cue")

    def _call(self, task: Task, planned: Plan) -> dict[str, Any]:
        """What the player calls; nothing where nothing is aimed at, and nothing would count."""
        if task.opening and self.game.falling:
            return {"falling": True}
        if planned.aim is None:
            return {}
        return {"ball": planned.aim.target if self.game.numbers else "object", "pocket": planned.aim.pocket}

    def _stroke(self, match: Match, side: str, task: Task, planned: Plan) -> None:
        if planned.placed is not None:
            self.hands.place(planned.shot.ball, planned.placed)
        self._levels()
        known = self.client.wait_online()
        before = match.fork()
        stroke = self._strike(planned.shot, task.house)
        facts = referee.whole_truth(match, stroke.truth, stroke.motion, planned.aim)
        self._until(max([stroke.rest_at, *(hit.t for hit in stroke.hits)]) + SEEN_S)
        self._happened(match, facts)
        self._count(side, planned, stroke)
        self.umpire.see_it_judged(known, facts, bool(stroke.hits))
        if self.umpire.put_right(before, match, facts):
            self._tell(match.state, side, facts)
            self._after_stroke(match.state)
        else:
            self._abandon("the stroke can't be put right")

    def _strike(self, shot: Shot, house: str | None) -> Stroke:
        self.hands.struck = shot.ball
        stroke = self.table.strike(shot, self.now() + self._rng.uniform(*THINK_S), house)
        self.boards.play(stroke.hits)
        return stroke

    def _after_stroke(self, state: State) -> None:
        if state.verdict is not None and not state.verdict.repeat:
            self.opening = False
        if state.phase in ("frame_over", "match_over"):
            self.frames += 1
        elif state.phase == "play":
            self.hands.tidy(state)
            self._levels()

    # time, words, counts

    def _levels(self) -> None:
        self.boards.play(self.table.levels(self.now()))

    def _at(self) -> float:
        return round(self.now(), 6)

    def _until(self, t: float) -> None:
        self._pause(t - self.now())

    def _pause(self, seconds: float) -> None:
        self.client.pause(max(0.0, seconds / self.speed))

    def _count(self, side: str, planned: Plan, stroke: Stroke) -> None:
        aim, tally = planned.aim, self.tally[side]
        tally[0] += 1
        if aim is not None:
            tally[1] += 1
            fallen = [(event.ball, event.pocket) for event in stroke.motion.events if isinstance(event, Fall)]
            tally[2] += (aim.target, aim.pocket) in fallen

    def _tell(self, state: State, side: str, facts: Mapping[str, Any]) -> None:
        assert state.score is not None and state.frames is not None
        words = [event_words(facts, self.lang), *explain(state, self.lang)]
        score = f"{state.score.a}:{state.score.b} ({state.frames.a}:{state.frames.b})"
        self.say(f"{facts['at']:9.1f}  {score}  {self.players[side].name}: {'; '.join(words)}")
