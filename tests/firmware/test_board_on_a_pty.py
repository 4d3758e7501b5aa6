"""The board's own program under a real MicroPython, on a pseudo-terminal, against the real host code.

Only `machine` stands in: its pins do what the test says, and its interrupt handlers run with the heap locked.
"""

import json
import os
import pty
import queue
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from luza_hardware.board_news import Batch, BoardDown, BoardLost, BoardNews, BoardReboot, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.serial_board import SerialBoard
from luza_hardware.table_file import Node, Sensor
from luza_node import framing, wire

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
MICROPYTHON = Path(sys.executable).parent / "micropython"
SENSORS = [
    Sensor("beam", "beam", "n1", 0),
    Sensor("button", "button", "n1", 1),
    Sensor("cushion", "cushion", "n1", 8),
]
SETTINGS = {
    "inputs": [{"channel": 0, "pin": 2}, {"channel": 1, "pin": 3, "active": "high"}],
    "piezos": [{"channel": 8, "pin": 26, "floor": 0.05}],
}
PATIENCE = 20.0


class BoardUnderTest:
    """A MicroPython that runs firmware/main.py; `port` is a link that always leads to where it is plugged in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = folder / "port"
        self.script = folder / "script"
        (folder / "luza.json").write_text(json.dumps(SETTINGS))
        self.plug_in()

    def plug_in(self) -> None:
        """Power comes: a new start, on a new port."""
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.script.write_text("")
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(self._slave))
        environment = {
            **os.environ,
            "MICROPYPATH": f"{HERE / 'standin'}:{FIRMWARE}",
            "STANDIN_SCRIPT": str(self.script),
        }
        self.process = subprocess.Popen(
            [MICROPYTHON, FIRMWARE / "main.py"],
            stdin=master,
            stdout=master,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment,
        )
        os.close(master)

    def pull_out(self) -> None:
        """Power goes."""
        self.process.kill()
        self.process.communicate()
        os.close(self._slave)

    def does(self, *lines: str) -> None:
        with self.script.open("a") as script:
            script.write("".join(f"{line}\n" for line in lines))


class Host:
    """A controller that journals what is delivered."""

    def __init__(self, port: Path, marks: dict[str, tuple[int, int]] | None = None) -> None:
        self.news: queue.Queue[BoardNews] = queue.Queue()
        self.marks = marks or {}
        self.other: list[BoardNews] = []
        self.board = SerialBoard(Node("n1", str(port)), SENSORS, time.monotonic, self.news.put, self.marks)
        self.board.start()

    def hits(self, count: int, acknowledge: bool = True) -> list[Hit]:
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

    def until(self, kind: type[BoardNews]) -> BoardNews:
        while True:
            news = self.news.get(timeout=PATIENCE)
            assert not isinstance(news, Batch)
            if isinstance(news, kind):
                return news


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardUnderTest]:
    board = BoardUnderTest(tmp_path)
    yield board
    board.pull_out()


@pytest.fixture
def host(board: BoardUnderTest) -> Iterator[Host]:
    host = Host(board.port)
    yield host
    host.board.stop()


def test_the_board_says_who_it_is(host: Host) -> None:
    up = host.until(BoardUp)
    assert isinstance(up, BoardUp)
    assert (up.node, up.uid) == ("n1", bytes(range(0xE0, 0xE8)).hex())
    assert up.program.startswith("luza_node ")


def test_edges_and_knocks_become_hits_with_the_time_at_which_they_were(board: BoardUnderTest, host: Host) -> None:
    up = host.until(BoardUp)
    assert isinstance(up, BoardUp)
    before = time.monotonic()
    board.does("pin 2 0 1", "pin 3 1")
    edges = host.hits(3)
    board.does("adc 26 0 9000 32768 20000")
    (knock,) = host.hits(1)
    after = time.monotonic()
    assert [(hit.sensor, hit.value) for hit in edges] == [("beam", 1), ("beam", 0), ("button", 1)]
    assert (knock.sensor, knock.value) == ("cushion", 0.5)
    times = [hit.t for hit in [*edges, knock]]
    assert times == sorted(times)
    assert before - up.clock_error - 0.001 < times[0]
    assert times[-1] < after + up.clock_error + 0.001


def test_more_edges_than_the_interrupts_ring_holds_are_counted_with_the_heap_locked(
    board: BoardUnderTest, host: Host
) -> None:
    host.until(BoardUp)
    board.does("pin 2 " + "0 1 " * 200)
    assert len(host.hits(255)) == 255
    board.does("pin 2 0")
    host.hits(1)
    lost = [news for news in host.other if isinstance(news, BoardLost)]
    assert [news.lost for news in lost] == [145]


def test_a_host_that_comes_late_and_one_that_comes_back_find_every_hit_once(board: BoardUnderTest) -> None:
    board.does("pin 2 0")
    first = Host(board.port)
    assert [hit.value for hit in first.hits(1)] == [1]
    board.does("pin 2 1 0")
    assert [hit.value for hit in first.hits(2, acknowledge=False)] == [0, 1]
    first.board.stop()
    board.does("pin 2 1 0 1")
    second = Host(board.port, first.marks)
    assert [hit.value for hit in second.hits(5)] == [0, 1, 0, 1, 0]
    second.board.stop()


def test_a_board_that_is_unplugged_and_comes_back_on_another_port_is_found_and_its_restart_told(
    board: BoardUnderTest, host: Host
) -> None:
    host.until(BoardUp)
    board.does("pin 2 0")
    host.hits(1)
    board.pull_out()
    host.until(BoardDown)
    board.plug_in()
    host.until(BoardReboot)
    host.until(BoardUp)
    board.does("pin 2 0")
    host.hits(1)


def test_ctrl_c_within_frames_is_data_and_mpremotes_interrupt_gives_the_prompt(board: BoardUnderTest) -> None:
    line = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    decoder = framing.Decoder()

    def answer() -> bytes:
        while True:
            bodies = decoder.feed(os.read(line, 4096))
            for body in bodies:
                if body[0] == wire.TIME:
                    return body

    os.write(line, framing.frame(wire.ask_time(0x03030303)))
    answered = wire.read_time(answer())
    assert answered is not None
    assert answered[1] == 0x03030303
    os.write(line, b"\r\x03")
    board.process.wait(timeout=PATIENCE)  # the unix port has no prompt to fall back to: it ends
    assert board.process.returncode == 0
    os.close(line)


def test_a_turn_in_which_nothing_happens_allocates_nothing() -> None:
    environment = {**os.environ, "MICROPYPATH": f"{HERE / 'standin'}:{FIRMWARE}", "STANDIN_SCRIPT": os.devnull}
    words = [MICROPYTHON, HERE / "check_idle_turn.py"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        process.wait(timeout=PATIENCE)
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read().endswith(b"\nnothing was allocated\n"), process.stderr.read()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (None, "no such file on this board"),
        ("[", "is no JSON"),
        ('{"inputs": [{"channel": 0, "pin": 77}]}', 'inputs, entry 1: "pin" is a number from 0 to 29'),
        ('{"piezos": [{"channel": 0, "pin": 26, "gain": 2}]}', '"gain" isn\'t known'),
        ('{"inputs": [{"channel": 0, "pin": 2}, {"channel": 0, "pin": 3}]}', "channel 0 is there twice"),
    ],
)
def test_settings_that_cant_be_used_are_told_in_one_line(tmp_path: Path, settings: str | None, complaint: str) -> None:
    if settings is not None:
        (tmp_path / "luza.json").write_text(settings)
    environment = {**os.environ, "MICROPYPATH": f"{HERE / 'standin'}:{FIRMWARE}", "STANDIN_SCRIPT": os.devnull}
    words = [MICROPYTHON, FIRMWARE / "main.py"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False)
    assert done.stdout.startswith("luza_node: luza.json: ")
    assert complaint in done.stdout
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""
