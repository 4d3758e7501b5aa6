"""Boards are bound by their unique id (B7): swapped, replugged under another name, replaced, behind a pattern."""

from __future__ import annotations

import os
import pty
import queue
import time
import tty
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from luza_hardware.board_news import Batch, BoardDown, BoardHealth, BoardNews, BoardUp, SettingsPut
from luza_hardware.ports import Ports
from luza_hardware.serial_board import SerialBoard
from luza_hardware.serial_port import PortFailedError
from luza_hardware.table_file import Node, Sensor
from luza_node import wire_care
from luza_node.care import Unit
from luza_node.link import BoardLink
from tests.hardware.test_serial_board import PATIENCE, BoardThread

ONE, TWO, OTHER = "0101", "0202", "0303"


class Known(Unit):
    """A board that tells when it blinks and what settings it takes."""

    restart = wire_care.POWER_ON

    def __init__(self) -> None:
        self.blinks: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.kept = b'{"led": 15}'

    def blink(self, seconds: int) -> None:
        self.blinks.put(seconds)

    def settings(self) -> bytes:
        return self.kept

    def put_settings(self, text: bytes) -> str:
        if text.startswith(b"{"):
            self.kept = text
            return ""
        return "luza.json: is no JSON"

    def silent(self) -> bytes:
        return bytes((4,))


class Table:
    """A table's boards and the thread of each node; what they tell lies in `news`, by node."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plugged: dict[str, tuple[BoardThread, int]] = {}
        self.units: dict[str, Known] = {}
        self.usb: dict[str, str] = {}
        self.news: dict[str, queue.Queue[BoardNews]] = {}
        self.hosts: dict[str, SerialBoard] = {}

    def plug(self, uid: str, port: str) -> None:
        """A board with this uid, powered all the time or not, at a port of this name."""
        if uid in self.plugged:
            self.unplug(uid)
        master, slave = pty.openpty()
        tty.setraw(slave)
        self.units.setdefault(uid, Known())
        boot = int(uid, 16)
        self.plugged[uid] = BoardThread(master, BoardLink(bytes.fromhex(uid), boot, unit=self.units[uid])), slave
        link = self.folder / port
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(slave))

    def unplug(self, uid: str) -> None:
        thread, slave = self.plugged.pop(uid)
        terminal = os.ttyname(slave)
        thread.stop()
        os.close(slave)
        for link in self.folder.iterdir():
            if link.is_symlink() and os.readlink(link) == terminal:  # noqa: PTH115
                link.unlink()

    def listen(self, *nodes: Node, bound: Mapping[str, str] | None = None, quiet: bool = False) -> None:
        ports = Ports(nodes, bound, lambda: self.usb)
        for node in nodes:
            self.news[node.id] = queue.Queue()
            sensor = Sensor(f"{node.id}.beam", "beam", node.id, 0)
            host = SerialBoard(node, [sensor], time.monotonic, self.news[node.id].put, ports=ports, quiet=quiet)
            self.hosts[node.id] = host
        for host in self.hosts.values():
            host.start()

    def up(self, node: str) -> tuple[BoardUp, list[str]]:
        """The node's board has come; and why it hadn't before."""
        why: list[str] = []
        while not isinstance(news := self.news[node].get(timeout=PATIENCE), BoardUp):
            if isinstance(news, BoardDown):
                why.append(news.why)
        return news, why

    def until(self, node: str, kind: type[BoardNews]) -> BoardNews:
        while not isinstance(news := self.news[node].get(timeout=PATIENCE), kind):
            pass
        return news

    def hit_of(self, node: str, uid: str) -> None:
        """The board's beam sees something, and it comes as the node's."""
        self.plugged[uid][0].hit(1)
        batch = self.until(node, Batch)
        assert isinstance(batch, Batch)
        assert (batch.uid, [hit.sensor for hit in batch.hits]) == (uid, [f"{node}.beam"])

    def port(self, name: str) -> str:
        return str(self.folder / name)

    def close(self) -> None:
        for host in self.hosts.values():
            host.stop()
        for uid in list(self.plugged):
            self.unplug(uid)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_B7_boards_that_are_swapped_find_their_nodes_by_the_uid_of_the_table_file(table: Table) -> None:
    table.plug(ONE, "first")
    table.plug(TWO, "second")
    table.listen(Node("n1", table.port("second"), ONE), Node("n2", table.port("first"), TWO))
    for node, uid in (("n1", ONE), ("n2", TWO)):
        up, _ = table.up(node)
        assert up.uid == uid
        table.hit_of(node, uid)


def test_B7_boards_that_are_swapped_in_play_find_their_nodes_without_a_uid_in_the_table_file(table: Table) -> None:
    table.plug(ONE, "first")
    table.plug(TWO, "second")
    table.listen(Node("n1", table.port("first")), Node("n2", table.port("second")))
    assert [table.up(node)[0].uid for node in ("n1", "n2")] == [ONE, TWO]
    table.unplug(ONE)
    table.unplug(TWO)
    for node in ("n1", "n2"):
        table.until(node, BoardDown)
    table.plug(ONE, "second")
    table.plug(TWO, "first")
    for node, uid in (("n1", ONE), ("n2", TWO)):
        up, why = table.up(node)
        assert up.uid == uid
        table.hit_of(node, uid)
    assert not any("write uid" in words for words in why)


def test_B7_a_journal_knows_the_boards_of_a_table_file_without_uids(table: Table) -> None:
    table.plug(ONE, "second")
    table.plug(TWO, "first")
    nodes = Node("n1", table.port("first")), Node("n2", table.port("second"))
    table.listen(*nodes, bound={"n1": ONE, "n2": TWO})
    assert [table.up(node)[0].uid for node in ("n1", "n2")] == [ONE, TWO]


def test_B7_a_port_that_is_renumbered_after_a_replug_is_found_by_its_pattern(table: Table) -> None:
    table.plug(ONE, "ttyACM0")
    table.plug(TWO, "ttyACM1")
    pattern = table.port("ttyACM*")
    table.listen(Node("n1", pattern, ONE), Node("n2", pattern, TWO))
    assert [table.up(node)[0].uid for node in ("n1", "n2")] == [ONE, TWO]
    table.plug(ONE, "ttyACM2")
    assert table.up("n1")[0].uid == ONE
    table.hit_of("n1", ONE)
    table.hit_of("n2", TWO)


def test_B7_a_board_is_found_by_its_usb_number_wherever_it_is_plugged_in(table: Table) -> None:
    table.listen(Node("n1", None, ONE))
    down = table.until("n1", BoardDown)
    assert isinstance(down, BoardDown)
    assert down.why == f"board {ONE} isn't plugged in"
    table.plug(ONE, "anywhere")
    table.usb[ONE] = table.port("anywhere")
    assert table.up("n1")[0].uid == ONE


def test_a_strange_board_in_a_bound_ones_place_is_told_and_not_heard(table: Table) -> None:
    table.plug(OTHER, "first")
    table.listen(Node("n1", table.port("first"), ONE))
    down = table.until("n1", BoardDown)
    assert isinstance(down, BoardDown)
    port = table.port("first")
    wanted = (
        f'port {port} has board {OTHER} and not {ONE}; if it is to take its place, write uid = "{OTHER}" for node n1'
    )
    assert down.why == wanted
    table.unplug(OTHER)
    table.plug(ONE, "first")
    assert table.up("n1")[0].uid == ONE


def test_a_board_is_replaced_where_the_table_file_names_none(table: Table) -> None:
    table.plug(OTHER, "first")
    table.listen(Node("n1", table.port("first")), bound={"n1": ONE})
    assert table.up("n1")[0].uid == OTHER
    table.hit_of("n1", OTHER)


def test_a_board_tells_how_it_is_and_and_blinks_and_takes_no_settings_in_play(table: Table) -> None:
    table.plug(ONE, "first")
    table.listen(Node("n1", table.port("first")))
    table.up("n1")
    told = table.until("n1", BoardHealth)
    assert isinstance(told, BoardHealth)
    assert (told.uid, told.health.restart, told.health.silent) == (ONE, wire_care.POWER_ON, bytes((4,)))
    assert 0.0 < told.clock_error < 1.0
    assert abs(told.clock_drift) < 0.01
    assert told.damaged == 0
    table.hosts["n1"].identify(7)
    assert table.units[ONE].blinks.get(timeout=PATIENCE) == 7
    table.hosts["n1"].put_settings(b"{}")
    answer = table.until("n1", SettingsPut)
    assert isinstance(answer, SettingsPut)
    assert (answer.taken, answer.words) == (
        False,
        "the board is in play: hits were asked of it within the last seconds",
    )


def test_a_board_takes_settings_from_a_host_that_asks_for_no_hits(table: Table) -> None:
    table.plug(ONE, "first")
    table.listen(Node("n1", table.port("first")), quiet=True)
    assert table.up("n1")[0].uid == ONE
    text = b"{" + b" " * 700 + b"}"
    for sent, taken, words in ((text, True, ""), (b"nonsense", False, "luza.json: is no JSON")):
        table.hosts["n1"].put_settings(sent)
        answer = table.until("n1", SettingsPut)
        assert isinstance(answer, SettingsPut)
        assert (answer.taken, answer.words) == (taken, words)
    assert table.units[ONE].kept == text


# -- which port next, without boards


def test_a_port_is_taken_by_one_node_at_a_time_whatever_links_lead_there(tmp_path: Path) -> None:
    (tmp_path / "real").touch()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    first, second = str(tmp_path / "real"), str(tmp_path / "link")
    ports = Ports([Node("n1", first), Node("n2", second, TWO)], plugged=dict)
    assert ports.take("n1") == first
    with pytest.raises(PortFailedError, match=f"board {TWO} isn't plugged in"):
        ports.take("n2")
    ports.give_back("n1")
    assert ports.take("n2") == second


def test_ports_of_a_pattern_are_tried_in_turn(tmp_path: Path) -> None:
    ports = Ports([Node("n1", str(tmp_path / "tty*"))], plugged=dict)
    with pytest.raises(PortFailedError, match=r"no port .*tty\* is there for it: is the board plugged in"):
        ports.take("n1")
    for name in ("tty0", "tty1"):
        (tmp_path / name).touch()
    tried = []
    for _ in range(4):
        tried.append(Path(ports.take("n1")).name)
        ports.give_back("n1")
    assert tried == ["tty0", "tty1", "tty0", "tty1"]
    ports.take("n1")
    assert ports.refuses("n1", ONE) is None
    ports.give_back("n1")
    ports.take("n1")
    assert "n1" not in (ports.refuses("n1", TWO) or "")
