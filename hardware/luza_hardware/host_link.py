"""The host's end of the line to one board: from bytes to hits with table time, each once. No input or output in here.

The host asks who is there (hello), then what its clock says (several times), then for all hits from the first that it
doesn't have (send from). What comes out of step is asked for again; what was delivered before, in this process or by
the journal's word in an earlier one, is passed over. The board forgets hits only when `ack` says that they are safe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto

from luza_hardware.board_clock import BoardClock
from luza_hardware.board_news import (
    Batch,
    BoardDown,
    BoardHealth,
    BoardLost,
    BoardNews,
    BoardReboot,
    BoardUp,
    SettingsPut,
)
from luza_hardware.hit import Hit
from luza_hardware.host_care import HostCare, Put
from luza_hardware.table_file import Node, Sensor
from luza_node import framing, wire

FIRST_SAMPLES = 4  # of the board's clock, before any of its hits can have a time
GOOD_ERROR = 0.0005  # table seconds: so good should the clock be before
GOOD_SAMPLES = 16  # but when it isn't after so many, the line gives no better; until then it is asked oftener
# real seconds
HELLO_AGAIN = 0.25
ANSWER_WITHIN = 0.1
SAMPLE_EVERY_AT_FIRST = 0.25
SAMPLE_EVERY = 1.0
MOST_QUERIES = 8  # on their way at once
MOST_AHEAD = 4096  # hits

Entry = tuple[int, int, int, int | float | str | tuple[int, int, int] | None]  # channel, ticks, kind, value

_LEVELS = frozenset({"beam", "mouth", "line", "rest", "button"})
_PEAKS = frozenset({"tip", "cushion"})


class _Phase(Enum):
    ASKING = auto()  # who is there?
    TIMING = auto()  # what does its clock say?
    STREAMING = auto()


class HostLink:
    """The host's end of one board's line.

    `sensors` are the table's (those of other boards are passed over). `marks` says for each board's uid (hex) what an
    earlier process has in its journal: (boot, number of the next hit). `first_token` is any number, best a random one:
    answers to an earlier process's time queries are known by theirs. `refuses` is asked of a board that answers, by its
    uid: why it isn't this node's, or None. `refused` then says so until the line is new, and nothing more is taken.
    With `quiet` it greets the board and cares for it, but asks for no time and no hits, so that it isn't in play.
    """

    def __init__(
        self,
        node: Node,
        sensors: Sequence[Sensor],
        marks: Mapping[str, tuple[int, int]],
        first_token: int = 0,
        refuses: Callable[[str], str | None] | None = None,
        *,
        quiet: bool = False,
    ) -> None:
        self._node = node
        self._sensors = {
            sensor.channel: sensor for sensor in sensors if sensor.node == node.id and sensor.channel is not None
        }
        self._delivered = dict(marks)
        self._safe = dict(marks.values())
        self._token = first_token
        self._uid = ""
        self._boot = -1
        self._program = ""
        self._next = 0
        self._end = 0
        self._clock = BoardClock()
        self._last = (-1, 0.0)  # ticks and table time of the last hit
        self._news: list[BoardNews] = []
        self._refuses = refuses
        self._quiet = quiet
        self.care = HostCare()
        self.connected()

    def connected(self) -> None:
        """The line is new: nothing is known of what is at its other end."""
        self._ahead: dict[int, Entry] = {}  # hits that came while one before them is missing
        self._decoder = framing.Decoder()
        self._phase = _Phase.ASKING
        self._hello_asked = float("-inf")
        self._queries: dict[int, float] = {}
        self._query_asked = float("-inf")
        self._answers = 0
        self._again = False
        self._asked_for = (-1, float("-inf"))  # number and real time of the last "send from"
        self._acked = 0
        self.heard = 0  # frames understood since the line is there
        self.refused: str | None = None
        self.care.connected()

    @property
    def damaged(self) -> int:
        """Frames that came spoilt since the line is there."""
        return self._decoder.damaged

    def ack(self, boot: int, number: int) -> None:
        """All hits of this boot below `number` are safe. May be called from any thread."""
        self._safe[boot] = max(number, self._safe.get(boot, 0))

    def to_send(self, t: float, real: float) -> bytes:
        """What is to go on the line now. `t`: table time; `real`: real time (monotonic), which measures time-outs."""
        out = b""
        if self._phase is _Phase.ASKING:
            if real - self._hello_asked >= HELLO_AGAIN:
                self._hello_asked = real
                out += b"\0" + framing.frame(wire.ask_hello())
            return out
        if self._phase is _Phase.STREAMING:
            safe = self._safe.get(self._boot, 0)
            if safe > self._acked:
                self._acked = safe
                out += framing.frame(wire.ack(self._boot, safe))
            if (
                self._again
                and not self._quiet
                and (self._asked_for[0] != self._next or real - self._asked_for[1] >= ANSWER_WITHIN)
            ):
                self._again = False
                self._asked_for = (self._next, real)
                out += framing.frame(wire.send_from(self._boot, self._next, min(self._ahead, default=wire.EVERYTHING)))
        if not self._quiet and real - self._query_asked >= self._query_pause():
            self._query_asked = real
            self._token = (self._token + 1) & 0xFFFFFFFF
            self._queries[self._token] = t
            if len(self._queries) > MOST_QUERIES:
                del self._queries[next(iter(self._queries))]
            out += framing.frame(wire.ask_time(self._token))
        if self._phase is _Phase.STREAMING:
            out += self.care.to_send(real)
        return out

    def _query_pause(self) -> float:
        if self._phase is _Phase.TIMING:
            return ANSWER_WITHIN if self._queries else 0.0
        return SAMPLE_EVERY_AT_FIRST if self._clock.samples < GOOD_SAMPLES else SAMPLE_EVERY

    def received(self, data: bytes, t: float) -> list[BoardNews]:
        """Bytes came at table time `t`: what they tell, in order."""
        for body in self._decoder.feed(data):
            what = body[0]
            if what == wire.HITS:
                self._on_hits(body, t)
            elif what == wire.STATUS:
                self._on_status(body, t)
            elif what == wire.TIME:
                self._on_time(body, t)
            elif what == wire.HELLO:
                self._on_hello(body, t)
            elif self._phase is _Phase.STREAMING:
                self._on_care(body, t)
        news, self._news = self._news, []
        return news

    def _on_hello(self, body: bytes, t: float) -> None:
        hello = wire.read_hello(body)
        if hello is None:
            return
        self.heard += 1
        if hello.version != wire.VERSION:
            why = (
                f"its firmware speaks protocol {hello.version}, this Luza speaks {wire.VERSION}: put its firmware on it"
            )
            self._news.append(BoardDown(self._node.id, t, why))
            return
        uid = hello.uid.hex()
        if self.refused is None and self._refuses is not None:
            self.refused = self._refuses(uid)
        if self.refused is not None:
            return
        same = (uid, hello.boot) == (self._uid, self._boot)
        if same and self._phase is not _Phase.ASKING:
            return
        mark = self._delivered.get(uid)
        if mark is not None and mark[0] == hello.boot:
            self._next = mark[1]
        else:
            if mark is not None:
                self._news.append(BoardReboot(self._node.id, uid, hello.boot, mark[0], t))
            self._next = hello.oldest
            self._delivered[uid] = (hello.boot, self._next)
            if hello.dropped:
                self._news.append(BoardLost(self._node.id, uid, hello.boot, hello.dropped, t))
        if not same:
            self._clock = BoardClock()
            self._last = (-1, 0.0)
        self._uid, self._boot, self._program, self._end = uid, hello.boot, hello.program, hello.end
        self._phase = _Phase.TIMING
        self._ahead.clear()
        self._queries.clear()
        self._query_asked = float("-inf")
        self._answers = 0
        self._acked = 0
        if self._quiet:
            self._phase = _Phase.STREAMING
            self._told_up(t)

    def _told_up(self, t: float) -> None:
        end = self._end if self._end > self._next else 0
        up = BoardUp(self._node.id, self._uid, self._boot, t, self._program, self._clock.error, end)
        self._news.append(up)

    def _on_time(self, body: bytes, t: float) -> None:
        answer = wire.read_time(body)
        if answer is None or answer[0] != self._boot:
            return
        self.heard += 1
        sent = self._queries.pop(answer[1], None)
        if sent is None:
            return  # doubled on the way, or to somebody else's query
        self._clock.sample(sent, answer[2], t)
        self._answers += 1
        enough = FIRST_SAMPLES if self._clock.error <= GOOD_ERROR else GOOD_SAMPLES
        if self._phase is _Phase.TIMING and self._answers >= enough:
            self._phase = _Phase.STREAMING
            self._again = True
            self._asked_for = (-1, float("-inf"))
            self._told_up(t)

    def _on_status(self, body: bytes, t: float) -> None:
        status = wire.read_status(body)
        if status is None or not self._is_streaming(status[0]):
            return
        _, oldest, end = status
        self._pass_over_below(oldest, t)
        if end > self._next:
            self._again = True
        self._acked = min(self._acked, oldest)  # what is held though acknowledged: the acknowledgement went astray

    def _on_hits(self, body: bytes, t: float) -> None:
        hits = wire.read_hits(body)
        if hits is None or not self._is_streaming(hits.boot):
            return
        self._pass_over_below(hits.oldest, t)
        if hits.first > self._next:
            if len(self._ahead) < MOST_AHEAD:
                self._ahead.update(enumerate(hits.entries, hits.first))
            self._again = True
            return
        self._take(hits.entries[self._next - hits.first :])

    def _take(self, fresh: list[Entry]) -> None:
        """The next hits in order, and those behind them that came early."""
        self._next += len(fresh)
        while self._next in self._ahead:
            fresh.append(self._ahead[self._next])
            self._next += 1
        if not fresh:
            return
        self._ahead = {number: entry for number, entry in self._ahead.items() if number > self._next}
        self._again = bool(self._ahead)
        seen = []
        strange = 0
        for channel, ticks, kind, value in fresh:
            sensor = self._sensors.get(channel)
            if kind == wire.LOST and isinstance(value, int):
                self._news.append(BoardLost(self._node.id, self._uid, self._boot, value, self._time_of(ticks)))
            elif sensor is None or value is None or not _fits(sensor.kind, value):
                strange += 1
            else:
                seen.append(Hit(self._time_of(ticks), sensor.id, value))
        self._batch(tuple(seen), strange)

    def _on_care(self, body: bytes, t: float) -> None:
        said = self.care.received(body)
        if isinstance(said, Put):
            self._news.append(SettingsPut(self._node.id, self._uid, t, said.taken, said.in_play, said.words))
        elif said is not None and said.boot == self._boot:
            clock = self._clock
            figures = clock.error, clock.spread, clock.drift, self.damaged
            self._news.append(BoardHealth(self._node.id, self._uid, self._boot, t, said, *figures))

    def _is_streaming(self, boot: int) -> bool:
        """Whether a frame of this boot is to be used now; a boot that isn't the one greeted is asked who it is."""
        self.heard += 1
        if self._phase is not _Phase.STREAMING:
            return False
        if boot != self._boot:
            self._phase = _Phase.ASKING
            self._hello_asked = float("-inf")
            return False
        return True

    def _pass_over_below(self, oldest: int, t: float) -> None:
        """The board has nothing below `oldest` any more: what is missing there is gone for good."""
        if oldest > self._next:
            self._news.append(BoardLost(self._node.id, self._uid, self._boot, oldest - self._next, t))
            self._next = oldest
            self._batch((), 0)  # so that the journal knows, and the loss isn't told again after a restart
            self._take([])

    def _batch(self, hits: tuple[Hit, ...], strange: int) -> None:
        self._delivered[self._uid] = (self._boot, self._next)
        self._news.append(Batch(self._node.id, self._uid, self._boot, self._next, hits, strange))

    def _time_of(self, ticks: int) -> float:
        """Table time of a hit. A line that was fitted anew in between must not swap two hits."""
        t = self._clock.table_time(ticks)
        last_ticks, last_t = self._last
        if ticks > last_ticks and last_t - 0.01 < t <= last_t:
            t = round(last_t + 1e-6, 6)
        self._last = (ticks, t)
        return t


def _fits(kind: str, value: object) -> bool:
    if kind in _LEVELS:
        return isinstance(value, int)
    if kind in _PEAKS:
        return isinstance(value, float)
    return isinstance(value, tuple if kind == "colour" else str)
