"""Faults that users of systems like ours reported in public: each kind has a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
NAMED = {
    name
    for path in TESTS.rglob("*.py")
    for name in re.findall(
        r"^ *(?:async )?def test_((?:[BSMR][0-9]+_)+)", path.read_text(encoding="utf-8"), re.MULTILINE
    )
}
SHOWN = {report for name in NAMED for report in name.strip("_").split("_")}


@pytest.mark.parametrize(
    "report", [*(f"B{number}" for number in range(1, 21)), *(f"S{number}" for number in range(1, 11))]
)
def test_the_kind_of_fault_has_a_test_of_its_name(report: str) -> None:
    assert report in SHOWN
