"""`luza table new` and `luza table check`: what they ask, write, tell and refuse; and that what they tell is true."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from luza.cli import main
from luza.pipeline import Pipeline
from luza.table_sight import ALWAYS_PERSON, GRADES, TOPICS, sight_of
from luza.table_words import TOPIC_WORDS, WORDS
from luza_hardware.builds import BUILDS
from luza_hardware.table_file import TableFile, load_table, parse_table
from luza_hardware.virtual import Shot, VirtualTable
from tests.tools.builds import FOLDER

ROOT = Path(__file__).parents[2]


def build(name: str) -> TableFile:
    return load_table(FOLDER / name / "table.toml")


def grades(name: str) -> dict[str, str]:
    sight = sight_of(build(name))
    return {key: topic.grade(sight) for key, topic in TOPICS.items()}


# -- check


def test_check_tells_what_a_full_table_sees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "check", str(FOLDER / "full" / "table.toml"), "--lang", "en"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Table 1 (table-1): 29 sensors on 3 boards, 0 on the Pi's own pins"
    assert "  A stroke in which nothing falls (the turn passes): the microphone hears the cue (2.1.8)" in told
    assert told[-1] == "The file is in order."


def test_check_says_who_has_to_tell_a_miss_of_beams_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["table", "check", str(FOLDER / "beams" / "table.toml"), "--lang", "ru"]) == 0
    assert "О каждом промахе надо говорить: для этого есть кнопка button.miss." in capsys.readouterr().out
    text = build("beams").text.replace('event = "stroke"', 'event = "resume"')
    (tmp_path / "t.toml").write_text(text, encoding="utf-8")
    assert main(["table", "check", str(tmp_path / "t.toml"), "--lang", "en"]) == 0
    assert "there is no button for it in this table file, so on a panel" in capsys.readouterr().out


def test_check_finds_a_pocket_without_a_beam_and_what_is_left_alone_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = build("colour").text.replace('kind = "beam"\npocket = "side_left"', 'kind = "beam"\npocket = "nowhere"')
    start = text.index('[[sensor]]\nid = "pocket.side_left.beam"')
    (tmp_path / "t.toml").write_text(text[:start] + text[text.index("[[sensor]]", start + 1) :], encoding="utf-8")
    assert main(["table", "check", str(tmp_path / "t.toml"), "--lang", "en"]) == 1
    told = capsys.readouterr().out
    assert "To mend: the pocket side left has no beam; balls fall there unseen." in told
    assert "To mend: pocket.side_left.colour has no beam beside it in its pocket's throat." in told
    assert "where a beam is; elsewhere the referee says what fell (2.1.9, 2.1.5 a)" in told


def test_check_refuses_what_is_no_table_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["table", "check", str(tmp_path / "none.toml")]) == 2
    assert "none.toml: can't be read" in capsys.readouterr().err


def test_every_grade_that_a_topic_can_have_has_its_words() -> None:
    sights = [sight_of(build(name)) for name in BUILDS]
    bare = sight_of(parse_table('[table]\nid = "t"'))
    sights += [bare, bare._replace(rest=True, head_string=True, foot_string=True, cushions=frozenset({"head", "left"}))]
    sights += [bare._replace(**{kind: frozenset({"foot_left"})}) for kind in ("beams", "mouths", "readers", "tags")]
    for lang, topics in TOPIC_WORDS.items():
        assert list(topics) == list(TOPICS)
        assert WORDS[lang].keys() == WORDS["en"].keys()
        for key, topic in TOPICS.items():
            for sight in sights:
                assert topics[key][topic.grade(sight)], f"{lang}: {key}"


def test_topics_cover_the_articles_that_a_stroke_is_judged_by() -> None:
    """From the rules coverage: what the log says of a stroke, some sensor or the referee says."""
    with (ROOT / "rules" / "coverage" / "articles.toml").open("rb") as file:
        chapters = tomllib.load(file)
    rows = {number: row for chapter in chapters.values() for number, row in chapter.items()}
    named = {article for topic in TOPICS.values() for article in topic.articles} | set(ALWAYS_PERSON)
    assert named <= rows.keys()
    assert all(rows[article]["who"] in ("told", "judge") for article in named)
    # points of an article that is named whole, or judged from what stands in the log already
    for number, row in rows.items():
        said = row.get("said", "")
        if number.startswith("2.1.") and any(f"`{f}`" in said for f in ("pocketed", "crossed", "cushions", "fouls")):
            whole = ".".join(number.split(" ")[0].split(".")[:3])
            assert number in named or whole in named or number in ("2.1.2", "2.1.5 c"), number


# -- what check tells is true: a stroke on a virtual table of each build


def seen_of(name: str, shot: Shot) -> list[dict[str, object]]:
    """The strokes that the pipeline makes of one shot at a ball in the middle, on the virtual table of a build."""
    table = build(name)
    virtual = VirtualTable(table, seed=3)
    virtual.rack()
    virtual.place("cue", 600.0, 887.5)
    pipeline = Pipeline(table)
    match = {"game": "moscow_fast", "players": {"a": "A", "b": "B"}, "frames_to_win": 1, "first_break": "a"}
    pipeline.event({"type": "match", "at": 0.5, **match})
    for hit in (*virtual.levels(1.0), *virtual.strike(shot, 10.0).hits):
        pipeline.hit(hit)
    return [dict(step.event) for step in pipeline.finish() if step.event["type"] == "stroke"]


@pytest.mark.parametrize("name", BUILDS)
def test_a_miss_is_seen_by_the_tables_that_are_said_to_see_it(name: str) -> None:
    strokes = seen_of(name, Shot("cue", 0.0, 900.0))
    told = grades(name)
    assert bool(strokes) is (told["miss"] == "sees")
    if strokes:
        assert (strokes[0]["cushions"] is not None) is (told["fast_safety"] == "sees")
        assert (strokes[0]["left_house"] is not None) is (told["house"] != "person")


def test_builds_differ_in_what_they_see() -> None:
    assert all(set(grades(name).values()) <= set(GRADES) for name in BUILDS)
    assert len({tuple(grades(name).values()) for name in BUILDS}) == len(BUILDS)


# -- new


def test_new_writes_a_table_file_and_settings_that_can_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "hall" / "one"
    ports = ["--port", "head=/dev/one", "--port", "foot=/dev/two", "--port", "tip=socket://pi:4000"]
    words = ["table", "new", str(folder), "--build", "full", "--id", "t-1", "--name", 'Стол "у окна"', "--lang", "en"]
    assert main([*words, *ports]) == 0
    assert "luza boards walk" in capsys.readouterr().out
    table = load_table(folder / "table.toml")
    assert (table.id, table.name) == ("t-1", 'Стол "у окна"')
    assert [node.port for node in table.nodes] == ["/dev/one", "/dev/two", "socket://pi:4000"]
    for board in ("head", "foot", "tip"):
        assert (folder / f"{board}.json").read_bytes() == (FOLDER / "full" / f"{board}.json").read_bytes()
    assert main([*words, *ports]) == 2
    assert "table.toml is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "rail=/dev/x"], "--port rail=/dev/x: write BOARD=PORT; the boards of this build are table"),
        (["--port", "table="], "--port table=: write BOARD=PORT"),
        (["--port", "table=/dev/x", "--id", "Стол"], "it must be 1 to 32 of a-z, 0-9 and -"),
        ([], "there is no terminal to ask in: The port of board table [/dev/ttyACM0]; say it as an option"),
    ],
)
def test_new_refuses_and_writes_nothing(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ["table", "new", str(tmp_path / "new"), "--build", "beams", "--id", "t", "--name", "T", "--lang", "en"]
    assert main([*usual, *words]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_new_asks_in_a_terminal_until_an_answer_can_be_used(tmp_path: Path) -> None:
    here, there = pty.openpty()
    answers = ["desk", "own", "да", "colour", "", "может", "нет", "y", "t9", "Стол у окна", "", "/dev/foot"]
    os.write(here, "".join(f"{answer}\n" for answer in answers).encode())
    command = [sys.executable, "-m", "luza.cli", "table", "new", str(tmp_path / "new"), "--lang", "ru"]
    run = subprocess.run(command, stdin=there, capture_output=True, text=True, check=False)
    os.close(here)
    os.close(there)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("Ответьте, пожалуйста") == 2
    table = load_table(tmp_path / "new" / "table.toml")
    assert (table.id, table.name) == ("t9", "Стол у окна")
    assert [node.port for node in table.nodes] == ["/dev/ttyACM0", "/dev/foot"]
    assert sorted({sensor.kind for sensor in table.sensors}) == ["beam", "button", "colour", "mouth", "tip"]
