"""The same lines give the same steps: however time passes between them, and in whatever order boards send them."""

import copy
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luza.ordering import WINDOW_S
from luza.pipeline import Pipeline
from luza.sensor_log import Header, read_log
from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table

RECORDINGS = Path(__file__).parent.parent / "recordings"
NAMES = ("clean-full-tags-russian", "clean-typical-moscow_fast", "harsh-basic-tags-russian", "harsh-full-moscow")
TABLES = {name: load_table(RECORDINGS / f"{name}.toml") for name in ("full", "typical", "typical-alike", "beams")}

SEEDS = st.integers(0, 2**32)  # a recording has more lines than Hypothesis cares to decide about one by one
relaxed = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def lines_of(name):
    path = RECORDINGS / f"{name}.jsonl"
    raw = path.read_bytes().splitlines(keepends=True)
    table = load_table(RECORDINGS / json.loads(raw[0])["table"])
    return table, [line for _, line in read_log(raw, name, table) if not isinstance(line, Header)]


RECORDED = {name: lines_of(name) for name in NAMES}


def time_of(line):
    return line.t if isinstance(line, Hit) else line["at"]


def feed(pipeline, line):
    return pipeline.hit(line) if isinstance(line, Hit) else pipeline.event(line)


def events(steps):
    return [(step.event, step.state) for step in steps]


def replayed(table, lines):
    pipeline = Pipeline(table)
    steps = [step for line in lines for step in feed(pipeline, line)] + pipeline.finish()
    return events(steps), pipeline.counts


PLAIN = {name: replayed(*RECORDED[name]) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
@relaxed
@given(SEEDS, st.floats(0, 1))
def test_asking_for_the_time_whenever_it_is_wanted_changes_nothing(name, seed, often):
    random = Random(seed)
    table, lines = RECORDED[name]
    # until when time may pass before the next lines, which may be 50 ms late
    limits, limit = [], float("inf")
    for line in reversed(lines):
        limit = min(limit, time_of(line) + WINDOW_S)
        limits.append(limit)
    pipeline, steps = Pipeline(table), []
    for line, until in zip(lines, reversed(limits), strict=True):
        while pipeline.deadline is not None and pipeline.deadline <= until and random.random() < often:
            steps += pipeline.advance(pipeline.deadline)
        steps += feed(pipeline, line)
    assert (events(steps + pipeline.finish()), pipeline.counts) == PLAIN[name]


@pytest.mark.parametrize("name", NAMES)
@relaxed
@given(SEEDS)
def test_hits_may_arrive_in_any_order_within_50_ms(name, seed):
    random = Random(seed)
    table, lines = RECORDED[name]
    in_order = sorted(lines, key=lambda line: (time_of(line), not isinstance(line, Hit)))
    arrival = {
        id(line): time_of(line) + (random.random() * (WINDOW_S - 0.001) if isinstance(line, Hit) else 0.0)
        for line in lines
    }
    shuffled = sorted(lines, key=lambda line: arrival[id(line)])
    assert replayed(table, shuffled) == replayed(table, in_order)


@pytest.mark.parametrize("name", NAMES)
@relaxed
@given(st.integers(0, 10_000))
def test_a_pipeline_goes_on_from_anywhere_as_it_would_have(name, cut):
    table, lines = RECORDED[name]
    cut %= len(lines)
    first = Pipeline(table)
    steps = [step for line in lines[:cut] for step in feed(first, line)]
    second = Pipeline(table)
    assert events(step for line in lines[:cut] for step in feed(second, line)) == events(steps)
    assert (second.deadline, second.live, second.state) == (first.deadline, first.live, first.state)
    steps += [step for line in lines[cut:] for step in feed(second, line)] + second.finish()
    assert events(steps) == PLAIN[name][0]


VALUES = {
    "beam": st.integers(0, 1),
    "mouth": st.integers(0, 1),
    "line": st.integers(0, 1),
    "rest": st.integers(0, 1),
    "tip": st.floats(0, 1),
    "cushion": st.floats(0, 1),
    "colour": st.tuples(*[st.integers(0, 255)] * 3),
}
GAPS = st.sampled_from((0.0004, 0.002, 0.01, 0.05, 0.09, 0.2, 0.3, 1.0, 2.0, 6.0))


@st.composite
def noise(draw, table):
    """Any hits at all of a table's sensors."""
    t, found = 10.0, []
    for _ in range(draw(st.integers(1, 60))):
        sensor = draw(st.sampled_from(table.sensors))
        t += draw(GAPS)
        found.append(Hit(round(t, 6), sensor.id, draw(VALUES[sensor.kind])))
    return found


@pytest.mark.parametrize("game", ["russian", "moscow", "american_fast", "eight_ball_fast_call"])
@pytest.mark.parametrize("name", TABLES)
@settings(relaxed, max_examples=25)
@given(st.data())
def test_no_hits_make_the_sensors_say_what_the_table_cannot_have(name, game, data):
    table = TABLES[name]
    players = {"a": "A", "b": "B"}
    begin = {"type": "match", "at": 1.0, "game": game, "players": players, "frames_to_win": 2, "first_break": "a"}
    pipeline = Pipeline(table)
    steps = pipeline.event(begin)
    for hit in data.draw(noise(table)):
        steps += pipeline.hit(hit)
        assert pipeline.live.stroke in ("idle", "running", "settling")
    steps += pipeline.finish()
    assert [step.state.error for step in steps] == [None] * len(steps)
    for step in steps[1:]:
        assert step.event["by"] == "sensors"
        doubts = step.event.get("doubts", [])
        assert all(doubt["readings"] and doubt["about"] and doubt["why"] for doubt in doubts)
        if doubts and step.event["type"] == "stroke":
            assert "sensing" in step.state.verdict.open


def test_a_copy_of_a_pipeline_goes_its_own_way():
    table, lines = RECORDED["clean-typical-moscow_fast"]
    pipeline = Pipeline(table)
    for line in lines[:200]:
        feed(pipeline, line)
    before = (pipeline.state, pipeline.live, pipeline.deadline)
    other = copy.deepcopy(pipeline)
    for line in lines[200:]:
        feed(other, line)
    assert (pipeline.state, pipeline.live, pipeline.deadline) == before
    assert other.state != pipeline.state
