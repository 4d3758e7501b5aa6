"""The sensor log (contract/sensor-log.md): what sensors said, with what people said in between, one JSON object a line.

A recording, a test input and the heart of the journal are this one format. Reading is strict, since a line that was
half understood would become a wrong score: whatever the contract doesn't have ends it, with its number.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from luza.errors import UserError
from luza_hardware.hit import Hit
from luza_hardware.table_file import TableFile

FORMAT = "luza-sensors/1"

# lines that only a journal holds (but end_stroke, which a recording may have too) -> do they need a time `t`
MARKS: Mapping[str, bool] = {
    "start": False,
    "board": False,
    "cmd": False,
    "config": False,
    "end_stroke": True,
    "abandon": True,
    "time": True,
}

_LONGEST_TAG = 64  # characters; RFID ids have 8 to 20
Event = dict[str, Any]


class Header(NamedTuple):
    """The first line: `table` is the table file's path, relative to the log."""

    table: str


class SensorLogError(UserError):
    """A line that the contract doesn't have; the text names the line and what would be right."""


def read_log(
    lines: Iterable[bytes | str],
    name: str = "sensor log",
    table: Callable[[Header | Event], TableFile] | TableFile | None = None,
    torn: Callable[[str], None] | None = None,
) -> Iterator[tuple[int, Header | Hit | Event]]:
    """The lines of a sensor log with their numbers (from 1): a Header, then Hits, events (`type`) and marks (`m`).

    `table` says which sensors there are; without one, any sensor and any value pass. A function is asked for it, with
    the header and with each `start` mark of a journal, before that line is given out.
    A torn last line (no line feed, no JSON) is left out and told to `torn`. Anything else that isn't of the format:
    SensorLogError.
    """
    reader = _Reader(name)
    shapes: Mapping[str, Callable[[Any], Any]] | None = None
    parse, finite = reader.parse, math.isfinite
    number, first, rest = 0, True, iter(lines)
    for number, line in enumerate(rest, 1):
        try:
            what = parse(line)
        except ValueError as error:
            if line[-1:] not in (b"\n", "\n") and next(rest, None) is None:
                if torn is not None:
                    torn(f"{name}: line {number} is torn off and left out")
                break
            reader.refuse(number, f"this is not JSON ({error})", "one JSON object a line")
        if first:
            header = reader.header(number, what)
            found = table(header) if callable(table) else table
            shapes = _shapes_of(found) if found else None
            first = False
            yield number, header
            continue
        if type(what) is dict and len(what) == 3 and "v" in what and "s" in what and "t" in what:
            t, sensor, value = what["t"], what["s"], what["v"]
            if (type(t) is not float and type(t) is not int) or not finite(t) or t < 0:
                reader.refuse(number, f"t is {_show(t)}", "t is a time in seconds on the table's clock, 0 or more")
            if shapes is not None:
                shape = shapes.get(sensor) if type(sensor) is str else None
                if shape is None:
                    reader.refuse(number, f"the table has no sensor {_show(sensor)}", "s is an id of the table file")
                try:
                    value = shape(value)
                except ValueError as error:
                    reader.refuse(number, f"v is {_show(value)}", f"{sensor} says {error}")
            elif type(sensor) is not str:
                reader.refuse(number, f"s is {_show(sensor)}", "s is an id of the table file")
            yield number, Hit(t, sensor, tuple(value) if type(value) is list else value)
        else:
            what = reader.other(number, what)
            if callable(table) and what.get("m") == "start":
                shapes = _shapes_of(table(what))
            yield number, what
    if first:
        reader.refuse(max(number, 1), "there is no header", f'the first line is {{"format": "{FORMAT}", "table": …}}')


class _Reader:
    """Parses and refuses the lines of one log."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._decode = json.JSONDecoder(parse_constant=_no_constant).decode

    def parse(self, line: bytes | str) -> Any:
        """The JSON value of a line; ValueError when there is none."""
        try:
            return self._decode(line.decode("utf-8") if isinstance(line, bytes) else line)
        except json.JSONDecodeError as error:
            raise ValueError(f"{error.msg} at column {error.colno}") from None
        except UnicodeDecodeError:
            raise ValueError("not UTF-8") from None
        except RecursionError:
            raise ValueError("nested too deeply") from None

    def refuse(self, number: int, wrong: str, right: str) -> NoReturn:
        raise SensorLogError(f"{self.name}: line {number}: {wrong}; {right}")

    def header(self, number: int, what: Any) -> Header:
        right = f'the first line is {{"format": "{FORMAT}", "table": the table file\'s path}}'
        if not isinstance(what, dict) or "format" not in what:
            self.refuse(number, "there is no header", right)
        if what["format"] != FORMAT:
            self.refuse(number, f"the format is {_show(what['format'])}", right)
        if set(what) != {"format", "table"} or not isinstance(what["table"], str) or not what["table"]:
            self.refuse(number, f"the header is {_show(what)}", right)
        return Header(what["table"])

    def other(self, number: int, what: Any) -> Event:
        """An event or a mark: the shape that every one has. What an event's fields mean is the judge's business."""
        if not isinstance(what, dict):
            self.refuse(number, f"this is {_show(what)}", "a line is a JSON object")
        if "type" in what:
            if not _is_time(what.get("at")):
                wrong = f"at is {_show(what['at'])}" if "at" in what else "this event has no at"
                self.refuse(number, wrong, "every event has at, seconds on the clock of t")
            return what
        if "m" not in what:
            right = "a line is a hit (t, s, v), an event (type, at, …) or a mark (m)"
            self.refuse(number, f"this is {_show(what)}", right)
        mark = what["m"]
        if not isinstance(mark, str) or mark not in MARKS:
            self.refuse(number, f"m is {_show(mark)}", f"m is one of {', '.join(MARKS)}")
        if MARKS[mark] and not _is_time(what.get("t")):
            self.refuse(number, f"{mark} has no time", "give it t, seconds on the table's clock")
        return what


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _is_time(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf


def _level(value: Any) -> Any:
    if type(value) is int and value in (0, 1):
        return value
    raise ValueError("1 or 0")


def _peak(value: Any) -> Any:
    if (type(value) is float or type(value) is int) and 0 <= value <= 1:
        return value
    raise ValueError("a peak from 0 to 1")


def _colour(value: Any) -> Any:
    if type(value) is list and len(value) == 3 and all(type(part) is int and 0 <= part <= 255 for part in value):
        return value
    raise ValueError("a colour, [red, green, blue] of 0 to 255")


def _tag(value: Any) -> Any:
    if type(value) is str and 0 < len(value) <= _LONGEST_TAG:
        return value
    raise ValueError(f"a tag's id, a text of 1 to {_LONGEST_TAG} characters")


_SHAPES: Mapping[str, Callable[[Any], Any]] = {
    "beam": _level,
    "mouth": _level,
    "line": _level,
    "rest": _level,
    "button": _level,
    "tip": _peak,
    "cushion": _peak,
    "colour": _colour,
    "tag": _tag,
}


def _shapes_of(table: TableFile) -> dict[str, Callable[[Any], Any]]:
    return {sensor.id: _SHAPES[sensor.kind] for sensor in table.sensors}


def _show(value: object) -> str:
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 60 else said[:57] + "..."


def header_line(table: str) -> str:
    """The first line of a log, without a line feed (as all writers here)."""
    return json.dumps({"format": FORMAT, "table": table}, ensure_ascii=False)


def hit_line(hit: Hit) -> str:
    """One hit."""
    return json.dumps({"t": hit.t, "s": hit.sensor, "v": hit.value}, ensure_ascii=False, allow_nan=False)


def event_line(event: Mapping[str, Any]) -> str:
    """One event of the match log, unchanged."""
    return json.dumps(event, ensure_ascii=False, allow_nan=False)


def mark_line(mark: str, **fields: Any) -> str:
    """One line of the journal that has `m` (see MARKS)."""
    if mark not in MARKS:
        raise ValueError(f"m is {mark!r}; it is one of {', '.join(MARKS)}")
    return json.dumps({"m": mark, **fields}, ensure_ascii=False, allow_nan=False)
