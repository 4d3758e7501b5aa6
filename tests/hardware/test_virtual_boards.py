"""The virtual boards on their pseudo-terminals, read by the real serial driver: every hit arrives once, at its time."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import luza_hardware
from luza_hardware.board_news import Batch, BoardNews, BoardUp
from luza_hardware.hit import Hit
from luza_hardware.serial_board import SerialBoard
from luza_hardware.table_file import load_table
from luza_hardware.virtual import Shot, VirtualBoards, VirtualTable

DEMO = load_table(Path(luza_hardware.__file__).parent / "tables" / "demo.toml")
SPEED = 50.0
GENEROUS_S = 20.0


def now() -> float:
    return time.monotonic() * SPEED


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[VirtualBoards]:
    boards = VirtualBoards(DEMO, now, SPEED, tmp_path / "ports")
    boards.start()
    yield boards
    boards.stop()


class Host:
    """The host's end of every board of the table; acknowledges at once, as if the journal were written."""

    def __init__(self, boards: VirtualBoards, marks: dict[str, tuple[int, int]] | None = None) -> None:
        self.news: queue.Queue[BoardNews] = queue.Queue()
        self.marks = dict(marks or {})
        self.boards = {
            node.id: SerialBoard(
                replace(node, port=str(boards.ports[node.id])), DEMO.sensors, now, self.news.put, self.marks
            )
            for node in DEMO.nodes
        }
        for board in self.boards.values():
            board.start()
        self.ups: list[BoardUp] = []
        self.hits: list[Hit] = []

    def wait_for(self, hits: int = 0, ups: int = 0) -> list[Hit]:
        while len(self.hits) < hits or len(self.ups) < ups:
            news = self.news.get(timeout=GENEROUS_S)
            if isinstance(news, Batch):
                assert news.strange == 0
                self.hits += news.hits
                self.marks[news.uid] = news.boot, news.next
                self.boards[news.node].ack(news.boot, news.next)
            elif isinstance(news, BoardUp):
                self.ups.append(news)
        return self.hits

    def stop(self) -> None:
        for board in self.boards.values():
            board.stop()


def a_stroke(at: float) -> tuple[Hit, ...]:
    virtual = VirtualTable(DEMO, 3)
    virtual.rack()
    virtual.place("cue", 600.0, 880.0)
    pocket = virtual.bed.pockets["side_left"]
    virtual.place(1, pocket.x, 200.0)
    virtual.place(2, pocket.x, 320.0)
    virtual.levels(at - 1)
    return virtual.strike(Shot(2, -1.5708, 1500.0), at).hits


def same(arrived: list[Hit], played: tuple[Hit, ...]) -> None:
    """The same hits; times as exact as the two clocks agree, at this speed."""
    order = {(hit.sensor, i): hit for i, hit in enumerate(played)}
    for (sensor, _), hit in order.items():
        twin = min((h for h in arrived if h.sensor == sensor and h.value == hit.value), key=lambda h: abs(h.t - hit.t))
        assert abs(twin.t - hit.t) < 0.005 * SPEED
    assert len(arrived) == len(played)


def test_a_stroke_goes_over_the_line_whole_with_every_kind_of_value(boards: VirtualBoards) -> None:
    host = Host(boards)
    host.wait_for(ups=3)
    played = a_stroke(now() + 10)
    assert {DEMO.sensor(hit.sensor).kind for hit in played} >= {"tip", "mouth", "beam", "colour", "rest"}
    boards.play(played)
    same(host.wait_for(hits=len(played)), played)
    host.stop()


def test_hits_are_played_only_when_the_clock_reaches_them(boards: VirtualBoards) -> None:
    host = Host(boards)
    host.wait_for(ups=3)
    first, second = now() + 5, now() + 40
    boards.play([Hit(second, "tip", 0.3), Hit(first, "tip", 0.2)])
    host.wait_for(hits=1)
    assert now() < second
    host.wait_for(hits=2)
    assert now() >= second
    assert [hit.value for hit in host.hits] == [0.2, 0.3]
    host.stop()


def test_hits_wait_for_a_host_that_is_away_and_none_comes_twice(boards: VirtualBoards) -> None:
    host = Host(boards)
    host.wait_for(ups=3)
    rng = random.Random(1)
    played: list[Hit] = []
    for coming in range(4):
        hits = [
            Hit(now(), f"cushion.{name}", round(rng.uniform(0.1, 0.9), 3)) for name in ("head", "foot", "left_head")
        ]
        boards.play(hits)  # no host is there, but the first time
        played += hits
        if coming:
            host = Host(boards, host.marks)
            host.wait_for(ups=3)
        arrived = host.wait_for(hits=3)
        assert sorted((h.sensor, h.value) for h in arrived) == sorted((h.sensor, h.value) for h in hits)
        host.stop()
    assert host.news.empty() or all(not isinstance(n, Batch) or not n.hits for n in list(host.news.queue))


def test_a_line_that_nobody_reads_fills_up_and_nothing_is_lost(boards: VirtualBoards) -> None:
    played = [Hit(now(), "tip", round(0.2 + 0.0001 * number, 4)) for number in range(2000)]
    boards.play(played)
    host = Host(boards)
    arrived = host.wait_for(hits=len(played))
    assert len(arrived) == len(played)
    assert [hit.t for hit in arrived] == sorted(hit.t for hit in arrived)
    host.stop()


def test_the_ports_disappear_with_the_boards(tmp_path: Path) -> None:
    folder = tmp_path / "ports"
    open_files = len(list(Path("/proc/self/fd").iterdir()))
    boards = VirtualBoards(DEMO, now, SPEED, folder)
    boards.start()
    assert sorted(port.name for port in folder.iterdir()) == ["foot", "head", "rail"]
    boards.stop()
    assert list(folder.iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == open_files


def test_ports_left_by_a_killed_process_are_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "ports"
    folder.mkdir()
    (folder / "head").symlink_to("/dev/pts/nothing")
    boards = VirtualBoards(DEMO, now, SPEED, folder)
    boards.start()
    assert (folder / "head").resolve().exists()
    boards.stop()
