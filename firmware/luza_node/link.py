"""A board's end of the line: what it keeps until the host has it, and what it has to say. No input or output in here.

Each hit gets a number and stays in a ring of fixed size until the host acknowledges it. When the ring is full the
oldest makes room and is counted; the numbers show the host what is gone. The board sends what is new without being
asked, but never sends anything again by itself: it says every so often what it holds, and the host, which knows what
it missed, asks for it. So a host that is silent, late or gone costs nothing.

The real board and the virtual ones run this very code.
"""

import struct

from luza_node import framing, wire
from luza_node.care import Care, Unit

PROGRAM = "luza_node 0.1.0"

SLOT = wire.ENTRY_SIZE + wire.LONGEST_TEXT
BURST = 220  # bytes of entries in one frame: with all around it the frame fits a USB buffer of 256
CAREFUL = 16  # bytes: when the host missed something the next frame is short, for a spoilt line lets it pass rather
STATUS_HELD_US = 100_000  # so often a board that holds hits says so
STATUS_IDLE_US = 1_000_000  # and one that holds none
MOST_TOKENS = 4  # time queries that can wait for an answer
IN_PLAY_US = 10_000_000  # so long after the last word of a host that has asked for hits, the table is taken for in play


class Ticks:
    """Makes of a tick counter that wraps at 2**bits microseconds one that never wraps.

    Must see the counter at least once in half a turn (RP2040: 30 bits, nine minutes).
    """

    def __init__(self, bits: int) -> None:
        self._turn = 1 << bits
        self._half = self._turn >> 1
        self.now = self._turn  # not 0: an edge stamped before the first look would lie below it

    def widen(self, ticks: int) -> int:
        """The moment, within half a turn of the last look, at which the counter showed `ticks`."""
        return self.now + (ticks - self.now + self._half) % self._turn - self._half

    def look(self, ticks: int) -> int:
        """The counter shows `ticks` now."""
        self.now = self.widen(ticks)
        return self.now


class HitRing:
    """Numbered hits in one block of memory that is taken once: `oldest` up to below `end` are in it.

    `dropped` counts those that made room for newer ones.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._slots = bytearray(size * SLOT)
        self.oldest = 0
        self.end = 0
        self.dropped = 0

    def put(self, channel: int, ticks: int, kind: int, data: bytes) -> None:
        """The next number goes to this hit."""
        if self.end - self.oldest == self._size:
            self.oldest += 1
            self.dropped += 1
        at = self.end % self._size * SLOT
        struct.pack_into(wire.ENTRY, self._slots, at, channel, ticks, kind, len(data))
        self._slots[at + wire.ENTRY_SIZE : at + wire.ENTRY_SIZE + len(data)] = data
        self.end += 1

    def forget_below(self, number: int) -> None:
        """Those below `number` are safe elsewhere; a number that isn't held changes nothing."""
        if self.oldest < number <= self.end:
            self.oldest = number

    def entries(self, first: int, until: int, room: int) -> tuple[int, bytes]:
        """How many of the hits from `first` up to below `until` fit into `room` bytes (one always does), and these as
        entries of the wire."""
        out = b""
        number = first
        while number < until:
            at = number % self._size * SLOT
            size = wire.ENTRY_SIZE + self._slots[at + wire.ENTRY_SIZE - 1]
            if len(out) + size > room and out:
                break
            out += self._slots[at : at + size]
            number += 1
        return number - first, bytes(out)


class BoardLink:
    """A board's end of the line.

    `uid` is the board's unique id (1–32 bytes), `boot` a random number of 32 bits, new at each start; `size` hits are
    kept for the host; the tick counter handed to `hit` and `to_send` counts microseconds and wraps at 2**tick_bits.
    `unit` answers for the board itself.
    """

    def __init__(self, uid: bytes, boot: int, size: int = 1024, tick_bits: int = 32, unit: Unit | None = None) -> None:
        self.uid = uid
        self.boot = boot
        self.ring = HitRing(size)
        self.decoder = framing.Decoder()
        self._care = Care(boot, unit or Unit())
        self._ticks = Ticks(tick_bits)
        self._begun = -1  # the first moment that was seen
        self._followed = -1  # when a host that has asked for hits last spoke; below 0: none has
        self._sent = -1  # number of the next hit to send; below 0: no host has asked for any yet
        self._again = 0  # from here up to below _again_until what was sent is sent once more
        self._again_until = 0
        self._room = BURST
        self._hello_due = True
        self._tokens: list[int] = []
        self._status_at = 0

    def hit(self, channel: int, ticks_us: int, value: int | float | str | tuple[int, int, int]) -> None:
        """A sensor saw something: level (int), peak (float), colour (three ints) or tag (text) on a channel 0–255.

        Raises ValueError for a value that the wire can't carry.
        """
        kind, data = wire.pack_value(value)
        self.ring.put(channel, self._ticks.widen(ticks_us), kind, data)

    def lose(self, ticks_us: int, count: int) -> None:
        """At this moment `count` hits were lost before they could be handed in: the host is told, once."""
        self.ring.put(255, self._ticks.widen(ticks_us), wire.LOST, struct.pack("<I", count))

    def received(self, data: bytes) -> None:
        """Bytes came from the host, in any pieces."""
        for body in self.decoder.feed(data):
            what = body[0]
            if what == wire.ASK_HELLO:
                self._hello_due = True
            elif what == wire.ASK_TIME:
                token = wire.read_ask_time(body)
                if token is not None:
                    self._follow()
                    self._tokens = self._tokens[1 - MOST_TOKENS :] + [token]  # noqa: RUF005 - MicroPython has no starred lists
            elif what == wire.SEND_FROM:
                asked = wire.read_send_from(body)
                if asked is not None and asked[0] == self.boot:
                    self._followed = self._ticks.now
                    self._send_from(asked[1], asked[2])
            elif what == wire.ACK:
                safe = wire.read_ack(body)
                if safe is not None and safe[0] == self.boot:
                    self._follow()
                    self.ring.forget_below(safe[1])
            else:
                self._care.received(body, self._is_in_play())

    def to_send(self, now_ticks: int) -> bytes:
        """What is to go on the line now; empty when there is nothing.

        Call it at least every 100 ms, after hits and after bytes that were received, and again until it gives nothing:
        it gives no more than one frame of hits at a time, so that an answer never waits behind many.
        """
        now = self._ticks.look(now_ticks)
        if self._begun < 0:
            self._begun = now
        ring = self.ring
        out = b""
        if self._hello_due:
            self._hello_due = False
            hello = wire.Hello(
                uid=self.uid, boot=self.boot, oldest=ring.oldest, end=ring.end, dropped=ring.dropped, program=PROGRAM
            )
            out += b"\0" + framing.frame(hello.body())  # the zero ends whatever a console printed before
        for token in self._tokens:
            out += framing.frame(wire.time(self.boot, token, now))
        self._tokens = []
        out += self._care.to_send(now - self._begun, ring.dropped, self.decoder.damaged)
        self._again = max(self._again, ring.oldest)
        if self._again < self._again_until:
            count, frame = self._hits(self._again, self._again_until)
            out += frame
            self._again += count
            self._status_at = now + STATUS_HELD_US
        elif 0 <= self._sent < ring.end:
            self._sent = max(self._sent, ring.oldest)
            count, frame = self._hits(self._sent, ring.end)
            out += frame
            self._sent += count
            self._status_at = now + STATUS_HELD_US
        elif now >= self._status_at:
            out += framing.frame(wire.status(self.boot, ring.oldest, ring.end))
            self._status_at = now + (STATUS_HELD_US if ring.oldest < ring.end else STATUS_IDLE_US)
        return out

    def _follow(self) -> None:
        """A host spoke as one does that plays with this board."""
        if self._followed >= 0:
            self._followed = self._ticks.now

    def _is_in_play(self) -> bool:
        return self._followed >= 0 and self._ticks.now - self._followed < IN_PLAY_US

    def _send_from(self, first: int, until: int) -> None:
        if first < self._sent:
            self._room = CAREFUL
        if until < self._sent:
            self._again, self._again_until = first, until
        else:
            self._sent = min(first, self.ring.end)
            self._again_until = 0

    def _hits(self, first: int, until: int) -> tuple[int, bytes]:
        count, entries = self.ring.entries(first, until, self._room)
        self._room = min(2 * self._room, BURST)
        return count, framing.frame(wire.hits(self.boot, self.ring.oldest, first, entries))
