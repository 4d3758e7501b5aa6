"""A board on a real pseudo-terminal (and on a socket): found, kept, given up and found again."""

import errno
import fcntl
import os
import pty
import queue
import select
import socket
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from luza_hardware import serial_board
from luza_hardware.board_news import Batch, BoardDown, BoardHealth, BoardNews, BoardReboot, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.serial_board import SerialBoard
from luza_hardware.serial_port import BAUD
from luza_hardware.table_file import Node, Sensor
from luza_node.link import BoardLink
from tests.hardware.rfc2217_server import Rfc2217Server

SENSORS = [Sensor("beam", "beam", "n1", 0)]
PATIENCE = 20.0


class BoardThread:
    """A board that runs the real link code on one end of a line; `hit()` makes its beam see something."""

    def __init__(self, line: int, link: BoardLink) -> None:
        self.link = link
        self._line = line
        self._levels: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._wake_read, self._wake_write = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    @staticmethod
    def ticks() -> int:
        return time.monotonic_ns() // 1000 & 0xFFFFFFFF

    def hit(self, level: int) -> None:
        self._levels.put(level)
        os.write(self._wake_write, b".")

    def wait_until(self, true: Callable[[BoardLink], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: true(self.link), PATIENCE)

    def stop(self) -> None:
        self._stopping = True
        os.write(self._wake_write, b".")
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _run(self) -> None:
        while not self._stopping:
            ready, _, _ = select.select([self._line, self._wake_read], [], [], 0.05)
            with self._changed:
                if self._wake_read in ready:
                    os.read(self._wake_read, 100)
                try:
                    if self._line in ready:
                        self.link.received(os.read(self._line, 4096))
                    while not self._levels.empty():
                        self.link.hit(0, self.ticks(), self._levels.get())
                    while said := self.link.to_send(self.ticks()):
                        os.write(self._line, said)
                except OSError:
                    break  # the other end of the socket has gone
                self._changed.notify_all()
        os.close(self._line)


def new_board(uid: bytes = b"\x01\x02", boot: int = 7) -> BoardLink:
    return BoardLink(uid, boot)


class Bench:
    """A port (a link in a folder) into which boards are plugged, and hosts that listen there."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "port"
        self.boards: list[BoardThread] = []
        self.slaves: list[int] = []
        self.hosts: list[Host] = []

    def plug_in(self, link: BoardLink | None = None) -> BoardThread:
        """A new board, or one that had power all the time."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        self.slaves.append(slave)  # kept open, so that the board sees no hang-up while no host is there
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(slave))
        self.boards.append(BoardThread(master, link or new_board()))
        return self.boards[-1]

    def pull_out(self) -> None:
        self.boards.pop().stop()

    def host(self, marks: dict[str, tuple[int, int]] | None = None, port: str | None = None) -> "Host":
        self.hosts.append(Host(port or str(self.port), marks or {}))
        return self.hosts[-1]

    def close(self) -> None:
        for host in self.hosts:
            host.board.stop()
        for board in self.boards:
            board.stop()
        for slave in self.slaves:
            os.close(slave)


class Host:
    def __init__(self, port: str, marks: dict[str, tuple[int, int]]) -> None:
        self.news: queue.Queue[BoardNews] = queue.Queue()
        self.healths: list[BoardHealth] = []
        self.board = SerialBoard(Node("n1", port), SENSORS, time.monotonic, self.news.put, marks)
        self.board.start()

    def next(self) -> BoardNews:
        """What the board tells next, but for how it is, which comes at any time."""
        while isinstance(news := self.news.get(timeout=PATIENCE), BoardHealth):
            self.healths.append(news)
        return news

    def up(self) -> BoardUp:
        news = self.next()
        assert isinstance(news, BoardUp), news
        return news

    def down(self) -> BoardDown:
        news = self.next()
        assert isinstance(news, BoardDown), news
        return news

    def batch(self) -> Batch:
        news = self.next()
        assert isinstance(news, Batch), news
        return news

    def hit(self) -> Hit:
        (hit,) = self.batch().hits
        return hit


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_a_hit_is_delivered_with_its_time_and_kept_by_the_board_until_it_is_acknowledged(bench: Bench) -> None:
    board = bench.plug_in()
    host = bench.host()
    up = host.up()
    assert up.uid == "0102"
    before = time.monotonic()
    board.hit(1)
    batch = host.batch()
    assert [(hit.sensor, hit.value) for hit in batch.hits] == [("beam", 1)]
    error = up.clock_error + 0.001
    assert before - error <= batch.hits[0].t <= time.monotonic() + error
    assert board.link.ring.oldest == 0
    host.board.ack(batch.boot, batch.next)
    board.wait_until(lambda link: link.ring.oldest == 1)


def test_B6_a_board_that_is_plugged_in_late_is_found(bench: Bench) -> None:
    host = bench.host()
    down = host.down()
    assert down.why == f"port {bench.port} isn't there: is the board plugged in?"
    assert not down.busy
    bench.plug_in()
    host.up()


def test_an_unplugged_board_is_told_of_once_and_found_again_with_nothing_lost_or_doubled(bench: Bench) -> None:
    board = bench.plug_in()
    host = bench.host()
    host.up()
    board.hit(1)
    assert host.hit().value == 1
    bench.pull_out()
    assert str(bench.port) in host.down().why
    again = bench.plug_in(board.link)
    again.hit(0)
    news = host.next()
    while isinstance(news, BoardDown):  # the port was gone for a moment, which is another reason
        news = host.next()
    assert isinstance(news, BoardUp)
    assert host.hit().value == 0
    assert again.link.ring.oldest == 0  # the first is still held, as nobody acknowledged it, and wasn't delivered again


def test_another_board_on_the_same_port_is_known_by_its_own_id(bench: Bench) -> None:
    board = bench.plug_in()
    host = bench.host()
    host.up()
    board.hit(1)
    assert host.batch().uid == "0102"
    bench.pull_out()
    host.down()
    bench.plug_in(new_board(b"\x0a\x0b", 9)).hit(1)
    news = host.next()
    while not isinstance(news, BoardUp):
        assert isinstance(news, BoardDown)
        news = host.next()
    assert news.uid == "0a0b"
    assert host.batch().uid == "0a0b"


def test_a_board_that_starts_anew_behind_an_open_port_is_told_of(bench: Bench) -> None:
    board = bench.plug_in()
    host = bench.host()
    host.up()
    board.hit(1)
    host.batch()
    board.link = new_board(boot=8)
    reboot = host.next()
    assert isinstance(reboot, BoardReboot)
    assert (reboot.previous, reboot.boot) == (7, 8)
    host.up()
    board.hit(0)
    assert host.hit().value == 0


def test_a_second_host_is_refused_clearly_and_comes_in_when_the_first_has_gone(bench: Bench) -> None:
    bench.plug_in()
    first = bench.host()
    first.up()
    second = bench.host()
    down = second.down()
    assert down.busy
    assert down.why == f"port {bench.port} is in use by another program: end it, or give this table another port"
    first.board.stop()
    second.up()


def test_B9_a_port_that_another_process_holds_is_refused_clearly(bench: Bench) -> None:
    bench.plug_in()
    hold = "import serial, sys; port = serial.Serial(sys.argv[1], exclusive=True); print('held', flush=True); input()"
    words = [sys.executable, "-c", hold, str(bench.port)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        host = bench.host()
        assert host.down().busy
        holder.communicate("\n")
    host.up()


class Faulty:
    """A port whose one call fails with one error when it is told to."""

    def __init__(self, call: str, error: Exception) -> None:
        self.call, self.error = call, error
        self.armed = threading.Event()
        self.opened = serial.serial_for_url

    def fail(self, call: str) -> None:
        if call == self.call and self.armed.is_set():
            self.armed.clear()
            raise self.error

    def open(self, url: str, **options: object) -> "FaultyPort":
        self.fail("open")
        return FaultyPort(self, self.opened(url, **options))


class FaultyPort:
    def __init__(self, faulty: Faulty, port: serial.Serial) -> None:
        self._faulty, self._port = faulty, port

    def read(self, size: int) -> bytes:
        self._faulty.fail("read")
        return self._port.read(size)

    @property
    def in_waiting(self) -> int:
        self._faulty.fail("in_waiting")
        return self._port.in_waiting

    def write(self, data: bytes) -> int | None:
        self._faulty.fail("write")
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()
        self._faulty.fail("close")


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EIO, "Input/output error"),
        termios.error(errno.EIO, "Input/output error"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
        serial.SerialException("device reports readiness to read but returned no data"),
        serial.SerialTimeoutException("Write timeout"),
        ValueError("file descriptor cannot be a negative integer (-1)"),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("call", ["open", "read", "in_waiting", "write", "close"])
def test_B8_whatever_call_fails_in_whatever_way_the_port_is_opened_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, call: str, error: Exception
) -> None:
    faulty = Faulty(call, error)
    monkeypatch.setattr(serial, "serial_for_url", faulty.open)
    monkeypatch.setattr(serial_board, "FIRST_WAIT", 0.01)
    board = bench.plug_in()
    if call == "open":
        faulty.armed.set()
        host = bench.host()
        assert str(error) in host.down().why
        host.up()
    else:
        host = bench.host()
        host.up()
        faulty.armed.set()
        if call == "close":
            bench.pull_out()
            board = bench.plug_in(board.link)
        assert str(bench.port) in host.down().why
        news = host.next()
        while isinstance(news, BoardDown):
            news = host.next()
        assert isinstance(news, BoardUp)
    board.hit(1)
    assert host.hit().value == 1


def test_a_host_that_was_stalled_doesnt_take_its_own_sleep_for_the_boards_silence(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = 0.0
    stalls = threading.Event()
    opened = serial.serial_for_url

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return time.monotonic() + slept

    class StallingPort(FaultyPort):
        def read(self, size: int) -> bytes:
            nonlocal slept
            if not stalls.is_set():
                return super().read(size)
            stalls.clear()
            slept += 60.0
            return b""

    def stalling(url: str, **options: object) -> FaultyPort:
        return StallingPort(Faulty("", OSError()), opened(url, **options))

    monkeypatch.setattr(serial, "serial_for_url", stalling)
    monkeypatch.setattr(serial_board, "time", Clock)
    board = bench.plug_in()
    host = bench.host()
    host.up()
    for number in range(5):
        stalls.set()
        board.hit(number % 2)
        assert host.hit().value == number % 2


def test_a_port_on_which_nobody_answers_is_told_of(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_board, "SILENCE", 0.2)
    master, slave = pty.openpty()
    tty.setraw(slave)
    host = bench.host(port=os.ttyname(slave))
    assert "no board answers" in host.down().why
    host.board.stop()
    os.close(master)
    os.close(slave)


def test_a_port_that_isnt_one_is_told_of(bench: Bench) -> None:
    assert "nosuch" in bench.host(port="nosuch://here").down().why


def test_a_board_behind_a_socket_works_alike(bench: Bench) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        host = bench.host(port=f"socket://127.0.0.1:{server.getsockname()[1]}")
        connection, _ = server.accept()
        board = BoardThread(connection.detach(), new_board())
        host.up()
        board.hit(1)
        assert host.hit().value == 1
        host.board.stop()
        board.stop()


def test_a_board_behind_a_port_server_of_rfc_2217_works_alike_and_comes_back_with_it(bench: Bench) -> None:
    line, end = socket.socketpair()
    board = BoardThread(end.detach(), new_board())
    server = Rfc2217Server(line)
    host = bench.host(port=server.url)
    host.up()
    for level in (1, 0) * 128:  # 255, which telnet doubles, is among the numbers and times
        board.hit(level)
        assert host.hit().value == level
    assert server.baud_rate == BAUD
    host.board.stop()
    assert bench.host({"0102": (7, 256)}, server.url).up().uid == "0102"
    server.stop()
    assert "127.0.0.1" in bench.hosts[-1].down().why
    bench.hosts[-1].board.stop()
    board.stop()


def test_a_stopped_host_lets_go_of_the_port(bench: Bench) -> None:
    bench.plug_in()
    host = bench.host()
    host.up()
    host.board.stop()
    with bench.port.open("rb", buffering=0) as port:
        fcntl.flock(port, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_restarted_host_takes_up_where_the_journal_ends(bench: Bench) -> None:
    board = bench.plug_in()
    first = bench.host()
    first.up()
    board.hit(1)
    mark = first.batch()
    board.hit(0)
    first.batch()  # delivered, but the process dies before it is in the journal
    first.board.stop()
    board.hit(1)
    second = bench.host({mark.uid: (mark.boot, mark.next)})
    second.up()
    values: list[object] = []
    while len(values) < 2:
        values += [hit.value for hit in second.batch().hits]
    assert values == [0, 1]
    board.wait_until(lambda link: link.ring.oldest == 1)
