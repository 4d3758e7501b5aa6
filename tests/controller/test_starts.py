"""What a start says, and when a higher epoch has to begin."""

from __future__ import annotations

import json
from typing import Any

import pytest

from luza.starts import LARGEST_EPOCH, Start, higher_epoch
from luza.table_clock import TableClock


def test_a_start_line_says_all_that_it_was_made_of() -> None:
    start = Start(12.5, 1_800_000_000.25, True, TableClock(3.0, 2.0, "boot"), 7, "[table]")
    assert Start.from_line(json.loads(json.dumps(start.line()))) == start


@pytest.mark.parametrize(
    ("epoch", "rev", "begun"),
    [(9, 0, 10), (8, 4, 9), (8, 3, None), (8, 2, None), (7, 99, None), (LARGEST_EPOCH, 0, None)],
)
def test_a_state_above_ours_is_outbid(epoch: int, rev: int, begun: int | None) -> None:
    assert higher_epoch(json.dumps({"epoch": epoch, "rev": rev}).encode(), 8, 3, 5.0) == begun


def test_an_epoch_is_no_less_than_the_hour() -> None:
    assert higher_epoch(b'{"epoch": 9, "rev": 0}', 8, 3, 1_800_000_000.9) == 1_800_000_000


@pytest.mark.parametrize(
    "kept", [b"", b"\xff", b"[]", b"5", b"{}", b'{"epoch": "9", "rev": 1}', b'{"epoch": 9.5, "rev": 1}', b"[" * 100_000]
)
def test_what_is_no_state_is_not_believed(kept: Any) -> None:
    assert higher_epoch(kept, 8, 3, 5.0) is None
