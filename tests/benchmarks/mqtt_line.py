"""How much a table's line adds to the bare way: publish to subscriber, QoS 1, over one Mosquitto, interleaved.

Both ways have TCP_NODELAY and the same kind of subscriber; the publisher waits for each message to arrive before it
sends the next one.
"""

from __future__ import annotations

import queue
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from luza_mqtt.broker import start_broker
from luza_mqtt.client import make_client
from luza_mqtt.link import Connected, Link
from luza_mqtt.payloads import encode
from luza_mqtt.topics import Topics
from tests.benchmarks.measure import Measure, percentile

WITHIN_S = 10.0
WARM_UP = 200
ROUNDS = 2000


def measures() -> dict[str, Measure]:
    """Milliseconds from `publish_state` (or paho's `publish`) to the subscriber's callback."""
    with tempfile.TemporaryDirectory() as folder, start_broker(Path(folder), prefer="mosquitto") as broker:
        arrived: queue.SimpleQueue[float] = queue.SimpleQueue()
        ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        topics = Topics("bench", "table")

        display = make_client(broker.address, "display")
        display.on_message = lambda *_: arrived.put(time.perf_counter())
        display.on_connect = lambda client, *_: client.subscribe([(topics.state, 1), ("bare", 1)])
        display.on_subscribe = lambda *_: ready.put(True)
        display.connect(broker.address.host, broker.address.port)
        display.loop_start()
        ready.get(timeout=WITHIN_S)

        bare = make_client(broker.address, "bare")
        bare.on_connect = lambda *_: ready.put(True)
        bare.connect(broker.address.host, broker.address.port)
        bare.loop_start()
        ready.get(timeout=WITHIN_S)

        link = Link(broker.address, topics, lambda news: ready.put(news) if isinstance(news, Connected) else None)
        link.start()
        ready.get(timeout=WITHIN_S)

        payload = {"schema": 1, "rev": 41, "fill": "x" * 1200}  # about as long as a state
        body = encode(payload)

        def once(publish: Callable[[], Any]) -> float:
            began = time.perf_counter()
            publish()
            return (arrived.get(timeout=WITHIN_S) - began) * 1000

        ours, plain = [], []
        for number in range(WARM_UP + ROUNDS):
            by_link = once(lambda: link.publish_state(payload))
            by_paho = once(lambda: bare.publish("bare", body, 1, True))
            if number >= WARM_UP:
                ours.append(by_link)
                plain.append(by_paho)
        link.stop()
        for client in (bare, display):
            client.disconnect()
            client.loop_stop()
    words = (
        f"mqtt_line: {ROUNDS} states, QoS 1, from publish_state to a subscriber; baseline: paho's publish, same bytes"
    )
    return {
        "mqtt_line_median": Measure(statistics.median(ours), statistics.median(plain), "ms", words),
        "mqtt_line_p99": Measure(percentile(ours), percentile(plain), "ms", words),
    }
