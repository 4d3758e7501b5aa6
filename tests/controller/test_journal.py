"""The journal file keeps every line, once, whatever is done to it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from luza.errors import UserError
from luza.journal import Journal


def test_lines_written_are_found_at_the_next_opening(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "j", "table-1")
    journal.append('{"a": 1}')
    journal.append('{"b": "Ё"}')
    journal.close()
    again = Journal.open(tmp_path / "j", "table-1")
    assert again.found == ['{"a": 1}', '{"b": "Ё"}']
    assert again.told == []
    again.close()


def test_a_torn_last_line_is_cut_off_and_told_and_the_next_line_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_bytes(b'{"a": 1}\n{"b": ')
    journal = Journal.open(tmp_path, "t")
    assert journal.found == ['{"a": 1}']
    assert "torn" in journal.told[0]
    journal.append('{"c": 3}')
    journal.close()
    assert (tmp_path / "t.jsonl").read_bytes() == b'{"a": 1}\n{"c": 3}\n'


@pytest.mark.parametrize("rubbish", [b"rubbish\n", b"\0" * 500 + b"\n", b"\0\0\n\xff\n{", b"[" * 9000 + b"\n"])
def test_rubbish_at_the_end_is_cut_off_and_told(tmp_path: Path, rubbish: bytes) -> None:
    """A power cut may leave blocks of a file that were never written."""
    (tmp_path / "t.jsonl").write_bytes(b'{"a": 1}\n' + rubbish)
    journal = Journal.open(tmp_path, "t")
    assert journal.found == ['{"a": 1}']
    assert f"({len(rubbish)} bytes)" in journal.told[0]
    journal.close()
    assert (tmp_path / "t.jsonl").read_bytes() == b'{"a": 1}\n'


def test_a_file_that_is_no_journal_at_all_is_not_cut_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_bytes(b"some\nother file\n")
    journal = Journal.open(tmp_path, "t")
    assert journal.found == ["some", "other file"]
    journal.close()
    assert (tmp_path / "t.jsonl").read_bytes() == b"some\nother file\n"


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    line = '{"name": "a\u2028b\x85c\u2029"}'
    journal = Journal.open(tmp_path, "t")
    journal.append(line)
    journal.close()
    again = Journal.open(tmp_path, "t")
    assert again.found == [line]
    again.close()


def test_a_second_process_is_refused_by_name(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, "t")
    with pytest.raises(UserError, match="another luza"):
        Journal.open(tmp_path, "t")
    journal.close()
    Journal.open(tmp_path, "t").close()


def test_a_folder_that_cannot_be_made_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="file/j"):
        Journal.open(tmp_path / "file" / "j", "t")


def test_a_disk_that_refuses_keeps_lines_waiting_and_tells_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(tmp_path, "t")
    real_write = os.write
    left = [5]

    def full_disk(file: int, data: bytes) -> int:
        if left[0] == 0:
            raise OSError(28, "No space left on device")
        taken = real_write(file, bytes(data)[: left[0]])
        left[0] -= taken
        return taken

    monkeypatch.setattr(os, "write", full_disk)
    journal.append('{"first": 1}')
    journal.sync()
    journal.append('{"second": 2}')
    journal.sync()
    assert journal.trouble == "No space left on device"
    left[0] = 1000
    journal.sync()
    assert journal.trouble is None
    journal.close()
    assert (tmp_path / "t.jsonl").read_text() == '{"first": 1}\n{"second": 2}\n'


def test_a_disk_that_does_not_sync_is_told_until_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(tmp_path, "t")
    real_sync = os.fdatasync

    def broken(_file: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", broken)
    journal.append("{}")
    journal.sync()
    journal.write()
    assert journal.trouble == "Input/output error"
    monkeypatch.setattr(os, "fdatasync", real_sync)
    journal.sync()
    assert journal.trouble is None
    journal.close()


def test_an_unreadable_journal_is_set_aside_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text("rubbish\n")
    journal = Journal.open(tmp_path, "t")
    journal.set_aside("line 1 is no JSON")
    journal.append("{}")
    with pytest.raises(UserError):
        Journal.open(tmp_path, "t")
    journal.close()
    assert (tmp_path / "t.damaged-1.jsonl").read_text() == "rubbish\n"
    assert (tmp_path / "t.jsonl").read_text() == "{}\n"
