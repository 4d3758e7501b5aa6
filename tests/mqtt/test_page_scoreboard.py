"""The scoreboard page in a real Chromium against a real Mosquitto: what a hall sees, and that it heals by itself.

The table is played by this test: it publishes what contract/mqtt.md says a table publishes. The page's clock is
Playwright's, so that silence passes without waiting.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from luza_mqtt.displays import DisplaysServer, serve
from luza_mqtt.payloads import encode, hb_payload, match_part, state_payload
from luza_mqtt.topics import Topics
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

HALL, TABLE = "bench-hall", "table-7"
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
PATIENCE_MS = 30_000


class Mosquitto:
    """A real Mosquitto that remembers nothing: killed and started again, it comes back empty on the same ports."""

    def __init__(self, folder: Path) -> None:
        self.tcp, self.ws = free_port(), free_port()
        self.conf = folder / "mosquitto.conf"
        self.conf.write_text(
            f"listener {self.tcp} 127.0.0.1\nallow_anonymous true\n"
            f"listener {self.ws} 127.0.0.1\nprotocol websockets\n"
            "persistence false\nset_tcp_nodelay true\n"
        )
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.process = subprocess.Popen(
            [program, "-c", str(self.conf)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "running" in line:
                return
        raise AssertionError(f"mosquitto ended with {self.process.wait()}")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


class Table:
    """A table that says what it is told to say."""

    def __init__(self, port: int) -> None:
        self.topics = Topics(HALL, TABLE)
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def say(self, topic: str, payload: bytes | str, *, retain: bool = True) -> None:
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(timeout=20)

    def state(self, **facts: Any) -> None:
        self.say(self.topics.state, encode(snapshot(**facts)))

    def status(self, word: str) -> None:
        self.say(self.topics.status, word)

    def heartbeat(self, *, epoch: int = 3, rev: int = 41) -> None:
        self.say(self.topics.hb, encode(hb_payload(epoch=epoch, rev=rev, seq=rev, uptime_s=60.0)), retain=False)


class Judged:
    """The fields of a match-log state."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def as_dict(self) -> dict[str, Any]:
        return self.fields


PLAYING: dict[str, Any] = {
    "phase": "play",
    "game": "eight_ball",
    "frame": 2,
    "frames": {"a": 1, "b": 0},
    "score": {"a": 5, "b": 3},
    "debt": {"a": 0, "b": 0},
    "striker": "a",
    "from_hand": None,
    "options": [],
    "chooser": None,
    "call": None,
    "balls_left": 7,
    "numbers": None,
    "verdict": None,
    "frame_winner": None,
    "winner": None,
}
VERDICT: dict[str, Any] = {
    "legal": True,
    "fouls": [],
    "counted": [],
    "discounted": [],
    "penalty": None,
    "spot": [],
    "remove": 0,
    "repeat": False,
    "open": [],
    "articles": [],
}
FOUL_12 = VERDICT | {"legal": False, "fouls": [12], "articles": ["2.1.22.12"]}
FOUL_12_WORDS = {
    "en": ["Foul 12: cue ball pocketed (2.1.22.12)."],
    "ru": ["Штраф 12: биток упал в лузу (2.1.22.12)."],
}


def snapshot(
    *, epoch: int = 3, rev: int = 41, names: tuple[str, str] = ("Anna", "Boris"), about: dict[str, Any] | None = None, **facts: Any
) -> dict[str, Any]:
    """A `state` payload: a frame of eight_ball at 5:3, with the match log's fields in `facts`, the others in `about`."""
    return state_payload(
        Judged(PLAYING | facts),
        epoch=epoch,
        rev=rev,
        seq=rev,
        ts=1.8e9,
        clock_synced=True,
        hall=HALL,
        table_id=TABLE,
        table_name="Table 7",
        match=match_part("m1", {"a": names[0], "b": names[1]}, 3),
        **(about or {}),
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def table(broker: Mosquitto) -> Iterator[Table]:
    table = Table(broker.tcp)
    table.status("online")
    yield table
    table.close()


@pytest.fixture
def pages(broker: Mosquitto) -> Iterator[DisplaysServer]:
    server = serve(0, "en", f"ws://127.0.0.1:{broker.ws}/", HALL, TABLE)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    page = context.new_page()
    page.clock.install()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert said == []


@pytest.fixture
def board(page: Page, pages: DisplaysServer, table: Table) -> Callable[..., Locator]:
    """Opens the page (with `?lang=` or none) and gives the board once it is linked to the broker."""

    def opened(query: str = "") -> Locator:
        page.goto(pages.url + query)
        board = page.locator("luza-scoreboard")
        expect(board).to_have_attribute("data-linked", "true")
        return board

    return opened


Board = Callable[..., Locator]


def part(board: Locator, name: str) -> Locator:
    return board.locator(f"[data-part={name}]")


def test_a_late_page_shows_the_retained_score(board: Board, table: Table) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    expect(part(shown, "score-b")).to_have_text("3")
    expect(part(shown, "frames-a")).to_have_text("1")
    for name, value in {"score-a": "5", "frames-b": "0", "phase": "play", "rev": "41", "epoch": "3", "stale": "false"}.items():
        expect(shown).to_have_attribute(f"data-{name}", value)
