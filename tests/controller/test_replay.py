"""`luza replay`: recordings through the whole pipeline, against what truly happened."""

import collections
import importlib.util
import json
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from luza.cli import main
from luza_rules import Match
from tests.small_table import MATCH, SMALL_TABLE

TESTS = Path(__file__).parent.parent
RECORDINGS = sorted(path for path in (TESTS / "recordings").glob("*.jsonl") if ".truth." not in path.name)
SHORT = TESTS / "recordings" / "clean-beams-american.jsonl"


def checker():
    """The program that compares a replay with the truth, as a module."""
    path = str(TESTS / "tools" / "check-recordings")
    spec = importlib.util.spec_from_loader("check_recordings", SourceFileLoader("check_recordings", path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def replay(capsys, *arguments):
    """(exit status, what was printed, what was told)."""
    status = main(["replay", *map(str, arguments)])
    said = capsys.readouterr()
    return status, said.out, said.err


def judged(log):
    match = Match()
    for event in log:
        state = match.push(event)
    return {name: state.as_dict()[name] for name in ("score", "frames", "striker")}


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_gives_the_strokes_and_the_score_that_truly_were(recording, capsys):
    check = checker()
    status, out, _ = replay(capsys, recording)
    log = check.events(out, "replay")
    truth = check.events(recording.with_name(recording.stem + ".truth.jsonl").read_text(encoding="utf-8"), "truth")
    count = collections.Counter()
    _, matched, silent = check.compare(check.sensed(truth), check.sensed(log), count)
    assert status == 0
    assert count["found"] == count["strokes"] == len(matched)
    assert count["invented"] == 0
    assert count["same"] == count["true"]
    assert (count["cue"], silent) == (0, set())
    assert judged(log) == judged(truth)


def test_on_all_recordings_cushions_and_crossings_are_nearly_always_right(capsys):
    check, count = checker(), collections.Counter()
    for recording in RECORDINGS:
        _, out, _ = replay(capsys, recording)
        truth = recording.with_name(recording.stem + ".truth.jsonl").read_text(encoding="utf-8")
        check.compare(check.sensed(check.events(truth, "truth")), check.sensed(check.events(out, "replay")), count)
    assert count["cushions_same"] >= 0.97 * count["cushions"]
    assert count["crossings_same"] >= 0.94 * count["crossings"]
    assert count["derived"] <= 1.005 * count["true"]


@pytest.mark.parametrize("recording", RECORDINGS[::5], ids=lambda path: path.stem)
def test_the_same_recording_always_prints_the_same_bytes(recording, capsys):
    assert replay(capsys, recording) == replay(capsys, recording)


def test_the_events_of_the_recording_are_printed_unchanged_and_in_order(capsys):
    recording = TESTS / "recordings" / "typical-typical-tags-russian.jsonl"
    lines = [json.loads(line) for line in recording.read_text(encoding="utf-8").splitlines()]
    _, out, _ = replay(capsys, recording)
    said = [event for event in map(json.loads, out.splitlines()) if event.get("by") != "sensors"]
    assert said == [line for line in lines if "type" in line]


def test_with_states_each_state_stands_behind_its_event(capsys):
    _, out, _ = replay(capsys, "--states", SHORT)
    lines = [json.loads(line) for line in out.splitlines()]
    match = Match()
    for event, state in zip(lines[::2], lines[1::2], strict=True):
        assert state == json.loads(json.dumps(match.push(event).as_dict()))


def log(folder, *lines, table="beams.toml", end="\n"):
    """A recording in a folder of its own, beside its table file."""
    text = (TESTS / "recordings" / "beams.toml").read_text(encoding="utf-8")
    (folder / "beams.toml").write_text(text, encoding="utf-8")
    path = folder / "my.jsonl"
    head = json.dumps({"format": "luza-sensors/1", "table": table})
    path.write_text(
        "\n".join([head, *(x if isinstance(x, str) else json.dumps(x) for x in lines)]) + end, encoding="utf-8"
    )
    return path


PLAYERS = {"a": "A", "b": "B"}
BEGIN = {"type": "match", "at": 1, "game": "american", "players": PLAYERS, "frames_to_win": 2, "first_break": "a"}
FALL = [{"t": 10.0, "s": "pocket.foot_left.beam", "v": 1}, {"t": 10.1, "s": "pocket.foot_left.beam", "v": 0}]


def test_a_refused_event_is_printed_and_told_and_the_status_is_1(tmp_path, capsys):
    lap = {"type": "lag", "at": 5, "winner": "a"}
    status, out, told = replay(capsys, log(tmp_path, BEGIN, lap, *FALL))
    assert status == 1
    assert [json.loads(line)["type"] for line in out.splitlines()] == ["match", "lag", "stroke"]
    assert "refused: lag at 5" in told


def test_counts_are_told_at_the_end(tmp_path, capsys):
    status, _, told = replay(capsys, log(tmp_path, BEGIN, FALL[0], FALL[0], FALL[1], {**FALL[0], "t": 9.9}))
    assert status == 0
    assert "hits that came twice: 1" in told
    assert "hits that came more than 50 ms late: 1" in told


def test_an_end_stroke_of_the_recording_ends_the_stroke(tmp_path, capsys):
    undo = {"type": "undo", "at": 12.0, "by": "referee"}
    early = [{"m": "end_stroke", "t": 10.3}, {"t": 11.0, "s": "pocket.foot_right.beam", "v": 1}]
    late = {"t": 11.09, "s": "pocket.foot_right.beam", "v": 0}
    _, out, _ = replay(capsys, log(tmp_path, BEGIN, *FALL, *early, late, undo))
    assert [json.loads(line)["type"] for line in out.splitlines()] == ["match", "stroke", "stroke", "undo"]


def test_a_journal_with_two_matches_is_replayed(tmp_path, capsys):
    lines = [
        BEGIN,
        *FALL,
        {"m": "start", "epoch": 1},
        {"m": "abandon", "t": 20.0},
        {**BEGIN, "at": 30},
        {"m": "time", "t": 40},
    ]
    status, out, _ = replay(capsys, log(tmp_path, *lines))
    assert status == 0
    assert [json.loads(line)["type"] for line in out.splitlines()] == ["match", "stroke", "match"]


def test_a_journal_goes_on_under_the_table_file_that_each_start_read(tmp_path, capsys):
    (tmp_path / "table.toml").write_text(SMALL_TABLE, encoding="utf-8")
    other = SMALL_TABLE.replace('id = "beam"', 'id = "throat"')
    lines = [
        {"format": "luza-sensors/1", "table": "table.toml"},
        {"m": "start", "t": 0.0, "table": SMALL_TABLE},
        {"type": "match", "at": 1.0, **MATCH},
        {"t": 10.0, "s": "tip", "v": 0.5},
        {"t": 10.5, "s": "beam", "v": 1},
        {"t": 10.56, "s": "beam", "v": 0},
        {"m": "start", "t": 20.0, "table": other},
        {"t": 30.0, "s": "tip", "v": 0.5},
        {"t": 30.5, "s": "throat", "v": 1},
        {"t": 30.56, "s": "throat", "v": 0},
    ]
    journal = tmp_path / "journal.jsonl"
    journal.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    status, out, _ = replay(capsys, journal)
    assert status == 0
    strokes = [line for line in map(json.loads, out.splitlines()) if line["type"] == "stroke"]
    assert [stroke["at"] for stroke in strokes] == [10.0, 30.0]
    assert all(stroke["pocketed"] for stroke in strokes)
    assert replay(capsys, journal, "--table", tmp_path / "table.toml")[0] == 2


def test_another_table_file_may_be_named(tmp_path, capsys):
    path = log(tmp_path, BEGIN, *FALL, table="nothing.toml")
    assert replay(capsys, path)[0] == 2
    status, out, _ = replay(capsys, path, "--table", TESTS / "recordings" / "typical-alike.toml")
    assert status == 0
    assert len(out.splitlines()) == 2  # with a tip microphone the ball fell late


def test_a_torn_last_line_is_told_and_left_out(tmp_path, capsys):
    status, out, told = replay(capsys, log(tmp_path, BEGIN, *FALL, '{"t": 10.', end=""))
    assert status == 0
    assert len(out.splitlines()) == 2
    assert "line 5 is torn off" in told


BAD = {
    "no such recording": (lambda folder: folder / "none.jsonl", "none.jsonl: can't be read: No such file"),
    "a folder": (lambda folder: folder, "can't be read: Is a directory"),
    "unknown sensor": (lambda folder: log(folder, {"t": 1, "s": "tip", "v": 0.2}), "line 2: the table has no sensor"),
    "not JSON": (lambda folder: log(folder, "tip"), "line 2: this is not JSON"),
    "NaN": (lambda folder: log(folder, '{"t": NaN, "s": "tip", "v": 1}'), "line 2: this is not JSON"),
    "no table": (lambda folder: log(folder, table="x.toml"), "x.toml: can't be read"),
    "empty": (lambda folder: log_of_nothing(folder), "line 1: there is no header"),
}


def log_of_nothing(folder):
    (folder / "empty.jsonl").write_bytes(b"")
    return folder / "empty.jsonl"


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_told_in_one_line_and_the_status_is_2(name, tmp_path, capsys):
    make, said = BAD[name]
    status, _, told = replay(capsys, make(tmp_path))
    assert status == 2
    assert said in told
    assert told.count("\n") == 1


def test_a_bad_table_file_is_told_with_its_line(tmp_path, capsys):
    path = log(tmp_path, BEGIN)
    text = (tmp_path / "beams.toml").read_text(encoding="utf-8").replace('kind = "beam"', 'kind = "laser"', 1)
    (tmp_path / "beams.toml").write_text(text, encoding="utf-8")
    status, _, told = replay(capsys, path)
    assert status == 2
    assert "beams.toml: line 21: kind is 'laser'" in told
