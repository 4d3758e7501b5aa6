"""From bytes on the serial line to `state` with the ball in `live` at a subscriber, beside the bare way.

Ours: a board's frames on a pseudo-terminal → `luza run` (board's thread, loop, journal, outbox) → Mosquitto → paho.
Bare: paho → Mosquitto → paho, the same broker, QoS and size of payload, measured in turn with ours.
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import select
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from luza_mqtt.broker import start_broker
from luza_mqtt.client import make_client
from luza_mqtt.topics import Topics
from luza_node.link import BoardLink
from tests.benchmarks.measure import Measure, percentile
from tests.small_table import MATCH, SMALL_TABLE

ROUNDS = 200
WARM_UP = 20
BROKEN_S = 0.06  # how long a ball breaks the beam
PATIENCE_S = 10.0
HALL = "bench"
TIP, BEAM = 0, 1  # channels

CONFIG = """
[hall]
id = "{hall}"
[broker]
url = "{url}"
[[actor]]
name = "bench"
role = "admin"
"""


def measures() -> dict[str, Measure]:
    """Ours and bare in turn; median and 99th percentile in milliseconds."""
    with ExitStack() as parts, tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), parts)
        for _ in range(WARM_UP):
            bench.ours()
            bench.bare()
        ours, bare = [], []
        for _ in range(ROUNDS):
            ours.append(bench.ours() * 1000)
            bare.append(bench.bare() * 1000)
        parts.close()
    words = (
        f"live_latency: {ROUNDS} balls, one board, QoS 1; from the bytes of the beam's clearing to the state with the "
        "ball in live; baseline: paho → Mosquitto → paho with a payload of the same size"
    )
    return {
        "live_latency_median": Measure(statistics.median(ours), statistics.median(bare), "ms", words),
        "live_latency_p99": Measure(percentile(ours), percentile(bare), "ms", words),
    }


class Board:
    """One board on a pseudo-terminal, whose hits are written at once, so that the moment of writing is known."""

    def __init__(self, port: Path) -> None:
        self.line, self.far_end = os.openpty()
        tty.setraw(self.far_end)
        port.symlink_to(os.ttyname(self.far_end))
        self.link = BoardLink(b"bench", int.from_bytes(os.urandom(4), "little"), 4096)
        self.lock = threading.Lock()
        self.ending, self.end = os.pipe()
        self.thread = threading.Thread(target=self.answer, daemon=True)
        self.thread.start()

    def answer(self) -> None:
        """What a board's main loop does: take in what the host says, and say what is to be said."""
        while True:
            ready, _, _ = select.select([self.line, self.ending], [], [], 0.05)
            if self.ending in ready:
                return
            with self.lock:
                if ready:
                    self.link.received(os.read(self.line, 4096))
                self.write()

    def write(self) -> None:
        while data := self.link.to_send(ticks()):
            os.write(self.line, data)

    def see(self, channel: int, value: float) -> float:
        """The sensor sees something now; the moment at which its bytes were about to be written."""
        with self.lock:
            self.link.hit(channel, ticks(), value)
            began = time.perf_counter()
            self.write()
        return began

    def close(self) -> None:
        os.write(self.end, b"!")
        self.thread.join()
        for file in (self.line, self.far_end, self.ending, self.end):
            os.close(file)


def ticks() -> int:
    """The board's counter."""
    return time.monotonic_ns() // 1000 % (1 << 32)


class Bench:
    """Broker, controller, one board, and a subscriber that notes when messages come."""

    def __init__(self, folder: Path, parts: ExitStack) -> None:
        broker = parts.enter_context(start_broker(folder / "broker", prefer="mosquitto"))
        table_file = folder / "table.toml"
        table_file.write_text(SMALL_TABLE.replace("PORT", str(folder / "boards" / "n1")))
        config = folder / "luza.toml"
        config.write_text(CONFIG.format(hall=HALL, url=broker.url))
        (folder / "boards").mkdir()
        self.board = Board(folder / "boards" / "n1")
        parts.callback(self.board.close)
        command = [sys.executable, "-m", "luza.cli", "run", "--table", str(table_file), "--config", str(config)]
        controller = subprocess.Popen(
            [*command, "--journal", str(folder / "journal")], stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        parts.callback(controller.wait)
        parts.callback(controller.terminate)
        self.topics = Topics(HALL, "t1")
        self.came: queue.Queue[tuple[float, str, Any]] = queue.Queue()
        self.ids = itertools.count()
        self.reader = make_client(broker.address, "")
        self.reader.on_message = lambda _c, _u, m: self.came.put((time.perf_counter(), m.topic, m.payload))
        self.writer = make_client(broker.address, "")
        for client in (self.reader, self.writer):
            client.connect(broker.address.host, broker.address.port)
            client.loop_start()
            parts.callback(client.loop_stop)
            parts.callback(client.disconnect)
        self.reader.subscribe([(self.topics.state, 1), (f"{self.topics.base}/reply/bench/+", 1), ("bare", 1)])
        info = self.wait(lambda topic, body: topic == self.topics.state)
        self.payload = info[2]
        self.command("match", **{**MATCH, "game": "american"})
        self.broken = threading.Event()

    def wait(self, wanted: Any) -> tuple[float, str, Any]:
        """The next message that is wanted, with the moment at which it came."""
        until = time.monotonic() + PATIENCE_S
        while True:
            message = self.came.get(timeout=max(0.0, until - time.monotonic()))
            if wanted(message[1], message[2]):
                return message

    def command(self, verb: str, **args: Any) -> None:
        """Say something to the table, and wait for its answer."""
        body = {"id": f"{verb}-{next(self.ids)}", "args": args}
        self.writer.publish(self.topics.command("bench", verb), json.dumps(body), 1)
        answer = self.wait(lambda topic, payload: "/reply/" in topic and json.loads(payload)["id"] == body["id"])
        assert json.loads(answer[2])["ok"], answer[2]

    def ours(self) -> float:
        """One ball: seconds from the bytes on the line to the state that shows it."""
        self.board.see(TIP, 0.5)
        self.wait(lambda topic, body: topic == self.topics.state and json.loads(body)["live"]["stroke"] == "running")
        self.board.see(BEAM, 1)
        self.broken.wait(BROKEN_S)  # how long a ball takes is part of what is measured, not a pause for something else
        began = self.board.see(BEAM, 0)
        came = self.wait(lambda topic, body: topic == self.topics.state and json.loads(body)["live"]["pocketed"])
        self.payload = came[2]
        self.command("end_stroke")
        self.command("undo")
        return came[0] - began

    def bare(self) -> float:
        """The same payload from one paho client to another."""
        began = time.perf_counter()
        self.writer.publish("bare", self.payload, 1)
        return self.wait(lambda topic, _: topic == "bare")[0] - began
