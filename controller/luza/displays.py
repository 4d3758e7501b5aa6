"""`luza displays`: serves the scoreboard page of one table to the hall's screens."""

from __future__ import annotations

import argparse
import signal
import threading

from luza.errors import UserError
from luza_mqtt.displays import LANGUAGES, DisplaysError, serve


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--hall", required=True, metavar="ID", help="the hall's id, as in luza.toml")
    parser.add_argument("--table", required=True, metavar="ID", help="the table's id, as in its table file")
    parser.add_argument("--port", type=int, default=8080, help="where to serve (default 8080; 0: any free port)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1; 0.0.0.0: all)")
    parser.add_argument("--lang", choices=LANGUAGES, default="ru", help="the pages' language (default ru)")
    parser.add_argument(
        "--broker-ws",
        default="ws://127.0.0.1:9001/",
        metavar="URL",
        help="the broker's WebSocket (default ws://127.0.0.1:9001/)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM; 0 after SIGTERM. UserError when it can't be served."""
    try:
        server = serve(options.port, options.lang, options.broker_ws, options.hall, options.table, host=options.host)
    except DisplaysError as error:
        raise UserError(str(error)) from error
    asked_to_end = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked_to_end.set())
    try:
        print(f"scoreboard of table {options.table}: {server.url} (Ctrl-C ends)", flush=True)
        asked_to_end.wait()
    finally:
        server.stop()
    return 0
