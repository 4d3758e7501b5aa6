"""A sensor board on a serial port: one thread that keeps the line, for ever.

The thread waits in the port's read, so that a hit is delivered as soon as its bytes are there. Only this thread touches
the port. Any failure of the port, and silence, goes one way: close it, say so, wait a little longer each time, open it.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from luza_hardware.board_news import BoardDown, BoardNews, BoardUp
from luza_hardware.host_link import HostLink
from luza_hardware.ports import Ports
from luza_hardware.serial_port import PortFailedError, SerialPort
from luza_hardware.table_file import Node, Sensor

# real seconds
FIRST_WAIT = 0.1
LONGEST_WAIT = 2.0
SILENCE = 3.0  # a board is asked for its time every second: without a word for so long it isn't there
STALL = 0.1  # of a step that took longer no more than this counts as silence: it was this process that slept


class SerialBoard:
    """The board of a node: `start()` it, and `deliver` gets its news in the board's own thread, until `stop()`.

    `now` is the table's clock (s), `sensors` the table's, `marks` what the journal has of each board: uid (hex) ->
    (boot, number of the next hit). `ports` is shared by the boards of a table, so that each finds its own. With `quiet`
    no hits are asked for: the board isn't in play. `deliver` must not raise and should only enqueue. A Batch is safe
    with the board until `ack(boot, next)` says that it is in the journal. `ack`, `identify` and `put_settings` may be
    called from any thread.
    """

    def __init__(
        self,
        node: Node,
        sensors: Sequence[Sensor],
        now: Callable[[], float],
        deliver: Callable[[BoardNews], None],
        marks: Mapping[str, tuple[int, int]] | None = None,
        *,
        ports: Ports | None = None,
        quiet: bool = False,
    ) -> None:
        self._node = node
        self._ports = ports or Ports([node])
        self._now = now
        self._deliver = deliver
        token = int.from_bytes(os.urandom(4), "little")
        self._link = HostLink(node, sensors, marks or {}, token, self._refuses, quiet=quiet)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"board {node.id}", daemon=True)
        self._told: str | None = None  # why the board is down, as last told

    def start(self) -> None:
        """Begin to look for the board. Comes back at once."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of the port; nothing is delivered afterwards. Not to be called from `deliver`."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def ack(self, boot: int, number: int) -> None:
        """All hits of this boot below `number` (a Batch's `next`) are in the journal: the board may forget them."""
        self._link.ack(boot, number)

    def identify(self, seconds: int) -> None:
        """Let the board blink for so many seconds (0–255; 0: stop), so that people see which one it is."""
        self._link.care.identify(seconds)

    def put_settings(self, text: bytes) -> None:
        """Send the board new settings (its luza.json); a SettingsPut is delivered when it has answered."""
        self._link.care.put(text)

    def _refuses(self, uid: str) -> str | None:
        return self._ports.refuses(self._node.id, uid)

    def _run(self) -> None:
        wait = FIRST_WAIT
        while not self._stopping.is_set():
            self._link.connected()
            try:
                self._use(self._ports.take(self._node.id))
            except PortFailedError as failure:
                self._tell(BoardDown(self._node.id, self._now(), str(failure), failure.busy))
            wait = FIRST_WAIT if self._link.heard else min(2 * wait, LONGEST_WAIT)
            self._stopping.wait(wait)

    def _use(self, url: str) -> None:
        try:
            with SerialPort(url) as port:
                self._talk(port, url)
        except PortFailedError as failure:
            # a port that was only one of several may be anybody's
            raise PortFailedError(str(failure), failure.busy and url == self._node.port) from failure
        finally:
            self._ports.give_back(self._node.id)

    def _talk(self, port: SerialPort, url: str) -> None:
        silent = 0.0
        before = time.monotonic()
        heard = 0
        while not self._stopping.is_set():
            out = self._link.to_send(self._now(), time.monotonic())
            if out:
                port.write(out)
            data = port.read()
            if data:
                for news in self._link.received(data, self._now()):
                    self._tell(news)
                if self._link.refused is not None:
                    raise PortFailedError(self._link.refused)
            step, before = time.monotonic() - before, time.monotonic()
            silent = 0.0 if self._link.heard > heard else silent + min(step, STALL)
            heard = self._link.heard
            if silent > SILENCE:
                raise PortFailedError(f"no board answers on port {url}: is its firmware running?")
        port.write(self._link.to_send(self._now(), time.monotonic()))  # what was acknowledged last

    def _tell(self, news: BoardNews) -> None:
        if isinstance(news, BoardDown):
            if news.why == self._told:
                return
            self._told = news.why
        elif isinstance(news, BoardUp):
            self._told = None
        self._deliver(news)
