"""What a host asks of a board beside its hits: how it is, that it blinks, its settings. No input or output in here.

`Unit` is the board itself as far as these go; `Care` is the talk about it. The real board and the virtual ones run it.
"""

import binascii

from luza_node import wire_care
from luza_node.framing import frame

LONGEST_SETTINGS = 4096  # bytes: a board holds them in memory while they come in


class Unit:
    """A board of which nothing is known: it can't blink, has no settings and no sensor that could fall silent.

    `restart` says why it started (see wire_care), `edges_missed` counts what its interrupts missed since.
    """

    restart = wire_care.UNKNOWN
    edges_missed = 0

    def free_memory(self) -> int:
        """Bytes; 0 where nobody counts them."""
        return 0

    def longest_turn_us(self) -> int:
        """Of the main loop, in microseconds, since this was last asked."""
        return 0

    def silent(self) -> bytes:
        """The channels whose sensor doesn't answer."""
        return b""

    def trouble(self) -> str:
        """What is wrong, in English, for people; empty when nothing is."""
        return ""

    def blink(self, seconds: int) -> None:
        """Blink for so long; 0: stop."""

    def settings(self) -> bytes:
        """The text of its settings; empty when there is none."""
        return b""

    def put_settings(self, text: bytes) -> str:  # noqa: ARG002 - what a real board takes
        """Keep these settings and start again with them. Says why it doesn't, with nothing changed, or nothing."""
        return "this board keeps no settings"


class Care:
    """The talk about one board. `boot` as in hello."""

    def __init__(self, boot: int, unit: Unit) -> None:
        self._boot = boot
        self._unit = unit
        self._health_due = False
        self._asked = -1  # offset into the settings; below 0: not asked
        self._answer = b""
        self._crc = -1  # of the settings that are coming in
        self._text = b""  # as far as they have come

    def received(self, body: bytes, in_play: bool) -> None:
        """A body from the host that begins with one of the letters of wire_care (any other is passed over)."""
        what = body[0]
        if what == wire_care.ASK_HEALTH:
            self._health_due = True
        elif what == wire_care.IDENTIFY:
            seconds = wire_care.read_identify(body)
            if seconds is not None:
                self._unit.blink(seconds)
        elif what == wire_care.ASK_SETTINGS:
            offset = wire_care.read_ask_settings(body)
            if offset is not None:
                self._asked = offset
        elif what == wire_care.PUT_SETTINGS:
            piece = wire_care.read_settings(body)
            if piece is not None:
                self._answer = self._put(piece[0], piece[1], piece[2], piece[3], in_play)

    def to_send(self, uptime_us: int, dropped: int, bad_frames: int) -> bytes:
        """Frames that answer what was asked; empty when nothing was."""
        out = b""
        if self._health_due:
            self._health_due = False
            unit = self._unit
            state = wire_care.Health(
                boot=self._boot,
                uptime_s=uptime_us // 1_000_000,
                free_memory=unit.free_memory(),
                longest_turn_us=unit.longest_turn_us(),
                edges_missed=unit.edges_missed,
                hits_dropped=dropped,
                bad_frames=bad_frames,
                restart=unit.restart,
                silent=unit.silent(),
                trouble=unit.trouble(),
            )
            out += frame(wire_care.health(state))
        if self._asked >= 0:
            text = self._unit.settings()
            piece = text[self._asked : self._asked + wire_care.LONGEST_PIECE]
            out += frame(wire_care.settings(binascii.crc32(text), len(text), min(self._asked, len(text)), piece))
            self._asked = -1
        if self._answer:
            out += frame(self._answer)
            self._answer = b""
        return out

    def _put(self, crc: int, size: int, offset: int, piece: bytes, in_play: bool) -> bytes:
        """A piece of new settings: the body of the answer."""
        current = self._unit.settings()
        if size == len(current) and crc == binascii.crc32(current):
            return wire_care.put_answer(crc, size, wire_care.WRITTEN)
        if in_play:
            return wire_care.put_answer(crc, 0, wire_care.IN_PLAY)
        if size > LONGEST_SETTINGS:
            words = "the settings are " + str(size) + " bytes long: there is room for " + str(LONGEST_SETTINGS)
            return wire_care.put_answer(crc, 0, wire_care.REFUSED, words)
        if crc != self._crc:
            self._crc = crc
            self._text = b""
        if offset == len(self._text):
            self._text += piece
        have = len(self._text)
        if have < size:
            return wire_care.put_answer(crc, have, wire_care.GO_ON)
        text = self._text
        self._crc = -1
        self._text = b""
        words = "they came damaged" if binascii.crc32(text) != crc else self._unit.put_settings(text)
        return wire_care.put_answer(crc, have, wire_care.REFUSED if words else wire_care.WRITTEN, words)
