"""A table to play on: hits and events in a few words, through the whole pipeline."""

from pathlib import Path

import pytest

from luza.pipeline import Pipeline
from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table

TABLES = Path(__file__).parent.parent / "recordings"


class Played:
    """A pipeline that is told lines: (t, sensor, value) is a hit, a dict an event or a mark."""

    def __init__(self, table, game="moscow_fast", **match):
        self.table = load_table(TABLES / f"{table}.toml")
        self.pipeline = Pipeline(self.table)
        self.steps = []
        players = {"a": "A", "b": "B"}
        start = {"type": "match", "at": 0.0, "game": game, "players": players, "frames_to_win": 2, "first_break": "a"}
        self.say({**start, **match})

    def say(self, *lines):
        """Feed lines; returns the steps that they brought."""
        came = []
        for line in lines:
            if not isinstance(line, dict):
                came += self.pipeline.hit(Hit(*line))
            elif "type" in line:
                came += self.pipeline.event(line)
            elif line["m"] == "end_stroke":
                came += self.pipeline.end_stroke(line["t"])
            elif line["m"] == "abandon":
                came += self.pipeline.abandon(line["t"])
            else:
                came += self.pipeline.advance(line["t"])
        self.steps += came
        return came

    def wait(self, t):
        """Time reaches t."""
        return self.say({"m": "time", "t": t})

    def end(self):
        """The recording ends; returns all events that the sensors derived."""
        self.steps += self.pipeline.finish()
        return self.derived

    @property
    def derived(self):
        return [step.event for step in self.steps if step.event.get("by") == "sensors"]

    @property
    def strokes(self):
        return [event for event in self.derived if event["type"] == "stroke"]

    @property
    def refused(self):
        return [step for step in self.steps if step.state.error is not None]


def ball(t, pocket, lasts=0.09):
    """A throat's beam that is broken for a while."""
    return [(t, f"pocket.{pocket}.beam", 1), (t + lasts, f"pocket.{pocket}.beam", 0)]


def mouth(t, pocket, lasts=0.1):
    """A mouth's beam that is broken for a while."""
    return [(t, f"pocket.{pocket}.mouth", 1), (t + lasts, f"pocket.{pocket}.mouth", 0)]


@pytest.fixture
def play():
    """Begin a match on one of the recordings' tables."""
    return Played


@pytest.fixture
def falls():
    """A ball falls: the hits of its throat's beam."""
    return ball


@pytest.fixture
def rattles():
    """A ball in the jaws: the hits of its mouth's beam."""
    return mouth
