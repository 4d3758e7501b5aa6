"""The board's own program under a real MicroPython, on a pseudo-terminal, and its host. Only `machine` stands in."""

import json
import os
import pty
import queue
import select
import subprocess
import sys
import time
import tty
from pathlib import Path
from typing import TypeVar

from luza_hardware.board_news import Batch, BoardNews, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.serial_board import SerialBoard
from luza_hardware.table_file import Node, Sensor

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
MICROPYTHON = Path(sys.executable).parent / "micropython"
MPREMOTE = Path(sys.executable).parent / "mpremote"
SENSORS = [
    Sensor("beam", "beam", "n1", 0),
    Sensor("button", "button", "n1", 1),
    Sensor("colour", "colour", "n1", 2),
    Sensor("tag", "tag", "n1", 3),
    Sensor("cushion", "cushion", "n1", 8),
]
SETTINGS = {
    "inputs": [{"channel": 0, "pin": 2}, {"channel": 1, "pin": 3, "active": "high"}],
    "piezos": [{"channel": 8, "pin": 26, "floor": 0.05}],
}
PATIENCE = 20.0
News = TypeVar("News")
RESTARTED = 77  # the code with which the stand-in says that the board restarts itself


def environment(**more: object) -> dict[str, str]:
    """For a MicroPython that has our program and the stand-in."""
    return {**os.environ, "MICROPYPATH": f"{HERE / 'standin'}:{FIRMWARE}", **{key: str(more[key]) for key in more}}


class BoardUnderTest:
    """A MicroPython that runs firmware/main.py; `port` is a link that always leads to where it is plugged in.

    With `prompt` it has MicroPython's own prompt to fall back to when the program ends; otherwise the process ends too.
    `settings` None: without any.
    """

    def __init__(self, folder: Path, settings: object = SETTINGS, *, prompt: bool = False) -> None:
        self.folder = folder
        self._options = ["-i"] if prompt else []
        self.port = folder / "port"
        self.script = folder / "script"
        self.settings = folder / "luza.json"
        if settings is not None:
            self.settings.write_text(json.dumps(settings))
        self.plug_in()

    def plug_in(self) -> None:
        """Power comes: a new start, on a new port."""
        (self.folder / "registers").unlink(missing_ok=True)
        self._start()

    def restarts(self) -> None:
        """Wait until the board restarts itself, which brings it back on a new port."""
        assert self.process.wait(timeout=PATIENCE) == RESTARTED
        self.pull_out()
        self._start()

    def pull_out(self) -> None:
        """Power goes."""
        self.process.kill()
        self.process.communicate()
        os.close(self._slave)

    def does(self, *lines: str) -> None:
        """The world around it, see standin/machine.py."""
        with self.script.open("a") as script:
            script.write("".join(f"{line}\n" for line in lines))

    def until_played(self) -> None:
        """Wait until the world around it has done all that."""
        os.mkfifo(self.folder / "played")
        pipe = os.open(self.folder / "played", os.O_RDONLY | os.O_NONBLOCK)
        self.does("tell")
        assert select.select([pipe], [], [], PATIENCE)[0]
        os.close(pipe)
        (self.folder / "played").unlink()

    def _start(self) -> None:
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.script.write_text("")
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(self._slave))
        self.process = subprocess.Popen(
            [MICROPYTHON, *self._options, FIRMWARE / "main.py"],
            stdin=master,
            stdout=master,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment(STANDIN_SCRIPT=self.script),
        )
        os.close(master)


class Host:
    """A controller that journals what is delivered."""

    def __init__(self, port: Path, marks: dict[str, tuple[int, int]] | None = None) -> None:
        self.news: queue.Queue[BoardNews] = queue.Queue()
        self.marks = marks or {}
        self.other: list[BoardNews] = []
        self.board = SerialBoard(Node("n1", str(port)), SENSORS, time.monotonic, self.news.put, self.marks)
        self.board.start()

    def greeted(self) -> BoardUp:
        """A board with SETTINGS has started, and tells the levels that its inputs begin with."""
        up = self.until(BoardUp)
        assert self.values(2) == [("beam", 0), ("button", 0)]
        return up

    def hits(self, count: int, acknowledge: bool = True) -> list[Hit]:
        """The next hits, of which no more than `count` come."""
        got: list[Hit] = []
        while len(got) < count:
            news = self.news.get(timeout=PATIENCE)
            if isinstance(news, Batch):
                got += news.hits
                if acknowledge:
                    self.marks[news.uid] = (news.boot, news.next)
                    self.board.ack(news.boot, news.next)
            else:
                self.other.append(news)
        assert len(got) == count
        return got

    def values(self, count: int, acknowledge: bool = True) -> list[tuple[str, object]]:
        """(sensor, value) of the next hits."""
        return [(hit.sensor, hit.value) for hit in self.hits(count, acknowledge)]

    def until(self, kind: type[News]) -> News:
        """The next news of this kind; no hits before it."""
        while True:
            news = self.news.get(timeout=PATIENCE)
            assert not isinstance(news, Batch), news
            if isinstance(news, kind):
                return news
