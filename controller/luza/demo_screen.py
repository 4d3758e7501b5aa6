"""What `luza demo` shows in the terminal: the page's address, who plays, the score, and the last verdicts in words."""

from __future__ import annotations

import sys
import termios
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from luza_rules import GAMES

LINES = 8  # that stay on the screen

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "page": "Scoreboard",
        "end": "Ctrl-C ends",
        "player": "player",
        "frames": "frames",
        "score": "score",
        "debt": "debt",
        "frame": "frame",
        "wait": "waiting for the table…",
        "broker": "broker",
        "seed": "seed",
        "idle": "between matches",
        "lag": "lag",
        "lag_choice": "the lag's winner chooses who breaks",
        "play": "in play",
        "frame_over": "frame over",
        "suspended": "suspended",
        "match_over": "match over",
        "fell": "fell",
        "ended": "Ended; nothing is left running.",
    },
    "ru": {
        "page": "Табло",
        "end": "Ctrl-C завершает",
        "player": "игрок",
        "frames": "партии",
        "score": "счёт",
        "debt": "долг",
        "frame": "партия",
        "wait": "ждём стол…",
        "broker": "брокер",
        "seed": "номер серии",
        "idle": "между встречами",
        "lag": "розыгрыш",
        "lag_choice": "победитель розыгрыша выбирает, кто разбивает",
        "play": "идёт игра",
        "frame_over": "партия окончена",
        "suspended": "игра приостановлена",
        "match_over": "встреча окончена",
        "fell": "в лузе",
        "ended": "Всё остановлено.",
    },
}
BROKERS: Mapping[str, Mapping[str, str]] = {
    "en": {"mosquitto": "Mosquitto", "embedded": "Luza's own"},
    "ru": {"mosquitto": "Mosquitto", "embedded": "свой"},
}


# events that bring a verdict to tell
VERDICTS_OF = ("stroke_judged", "ruling", "foul", "fell", "interference", "referee_error")


@dataclass(frozen=True)
class Billing:
    """What stands on the screen all the time: where to look and listen, and what is played with which seed."""

    page: str
    mqtt: str
    topics: str
    broker: str
    seed: int


class Screen:
    """A live picture where the output is a terminal; else a line for each thing that is told."""

    def __init__(self, lang: str, billing: Billing, console: Console | None = None) -> None:
        self._words = WORDS[lang]
        self._lang = lang
        self._billing = billing
        self._console = console or Console()
        self._state: dict[str, Any] | None = None
        self._told: deque[str] = deque(maxlen=LINES)
        self._due: list[dict[str, Any]] = []  # events whose words come with the next state
        self._echo: list[Any] | None = None  # the terminal's settings before
        self._live = Live(self._picture(), console=self._console, refresh_per_second=8, transient=True)

    def __enter__(self) -> Screen:
        if self._console.is_terminal:
            self._echo = echo_of_keys(None)
            self._live.start()
        else:
            self._console.print(f"{self._words['page']}: {self._billing.page} ({self._words['end']})", soft_wrap=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()
        echo_of_keys(self._echo)

    def heard(self, name: str, payload: dict[str, Any]) -> None:
        """A state or an event has come from the table."""
        if name == "event":
            self._due.append(payload)
        else:
            self._state = payload
            ready = [
                event for event in self._due if (event["epoch"], event["rev"]) <= (payload["epoch"], payload["rev"])
            ]
            self._due = [event for event in self._due if event not in ready]
            for event in ready:
                self._tell(event, payload)
        if self._console.is_terminal:
            self._live.update(self._picture())

    def _tell(self, event: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        """A line for what happened, where it is worth one."""
        kind = event["event_type"]
        if state["match"] is None or state["score"] is None:
            return
        score = f"{state['score']['a']}:{state['score']['b']}"
        if kind in VERDICTS_OF and event["rev"] == state["rev"]:
            who = self._name(state, state["last"][-1]["striker"]) + ": " if state.get("last") else ""
            self._line(f"{score}  {who}{' '.join(state['words'][self._lang])}")
        elif kind == "frame_won":
            frames = f"{event['frames']['a']}:{event['frames']['b']}"
            self._line(f"{self._words['frame']} {event['frame']}: {self._name(state, event['player'])} ({frames})")

    def _line(self, line: str) -> None:
        self._told.append(line)
        if not self._console.is_terminal:
            self._console.print(line, soft_wrap=True, markup=False)

    @staticmethod
    def _name(state: Mapping[str, Any], side: str) -> str:
        return str(state["match"]["players"][side]["name"])

    def _picture(self) -> Panel:
        words, billing = self._words, self._billing
        parts: list[RenderableType] = [
            Text(f"{words['page']}: {billing.page}", style="bold"),
            Text(f"MQTT: {billing.mqtt}  {billing.topics}", style="dim"),
            Text(),
        ]
        if self._state is None or self._state["match"] is None:
            parts.append(Text(words["wait"]))
        else:
            parts += [self._score(self._state), Text(self._now(self._state)), Text()]
            parts += [Text(line, style="dim") for line in self._told]
        foot = f"{words['broker']}: {BROKERS[self._lang][billing.broker]} · {words['seed']}: {billing.seed}"
        return Panel(Group(*parts), title=self._title(), subtitle=f"{foot} · {words['end']}", border_style="green")

    def _title(self) -> str:
        game = self._state and self._state["game"]
        return f"Luza · {getattr(GAMES[game], self._lang)}" if game else "Luza"

    def _score(self, state: Mapping[str, Any]) -> Table:
        words = self._words
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for column in (" ", words["player"], words["frames"], words["score"], words["debt"]):
            table.add_column(column, justify="left" if column == words["player"] else "right")
        for side in ("a", "b"):
            score = (state["live"]["score"] or state["score"])[side]
            debt = state["debt"][side] if state["debt"] else 0
            table.add_row(
                "▶" if state["striker"] == side else " ",
                Text(self._name(state, side), style="bold"),
                str(state["frames"][side]),
                Text(str(score), style="bold green"),
                str(debt or ""),
            )
        return table

    def _now(self, state: Mapping[str, Any]) -> str:
        """What is going on, in one line."""
        now = self._words[state["phase"]]
        if state["frame"]:
            now = f"{self._words['frame']} {state['frame']} · {now}"
        if fallen := state["live"]["pocketed"]:
            now += f" · {self._words['fell']}: {len(fallen)}"
        return now


def echo_of_keys(before: list[Any] | None) -> list[Any] | None:
    """Keep the terminal from writing ^C into the picture; with the settings returned then, put it back as it was."""
    try:
        if before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
            return None
        before = termios.tcgetattr(sys.stdin)
        quiet = list(before)
        quiet[3] &= ~termios.ECHOCTL
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
    except (termios.error, OSError, ValueError):  # the input is no terminal
        return None
    return before
