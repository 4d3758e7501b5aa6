"""`luza judge [FILE]`: a match log in, one state a line out, for every event line in order (contract: the match log).

States come out as the lines come in, so a log may be judged while it is being written. With `--explain` each has one
field more, `words`: its verdict in sentences, so that the output stays one JSON object a line.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator

from luza.errors import UserError
from luza_rules.course import Course
from luza_rules.log_text import read_event
from luza_rules.state import State

CHUNK = 1 << 16


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a match log; standard input without it")
    parser.add_argument("--explain", action="store_true", help="add `words` to each state: its verdict in sentences")
    parser.add_argument("--lang", choices=("en", "ru"), help="the language of --explain (en)")


def run(options: argparse.Namespace) -> int:
    """0: every event was accepted; 1: some were refused. UserError (2) where the input can't be read as a log."""
    if options.lang is not None and not options.explain:
        raise UserError("--lang is the language of --explain, which isn't there")
    line_of = _explaining(options.lang or "en") if options.explain else _line_of
    # positions live until the match ends and hold no cycles: looking for garbage among them is only time
    gc.disable()
    out = sys.stdout
    match = Course()
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
                states.append(line_of(state))
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


# a state is a tree: there are no circles to look for
_encode = json.JSONEncoder(check_circular=False).encode


def _line_of(state: State) -> str:
    return _encode(state.as_dict())


def _explaining(lang: str) -> Callable[[State], str]:
    from luza_rules import explain  # words are loaded for those who want them

    encode = json.JSONEncoder(check_circular=False, ensure_ascii=False).encode
    return lambda state: encode({**state.as_dict(), "words": explain(state, lang)})
