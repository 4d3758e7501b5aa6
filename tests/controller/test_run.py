"""`luza run` from its files: what it refuses, and what it takes up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from luza.cli import main
from luza.config import EXAMPLE, parse_config
from luza.journal import Journal
from luza.run import begin, restore
from luza_hardware.table_file import parse_table
from tests import small_table
from tests.small_table import SMALL_TABLE

MATCH = {"type": "match", "at": 1.0, **small_table.MATCH}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "luza.toml").write_text(EXAMPLE)
    (tmp_path / "table.toml").write_text(SMALL_TABLE)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], folder: Path, *options: str) -> str:
    """The one line with which `luza run` refuses."""
    words = ["run", "--table", str(folder / "table.toml"), "--config", str(folder / "luza.toml")]
    assert main([*words, "--journal", str(folder / "journal"), *options]) == 2
    said = capsys.readouterr().err
    assert said.startswith("luza run: ")
    assert "Traceback" not in said
    return said


def test_a_missing_table_file_is_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "table.toml").unlink()
    assert "table.toml" in refused(capsys, files)


def test_a_wrong_table_file_is_refused_with_its_line(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "table.toml").write_text(SMALL_TABLE.replace('"foot_left"', '"foot_middle"'))
    said = refused(capsys, files)
    assert "table.toml" in said
    assert "foot_middle" in said
    assert "foot_left" in said


def test_a_configuration_without_a_broker_is_refused(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "luza.toml").write_text('[hall]\nid = "h"\n')
    assert "[broker] has no url" in refused(capsys, files)


def test_a_missing_configuration_is_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "luza.toml").unlink()
    assert "luza.toml" in refused(capsys, files)


def test_a_second_controller_of_a_table_is_refused(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal.open(files / "journal", "t1")
    assert "another luza" in refused(capsys, files)
    journal.close()


def lines_of(folder: Path) -> list[str]:
    return (folder / "journal" / "t1.jsonl").read_text().splitlines()


def open_table(folder: Path) -> tuple[Journal, int]:
    """Start a table as `luza run` does; the journal, and the revision that it is at."""
    table = parse_table((folder / "table.toml").read_text(), "table.toml")
    config = parse_config(EXAMPLE, folder)
    journal = Journal.open(folder / "journal", table.id)
    keeper = restore(journal, table, config)
    begin(journal, keeper, table, folder / "table.toml", 1.0)
    return journal, keeper.rev


def test_a_new_journal_names_the_table_file_relative_to_itself(files: Path) -> None:
    journal, _ = open_table(files)
    journal.close()
    assert json.loads(lines_of(files)[0])["table"] == "../table.toml"
    assert json.loads(lines_of(files)[1])["table"] == SMALL_TABLE


def test_every_start_is_noted_and_keeps_the_epoch(files: Path) -> None:
    for _ in range(3):
        open_table(files)[0].close()
    starts = [json.loads(line) for line in lines_of(files)[1:]]
    assert [start["m"] for start in starts] == ["start"] * 3
    assert len({start["epoch"] for start in starts}) == 1
    assert [start["t"] for start in starts] == sorted(start["t"] for start in starts)


def test_a_match_is_there_again_also_under_a_changed_table_file(files: Path) -> None:
    journal, _ = open_table(files)
    journal.append(json.dumps(MATCH))
    journal.append(json.dumps({"t": 2.0, "s": "beam", "v": 0}))
    journal.close()
    (files / "table.toml").write_text(SMALL_TABLE.replace('id = "beam"', 'id = "throat"'))
    journal, rev = open_table(files)
    assert rev == 1
    journal.close()
    journal, rev = open_table(files)
    assert rev == 1
    assert journal.told == []
    journal.close()


START = {"m": "start", "t": 4, "wall": "2026-01-01T00:00:00Z", "synced": True, "offset": 0, "speed": 1, "boot": ""}


def test_an_unreadable_last_line_costs_no_match_at_this_start_nor_at_the_next(files: Path) -> None:
    journal, _ = open_table(files)
    journal.append(json.dumps(MATCH))
    journal.append(json.dumps({"m": "time", "t": 2.0}))
    journal.append("rubbish")
    journal.close()
    for _ in range(3):
        journal, rev = open_table(files)
        assert rev == 1
        journal.append(json.dumps({"m": "board", "t": 3.0, "node": "n1", "uid": None, "up": True}))
        journal.close()


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        '{"t": 3.0, "s": "nothing", "v": 1}',
        '{"m": "start", "t": 4}',
        '{"m": "cmd", "t": 4}',
        json.dumps({**START, "epoch": 1, "table": 5}),
        json.dumps({**START, "epoch": float("inf"), "table": SMALL_TABLE}).replace("Infinity", "1e999"),
    ],
)
def test_a_journal_that_cannot_be_read_is_kept_aside_and_the_table_starts(files: Path, line: str) -> None:
    journal, _ = open_table(files)
    journal.append(line)
    journal.append(json.dumps(MATCH))
    journal.close()
    journal, rev = open_table(files)
    assert rev == 0
    assert "damaged" in journal.told[0]
    journal.close()
    assert line in (files / "journal" / "t1.damaged-1.jsonl").read_text()
