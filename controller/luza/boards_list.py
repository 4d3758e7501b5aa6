"""`luza boards list`: every board with its id, port, program, clock, losses and health."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from luza.boards_talk import THERE_WITHIN_S
from luza.boards_words import WORDS
from luza.columns import columns
from luza.run import read_table
from luza_hardware.board_news import BoardDown, BoardHealth, BoardNews, BoardUp
from luza_hardware.ports import Ports, usb_ports
from luza_hardware.serial_board import SerialBoard
from luza_hardware.table_file import Node, Sensor
from luza_node import wire_care

COLUMNS = ("node", "uid", "port", "program", "clock", "dropped", "missed", "damaged", "health")
NONE = "–"
_SPANS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))


class Found:
    """What a node's board has told so far; `where` is the port it was found at."""

    def __init__(self) -> None:
        self.up: BoardUp | None = None
        self.health: BoardHealth | None = None
        self.why = ""
        self.where: str | None = None

    @property
    def is_told(self) -> bool:
        """It is there and has said everything, or it isn't there."""
        return self.health is not None or bool(self.why)


def list_boards(path: Path | None, lang: str, plugged: Callable[[], Mapping[str, str]] = usb_ports) -> int:
    """Print the boards of a table file, or those at USB ports; exit status 0 when there are some and all are well."""
    words = WORDS[lang]
    if path is None:
        nodes: Iterable[Node] = [Node(port, port) for port in sorted(plugged().values())]
        sensors: tuple[Sensor, ...] = ()
        none = words["nothing"]
    else:
        table = read_table(path)
        nodes, sensors, none = table.nodes, table.sensors, words["no_nodes"].format(path)
    nodes = tuple(nodes)
    if not nodes:
        print(none)
        return 1
    found = ask(nodes, sensors, plugged)
    shown = COLUMNS if path is not None else COLUMNS[1:]
    rows = [cells(node, found[node.id], lang) for node in nodes]
    print(columns([[words[column] for column in shown], *([row[column] for column in shown] for row in rows)]))
    return 0 if all(one.health and not troubles(one.health, lang) for one in found.values()) else 1


def ask(
    nodes: Iterable[Node], sensors: tuple[Sensor, ...], plugged: Callable[[], Mapping[str, str]]
) -> Mapping[str, Found]:
    """What each node's board tells within some seconds. The boards keep their hits."""
    nodes = tuple(nodes)
    came: queue.SimpleQueue[BoardNews] = queue.SimpleQueue()
    ports = Ports(nodes, plugged=plugged)
    found = {node.id: Found() for node in nodes}
    # not quiet: how well its clock is known comes from the questions that are asked in play
    boards = [SerialBoard(node, sensors, time.monotonic, came.put, ports=ports) for node in nodes]
    for board in boards:
        board.start()
    late = time.monotonic() + THERE_WITHIN_S
    try:
        while not all(one.is_told for one in found.values()) and (left := late - time.monotonic()) > 0:
            _note(came.get(timeout=left), found, ports)
    except queue.Empty:
        pass
    finally:
        for board in boards:
            board.stop()
    return found


def _note(news: BoardNews, found: Mapping[str, Found], ports: Ports) -> None:
    one = found[news.node]
    match news:
        case BoardUp():
            one.up, one.why, one.where = news, "", ports.where(news.node)
        case BoardHealth():
            one.health = news
        case BoardDown():
            one.why = news.why


def cells(node: Node, found: Found, lang: str) -> Mapping[str, str]:
    """One line of the list, by column."""
    words, up, told = WORDS[lang], found.up, found.health
    row = dict.fromkeys(COLUMNS, NONE) | {"node": node.id, "port": found.where or node.port or NONE}
    row["uid"] = up.uid if up is not None else node.uid or NONE
    if up is not None:
        row["program"] = up.program
    if told is None:
        row["health"] = found.why or NONE
        return row
    wrong = "; ".join(troubles(told, lang))
    return row | {
        "clock": words["ms"].format(told.clock_error * 1000),
        "dropped": str(told.health.hits_dropped),
        "missed": str(told.health.edges_missed),
        "damaged": str(told.damaged + told.health.bad_frames),
        "health": wrong or words["well"].format(span(told.health.uptime_s, lang)),
    }


def troubles(told: BoardHealth, lang: str) -> list[str]:
    """What is wrong with a board; its own words are English."""
    words, health = WORDS[lang], told.health
    wrong = [health.trouble] if health.trouble else []
    if health.silent:
        wrong.append(words["silent"].format(", ".join(map(str, health.silent))))
    if health.restart == wire_care.WATCHDOG:
        wrong.append(words["watchdog"].format(span(health.uptime_s, lang)))
    return wrong


def span(seconds: int, lang: str) -> str:
    """A time in the largest unit that it fills."""
    unit, size = next((unit, size) for unit, size in _SPANS if seconds >= size or size == 1)
    return WORDS[lang][unit].format(seconds // size)
