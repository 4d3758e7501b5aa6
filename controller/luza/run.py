"""`luza run`: the controller of one table, from its files to its loop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from pathlib import Path

from luza.config import Config, load_config
from luza.controller import Controller
from luza.errors import UserError
from luza.garbage import collect_when
from luza.journal import Journal
from luza.keeper import Keeper
from luza.options import speed
from luza.sensor_log import Header, event_line, header_line, read_log
from luza.starts import Start, clock_synced
from luza.table_clock import TableClock, go_on
from luza_hardware.table_file import TableFile, TableFileError, load_table
from luza_mqtt.topics import check_id

log = logging.getLogger("luza")


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--table", type=Path, required=True, metavar="FILE", help="the table file: its sensors and boards"
    )
    parser.add_argument(
        "--config", type=Path, default=Path("luza.toml"), metavar="FILE", help="hall, broker and actors (luza.toml)"
    )
    parser.add_argument(
        "--journal", type=Path, default=Path("journal"), metavar="DIR", help="where the match is kept (journal)"
    )
    parser.add_argument(
        "--speed",
        type=speed,
        default=1.0,
        help="how many table seconds pass in one; for a virtual table that is played faster (1)",
    )


def run(options: argparse.Namespace) -> int:
    """Open everything, then play until SIGTERM or Ctrl-C; exit status 0."""
    logging.basicConfig(level=logging.INFO, format="luza: %(message)s", stream=sys.stderr)
    config = load_config(options.config)
    table = read_table(options.table)
    journal = Journal.open(options.journal, table.id)
    try:
        keeper = restore(journal, table, config)
        clock = begin(journal, keeper, table, options.table, options.speed)
        controller = Controller(keeper, journal, clock, config)
        asyncio.run(play(controller, config))
    finally:
        journal.close()
    return 0


def read_table(path: Path) -> TableFile:
    """The table file; UserError names the place of what is wrong in it."""
    try:
        table = load_table(path)
        check_id("[table] id", table.id)
    except (OSError, ValueError) as error:
        raise UserError(str(error) if isinstance(error, TableFileError) else f"{path}: {error}") from error
    return table


def restore(journal: Journal, table: TableFile, config: Config) -> Keeper:
    """Everything that the journal tells; one that can't be read is set aside, and play begins anew.

    Its lines were written under the table file of the `start` before them, which need not be today's.
    """
    keeper = Keeper(table, config.hall)
    try:
        for _, line in read_log((f"{line}\n" for line in journal.found), journal.path.name) if journal.found else ():
            if not isinstance(line, Header):
                keeper.take(line)
                keeper.collect()  # it was told when it happened
    except Exception as error:  # whatever has happened to the file: a table has to start
        journal.set_aside(f"it can't be read ({error})")
        keeper = Keeper(table, config.hall)
    for words in journal.told:
        log.warning("%s", words)
    return keeper


def begin(journal: Journal, keeper: Keeper, table: TableFile, table_path: Path, speed: float) -> TableClock:
    """Note this start in the journal; returns the table's clock from now on."""
    before = keeper.start
    clock = go_on(keeper.t, before.clock if before else None, speed)
    wall = time.time()
    epoch = before.epoch if before else int(wall)
    if not journal.found:
        journal.append(header_line(os.path.relpath(table_path, journal.path.parent)))
    start = Start(clock.now(), wall, clock_synced(), clock, epoch, table.text)
    line = start.line()
    journal.append(event_line(line))
    keeper.take(line)
    journal.sync()
    return clock


async def play(controller: Controller, config: Config) -> None:
    """The loop, ended by a signal."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, controller.stop)
    keeper = controller.keeper
    collect_when(lambda: keeper.live.stroke == "idle")
    await controller.run(
        lambda: log.info(
            "table %s of hall %s plays; broker %s, journal %s, rev %d",
            keeper.table.id,
            config.hall,
            config.broker.url,
            controller.journal.path,
            keeper.rev,
        )
    )
