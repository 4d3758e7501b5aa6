"""`luza judge`: states out line by line, exit statuses 0, 1 and 2, and a clear line for what is no log."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

MATCH = '{"type": "match", "game": "moscow", "players": {"a": "A", "b": "B"}, "frames_to_win": 2, "first_break": "a"}'
STROKE = '{"type": "stroke"}'


def judge(text: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    given = text.encode() if isinstance(text, str) else text
    return subprocess.run(
        [sys.executable, "-m", "luza.cli", "judge", *arguments], input=given, capture_output=True, timeout=60
    )


def states(run: subprocess.CompletedProcess[bytes]) -> list[dict]:
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_one_state_for_every_event_line_and_none_for_blanks_and_comments():
    run = judge(f"# a match\n\n{MATCH}\n   \n  # a stroke\n{STROKE}\r\n{STROKE}")
    assert run.returncode == 0
    assert [state["rev"] for state in states(run)] == [1, 2, 3]
    assert run.stderr == b""


def test_empty_log_is_accepted():
    assert judge("").returncode == 0
    assert judge("\n# nothing\n").returncode == 0


def test_refused_event_is_status_1_and_the_next_lines_are_judged():
    run = judge(f'{MATCH}\n{{"type": "strike"}}\n{STROKE}\n')
    assert run.returncode == 1
    assert [state["accepted"] for state in states(run)] == [True, False, True]
    assert states(run)[1]["error"]["code"] == "bad_event"


def test_file_is_read_where_one_is_named(tmp_path):
    log = tmp_path / "a.match"
    log.write_text(f"{MATCH}\n{STROKE}\n")
    assert [state["rev"] for state in states(judge("", str(log)))] == [1, 2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"# \xff", "not UTF-8"),
        (b"{", "not JSON"),
        (b"{'type': 'undo'}", "not JSON"),
        (b'{"type": "undo"} {"type": "undo"}', "not JSON"),
        (b'{"type": "undo", "at": NaN}', "not JSON"),
        (b'{"type": "undo", "at": -Infinity}', "not JSON"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b"3", "not an object"),
        (b"[" * 100_000, "nested"),
        (b'{"x":' * 100_000, "nested"),
    ],
)
def test_what_is_no_log_is_status_2_with_its_line(line, told):
    run = judge(f"{MATCH}\n\n".encode() + line + f"\n{STROKE}\n".encode())
    assert run.returncode == 2
    assert len(states(run)) == 1
    message = run.stderr.decode()
    assert "line 3" in message
    assert told in message
    assert message.count("\n") == 1


@pytest.mark.parametrize(
    "event",
    [
        '{"type": "undo", "at": 1e999}',
        '{"type": "undo", "at": ' + "1" * 6000 + ".5e999}",
        '{"type": "foul", "player": "a", "foul": ' + "9" * 6000 + "}",
        '{"type": "\\ud800"}',
        '{"type": ' + '{"type":' * 300 + "1" + "}" * 301,
        '{"type": "undo", "\\u0000": 1}',
    ],
)
def test_json_that_is_no_good_event_is_refused(event):
    run = judge(f"{MATCH}\n{event}\n{STROKE}\n")
    assert run.returncode == 1
    assert [state["accepted"] for state in states(run)] == [True, False, True]
    assert run.stderr == b""


def test_missing_file_and_folder_are_told(tmp_path):
    for path in (tmp_path / "none.match", tmp_path):
        run = judge("", str(path))
        assert run.returncode == 2
        assert str(path) in run.stderr.decode()
        assert b"Traceback" not in run.stderr


def test_states_come_out_while_the_log_is_still_being_written():
    command = [sys.executable, "-m", "luza.cli", "judge"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for rev, line in ((1, MATCH), (2, STROKE)):
            running.stdin.write(line + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["rev"] == rev
        running.stdin.close()
        assert running.wait(timeout=60) == 0


def test_line_longer_than_a_chunk_is_read_whole():
    name = "x" * 64
    comment = "# " + "y" * 300_000
    match = MATCH.replace('"A"', f'"{name}"')
    run = judge(f"{comment}\n{match}{' ' * 200_000}\n{STROKE}\n")
    assert [state["rev"] for state in states(run)] == [1, 2]


def test_same_log_always_prints_the_same_bytes():
    log = f"{MATCH}\n{STROKE}\n" * 3
    assert judge(log).stdout == judge(log).stdout


FOUL = '{"type": "stroke", "touched_object": false}'


def test_explained_states_have_their_verdict_in_words_as_one_field_more():
    log = f"{MATCH}\n{FOUL}\n"
    plain, told = states(judge(log)), states(judge(log, "--explain"))
    assert [state.pop("words") for state in told] == [
        [],
        [
            "Foul 1: the cue ball met no object ball (2.1.22.1).",
            "Penalty: one ball; the shelf is empty, so it is owed from the next ball counted (2.4.7).",
        ],
    ]
    assert told == plain


def test_words_are_in_the_language_asked_for_and_readable_as_they_stand():
    run = judge(f"{MATCH}\n{FOUL}\n", "--explain", "--lang", "ru")
    assert "Нарушение 1: биток не коснулся ни одного прицельного шара (п. 2.1.22.1)." in run.stdout.decode()
    assert states(judge(MATCH, "--explain", "--lang", "en"))[0]["words"] == []


def test_refused_events_keep_their_status_and_error_when_explained():
    run = judge(f'{MATCH}\n{{"type": "strike"}}\n', "--explain")
    assert run.returncode == 1
    assert states(run)[1]["error"]["code"] == "bad_event"
    assert states(run)[1]["words"] == []


def test_a_language_without_explain_is_a_mistake_that_is_told():
    run = judge(MATCH, "--lang", "ru")
    assert run.returncode == 2
    assert b"--explain" in run.stderr
    assert run.stdout == b""


@pytest.mark.parametrize(("options", "loaded"), [([], False), (["--explain"], True)])
def test_words_are_loaded_only_for_those_who_want_them(options, loaded):
    script = (
        "import sys; from luza.cli import run; run(sys.argv[1:]);"
        "print([name in sys.modules for name in ('luza_rules.wording', 'luza_rules.explaining')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, "judge", *options], input=b"", capture_output=True, timeout=60, check=True
    )
    assert run.stdout.decode() == f"{[loaded, loaded]}\n"
