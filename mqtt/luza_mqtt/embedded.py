"""The embedded broker: amqtt, on the loopback interface, in a process of its own (see `broker`)."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

from amqtt.broker import Broker
from amqtt.errors import BrokerError

from luza_mqtt.broker import HOST


def main(tcp_port: int, ws_port: int) -> int:
    """Serve until SIGTERM, or until standard input is closed; returns the exit status."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # it tells of everybody who only looks in at the door
    return asyncio.run(_serve(tcp_port, ws_port))


async def _serve(tcp_port: int, ws_port: int) -> int:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, ended.set)
    loop.add_reader(sys.stdin.fileno(), ended.set)  # readable only at its end: who started us has gone
    broker = Broker(
        {
            "listeners": {
                "default": {"type": "tcp", "bind": f"{HOST}:{tcp_port}"},
                "ws": {"type": "ws", "bind": f"{HOST}:{ws_port}"},
            },
            "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        }
    )
    try:
        await broker.start()
    except BrokerError as error:
        print(error, file=sys.stderr)
        return 1
    await ended.wait()
    await broker.shutdown()
    return 0
