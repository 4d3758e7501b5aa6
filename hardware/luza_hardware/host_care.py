"""The host's end of the talk about a board itself: how it is, that it blinks, its settings. No input or output in here.

The board's end is `luza_node.care`; both speak `luza_node.wire_care` (firmware/PROTOCOL.md).
"""

from __future__ import annotations

import binascii
from typing import NamedTuple

from luza_node import wire_care
from luza_node.framing import frame

# real seconds
HEALTH_EVERY = 10.0
AGAIN_AFTER = 0.3  # a question whose answer may have gone astray


class Put(NamedTuple):
    """How a board took new settings: it keeps them and starts anew, or says why it doesn't; `in_play`: not now."""

    taken: bool
    in_play: bool
    words: str


class HostCare:
    """The talk with one board; `identify` and `put` may be called from any thread."""

    def __init__(self) -> None:
        self._blink: int | None = None
        self._text: bytes | None = None  # settings on their way to the board
        self.connected()

    def connected(self) -> None:
        """The line is new."""
        self._health_due = float("-inf")
        self._put_due = float("-inf")
        self._have = 0

    def identify(self, seconds: int) -> None:
        """Blink for so many seconds (0–255; 0: stop). Sent once: a board that isn't there doesn't blink later."""
        self._blink = seconds

    def put(self, text: bytes) -> None:
        """Send new settings, until the board has answered."""
        self._text = text

    def to_send(self, real: float) -> bytes:
        """What is to go on the line now; `real` is the machine's monotonic time."""
        out = b""
        blink, self._blink = self._blink, None
        if blink is not None:
            out += frame(wire_care.identify(blink))
        if real >= self._health_due:
            self._health_due = real + HEALTH_EVERY
            out += frame(wire_care.ask_health())
        text = self._text
        if text is not None and real >= self._put_due:
            self._put_due = real + AGAIN_AFTER
            piece = text[self._have : self._have + wire_care.LONGEST_PIECE]
            out += frame(wire_care.put_settings(binascii.crc32(text), len(text), self._have, piece))
        return out

    def received(self, body: bytes) -> wire_care.Health | Put | None:
        """What a body from the board tells; None: nothing new."""
        if body[0] == wire_care.HEALTH:
            return wire_care.read_health(body)
        if body[0] != wire_care.PUT_ANSWER or self._text is None:
            return None
        answer = wire_care.read_put_answer(body)
        if answer is None or answer[0] != binascii.crc32(self._text):
            return None
        _, have, result, words = answer
        if result == wire_care.GO_ON:
            if have != self._have:  # else the answer came twice
                self._have = have
                self._put_due = float("-inf")
            return None
        self._text, self._have = None, 0
        if result == wire_care.IN_PLAY:
            words = "the board is in play: hits were asked of it within the last seconds"
        return Put(result == wire_care.WRITTEN, result == wire_care.IN_PLAY, words)
