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

from luza.errors import UserError
from luza_rules.course import Course
from luza_rules.log_text import read_event

CHUNK = 1 << 16


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a match log; standard input without it")


def run(options: argparse.Namespace) -> int:
    """0: every event was accepted; 1: some were refused. UserError (2) where the input can't be read as a log."""
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


# a state is a tree: there are no circles to look for
_encode = json.JSONEncoder(check_circular=False).encode
