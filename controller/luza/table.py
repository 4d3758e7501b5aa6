"""`luza table`: a table file from a few questions, and what a table file lets the judge see."""

from __future__ import annotations

import argparse
from pathlib import Path

from luza.config import LANGUAGES
from luza.options import spoken
from luza_hardware.builds import BUILDS


def configure(parser: argparse.ArgumentParser) -> None:
    """The commands and their options."""
    commands = parser.add_subparsers(dest="what", required=True, metavar="COMMAND")
    new = commands.add_parser("new", help="write a table file, and the settings of its boards")
    new.add_argument(
        "folder", metavar="FOLDER", type=Path, help="where they go: table.toml, and a .json for each board"
    )
    new.add_argument("--build", choices=BUILDS, help="what the table has; asked for when left out, as is what follows")
    new.add_argument("--id", help="the table's id: a-z, 0-9 and -")
    new.add_argument("--name", help="its name, as people read it")
    new.add_argument("--port", metavar="BOARD=PORT", action="append", default=[], help="a board's port; once for each")
    new.add_argument("--lang", choices=LANGUAGES, default=spoken(), help="language (the system's)")
    check = commands.add_parser("check", help="what a table can see, and what stays with the referee")
    check.add_argument("table", metavar="FILE", type=Path, help="the table file")
    check.add_argument("--lang", choices=LANGUAGES, default=spoken(), help="language (the system's)")


def run(options: argparse.Namespace) -> int:
    """Do what was asked for; only its part is loaded."""
    if options.what == "new":
        from luza.table_new import new

        return new(options)
    from luza.table_check import check

    return check(options.table, options.lang)
