"""Where things stand in a table file, and how a person is told what is wrong with one.

`tomllib` forgets the lines once it has parsed, so the text is scanned a second time for headers and keys. The scan only
places messages; what the file says is `tomllib`'s word alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

# a key of the file: ("table", "id"), ("sensor", 3, "kind"), or a whole table: ("sensor", 3)
Place = tuple[str | int, ...]

_HEADER = re.compile(r"""^\s*(\[\[?)\s*([\w.\-"' ]+?)\s*\]\]?\s*(?:\#.*)?$""")
_KEY = re.compile(r"""^\s*("[^"]*"|'[^']*'|[\w\-]+)\s*(?:\.[\w.\-"' ]+)?=""")
_SYNTAX = re.compile(r"^(.*?) \(at (?:line (\d+), column \d+|end of document)\)$")


class TableFileError(ValueError):
    """A table file that can't be used. The text is one line: file, line, what is wrong; what would be right."""


def line_numbers(text: str) -> dict[Place, int]:
    """The line (from 1) of every table and key of a TOML text."""
    found: dict[Place, int] = {}
    counts: dict[str, int] = {}
    table: Place = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            path = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                index = counts.get(path[0], 0)
                counts[path[0]] = index + 1
                table = (path[0], index)
            elif len(path) > 1 and path[0] in counts:  # [sensor.args] belongs to the last [[sensor]]
                table = (path[0], counts[path[0]] - 1, *path[1:])
            else:
                table = path
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, key[1].strip("\"'")), number)
    return found


class Complaints:
    """Raises the errors of one table file, each with its place."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._lines = line_numbers(text)

    def refuse(self, place: Place, wrong: str, right: str) -> NoReturn:
        """Refuse what stands at `place`, told by its line, or by the nearest table that has one."""
        where = ""
        for length in range(len(place), 0, -1):
            if (number := self._lines.get(place[:length])) is not None:
                where = f" line {number}:"
                break
        raise TableFileError(f"{self.name}:{where} {wrong}; {right}")

    def refuse_syntax(self, message: str) -> NoReturn:
        """Refuse a text that isn't TOML, from tomllib's own message."""
        if parts := _SYNTAX.match(message):
            where = f"line {parts[2]}" if parts[2] else "last line"
            raise TableFileError(f"{self.name}: {where}: this is not TOML: {parts[1]}; see https://toml.io")
        raise TableFileError(f"{self.name}: this is not TOML: {message}; see https://toml.io")

    def table(self, place: Place, value: object, what: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            self.refuse(place, f"{what} is {show(value)}", f"it must be a table of keys, [{place[0]}]")
        return value

    def tables(self, place: Place, value: object, what: str) -> Sequence[object]:
        if not isinstance(value, list):
            self.refuse(place, f"{what} is {show(value)}", f"each one begins with [[{place[0]}]]")
        return value

    def known(self, place: Place, keys: Iterable[str], allowed: Iterable[str], what: str) -> None:
        """Refuse a key that this table doesn't have."""
        allowed = tuple(allowed)
        for key in keys:
            if key not in allowed:
                right = f"the keys here are {', '.join(allowed)}" if allowed else "there is nothing to set here"
                self.refuse((*place, key), f"{what} has no key {key!r}", right)

    def text(self, place: Place, value: object, most: int = 256) -> str:
        if not isinstance(value, str) or not value or len(value) > most or not value.isprintable():
            self.refuse(place, f"{place[-1]} is {show(value)}", f"it must be a text of 1 to {most} characters")
        return value

    def word(self, place: Place, value: object, words: Iterable[str]) -> str:
        words = tuple(words)
        if not isinstance(value, str) or value not in words:
            self.refuse(place, f"{place[-1]} is {show(value)}", f"it must be one of {', '.join(words)}")
        return value

    def number(self, place: Place, value: object, low: float, high: float, unit: str) -> float:
        """A number from `low` to `high`."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            self.refuse(place, f"{place[-1]} is {show(value)}", f"it must be a number from {low:g} to {high:g}{unit}")
        return float(value)

    def whole(self, place: Place, value: object, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.refuse(place, f"{place[-1]} is {show(value)}", f"it must be a whole number from {low} to {high}")
        return value


def show(value: object) -> str:
    """A value of the file in an error, kept short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    said = repr(value)
    return said if len(said) <= 60 else said[:57] + "..."
