"""The table file: which sensors hang on a table, on which boards, and what they need to be understood (TOML).

`parse_table` refuses whatever the contract (sensor log, 'Sensors') doesn't have, with the line and what would be right:
a typing error in a table file must never become a sensor that silently sees nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from luza_hardware.table_lines import Complaints, Place, TableFileError, show
from luza_hardware.table_words import (
    BUTTON_EVENTS,
    CUSHIONS,
    KINDS,
    LINES,
    NODE_KEYS,
    POCKETS,
    SENSOR_KEYS,
    SPEAKERS,
    TABLE_KEYS,
)

__all__ = ["Node", "Sensor", "TableFile", "TableFileError", "load_table", "parse_table"]

_TABLE_ID = re.compile(r"[a-z0-9-]{1,32}")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_UID = re.compile(r"(?:[0-9a-fA-F]{2}){1,32}")
_CHANNELS = 256  # a channel is one byte on the wire
_HEADER_PINS = 27  # BCM numbers of the Pi's header end at 27
_SINGLE = ("tip", "rest")  # a table has at most one of each
_OF_POCKET = ("beam", "mouth", "colour", "tag")  # a pocket has at most one of each
_T = TypeVar("_T")

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Node:
    """A sensor board: its id in this file, and where it is found.

    `port` is any pyserial URL, or a pattern of ports (/dev/ttyACM*); `uid` the board's own unique id (hex), by which it
    is found at any of these, and on any USB port. One of the two may be None.
    """

    id: str
    port: str | None
    uid: str | None = None


@dataclass(frozen=True, slots=True)
class Sensor:
    """One sensor. It hangs on a board (`node`, `channel`) or on a pin of the Pi (`gpio`, BCM number).

    `pocket`, `cushion` and `line` say where it stands; `threshold` (peak, 0–1) from where on it is heard; `pair` the
    line sensor behind which it stands on the foot side; `event`, `args` and `by` what a button stands for. None: not of
    its kind.
    """

    id: str
    kind: str
    node: str | None = None
    channel: int | None = None
    gpio: int | None = None
    pocket: str | None = None
    cushion: str | None = None
    threshold: float | None = None
    line: str | None = None
    pair: str | None = None
    event: str | None = None
    args: Mapping[str, object] = field(default_factory=dict)
    by: str | None = None


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as its file tells it. Lengths in mm, `settle_s` in seconds, colours (r, g, b) of 0–255.

    `colours` has `cue` and `object`, or nothing; `balls` maps tag ids to balls; `text` is the file itself, which the
    journal keeps.
    """

    id: str
    name: str
    length_mm: float
    width_mm: float
    ball_mm: float
    settle_s: float
    colours: Mapping[str, Colour]
    balls: Mapping[str, str | int]
    nodes: tuple[Node, ...]
    sensors: tuple[Sensor, ...]
    text: str

    def sensor(self, sensor_id: str) -> Sensor:
        """The sensor with this id; KeyError when the table has none."""
        for sensor in self.sensors:
            if sensor.id == sensor_id:
                return sensor
        raise KeyError(sensor_id)

    def of_kind(self, kind: str) -> tuple[Sensor, ...]:
        """The sensors of one kind, in the file's order."""
        return tuple(sensor for sensor in self.sensors if sensor.kind == kind)


def load_table(path: str | Path) -> TableFile:
    """Read a table file; TableFileError names the file, the line and what would be right."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise TableFileError(f"{path}: line {line}: this is not UTF-8; save the file as UTF-8") from None
    except OSError as error:
        raise TableFileError(f"{path}: can't be read: {error.strerror}; name a table file (TOML)") from None
    return parse_table(text, str(path))


def parse_table(text: str, name: str = "table.toml") -> TableFile:
    """Read a table file's text; `name` is what errors call it."""
    say = Complaints(name, text)
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        say.refuse_syntax(str(error))
    say.known((), document, ("table", "stroke", "colours", "balls", "node", "sensor"), "a table file")
    if "table" not in document:
        say.refuse((), "there is no [table]", "begin the file with [table] and its id")
    table = say.table(("table",), document["table"], "table")
    say.known(("table",), table, TABLE_KEYS, "[table]")
    table_id = _needed(say, ("table",), table, "id", "[table]")
    if not isinstance(table_id, str) or not _TABLE_ID.fullmatch(table_id):
        say.refuse(("table", "id"), f"id is {show(table_id)}", "it must be 1 to 32 of a-z, 0-9 and -")
    stroke = say.table(("stroke",), document.get("stroke", {}), "stroke")
    say.known(("stroke",), stroke, ("settle_s",), "[stroke]")
    nodes = _nodes(say, say.tables(("node",), document.get("node", []), "node"))
    sensors = _sensors(say, say.tables(("sensor",), document.get("sensor", []), "sensor"), nodes)
    colours = _colours(say, say.table(("colours",), document.get("colours", {}), "colours"))
    for index, sensor in enumerate(sensors):
        if sensor.kind == "colour" and not colours:
            say.refuse(
                ("sensor", index),
                f"{sensor.id} reads colours, but none are given to compare with",
                "add [colours] with cue and object, each [red, green, blue] of 0 to 255",
            )
    return TableFile(
        id=table_id,
        name=say.text(("table", "name"), table.get("name", table_id), 64),
        length_mm=say.number(("table", "length_mm"), table.get("length_mm", 3550), 1000, 6000, " mm"),
        width_mm=say.number(("table", "width_mm"), table.get("width_mm", 1775), 500, 3000, " mm"),
        ball_mm=say.number(("table", "ball_mm"), table.get("ball_mm", 68), 40, 80, " mm"),
        settle_s=say.number(("stroke", "settle_s"), stroke.get("settle_s", 5.0), 0.5, 60, " seconds"),
        colours=colours,
        balls=_balls(say, say.table(("balls",), document.get("balls", {}), "balls")),
        nodes=nodes,
        sensors=sensors,
        text=text,
    )


def _needed(say: Complaints, place: Place, table: Mapping[str, object], key: str, what: str) -> object:
    if key not in table:
        say.refuse(place, f"{what} has no {key}", f"add {key} = ...")
    return table[key]


def _given(table: Mapping[str, object], key: str, read: Callable[[object], _T]) -> _T | None:
    return read(table[key]) if key in table else None


def _id(say: Complaints, place: Place, value: object, seen: Mapping[str, object]) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        say.refuse(place, f"id is {show(value)}", "it must be 1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-'")
    if value in seen:
        say.refuse(place, f"the id {value!r} is used twice", f"give every {place[0]} an id of its own")
    return value


def _nodes(say: Complaints, tables: Sequence[object]) -> tuple[Node, ...]:
    nodes: dict[str, Node] = {}
    ports: set[str | None] = {None}
    for index, value in enumerate(tables):
        place: Place = ("node", index)
        table = say.table(place, value, "node")
        say.known(place, table, NODE_KEYS, "a node")
        node_id = _id(say, (*place, "id"), _needed(say, place, table, "id", "this node"), nodes)
        if "port" not in table and "uid" not in table:
            say.refuse(place, f"node {node_id} has no port", "add port = ..., or the board's own uid = ...")
        port = say.text((*place, "port"), table["port"]) if "port" in table else None
        uid = _uid(say, (*place, "uid"), table["uid"]) if "uid" in table else None
        if port in ports and uid is None:
            say.refuse((*place, "port"), f"the port {port} is used twice", "give every node a port of its own")
        if uid is not None and uid in [node.uid for node in nodes.values()]:
            say.refuse((*place, "uid"), f"the board {uid} is used twice", "give every node a board of its own")
        ports.add(port)
        nodes[node_id] = Node(node_id, port, uid)
    return tuple(nodes.values())


def _uid(say: Complaints, place: Place, value: object) -> str:
    if not isinstance(value, str) or not _UID.fullmatch(value):
        say.refuse(place, f"uid is {show(value)}", "it must be the board's id as luza boards list shows it: hex digits")
    return value.lower()


def _sensors(say: Complaints, tables: Sequence[object], nodes: Sequence[Node]) -> tuple[Sensor, ...]:
    sensors: dict[str, Sensor] = {}
    taken: dict[object, str] = {}  # a channel, a pin, or the one place for a kind -> the sensor that has it
    for index, value in enumerate(tables):
        place: Place = ("sensor", index)
        sensor = _sensor(say, place, say.table(place, value, "sensor"), sensors, nodes)
        channel = (sensor.node, sensor.channel) if sensor.node is not None else ("gpio", sensor.gpio)
        if (other := taken.setdefault(channel, sensor.id)) != sensor.id:
            key = "channel" if sensor.node is not None else "gpio"
            wrong = f"{sensor.id} has the {key} of {other}"
            say.refuse((*place, key), wrong, f"give every sensor a {key} of its own")
        if sensor.kind in _SINGLE or sensor.kind in _OF_POCKET:
            spot = (sensor.kind, sensor.pocket)
            if (other := taken.setdefault(spot, sensor.id)) != sensor.id:
                where = f"the pocket {sensor.pocket}" if sensor.pocket else "a table"
                wrong = f"{sensor.id} is a second {sensor.kind} beside {other}"
                say.refuse((*place, "kind"), wrong, f"{where} has at most one {sensor.kind}")
        sensors[sensor.id] = sensor
    for index, sensor in enumerate(sensors.values()):
        _check_pair(say, ("sensor", index, "pair"), sensor, sensors)
    return tuple(sensors.values())


def _sensor(
    say: Complaints,
    place: Place,
    table: Mapping[str, object],
    seen: Mapping[str, Sensor],
    nodes: Sequence[Node],
) -> Sensor:
    sensor_id = _id(say, (*place, "id"), _needed(say, place, table, "id", "this sensor"), seen)
    kind = say.word((*place, "kind"), _needed(say, place, table, "kind", sensor_id), KINDS)
    must, may = KINDS[kind]
    say.known(place, table, (*SENSOR_KEYS, *must, *may), f"{sensor_id}, a {kind},")
    for key in must:
        _needed(say, place, table, key, f"{sensor_id}, a {kind},")
    if "gpio" in table and ("node" in table or "channel" in table):
        say.refuse((*place, "gpio"), f"{sensor_id} is on a pin and on a node", "give either gpio, or node and channel")
    if "gpio" not in table:
        if "node" not in table and "channel" not in table:
            say.refuse(place, f"{sensor_id} hangs on nothing", "give node and channel, or gpio")
        node = _needed(say, place, table, "node", sensor_id)
        if node not in [one.id for one in nodes]:
            right = f"the nodes are {', '.join(one.id for one in nodes)}" if nodes else "add it as [[node]]"
            say.refuse((*place, "node"), f"there is no node {show(node)}", right)
        _needed(say, place, table, "channel", sensor_id)
    return Sensor(
        id=sensor_id,
        kind=kind,
        node=_given(table, "node", lambda v: say.text((*place, "node"), v)),
        channel=_given(table, "channel", lambda v: say.whole((*place, "channel"), v, 0, _CHANNELS - 1)),
        gpio=_given(table, "gpio", lambda v: say.whole((*place, "gpio"), v, 0, _HEADER_PINS)),
        pocket=_given(table, "pocket", lambda v: say.word((*place, "pocket"), v, POCKETS)),
        cushion=_given(table, "cushion", lambda v: say.word((*place, "cushion"), v, CUSHIONS)),
        threshold=_given(table, "threshold", lambda v: say.number((*place, "threshold"), v, 0.001, 1, " (a peak)")),
        line=_given(table, "line", lambda v: say.word((*place, "line"), v, LINES)),
        pair=_given(table, "pair", lambda v: say.text((*place, "pair"), v)),
        event=_given(table, "event", lambda v: say.word((*place, "event"), v, BUTTON_EVENTS)),
        args=_args(say, place, table),
        by=say.word((*place, "by"), table.get("by", "referee"), SPEAKERS) if kind == "button" else None,
    )


def _args(say: Complaints, place: Place, table: Mapping[str, object]) -> Mapping[str, object]:
    if "args" not in table:
        return {}
    event = say.word((*place, "event"), table["event"], BUTTON_EVENTS)
    args = table["args"]
    if not isinstance(args, dict):
        say.refuse((*place, "args"), f"args is {show(args)}", 'it must be a table, as args = {player = "a"}')
    say.known((*place, "args"), args, BUTTON_EVENTS[event], f"the event {event}")
    return args


def _check_pair(say: Complaints, place: Place, sensor: Sensor, sensors: Mapping[str, Sensor]) -> None:
    if sensor.pair is None:
        return
    right = f"pair names the other beam of the line {sensor.line}, which has no pair itself"
    other = sensors.get(sensor.pair)
    if other is None:
        say.refuse(place, f"there is no sensor {sensor.pair!r}", right)
    if other.line != sensor.line or other.pair is not None or other is sensor:
        say.refuse(place, f"{sensor.id} can't be behind {other.id}", right)
    if sum(one.pair == sensor.pair for one in sensors.values()) > 1:
        say.refuse(place, f"two sensors stand behind {other.id}", right)


def _colours(say: Complaints, table: Mapping[str, object]) -> Mapping[str, Colour]:
    say.known(("colours",), table, ("cue", "object"), "[colours]")
    if not table:
        return {}
    colours: dict[str, Colour] = {}
    for name in ("cue", "object"):
        place = ("colours", name)
        value = _needed(say, ("colours",), table, name, "[colours]")
        if not isinstance(value, list) or len(value) != 3:
            say.refuse(place, f"{name} is {show(value)}", "it must be [red, green, blue] of 0 to 255")
        red, green, blue = (say.whole(place, part, 0, 255) for part in value)
        colours[name] = (red, green, blue)
    if colours["cue"] == colours["object"]:
        right = "give the two colours as the readers see them"
        say.refuse(("colours", "object"), "cue and object are the same colour", right)
    return colours


def _balls(say: Complaints, table: Mapping[str, object]) -> Mapping[str, str | int]:
    balls: dict[str, str | int] = {}
    for tag, ball in table.items():
        known = ball in ("cue", "object") or (isinstance(ball, int) and not isinstance(ball, bool) and 1 <= ball <= 15)
        if not known or not isinstance(ball, (str, int)):
            right = 'a ball is "cue", "object" or a number from 1 to 15'
            say.refuse(("balls", tag), f"the tag {tag!r} is {show(ball)}", right)
        balls[tag] = ball
    return balls
