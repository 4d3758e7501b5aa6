"""What `luza demo` shows in the terminal: the page's address, who plays, the score, and the last verdicts in words."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from luza_rules import GAMES

VERDICTS = 8  # lines of verdicts that stay on the screen

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
        "seed": "зерно",
        "idle": "между встречами",
        "lag": "розыгрыш",
        "lag_choice": "победитель розыгрыша выбирает, кто разбивает",
        "play": "идёт игра",
        "frame_over": "партия окончена",
        "suspended": "игра приостановлена",
        "match_over": "встреча окончена",
        "fell": "в лузе",
    },
}
# one kind is installed, the other comes with Luza
BROKERS = {"mosquitto": "Mosquitto", "embedded": "amqtt"}


class Screen:
    """A live picture where the output is a terminal; else a line for each verdict."""

    def __init__(self, lang: str, url: str, broker: str, seed: int, console: Console | None = None) -> None:
        self._words = WORDS[lang]
        self._lang = lang
        self._url = url
        self._foot = f"{self._words['broker']}: {BROKERS[broker]} · {self._words['seed']}: {seed}"
        self._console = console or Console()
        self._state: dict[str, Any] | None = None
        self._verdicts: deque[str] = deque(maxlen=VERDICTS)
        self._told: tuple[int, int] | None = None
        self._live = Live(self._picture(), console=self._console, refresh_per_second=8, transient=False)

    def __enter__(self) -> Screen:
        if self._console.is_terminal:
            self._live.start()
        else:
            self._console.print(f"{self._words['page']}: {self._url} ({self._words['end']})", soft_wrap=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def heard(self, name: str, payload: dict[str, Any]) -> None:
        """A state or an event has come from the table."""
        if name == "state":
            self._state = payload
            self._verdict(payload)
        if self._console.is_terminal:
            self._live.update(self._picture())

    def _verdict(self, state: Mapping[str, Any]) -> None:
        """Note the words of a verdict, once."""
        key = (state["epoch"], state["rev"])
        words = state["words"][self._lang]
        if not words or key == self._told:
            return
        self._told = key
        score = state["score"] or {"a": 0, "b": 0}
        line = f"{score['a']}:{score['b']}  {' '.join(words)}"
        if self._verdicts and self._verdicts[-1] == line:
            return
        self._verdicts.append(line)
        if not self._console.is_terminal:
            self._console.print(line, soft_wrap=True, markup=False)

    def _picture(self) -> Panel:
        parts: list[RenderableType] = [Text(f"{self._words['page']}: {self._url}", style="bold"), Text()]
        if self._state is None or self._state["match"] is None:
            parts.append(Text(self._words["wait"]))
        else:
            parts += [self._score(self._state), Text(self._now(self._state))]
            parts += [Text(), *(Text(line, style="dim") for line in self._verdicts)]
        return Panel(
            Group(*parts), title=self._title(), subtitle=f"{self._foot} · {self._words['end']}", border_style="green"
        )

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
                Text(state["match"]["players"][side]["name"], style="bold"),
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
