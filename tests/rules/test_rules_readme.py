"""The frame in the README of rules/ is played as it is printed."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_readmes_frame_in_twelve_lines_plays_as_printed():
    readme = Path(__file__).parents[2] / "rules" / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted == 12
    assert result.failed == 0
