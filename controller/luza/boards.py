"""`luza boards`: the sensor boards themselves, from the first flashing to a walk round the table.

Each command has the boards' ports to itself for as long as it runs: `luza run` has to be ended before.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from luza.config import LANGUAGES
from luza.options import spoken


def configure(parser: argparse.ArgumentParser) -> None:
    """The commands and their options."""
    commands = parser.add_subparsers(dest="what", required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="the boards with their ids, ports, clocks, losses and health")
    listing.add_argument(
        "table", metavar="TABLEFILE", type=Path, nargs="?", help="of this table (default: all at USB ports)"
    )
    blink = commands.add_parser("identify", help="let a board blink, to see which one it is")
    blink.add_argument("where", metavar="BOARD", help="its port or its unique id")
    blink.add_argument("--seconds", metavar="N", type=blink_seconds, default=30, help="how long; 0: stop (30)")
    settings = commands.add_parser("set", help="put new settings on a board")
    settings.add_argument("where", metavar="BOARD", help="its port or its unique id")
    settings.add_argument("settings", metavar="FILE", type=Path, help="its settings (luza.json)")
    flash = commands.add_parser("flash", help="put the boards' program on a board that has MicroPython")
    flash.add_argument("port", metavar="PORT", help="the board's port, as /dev/ttyACM0")
    flash.add_argument("--settings", metavar="FILE", type=Path, help="its settings too (luza.json)")
    walk = commands.add_parser("walk", help="try every pocket and cushion of a table, and tick them off")
    walk.add_argument("table", metavar="TABLEFILE", type=Path, help="the table file")
    walk.add_argument("--within", metavar="S", type=seconds, default=60.0, help="seconds for each thing to try (60)")
    for command in (listing, blink, settings, walk):
        command.add_argument("--lang", choices=LANGUAGES, default=spoken(), help="language (the system's)")


def seconds(text: str) -> float:
    """A time to wait, for argparse."""
    number = float(text)
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError("write seconds, above 0 and at most 3600")
    return number


def blink_seconds(text: str) -> int:
    """For how long a board can be asked to blink, for argparse."""
    number = int(text)
    if not 0 <= number <= 255:
        raise argparse.ArgumentTypeError("write whole seconds, 0 to 255")
    return number


def run(options: argparse.Namespace) -> int:
    """Do what was asked for; only its part is loaded."""
    if options.what == "flash":
        from luza.boards_flash import flash

        return flash(options.port, options.settings)
    if options.what == "list":
        from luza.boards_list import list_boards

        return list_boards(options.table, options.lang)
    if options.what == "identify":
        from luza.boards_care import identify

        return identify(options.where, options.seconds, options.lang)
    if options.what == "set":
        from luza.boards_care import put

        return put(options.where, options.settings, options.lang)
    from luza.boards_walking import walk

    return walk(options.table, options.lang, options.within)
