"""`luza demo` as its user runs it: the page shows the score that is true on the virtual table; Ctrl-C ends all."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from luza_rules import State
from tests.e2e.whole_table import PATIENCE_S, following, held_still, process_of, processes_in, true_match

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser.new_page(viewport={"width": 1920, "height": 1080})
        browser.close()


def demo(folder: Path, *options: str) -> subprocess.Popen[str]:
    # a child of a script's background job would be born deaf to Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [sys.executable, "-m", "luza.cli", "demo", "--folder", str(folder), "--lang", "en", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)


def expect_shown(page: Page, state: State) -> None:
    """The page comes to show this score, with these frames, in this phase."""
    assert state.score is not None and state.frames is not None
    board = page.locator("[data-rev]")
    for name, value in {
        "data-score-a": state.score.a,
        "data-score-b": state.score.b,
        "data-frames-a": state.frames.a,
        "data-frames-b": state.frames.b,
        "data-phase": state.phase,
    }.items():
        expect(board).to_have_attribute(name, str(value), timeout=PATIENCE_S * 1000)


def test_the_page_shows_the_true_score_at_two_moments_and_at_the_frames_end(tmp_path: Path, page: Page) -> None:
    folder = tmp_path / "demo"
    running = demo(folder, "--game", "eight_ball", "--seed", "11", "--speed", "8")
    try:
        assert running.stdout is not None
        found = re.search(r"http://\S+", running.stdout.readline())
        assert found
        page.goto(found[0])
        virtual = process_of("virtual", folder)
        seen: list[int] = []
        with following(folder / "virtual.log") as told:
            while True:
                told.stroke()
                with held_still(virtual):
                    state = true_match(folder / "truth.match").state
                    assert state.score is not None
                    total = state.score.a + state.score.b
                    if state.phase == "frame_over":
                        expect_shown(page, state)
                        break
                    if total > (seen[-1] if seen else 0) and len(seen) < 2:
                        expect_shown(page, state)
                        seen.append(total)
        assert len(seen) == 2
    finally:
        running.send_signal(signal.SIGINT)
        status = running.wait(PATIENCE_S)
    assert status == 0
    assert processes_in(folder) == []


def test_a_port_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    first = demo(tmp_path / "one", "--speed", "8")
    try:
        assert first.stdout is not None
        found = re.search(r"http://[^:]+:(\d+)/", first.stdout.readline())
        assert found
        command = [sys.executable, "-m", "luza.cli", "demo", "--folder", str(tmp_path / "two"), "--port", found[1]]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    finally:
        first.send_signal(signal.SIGINT)
        first.wait(PATIENCE_S)
    assert second.returncode == 2
    assert second.stderr.startswith(f"luza demo: port {found[1]}")
    assert "Traceback" not in second.stderr
    assert processes_in(tmp_path) == []
