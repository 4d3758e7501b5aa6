"""Reading a sensor log is strict, and what is written can be read."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luza.errors import UserError
from luza.sensor_log import Header, event_line, header_line, hit_line, mark_line, read_log
from luza_hardware.hit import Hit
from luza_hardware.table_file import load_table

TABLE = load_table(Path(__file__).parent.parent / "recordings" / "full.toml")
HEAD = header_line("full.toml") + "\n"


def read(*lines, table=TABLE):
    return list(read_log([HEAD, *(line + "\n" for line in lines)], "my.jsonl", table))


def test_lines_come_with_their_numbers_and_what_they_are():
    lines = read(
        '{"type": "match", "at": 5.2, "game": "moscow"}',
        '{"t": 12.000113, "s": "tip", "v": 0.41}',
        '{"t": 13.24, "s": "pocket.foot_left.colour", "v": [231, 228, 214]}',
        '{"m": "end_stroke", "t": 14.0}',
    )
    assert lines == [
        (1, Header("full.toml")),
        (2, {"type": "match", "at": 5.2, "game": "moscow"}),
        (3, Hit(12.000113, "tip", 0.41)),
        (4, Hit(13.24, "pocket.foot_left.colour", (231, 228, 214))),
        (5, {"m": "end_stroke", "t": 14.0}),
    ]


WRONG = {
    "no JSON": ("tip 0.3", "not JSON"),
    "blank": ("", "not JSON"),
    "half an object": ('{"t": 1.0, "s": "tip"', "not JSON"),
    "NaN": ('{"t": NaN, "s": "tip", "v": 0.3}', "NaN"),
    "infinite": ('{"t": 1e999, "s": "tip", "v": 0.3}', "t is"),
    "a time before the clock began": ('{"t": -1, "s": "tip", "v": 0.3}', "t is -1"),
    "a time that is text": ('{"t": "1", "s": "tip", "v": 0.3}', 't is "1"'),
    "a time that is true": ('{"t": true, "s": "tip", "v": 0.3}', "t is true"),
    "unknown sensor": ('{"t": 1, "s": "tip2", "v": 0.3}', 'no sensor "tip2"'),
    "sensor that is no text": ('{"t": 1, "s": 4, "v": 0.3}', "no sensor 4"),
    "level 2": ('{"t": 1, "s": "rest", "v": 2}', "rest says 1 or 0"),
    "level true": ('{"t": 1, "s": "rest", "v": true}', "rest says 1 or 0"),
    "level 1.0": ('{"t": 1, "s": "rest", "v": 1.0}', "rest says 1 or 0"),
    "peak above 1": ('{"t": 1, "s": "tip", "v": 1.2}', "a peak from 0 to 1"),
    "colour of two": ('{"t": 1, "s": "pocket.foot_left.colour", "v": [1, 2]}', "[red, green, blue]"),
    "colour above 255": ('{"t": 1, "s": "pocket.foot_left.colour", "v": [1, 2, 256]}', "[red, green, blue]"),
    "no value": ('{"t": 1, "s": "tip"}', "a line is a hit"),
    "one field too many": ('{"t": 1, "s": "tip", "v": 0.3, "w": 1}', "a line is a hit"),
    "an event without at": ('{"type": "undo"}', "has no at"),
    "an event at no time": ('{"type": "undo", "at": null}', "at is null"),
    "an unknown mark": ('{"m": "stop", "t": 1}', 'm is "stop"'),
    "a mark without its time": ('{"m": "end_stroke"}', "end_stroke has no time"),
    "a list": ("[1, 2]", "a line is a JSON object"),
    "too deep": ("[" * 100000, "not JSON"),
    "not UTF-8": (b"\xff\n", "not UTF-8"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_line_that_the_contract_does_not_have_ends_it_with_its_number(name):
    line, said = WRONG[name]
    lines = [
        HEAD.encode(),
        b'{"t": 1, "s": "tip", "v": 0.3}\n',
        line if isinstance(line, bytes) else line.encode() + b"\n",
    ]
    seen = []
    with pytest.raises(UserError) as refused:
        seen.extend(read_log([*lines, b'{"m": "time", "t": 2}\n'], "my.jsonl", TABLE))
    assert str(refused.value).startswith("my.jsonl: line 3: ")
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "line",
    [
        '{"t": 1, "s": "tip", "v": 0.3}',
        '{"format": "luza-sensors/2", "table": "x"}',
        '{"format": "luza-sensors/1"}',
        "[]",
    ],
)
def test_a_log_without_its_header_is_refused(line):
    with pytest.raises(UserError, match=r"line 1: .*the first line is"):
        list(read_log([line + "\n"], "my.jsonl", TABLE))


def test_an_empty_log_is_refused():
    with pytest.raises(UserError, match="line 1: there is no header"):
        list(read_log([], "my.jsonl", TABLE))


def test_a_torn_last_line_is_told_and_left_out():
    told = []
    lines = list(
        read_log([HEAD, '{"t": 1, "s": "tip", "v": 0.3}\n', '{"t": 2, "s": "ti'], "my.jsonl", TABLE, told.append)
    )
    assert [number for number, _ in lines] == [1, 2]
    assert told == ["my.jsonl: line 3 is torn off and left out"]


def test_a_whole_last_line_without_a_line_feed_is_taken():
    assert len(list(read_log([HEAD, '{"t": 1, "s": "tip", "v": 0.3}'], "my.jsonl", TABLE))) == 2


def test_a_broken_line_that_is_not_the_last_is_never_taken_for_torn():
    with pytest.raises(UserError, match="line 2"):
        list(read_log([HEAD, '{"t": 1, "s": "ti', '{"m": "time", "t": 2}'], "my.jsonl", TABLE))


def test_without_a_table_any_sensor_passes():
    assert read('{"t": 1, "s": "x", "v": [1, 2]}', table=None)[1] == (2, Hit(1, "x", (1, 2)))


times = st.floats(0, 1e6, allow_nan=False).map(lambda t: round(t, 6))
levels = st.builds(Hit, times, st.just("pocket.foot_left.beam"), st.integers(0, 1))
peaks = st.builds(Hit, times, st.just("tip"), st.floats(0, 1).map(lambda v: round(v, 3)))
colours = st.builds(Hit, times, st.just("pocket.foot_left.colour"), st.tuples(*[st.integers(0, 255)] * 3))


@given(st.lists(st.one_of(levels, peaks, colours)))
def test_hits_come_back_as_they_were_written(hits):
    assert [line for _, line in read(*map(hit_line, hits))[1:]] == hits


@given(st.text(max_size=20), times)
def test_events_and_marks_come_back_as_they_were_written(text, t):
    event = {"type": "match", "at": t, "players": {"a": text}}
    mark = {"m": "config", "hall": text}
    lines = read(event_line(event), mark_line("config", hall=text))
    assert [line for _, line in lines[1:]] == [event, mark]
    assert json.loads(event_line(event)) == event


def test_a_mark_that_nobody_reads_is_not_written():
    with pytest.raises(ValueError, match="'stop'"):
        mark_line("stop")
