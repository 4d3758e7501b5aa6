"""Talk with boards beside any table: what `luza boards` asks one by one."""

from __future__ import annotations

import queue
import re
import time
from types import TracebackType
from typing import Self, TypeVar

from luza.errors import UserError
from luza_hardware.board_news import BoardDown, BoardNews, BoardUp
from luza_hardware.serial_board import SerialBoard
from luza_hardware.table_file import Node

THERE_WITHIN_S = 6.0
"""A board that is there answers within a quarter of a second; one that is just being plugged in, in three."""

HELD = "(where luza run plays a table, it holds its boards' ports)"
"""Why a port may be busy."""

_UID = re.compile(r"(?:[0-9a-fA-F]{2}){4,32}")
_News = TypeVar("_News", bound=BoardNews)


class Talk:
    """A talk with the board at `where`, a port or a board's unique id (hex), while the context lasts.

    No hits are asked for, so that the board isn't in play. `until` raises UserError where another program has the port.
    """

    def __init__(self, where: str) -> None:
        node = Node("board", None, where.lower()) if _UID.fullmatch(where) else Node("board", where)
        self._where = where
        self._came: queue.SimpleQueue[BoardNews] = queue.SimpleQueue()
        self._why = "it does not answer"
        self.board = SerialBoard(node, (), time.monotonic, self._came.put, quiet=True)

    def __enter__(self) -> Self:
        self.board.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.board.stop()

    def until(self, wanted: type[_News] | tuple[type[_News], ...], within: float) -> _News | None:
        """The next news of a kind, with everything before it passed over; None: it didn't come in so many seconds."""
        late = time.monotonic() + within
        while (left := late - time.monotonic()) > 0:
            try:
                news = self._came.get(timeout=left)
            except queue.Empty:
                break
            if isinstance(news, wanted):
                return news
            if isinstance(news, BoardDown):
                if news.busy:
                    raise UserError(f"{news.why} {HELD}")
                self._why = news.why
        return None

    def greeted(self) -> BoardUp:
        """The board, once it answers; UserError says why it doesn't."""
        up = self.until(BoardUp, THERE_WITHIN_S)
        if up is None:
            raise UserError(f"{self._where}: {self._why}")
        return up
