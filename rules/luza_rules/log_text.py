"""The match log as text: one line to an event, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LONGEST_NUMBER = 4000
"""Digits of a whole number that are read as one; a longer one is too large for any field, and read as infinite."""


def read_event(line: str | bytes) -> dict[str, Any] | None:
    """The event of one line; null for a blank line or a comment. ValueError says what the line is not."""
    try:
        text = (line if isinstance(line, str) else line.decode()).strip()
    except UnicodeDecodeError:
        raise ValueError("this is not UTF-8 text") from None
    if not text or text[0] == "#":
        return None
    if text[0] == "\ufeff":
        raise ValueError("this begins with a byte order mark: save the log as UTF-8 without one")
    try:
        event = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON: {error.msg}, at column {error.colno}") from None
    except RecursionError:
        raise ValueError("this is nested too deeply to be an event") from None
    if type(event) is not dict:
        raise ValueError('this is JSON but not an object: an event is one, like {"type": "undo"}')
    return event


def line_of(event: Mapping[str, Any]) -> str:
    """An event as a line of a log, with the line's end."""
    return json.dumps(dict(event), ensure_ascii=False) + "\n"


def _no_constant(word: str) -> None:
    raise ValueError(f"this is not JSON: it has no {word}")


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST_NUMBER else float("inf")


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)
