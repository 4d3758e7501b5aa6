"""The controller of one table: boards, pins and commands in; journal; score out. One loop, in one thread.

Whatever arrives (from the boards' threads, gpiozero's, the broker line's) is only put into the inbox, and the loop
takes it from there. Each turn: take in everything that waits, feed the timers that are due, hand the lines to the
journal, show what is live, put the journal on disk, and only then tell what has a number (laws 1 and 8).
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from luza.arrivals import Arrivals
from luza.config import Config
from luza.desk import Desk, Rate
from luza.errors import UserError
from luza.journal import Journal
from luza.keeper import LATENESS_S, Keeper, Line
from luza.outward import Outward, trouble_of
from luza.pipeline import Step
from luza.roll_call import RollCall
from luza.sensor_log import event_line, hit_line
from luza.starts import Start, clock_synced, higher_epoch
from luza.table_clock import TableClock
from luza_hardware.board_news import Batch, BoardDown, BoardHealth, BoardLost, BoardNews, BoardReboot, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.ports import Ports
from luza_hardware.serial_board import SerialBoard
from luza_mqtt.commands import Command, Refused, read
from luza_mqtt.link import Link
from luza_mqtt.news import Arrived, Connected, Disconnected, Gap, Kept, Message
from luza_mqtt.payloads import reply_payload
from luza_mqtt.topics import Topics

if TYPE_CHECKING:
    from luza_hardware.gpio_pins import GpioPins

# A table that is played faster than life is looked at so much later (real seconds): a thread may be held up so long.
HOLD_S = 0.05
# A board that isn't there yet when the controller starts is no news for so long (real seconds).
BOARDS_COME_WITHIN_S = 5.0
# So long does a board blink when somebody asks which one it is.
BLINK_S = 10

Arrival = Hit | BoardNews | Arrived
log = logging.getLogger("luza")


@dataclass(frozen=True)
class Waiting:
    """A command that is looked at once every hit from before it is here."""

    command: Command
    due: float  # table time


class Controller:
    """Runs one table until `stop()`; everything it knows is in `keeper`, and so in the journal."""

    def __init__(self, keeper: Keeper, journal: Journal, clock: TableClock, config: Config) -> None:
        self.keeper = keeper
        self.journal = journal
        self.clock = clock
        self._actors = {actor.name: actor for actor in config.actors}
        self._desk = Desk(keeper, self._take, self._identify)
        self._rate = Rate()
        self._inbox: deque[Arrival] = deque()
        self._arrivals = Arrivals()
        self._hold = HOLD_S * clock.speed if clock.speed > 1.0 else 0.0
        self._commands: deque[Waiting] = deque()
        self._acknowledge: dict[str, tuple[int, int]] = {}
        self._up: dict[str, BoardUp] = {}
        self._health: dict[str, BoardHealth] = {}
        self._failed: str | None = None
        self._started = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        table = keeper.table
        self._roll = RollCall((node.id for node in table.nodes), self._started)
        self.link = Link(config.broker, Topics(config.hall, table.id), self.post)
        self._out = Outward(keeper, journal, self.link, self._started)
        ports = Ports(table.nodes, keeper.bound)
        self.boards = {
            node.id: SerialBoard(node, table.sensors, clock.now, self.post, dict(keeper.marks), ports=ports)
            for node in table.nodes
        }
        self._pins: GpioPins | None = None

    # -- life

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Play until `stop`. `ready` is called when everything has been started.

        UserError where another program holds a board's port at the start, or the Pi's pins can't be opened: somebody
        has to see to that. Later a busy port is an alert, and play goes on.
        """
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        try:
            self._introduce()
            self._work()
            self.link.start()
            self._start_pins()
            for board in self.boards.values():
                board.start()
            ready()
            await self._stopped.wait()
        finally:
            self._close()
        if self._failed is not None:
            raise UserError(self._failed)

    def _start_pins(self) -> None:
        """Listen to the Pi's own pins, where the table has sensors on them; gpiozero is loaded only then."""
        sensors = [sensor for sensor in self.keeper.table.sensors if sensor.gpio is not None]
        if not sensors:
            return
        from luza_hardware.gpio_pins import GpioPins, PinsFailedError

        self._pins = GpioPins(sensors, self.clock.now, self.post)
        try:
            self._pins.start()
        except PinsFailedError as error:
            raise UserError(str(error)) from error

    def stop(self) -> None:
        """End the run; to be called in the loop's thread."""
        self._stopped.set()

    def _close(self) -> None:
        for board in self.boards.values():
            board.stop()
        if self._pins:
            self._pins.stop()
        self._work()
        if self._timer:
            self._timer.cancel()
        self.link.stop()
        self.journal.close()

    def post(self, item: Arrival) -> None:
        """Anything that arrives, from any thread."""
        self._inbox.append(item)
        self._loop.call_soon_threadsafe(self._work)

    # -- one turn

    def _work(self) -> None:
        while self._inbox:
            self._arrived(self._inbox.popleft())
        now = self.clock.now() - self._hold
        if not self._roll.waited_for(time.monotonic()):
            self._feed(now)
            self._pass_time(now)
        self.journal.write()
        for node, (boot, number) in self._acknowledge.items():
            self.boards[node].ack(boot, number)
        self._acknowledge.clear()
        self._out.tell(now)
        self._out.beat(now, time.monotonic())
        self._sleep(now)

    def _pass_time(self, now: float) -> None:
        """Carry out the commands and the timers that are due."""
        while self._commands and self._commands[0].due <= now:
            waiting = self._commands.popleft()
            reply = self._desk.answer(waiting.command, now)
            self._out.reply(waiting.command.actor, waiting.command.verb, reply)
        for line in self.keeper.timers(now):
            self._take(line)

    def _take(self, line: Line) -> list[Step]:
        """One line into the journal, and into everything that follows from it."""
        self.journal.append(hit_line(line) if isinstance(line, Hit) else event_line(line))
        steps = self.keeper.take(line)
        for step in steps:
            if step.state.error:
                log.warning("refused: %s: %s", step.event.get("type"), step.state.error["message"])
        return steps

    def _arrived(self, item: Arrival) -> None:
        match item:
            case Hit():
                self._arrivals.add(item)
            case Batch():
                self._roll.brought(item)
                self._arrivals.add(item)
            case BoardUp():
                log.info("board %s is there: %s, %s", item.node, item.uid, item.program)
                if (before := self.keeper.bound.get(item.node)) not in (None, item.uid):
                    log.warning("board %s was %s and is %s now", item.node, before, item.uid)
                self._roll.here(item.node, item.end, time.monotonic())
                self._up[item.node] = item
                self._board(item.node, item.uid, boot=item.boot, up=True)
                self._introduce()
            case BoardDown():
                log.warning("board %s: %s", item.node, item.why)
                self._roll.away(item.node, time.monotonic())
                self._up.pop(item.node, None)
                self._health.pop(item.node, None)
                starting = time.monotonic() - self._started <= BOARDS_COME_WITHIN_S
                if item.busy and starting:
                    self._failed = f"board {item.node}: {item.why}"
                    self.stop()
                if not starting:
                    self._board(item.node, None, up=False, why=item.why)
                self._introduce()
            case BoardHealth():
                self._fares(item)
            case BoardReboot():
                log.warning("board %s has started anew", item.node)
                self._board(item.node, item.uid, boot=item.boot, previous=item.previous)
            case BoardLost():
                log.warning("board %s lost %d hits", item.node, item.lost)
                self._board(item.node, item.uid, boot=item.boot, lost=item.lost)
            case Message():
                self._command(item)
            case Connected():
                log.info("the broker has us")
            case Disconnected():
                log.warning("broker %s; trying on", item.why)
            case Kept():
                self._outbid(item.payload)
            case Gap():
                log.warning(
                    "events %d to %d waited too long for a broker and are lost to readers", item.first, item.last
                )

    def _feed(self, now: float) -> None:
        """What has arrived goes on, in order of time; then the boards may forget it."""
        until = now if self._hold else math.inf
        for hit in self._arrivals.hits_until(until):
            if hit.t >= 0.0:  # else a board kept it since before this table's clock began: no match can have had it
                self._take(hit)
        for batch in self._arrivals.batches_until(until):
            self._board(batch.node, batch.uid, boot=batch.boot, next=batch.next)
            self._acknowledge[batch.node] = (batch.boot, batch.next)

    def _fares(self, item: BoardHealth) -> None:
        """How a board is isn't journaled, since nothing follows from it; `info` tells it when it has changed."""
        before = self._health.get(item.node)
        self._health[item.node] = item
        if before is None or trouble_of(before) != trouble_of(item):
            if trouble_of(item):
                log.warning("board %s: %s", item.node, trouble_of(item))
            self._introduce()

    def _introduce(self) -> None:
        self._out.introduce(self.clock.boot, self._up, self._health)

    def _identify(self, node: str, only_tried: bool) -> str | None:
        """Let a node's board blink, unless that is only tried; why it can't, or None."""
        if node not in self.boards:
            return f"there is no node {node!r}; the nodes are {', '.join(self.boards) or 'none'}"
        if node not in self._up:
            return f"board {node} is not there"
        if not only_tried:
            self.boards[node].identify(BLINK_S)
        return None

    def _board(self, node: str, uid: str | None, **fields: Any) -> None:
        self._take({"m": "board", "t": self.clock.now(), "node": node, "uid": uid, **fields})

    def _command(self, message: Message) -> None:
        command = read(message, self._actors)
        if isinstance(command, Refused):
            log.warning("command refused: %s/%s: %s", command.actor, command.verb, command.message)
            if command.id is not None:
                reply = reply_payload(command.id, command.code, rev=self.keeper.rev, message=command.message)
                self._out.reply(command.actor, command.verb, reply)
        elif not self._rate.allows(command.actor, time.monotonic()):
            reply = reply_payload(command.id, "busy", rev=self.keeper.rev, message="too many commands in a second")
            self._out.reply(command.actor, command.verb, reply)
        else:
            self._commands.append(Waiting(command, self.clock.now() + LATENESS_S))

    def _outbid(self, kept: bytes) -> None:
        """Begin a higher epoch where the broker kept a state above ours, since readers keep the highest."""
        keeper, wall = self.keeper, time.time()
        epoch = higher_epoch(kept, keeper.epoch, keeper.rev, wall)
        if epoch is not None:
            log.warning("the broker has a state that is newer than the journal; epoch %d begins", epoch)
            start = Start(self.clock.now(), wall, clock_synced(), self.clock, epoch, keeper.table.text)
            self._take(start.line())

    def _sleep(self, now: float) -> None:
        """Come back when the next thing is due, if nothing arrives before."""
        if self._timer:
            self._timer.cancel()
        real = time.monotonic()
        wait = self._out.beat_at - real
        waited = self._roll.until(real)
        if waited is not None:
            wait, due = min(wait, waited - real), []
        else:
            due = [self.keeper.deadline, self._commands[0].due if self._commands else None, self._arrivals.first]
        for moment in due:
            if moment is not None:
                wait = min(wait, self.clock.real_seconds(moment - now))
        self._timer = self._loop.call_later(max(0.0, wait), self._work)
