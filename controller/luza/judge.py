"""`luza judge [FILE]`: a match log in, one state a line out, for every event line in order (contract: the match log).

States come out as the lines come in, so a log may be judged while it is being written.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from luza.errors import UserError
from luza_rules import Match

CHUNK = 1 << 16
LONGEST_NUMBER = 4000
"""Digits of a whole number that are read as one; a longer one is too large for any field, and read as infinite."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a match log; standard input without it")


def run(options: argparse.Namespace) -> int:
    """0: every event was accepted; 1: some were refused. UserError (2) where the input can't be read as a log."""
    # positions live until the match ends and hold no cycles: looking for garbage among them is only time
    gc.disable()
    out = sys.stdout
    match = Match()
    refused = False
    name = "standard input" if options.file is None else options.file
    for batch in _batches(options.file, name):
        states, trouble = [], None
        for number, line in batch:
            try:
                event = read_event(line)
            except ValueError as error:
                trouble = UserError(f"{name}, line {number}: {error}")
                break
            if event is not None:
                state = match.push(event)
                refused = refused or not state.accepted
                states.append(_encode(state.as_dict()))
        if states:
            states.append("")
            out.write("\n".join(states))
            out.flush()
        if trouble is not None:
            raise trouble
    return 1 if refused else 0


def _batches(file: str | None, name: str) -> Iterator[list[tuple[int, bytes]]]:
    """The numbered lines that can be read without waiting, as often as there are some."""
    number, rest = 0, [b""]
    try:
        source = sys.stdin.fileno() if file is None else os.open(file, os.O_RDONLY)
        while chunk := os.read(source, CHUNK):
            first, *lines = chunk.split(b"\n")
            rest.append(first)
            if lines:
                lines = [b"".join(rest), *lines]
                rest = [lines.pop()]
                yield list(enumerate(lines, number + 1))
                number += len(lines)
    except OSError as error:
        raise UserError(f"{name}: {error.strerror}") from None
    yield [(number + 1, b"".join(rest))]


def read_event(line: bytes) -> dict[str, Any] | None:
    """The event of one line; null for a blank line or a comment. ValueError says what the line is not."""
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise ValueError("this is not UTF-8 text") from None
    if not text or text[0] == "#":
        return None
    try:
        event = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON: {error.msg}, at column {error.colno}") from None
    except RecursionError:
        raise ValueError("this is nested too deeply to be an event") from None
    if type(event) is not dict:
        raise ValueError('this is JSON but not an object: an event is one, like {"type": "undo"}')
    return event


def _no_constant(word: str) -> None:
    raise ValueError(f"this is not JSON: it has no {word}")


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST_NUMBER else float("inf")


# a state is a tree: there are no circles to look for
_encode = json.JSONEncoder(check_circular=False).encode
_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole)
