"""`luza watch`: every sensor of a table, live in the terminal, with what its hits look like.

It watches a recording (`luza watch RECORDING`); or a table that is being run (`luza watch --table FILE`), whose journal
it follows, so that the boards' ports stay the controller's alone; or, with `--boards`, boards that no controller has.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from luza.config import LANGUAGES
from luza.errors import UserError
from luza.options import speed, spoken
from luza.run import read_table
from luza.watch_rows import boards_line, picture, rows
from luza.watch_sources import Playback, RunningTable, Source
from luza.watch_state import Watched

WIDTH = 160  # of the table that is printed: it takes no more than it needs


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "recording", metavar="RECORDING", type=Path, nargs="?", help="a sensor log, which is played; else --table"
    )
    parser.add_argument(
        "--table",
        metavar="FILE",
        type=Path,
        help="table file: of the running table, or in place of the recording's",
    )
    parser.add_argument(
        "--journal", metavar="DIR", type=Path, default=Path("journal"), help="as luza run was given it (journal)"
    )
    parser.add_argument("--boards", action="store_true", help="the table's boards themselves, when no luza runs it")
    parser.add_argument("--speed", type=speed, default=1.0, help="how many times as fast a recording is played (1)")
    parser.add_argument("--once", action="store_true", help="print the sensors once, as a table, and end")
    parser.add_argument("--lang", choices=LANGUAGES, default=spoken(), help="language (the system's)")


def run(options: argparse.Namespace) -> int:
    """Show a source until somebody ends it, or print it once where there is no terminal; exit status 0."""
    source = open_source(options)
    try:
        if options.once or not (sys.stdin.isatty() and sys.stdout.isatty()):
            if not options.once:
                print("luza watch: this is no terminal: the sensors once, as with --once", file=sys.stderr)
            print_once(source, options.lang)
            return 0
        from luza.watch_app import WatchApp

        failed = WatchApp(source, options.lang).run()
        if failed is not None:
            raise failed
    finally:
        source.close()
    return 0


def open_source(options: argparse.Namespace) -> Source:
    """What the options name; UserError where they name nothing that can be watched."""
    if options.recording is not None:
        return Playback(options.recording, options.table, options.speed)
    if options.table is None:
        raise UserError("name a recording, or with --table FILE the table file of a table that luza run runs")
    table = read_table(options.table)
    if options.boards:
        from luza.watch_boards import Boards

        return Boards(table)
    return RunningTable(options.journal / f"{table.id}.jsonl", table)


def print_once(source: Source, lang: str) -> None:
    """A recording is played to its end at once; of anything else it's what there is now."""
    watched = Watched(source.table)
    for line in source.everything():
        watched.take(line)
    watched.advance(source.now())
    console = Console(width=WIDTH, highlight=False)
    with console.capture() as shown:
        if boards := boards_line(watched, lang):
            console.print(boards)
        console.print(picture(rows(watched, source.now(), lang), lang))
    print("\n".join(line.rstrip() for line in shown.get().splitlines()))
