"""The terminal of `luza watch`: a table's sensors, live, with keys."""

from __future__ import annotations

import asyncio
import signal
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Footer, Static

from luza.errors import UserError
from luza.watch_rows import Row, boards_line, latest, picture, rows
from luza.watch_sources import Playback, Source
from luza.watch_state import Watched
from luza.watch_words import WORDS

LOOK_EVERY_S = 0.1
SIGNS_FROM_HEIGHT = 30
"""Lines of a terminal that has room for the latest signs below the sensors of a whole table."""
SIGNS = 6


class WatchApp(App[UserError]):
    """Shows what a source tells until it is ended; what it returns then is why it had to end by itself, or None."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { height: 1; background: $primary-background; }
    #boards { height: auto; max-height: 2; }
    #sensors { height: 1fr; }
    #latest { height: 7; border-top: solid $primary-background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, source: Source, lang: str) -> None:
        super().__init__()
        self._source = source
        self._lang = lang
        self._words = WORDS[lang]
        self._watched = Watched(source.table)
        self._newest_first = False
        self._rows: list[Row] = []
        self._title, self._boards = Static(id="title"), Static(id="boards")
        self._table, self._latest = Static(id="table"), Static(id="latest")
        self._bind_keys()

    def _bind_keys(self) -> None:
        keys = [("q", "quit", "quit"), ("o", "order", "order")]
        if isinstance(self._source, Playback):
            keys += [("space", "pause", "pause"), ("n", "next_hit", "next")]
            keys += [("plus,equals_sign", "speed(2)", "faster"), ("minus", "speed(0.5)", "slower")]
        for key, action, words in keys:
            self.bind(key, action, description=self._words[words])

    def compose(self) -> ComposeResult:
        """Title, boards, sensors, the latest signs, keys."""
        yield self._title
        yield self._boards
        with VerticalScroll(id="sensors", can_focus=True):
            yield self._table
        yield self._latest
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin to look."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        self.query_one("#sensors").focus()
        self.set_interval(LOOK_EVERY_S, self.look)
        self.look()

    def on_resize(self, event: Resize) -> None:
        """The latest signs are shown where there is room for them."""
        self._latest.display = event.size.height >= SIGNS_FROM_HEIGHT

    def look(self) -> None:
        """Take what has come, and show it."""
        try:
            for line in self._source.take():
                self._watched.take(line)
        except (UserError, OSError) as error:
            self.exit(error if isinstance(error, UserError) else UserError(str(error)))
            return
        now = self._source.now()
        self._watched.advance(now)
        shown = rows(self._watched, now, self._lang, self._newest_first)
        if shown != self._rows:
            self._rows = shown
            self._table.update(picture(shown, self._lang))
        boards = boards_line(self._watched, self._lang)
        self._boards.update(boards)
        self._boards.display = bool(boards)
        self._title.update(self._words_of_title(now))
        self._latest.update(latest(self._watched, now, self._lang, SIGNS))

    def _words_of_title(self, now: float) -> Text:
        title = Text(no_wrap=True, overflow="ellipsis")
        title.append(self._watched.table.name, "bold").append(f" · {self._source.name}")
        if isinstance(self._source, Playback):
            title.append(f" · {now:.1f} {self._words['s']} · ×{self._source.speed:g}")
            state = "ended" if self._source.ended else "paused" if self._source.paused else ""
            title.append(f" · {self._words[state]}" if state else "", "bold yellow")
        return title

    def action_order(self) -> None:
        """By place, or what was heard of last on top."""
        self._newest_first = not self._newest_first
        self.look()

    def action_pause(self) -> None:
        """Hold the recording, or let it go on."""
        assert isinstance(self._source, Playback)
        self._source.paused = not self._source.paused
        self.look()

    def action_next_hit(self) -> None:
        """Go to the recording's next hit."""
        assert isinstance(self._source, Playback)
        self._source.next_hit()
        self.look()

    def action_speed(self, factor: float) -> None:
        """Play the recording faster or slower."""
        assert isinstance(self._source, Playback)
        self._source.change_speed(factor)
        self.look()
