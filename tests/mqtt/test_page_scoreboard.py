"""The scoreboard page in a real Chromium against real brokers: what a hall sees, and that it heals by itself.

The table is played by this test: it publishes what contract/mqtt.md says a table publishes. The page's clock is
Playwright's, so that silence passes without waiting.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from luza_mqtt.broker import start_broker
from luza_mqtt.displays import DisplaysServer, serve
from luza_mqtt.payloads import encode, hb_payload, match_part, state_payload
from luza_mqtt.topics import Topics

HALL, TABLE = "bench-hall", "table-7"
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
PATIENCE_MS = 30_000


class Table:
    """A table that says what it is told to say."""

    def __init__(self, hall: Hall) -> None:
        self.topics = Topics(HALL, TABLE)
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self.client.connect("127.0.0.1", hall.broker.tcp_port)
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
    "en": ["Foul 12: the cue ball was pocketed (2.1.22.12)."],
    "ru": ["Нарушение 12: биток упал в лузу (п. 2.1.22.12)."],
}


def snapshot(
    *,
    epoch: int = 3,
    rev: int = 41,
    names: tuple[str, str] = ("Anna", "Boris"),
    about: dict[str, Any] | None = None,
    **facts: Any,
) -> dict[str, Any]:
    """A `state` payload: a frame of eight_ball at 5:3, the match log's fields in `facts`, others in `about`."""
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


class Hall:
    """A hall's broker, which remembers nothing: killed and started again it comes back empty on the same ports."""

    def __init__(self, folder: Path, kind: Literal["mosquitto", "embedded"]) -> None:
        self.folder, self.kind = folder, kind
        self.broker = start_broker(folder, prefer=kind)

    def kill(self) -> None:
        self.broker.kill()

    def start(self) -> None:
        self.broker = start_broker(self.folder, self.broker.tcp_port, self.broker.ws_port, prefer=self.kind)


@pytest.fixture
def hall(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hall]:
    hall = Hall(tmp_path, getattr(request, "param", "mosquitto"))
    yield hall
    hall.broker.stop()


@pytest.fixture
def table(hall: Hall) -> Iterator[Table]:
    table = Table(hall)
    table.status("online")
    yield table
    table.close()


@pytest.fixture
def pages(hall: Hall) -> Iterator[DisplaysServer]:
    server = serve(0, "en", hall.broker.ws_url, HALL, TABLE)
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
    for name, value in {
        "score-a": "5",
        "frames-b": "0",
        "phase": "play",
        "rev": "41",
        "epoch": "3",
        "stale": "false",
    }.items():
        expect(shown).to_have_attribute(f"data-{name}", value)


def test_a_ball_that_fell_shows_at_once_and_is_marked_as_not_yet_judged(board: Board, table: Table) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    fell = [{"ball": "object", "pocket": "foot_left"}]
    table.state(about={"live_stroke": "running", "live_pocketed": fell, "live_score": {"a": 6, "b": 3}})
    expect(part(shown, "fallen")).to_contain_text("foot left corner")
    expect(part(shown, "would-be-a")).to_have_text("would be6")
    expect(part(shown, "headline")).to_have_text("would be 6 : 3")
    expect(shown.get_by_text("not yet judged")).to_be_visible()
    expect(part(shown, "would-be-b")).to_be_hidden()
    expect(part(shown, "score-a")).to_have_text("5")
    expect(shown).to_have_attribute("data-live-a", "6")
    expect(part(shown, "phase")).to_have_text("Stroke in progress")

    table.state(rev=42, score={"a": 6, "b": 3}, verdict=VERDICT | {"counted": [fell[0] | {"value": 1}]})
    expect(part(shown, "score-a")).to_have_text("6")
    expect(part(shown, "headline")).to_have_text("1 ball counted")
    expect(shown.get_by_text("not yet judged")).to_be_hidden()
    expect(part(shown, "would-be-a")).to_be_hidden()


def test_a_foul_is_told_in_words_with_its_article_and_who_may_say_play_on(board: Board, table: Table) -> None:
    last = [{"striker": "a", "counted": [], "fouls": [12], "score": {"a": 4, "b": 3}}]
    table.state(
        verdict=FOUL_12 | {"open": ["sensing"]},
        striker="b",
        from_hand="house",
        options=["play_on"],
        debt={"a": 1, "b": 0},
        about={
            "words": FOUL_12_WORDS,
            "last": last,
            "doubts": [{"about": "pocketed", "why": "double_pulse", "readings": []}],
            "alerts": [{"code": "sensor_muted", "message": "side pocket muted", "since": "2026-12-01T18:22:05.120Z"}],
        },
    )
    shown = board()
    expect(part(shown, "headline")).to_have_text("Foul 12")
    expect(part(shown, "verdict")).to_have_text("Foul 12: the cue ball was pocketed (2.1.22.12).")
    expect(part(shown, "badge-b")).to_have_text("At the table")
    expect(part(shown, "badge-a")).to_be_hidden()
    expect(part(shown, "why-b")).to_contain_text("may say “play on”")
    expect(part(shown, "why-b")).to_contain_text("from hand")
    expect(part(shown, "last")).to_contain_text("Foul 12")
    expect(shown.get_by_text("owes 1")).to_be_visible()
    for note in ("what the sensors saw", "Not sure: what fell (double pulse)", "side pocket muted"):
        expect(shown.locator("footer")).to_contain_text(note)


def test_the_address_beats_the_servers_language(board: Board, table: Table) -> None:
    table.state(verdict=FOUL_12, striker="b", from_hand="house", about={"words": FOUL_12_WORDS})
    shown = board("?lang=ru")
    expect(part(shown, "headline")).to_have_text("Нарушение 12")
    expect(part(shown, "verdict")).to_have_text("Нарушение 12: биток упал в лузу (п. 2.1.22.12).")
    expect(part(shown, "why-b")).to_have_text("с руки из дома")
    expect(shown.page.locator("html")).to_have_attribute("lang", "ru")


def test_an_awaited_call_is_said(board: Board, table: Table) -> None:
    table.state(game="russian_fast", about={"legal": ["stroke", "call"]})
    shown = board()
    expect(part(shown, "why-a")).to_have_text("call awaited")
    table.state(
        rev=42, game="russian_fast", call={"ball": 7, "pocket": "side_left"}, about={"legal": ["stroke", "call"]}
    )
    expect(part(shown, "why-a")).to_have_text("called: ball 7, left side")


def test_the_phases_around_play_are_shown(board: Board, table: Table) -> None:
    table.state(phase="lag", striker=None)
    shown = board()
    expect(part(shown, "phase")).to_have_text("Lag")
    table.state(rev=42, phase="lag_choice", striker=None, chooser="b")
    expect(part(shown, "badge-b")).to_have_text("Chooses who breaks")
    table.state(rev=43, phase="frame_over", striker=None, frame_winner="a", frames={"a": 2, "b": 0})
    expect(part(shown, "badge-a")).to_have_text("Frame won")
    table.state(rev=44, phase="suspended", about={"pause": {"reason": "injury", "ends_in_s": None}})
    expect(part(shown, "phase")).to_have_text("Suspended: injury")
    table.state(rev=45, phase="match_over", striker=None, winner="b", frame_winner="b")
    expect(part(shown, "badge-b")).to_have_text("Match won")
    expect(shown).to_have_attribute("data-winner", "b")
    table.state(rev=46, **dict.fromkeys(PLAYING))
    expect(part(shown, "empty")).to_have_text("The table is free")


@pytest.mark.parametrize(("query", "note"), [("", r"^no news for 1\d s$"), ("?lang=ru", r"^нет вестей 1\d с$")])
def test_silence_is_said_and_a_heartbeat_heals_it(
    board: Board, table: Table, page: Page, query: str, note: str
) -> None:
    table.state()
    shown = board(query)
    expect(shown).to_have_attribute("data-rev", "41")
    expect(shown).to_have_attribute("data-stale", "false")
    page.clock.fast_forward(13_000)
    expect(part(shown, "stale")).to_have_text(re.compile(note))
    expect(shown).to_have_attribute("data-stale", "true")
    expect(part(shown, "score-a")).to_have_text("5")
    table.heartbeat()
    expect(shown).to_have_attribute("data-stale", "false")
    expect(part(shown, "stale")).to_be_hidden()


def test_a_table_that_went_away_is_said_at_once_and_its_return_heals(board: Board, table: Table) -> None:
    table.state()
    shown = board()
    expect(shown).to_have_attribute("data-stale", "false")
    table.status("offline")
    expect(part(shown, "stale")).to_contain_text("Table is off")
    table.status("online")
    table.state()
    expect(shown).to_have_attribute("data-stale", "false")


def test_a_page_opened_while_the_table_is_away_says_so(board: Board, table: Table) -> None:
    table.state()
    table.status("offline")
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    expect(shown).to_have_attribute("data-stale", "true")


@pytest.mark.parametrize("hall", ["mosquitto", "embedded"], indirect=True)
def test_a_broker_killed_and_started_again_empty_heals_when_the_table_speaks(
    board: Board, table: Table, hall: Hall, page: Page
) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    hall.kill()
    expect(shown).to_have_attribute("data-linked", "false")
    expect(shown.locator("footer")).to_contain_text("No connection to the broker")
    page.clock.fast_forward(20_000)
    expect(shown).to_have_attribute("data-stale", "true")
    hall.start()
    again = Table(hall)
    again.status("online")
    again.state(rev=43, score={"a": 7, "b": 3})
    again.heartbeat(rev=43)
    expect(part(shown, "score-a")).to_have_text("7")
    expect(shown).to_have_attribute("data-stale", "false")
    expect(shown).to_have_attribute("data-linked", "true")
    # it is subscribed, not only shown what was retained
    again.state(rev=44, score={"a": 8, "b": 3})
    expect(part(shown, "score-a")).to_have_text("8")
    again.close()


def test_a_tab_that_was_hidden_for_ten_minutes_heals_when_looked_at(
    board: Board, table: Table, hall: Hall, page: Page
) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)  # a hidden tab's timers don't run
    hall.kill()
    expect(shown).to_have_attribute("data-linked", "false")
    hall.start()
    again = Table(hall)
    again.status("online")
    again.state(rev=60, score={"a": 7, "b": 6})
    page.clock.resume()
    page.clock.fast_forward(600_000)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(part(shown, "score-b")).to_have_text("6")
    expect(shown).to_have_attribute("data-stale", "false")
    again.close()


def test_a_retained_copy_is_no_sign_of_life(board: Board, table: Table, hall: Hall, page: Page) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    hall.kill()
    expect(shown).to_have_attribute("data-linked", "false")
    hall.start()
    again = Table(hall)
    again.status("online")
    again.state(about={"live_stroke": "settling"})
    page.clock.resume()
    page.clock.fast_forward(600_000)
    expect(part(shown, "phase")).to_have_text("Balls coming to rest")
    expect(shown).to_have_attribute("data-stale", "true")
    again.heartbeat()
    expect(shown).to_have_attribute("data-stale", "false")
    again.close()


def test_an_older_revision_is_ignored_and_an_equal_one_is_not(board: Board, table: Table) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    table.state(rev=40, score={"a": 1, "b": 1})
    table.state(epoch=2, rev=999, score={"a": 2, "b": 2})
    table.status("offline")  # comes after both
    expect(shown).to_have_attribute("data-stale", "true")
    expect(part(shown, "score-a")).to_have_text("5")
    expect(shown).to_have_attribute("data-rev", "41")
    table.state(about={"live_stroke": "settling"})
    expect(part(shown, "phase")).to_have_text("Balls coming to rest")
    table.state(epoch=4, rev=1, score={"a": 0, "b": 1})
    expect(part(shown, "score-b")).to_have_text("1")
    expect(shown).to_have_attribute("data-epoch", "4")


def test_a_payload_that_is_no_state_changes_nothing(board: Board, table: Table) -> None:
    table.state()
    shown = board()
    expect(part(shown, "score-a")).to_have_text("5")
    for odd in ("not json", "[]", "null", "", '{"epoch": "x"}', '{"epoch": 9, "rev": 9}'):
        table.say(table.topics.state, odd, retain=False)
    table.say(
        table.topics.state,
        '{"epoch": 3, "rev": 42, "phase": "play", "score": {"a": 6, "b": []}, "last": 7, "verdict": "?", "live": [1]}',
        retain=False,
    )
    expect(shown).to_have_attribute("data-rev", "42")
    table.state(rev=43, score={"a": 7, "b": 3})
    expect(part(shown, "score-a")).to_have_text("7")


LONG_NAMES = ("<img src=x onerror=alert(1)><b>Anna</b>" + "W" * 25, "محمد 👩‍👩‍👧 " + "Щ" * 54)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (390, 844)])
def test_a_name_is_text_and_breaks_no_layout(board: Board, table: Table, page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.state(
        names=LONG_NAMES,
        score={"a": 64, "b": 58},
        about={
            "last": [{"striker": "a", "counted": [], "fouls": [], "score": {"a": 5, "b": 3}}],
            "live_stroke": "running",
            "live_pocketed": [{"ball": number, "pocket": "foot_right"} for number in (1, 11, 15)],
            "live_score": {"a": 71, "b": 53},
        },
    )
    shown = board()
    expect(part(shown, "name-a")).to_have_text(LONG_NAMES[0])
    expect(shown.locator("img, b")).to_have_count(0)
    outside = page.evaluate(
        """() => [...document.querySelectorAll("luza-scoreboard :not(.of > bdi)")].filter((it) => {
            const box = it.getBoundingClientRect()
            return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1)
        }).map((it) => it.className)"""
    )
    assert outside == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".name, .fallen, .points")]
            .filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.className)"""
    )
    assert hidden == []


def test_score_digits_are_a_fifth_of_a_televisions_height(board: Board, table: Table, page: Page) -> None:
    table.state(score={"a": 64, "b": 70}, about={"live_stroke": "running", "live_score": {"a": 71, "b": 70}})
    shown = board()
    expect(part(shown, "would-be-a")).to_be_visible()
    for side in ("a", "b"):
        height = part(shown, f"score-{side}").evaluate(
            """(it) => {
                const pen = document.createElement("canvas").getContext("2d")
                const { fontWeight, fontSize, fontFamily } = getComputedStyle(it)
                pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
                return pen.measureText(it.textContent).actualBoundingBoxAscent
            }"""
        )
        assert height >= 1080 / 5


CONTRAST = """() => {
    const channel = (value) => value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
    const colours = (text) => [...text.matchAll(/rgba?\\(([^)]*)\\)/g)]
        .map(([, inner]) => inner.split(",").map(Number)).filter((c) => c.length < 4 || c[3] > 0)
    // what is greyed (a filter on a part of the board) is seen in its grey
    const seen = (colour, it) => {
        const part = it.closest("luza-scoreboard > *")
        if (part === null || getComputedStyle(part).filter === "none") return colour
        return Array(3).fill(0.86 * (0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]))
    }
    const behind = (it) => {
        const style = getComputedStyle(it)
        const found = [...colours(style.backgroundColor), ...colours(style.backgroundImage)]
        const last = found.length > 0 || it.parentElement === null
        return last ? found.map((one) => seen(one, it)) : behind(it.parentElement)
    }
    const poor = []
    for (const it of document.querySelectorAll("luza-scoreboard *")) {
        const own = [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "")
        if (!own || it.getBoundingClientRect().width === 0) continue
        const text = seen(colours(getComputedStyle(it).color)[0], it)
        for (const ground of behind(it)) {
            const [high, low] = [light(text), light(ground)].sort((one, other) => other - one)
            const ratio = (high + 0.05) / (low + 0.05)
            if (ratio < 7) poor.push(`${it.className}: ${ratio.toFixed(2)}`)
        }
    }
    return poor
}"""


def test_all_text_has_seven_to_one_contrast(board: Board, table: Table, page: Page) -> None:
    counted = [{"ball": 7, "pocket": "side_left", "value": 7}, {"ball": "cue", "pocket": "side_left", "value": 1}]
    last = [{"striker": "a", "counted": counted, "fouls": [], "score": {"a": 4, "b": 3}}]
    facts = {"words": FOUL_12_WORDS, "last": last, "doubts": [{"about": "jumped", "why": "far", "readings": []}]}
    table.state(verdict=FOUL_12, striker="b", from_hand="house", debt={"a": 2, "b": 0}, about=facts)
    shown = board()
    expect(part(shown, "headline")).to_have_text("Foul 12")
    assert page.evaluate(CONTRAST) == []
    table.state(about=facts | {"live_stroke": "running", "live_pocketed": counted, "live_score": {"a": 6, "b": 3}})
    expect(part(shown, "would-be-a")).to_be_visible()
    assert page.evaluate(CONTRAST) == []
    table.status("offline")
    expect(part(shown, "stale")).to_be_visible()
    assert page.evaluate(CONTRAST) == []
