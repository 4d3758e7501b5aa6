"""`luza demo`: a whole club on this machine, to look at: one command, a page with a live score, and Ctrl-C ends it."""

from __future__ import annotations

import argparse
import queue
import random
import signal
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from luza.config import LANGUAGES
from luza.demo_screen import WORDS, Billing, Screen
from luza.demo_stage import HALL, Stage
from luza.errors import UserError
from luza.options import speed, spoken
from luza_mqtt.topics import Topics
from luza_mqtt.watcher import Watcher
from luza_rules import GAMES

LOOK_EVERY_S = 0.5


def configure(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--game", choices=list(GAMES), default="moscow", help="the game played (moscow)")
    parser.add_argument("--speed", type=speed, default=4.0, help="how many times as fast as in a club (4)")
    parser.add_argument("--seed", type=int, help="the same seed, the same strokes (by chance)")
    parser.add_argument("--lang", choices=LANGUAGES, default=spoken(), help="of page and terminal (the system's)")
    parser.add_argument("--port", type=port_number, help="of the page (the first free one from 8080 on; 0: any)")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="keep journal, truth and logs there (a temporary folder, removed)"
    )


def port_number(text: str) -> int:
    """A port, for argparse."""
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("write a port from 1 to 65535, or 0 for any free one")
    return number


def run(options: argparse.Namespace) -> int:
    """Start everything, show it until Ctrl-C or SIGTERM, end everything; 0 when it was asked to end."""
    seed = options.seed if options.seed is not None else random.randrange(10_000)
    with ExitStack() as parts:
        folder = options.folder
        if folder is None:
            folder = Path(parts.enter_context(tempfile.TemporaryDirectory(prefix="luza-demo-")))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"--folder {folder}: {error.strerror}") from error
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            stage = parts.enter_context(
                Stage(folder.resolve(), options.game, seed, options.speed, options.lang, options.port)
            )
            show(stage, options.lang, seed)
    print(WORDS[options.lang]["ended"])
    return 0


def show(stage: Stage, lang: str, seed: int) -> None:
    """Show in the terminal what is being played, until Ctrl-C. UserError when a part has ended by itself."""
    news: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
    topics = Topics(HALL, stage.table_id)
    watcher = Watcher(stage.broker.address, topics, lambda name, payload: news.put((name, payload)))
    billing = Billing(stage.page.url, stage.broker.url, f"{topics.base}/#", stage.broker.kind, seed)
    with watcher, Screen(lang, billing) as screen:
        while True:
            with suppress(queue.Empty):
                screen.heard(*news.get(timeout=LOOK_EVERY_S))
            if why := stage.ended():
                raise UserError(why)
