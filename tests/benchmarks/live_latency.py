"""From bytes on the serial line to `state` with the ball in `live` at a subscriber, beside the bare way.

Ours: a board's frames on a pseudo-terminal → `luza run` (board's thread, loop, journal, outbox) → Mosquitto → paho.
Bare: paho → Mosquitto → paho, the same broker, QoS and size of payload, measured in turn with ours.
"""

from __future__ import annotations

import itertools
import json
import queue
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import Measure

from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table
from luza_hardware.virtual.boards import VirtualBoards
from luza_mqtt.broker import start_broker
from luza_mqtt.client import make_client
from luza_mqtt.topics import Topics

ROUNDS = 200
WARM_UP = 20
BROKEN_S = 0.06  # how long a ball breaks the beam
PATIENCE_S = 10.0
HALL = "bench"

TABLE = """
[table]
id = "bench"
name = "Bench"
length_mm = 3550
width_mm = 1775
ball_mm = 68
[stroke]
settle_s = 5.0
[[node]]
id = "n1"
port = "{port}"
[[sensor]]
id = "pocket.foot_left.beam"
kind = "beam"
pocket = "foot_left"
node = "n1"
channel = 0
[[sensor]]
id = "tip"
kind = "tip"
threshold = 0.12
node = "n1"
channel = 1
"""
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


def percentile(values: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100)[98]


class Bench:
    """Broker, controller, one board, and a subscriber that notes when messages come."""

    def __init__(self, folder: Path, parts: ExitStack) -> None:
        broker = parts.enter_context(start_broker(folder / "broker", prefer="mosquitto"))
        table_file = folder / "table.toml"
        table_file.write_text(TABLE.format(port=folder / "boards" / "n1"))
        config = folder / "luza.toml"
        config.write_text(CONFIG.format(hall=HALL, url=broker.url))
        began = time.monotonic()
        self.clock = lambda: time.monotonic() - began
        self.boards = VirtualBoards(load_table(table_file), self.clock, 1.0, folder / "boards")
        self.boards.start()
        parts.callback(self.boards.stop)
        command = [sys.executable, "-m", "luza.cli", "run", "--table", str(table_file), "--config", str(config)]
        controller = subprocess.Popen(
            [*command, "--journal", str(folder / "journal")], stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        parts.callback(controller.wait)
        parts.callback(controller.terminate)
        self.topics = Topics(HALL, "bench")
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
        players = {"a": "A", "b": "B"}
        self.command("match", game="american", players=players, frames_to_win=2, first_break="a")
        self.strokes = itertools.count()

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
        now = self.clock()
        cleared = now + 0.05 + BROKEN_S
        hits = [
            Hit(now, "tip", 0.5),
            Hit(now + 0.05, "pocket.foot_left.beam", 1),
            Hit(cleared, "pocket.foot_left.beam", 0),
        ]
        offset = time.perf_counter() - self.clock()
        self.boards.play(hits)
        came = self.wait(lambda topic, body: topic == self.topics.state and json.loads(body)["live"]["pocketed"])
        self.payload = came[2]
        self.command("end_stroke")
        self.command("undo")
        return came[0] - (cleared + offset)

    def bare(self) -> float:
        """The same payload from one paho client to another."""
        began = time.perf_counter()
        self.writer.publish("bare", self.payload, 1)
        return self.wait(lambda topic, _: topic == "bare")[0] - began
