"""Where the terminal view has its lines from: recordings that are played, journals that grow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from luza.errors import UserError
from luza.journal import Journal
from luza.sensor_log import header_line, hit_line
from luza.starts import Start
from luza.table_clock import TableClock, boot_id
from luza.watch_sources import AFTER_S, LATE_S, MOST_BYTES, Playback, RunningTable
from luza_hardware.hit import Hit
from luza_hardware.table_file import parse_table
from tests.small_table import SMALL_TABLE

TABLE = parse_table(SMALL_TABLE, "table.toml")
CUE, DOWN, UP = Hit(100.0, "tip", 0.4), Hit(101.0, "beam", 1), Hit(101.25, "beam", 0)


class Clock:
    """The machine's monotonic clock, as the test turns it."""

    def __init__(self) -> None:
        self.t = 5.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(SMALL_TABLE)
    lines = [header_line("table.toml"), hit_line(CUE), '{"type": "resume", "at": 100.5}', hit_line(DOWN), hit_line(UP)]
    (tmp_path / "r.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return tmp_path / "r.jsonl"


def test_a_recording_is_played_on_its_own_clock(recording: Path, clock: Clock) -> None:
    source = Playback(recording, None, 1.0, clock)
    assert source.table == TABLE
    assert source.now() == 100.0  # where its first line is
    assert source.take() == [CUE]
    clock.t += 0.9
    assert source.take() == [{"type": "resume", "at": 100.5}]
    clock.t += 0.2
    assert source.take() == [DOWN]
    assert source.now() == pytest.approx(101.1)
    assert not source.ended
    clock.t += 60.0
    assert source.take() == [UP]
    assert source.ended
    assert source.now() == UP.t + AFTER_S
    source.close()


def test_a_recording_can_be_played_faster_and_held(recording: Path, clock: Clock) -> None:
    source = Playback(recording, None, 0.5, clock)
    source.take()
    source.change_speed(2.0)
    clock.t += 0.4
    source.take()
    assert source.now() == pytest.approx(100.4)
    source.paused = True
    clock.t += 100.0
    assert source.take() == []
    assert source.now() == pytest.approx(100.4)
    source.paused = False
    clock.t += 0.2
    source.take()
    assert source.now() == pytest.approx(100.6)
    for factor in (1e9, 1e-9):
        source.change_speed(factor)
        assert 0.05 < source.speed <= 1000
    source.close()


def test_a_step_goes_to_the_next_hit_however_long_it_is_until_then(recording: Path, clock: Clock) -> None:
    source = Playback(recording, None, 1.0, clock)
    source.paused = True
    assert source.take() == [CUE]
    source.next_hit()
    assert source.take() == [{"type": "resume", "at": 100.5}, DOWN]
    assert source.now() == DOWN.t
    assert source.take() == []
    source.next_hit()
    assert source.take() == [UP]
    source.next_hit()
    assert source.take() == []
    assert source.ended
    source.close()


def test_everything_at_once(recording: Path, clock: Clock) -> None:
    source = Playback(recording, None, 1.0, clock)
    assert [line for line in source.everything() if isinstance(line, Hit)] == [CUE, DOWN, UP]
    assert source.now() == UP.t + AFTER_S
    source.close()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ('{"t": 1.0, "s": "tip", "v": 0.5}\n', "header"),
        ('{"format": "luza-sensors/1", "table": "none.toml"}\n', "none.toml"),
        ('{"format": "luza-sensors/1", "table": "table.toml"}\n{"t": 1.0, "s": "tip", "v": 7}\n', "line 2"),
        ('{"format": "luza-sensors/1", "table": "table.toml"}\n{"t": 1.0, "s": "pit", "v": 0.5}\n', "pit"),
    ],
)
def test_what_is_no_recording_is_refused_with_its_place(recording: Path, content: str, what: str) -> None:
    recording.write_text(content)
    with pytest.raises(UserError, match=what):
        Playback(recording, None, 1.0)


def test_a_recording_without_a_line_has_ended(recording: Path, clock: Clock) -> None:
    recording.write_text(header_line("table.toml"))
    source = Playback(recording, None, 1.0, clock)
    assert list(source.everything()) == []
    source.close()


def test_another_table_file_may_be_given_for_a_recording(recording: Path, clock: Clock) -> None:
    other = recording.with_name("other.toml")
    other.write_text(SMALL_TABLE.replace('"Table 1"', '"Table 2"'))
    with recording.open("a") as lines:
        lines.write(json.dumps({"m": "start", "t": 102.0, "table": SMALL_TABLE}) + "\n")
    source = Playback(recording, other, 1.0, clock)
    assert source.table.name == "Table 2"
    assert {"m": "start", "t": 102.0} in list(source.everything())  # which brings no table file
    source.close()


class Running:
    """A table's journal as its controller writes it."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal.open(folder, "t1")
        self.journal.append(header_line("../table.toml"))

    def start(self, offset: float = 0.0, boot: str = "", speed: float = 1.0) -> None:
        clock = TableClock(offset, speed, boot)
        self.write(json.dumps(Start(50.0, 1e9, True, clock, 1, SMALL_TABLE).line()))

    def write(self, *lines: str) -> None:
        for line in lines:
            self.journal.append(line)
        self.journal.write()


@pytest.fixture
def running(tmp_path: Path) -> Running:
    running = Running(tmp_path)
    running.start()
    return running


def hits_of(source: RunningTable) -> list[Hit]:
    return [line for line in source.take() if isinstance(line, Hit)]


def test_a_running_table_is_followed_as_its_journal_grows(running: Running) -> None:
    running.write(hit_line(CUE))
    source = RunningTable(running.journal.path, TABLE)
    assert [line["m"] if isinstance(line, dict) else line for line in source.take()] == ["start", CUE]
    assert source.take() == []
    running.write(hit_line(DOWN), hit_line(UP))
    assert source.take() == [DOWN, UP]
    assert source.now() == UP.t
    source.close()


def test_half_a_line_waits_for_its_other_half(running: Running) -> None:
    source = RunningTable(running.journal.path, TABLE)
    source.take()
    line = hit_line(CUE)
    with running.journal.path.open("a") as journal:
        journal.write(line[:10])
        journal.flush()
        assert source.take() == []
        journal.write(f"{line[10:]}\n")
    assert source.take() == [CUE]
    source.close()


def test_only_what_came_since_the_last_start_is_read_and_of_that_no_more_than_is_worth_it(running: Running) -> None:
    running.write(hit_line(CUE))
    running.start()
    running.write(hit_line(DOWN))
    source = RunningTable(running.journal.path, TABLE)
    assert hits_of(source) == [DOWN]
    source.close()
    many = [hit_line(Hit(200.0 + number, "tip", 0.5)) for number in range(MOST_BYTES // 30)]
    running.write(*many)
    source = RunningTable(running.journal.path, TABLE)
    lines = source.take()
    assert isinstance(lines[0], dict)
    assert lines[0]["m"] == "start"  # all the same: the clock is in it
    assert len(many) / 2 < len(lines) < len(many)
    assert lines[-1] == Hit(200.0 + len(many) - 1, "tip", 0.5)
    source.close()


def test_the_time_of_a_table_on_this_machine_goes_on_while_nothing_is_heard(running: Running) -> None:
    running.start(offset=1000.0, boot=boot_id())
    source = RunningTable(running.journal.path, TABLE)
    source.take()
    clock = TableClock(1000.0, 1.0)
    before = clock.now()
    assert before - LATE_S <= source.now() <= clock.now() - LATE_S
    source.close()


def test_a_journal_that_was_set_aside_is_left_for_the_new_one(running: Running) -> None:
    running.write(hit_line(CUE))
    source = RunningTable(running.journal.path, TABLE)
    source.take()
    running.journal.set_aside("it can't be read")
    running.write(header_line("../table.toml"), hit_line(DOWN))
    assert source.take() == [DOWN]
    source.close()


def test_a_table_that_no_luza_runs_is_refused_and_its_journal_left_to_the_next_one(running: Running) -> None:
    path = running.journal.path
    running.journal.close()
    with pytest.raises(UserError, match="no luza runs this table"):
        RunningTable(path, TABLE)
    Journal.open(path.parent, "t1").close()


def test_a_journal_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"t1\.jsonl.*--journal"):
        RunningTable(tmp_path / "t1.jsonl", TABLE)
