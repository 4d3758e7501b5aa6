"""`luza virtual`: a virtual table on pseudo-terminals, with two robots who play on it over MQTT."""

from __future__ import annotations

import argparse
import random
import signal
import time
from pathlib import Path
from types import FrameType
from typing import NoReturn

from luza.errors import UserError
from luza.options import speed

NAMES = {
    "en": ("Vera Orlova", "Ilya Belov", "Nina Sokolova", "Pavel Gromov", "Daria Lunina", "Artyom Kamenev"),
    "ru": ("Вера Орлова", "Илья Белов", "Нина Соколова", "Павел Громов", "Дарья Лунина", "Артём Каменев"),
}
ACTOR = "robots"
ENDINGS = (signal.SIGTERM, signal.SIGINT)


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--table", type=Path, required=True, metavar="FILE", help="the table file: its sensors and boards"
    )
    parser.add_argument(
        "--ports", type=Path, required=True, metavar="DIR", help="where the boards' ports appear, one a node"
    )
    parser.add_argument("--hall", required=True, metavar="ID", help="the hall of the topics, as in luza.toml")
    parser.add_argument("--broker", required=True, metavar="URL", help="the broker, say mqtt://localhost:1883")
    parser.add_argument("--game", default="eight_ball", help="the game that is played (eight_ball)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same strokes (1)")
    parser.add_argument("--speed", type=speed, default=1.0, help="how many table seconds pass in one (1)")
    parser.add_argument("--truth", type=Path, metavar="FILE", help="write a match log of what truly happened")
    parser.add_argument("--frames", type=count, metavar="N", help="end after so many frames (for ever)")
    parser.add_argument("--frames-to-win", type=count, default=3, metavar="N", help="length of the matches (3)")
    parser.add_argument("--lang", choices=sorted(NAMES), default="en", help="language of names and messages (en)")
    parser.add_argument("--quiet", action="store_true", help="don't print a line for each stroke")


def count(text: str) -> int:
    """A whole number above zero, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("write a whole number, 1 or more")
    return number


def run(options: argparse.Namespace) -> int:
    """Play until SIGTERM, Ctrl-C or the last frame; exit status 0."""
    from luza.robots.client import TableClient
    from luza.robots.player import Player
    from luza.robots.session import Session
    from luza.robots.truth_log import TruthLog
    from luza_hardware.table_file import TableFileError, load_table
    from luza_hardware.virtual import VirtualBoards, VirtualTable
    from luza_mqtt.address import AddressError, parse_broker
    from luza_mqtt.topics import Topics
    from luza_rules import GAMES

    if options.game not in GAMES:
        raise UserError(f"--game {options.game}: there is no such game; there are: {', '.join(GAMES)}")
    try:
        file = load_table(options.table)
        topics = Topics(options.hall, file.id)
        broker = parse_broker(options.broker)
    except (TableFileError, AddressError, ValueError) as error:
        raise UserError(str(error)) from error
    on_pins = [sensor.id for sensor in file.sensors if sensor.gpio is not None and sensor.kind != "button"]
    if on_pins:
        raise UserError(
            f"{options.table}: {on_pins[0]} hangs on a pin (gpio); a virtual table has boards only: give it a node"
        )
    if options.truth and (options.truth.is_dir() or not options.truth.parent.is_dir()):
        raise UserError(f"--truth {options.truth}: name a file in a folder that is there")
    began = time.monotonic()

    pace: float = options.speed

    def now() -> float:
        return (time.monotonic() - began) * pace

    names = random.Random(f"names {options.seed}").sample(range(len(NAMES["en"])), 2)
    first, second = (NAMES[options.lang][name] for name in names)
    players = {
        "a": Player(first, angle_error=0.0005, speed_error=0.03, nerve=4000.0),
        "b": Player(second, angle_error=0.0011, speed_error=0.06, nerve=2500.0),
    }

    def say(line: str) -> None:
        if not options.quiet:
            print(line, flush=True)

    boards = VirtualBoards(file, now, pace, options.ports)
    client = TableClient(broker, topics, ACTOR)
    previous = signal.signal(signal.SIGTERM, _leave)
    # whoever wants to end this waits until it stands: what is half started can't be stopped
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        boards.start()
        client.start()
    except OSError as error:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
        raise UserError(f"--ports {options.ports}: {error.strerror}; name a folder that can be written") from error
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
        say(f"boards {', '.join(boards.ports)} on {options.ports}; table {topics.base} over {broker.url}")
        session = Session(
            client=client,
            table=VirtualTable(file, options.seed),
            boards=boards,
            now=now,
            speed=pace,
            game=GAMES[options.game],
            players=players,
            frames_to_win=options.frames_to_win,
            truth=TruthLog(options.truth),
            seed=options.seed,
            say=say,
            lang=options.lang,
        )
        session.play(options.frames)
        say(session.summary())
    except SystemExit:
        pass
    finally:
        client.stop()
        boards.stop()
        signal.signal(signal.SIGTERM, previous)
    return 0


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)
