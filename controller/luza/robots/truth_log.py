"""The match log of what truly happened on the virtual table, line by line, flushed: judged, it gives the true score."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class TruthLog:
    """FILE holds the match in play (or the last one); earlier ones are moved to FILE.1, FILE.2 … as the next begins.

    None as the file: nothing is written. OSError when the file can't be.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._matches = 0

    def begin(self, event: Mapping[str, Any]) -> None:
        """A match begins with its match line."""
        if self._file is not None:
            if self._matches:
                self._file.replace(self._file.with_name(f"{self._file.name}.{self._matches}"))
            # whoever reads the file finds a whole match line or none, never an empty file
            fresh = self._file.with_name(f".{self._file.name}.new")
            fresh.write_text(_line(event), encoding="utf-8")
            fresh.replace(self._file)
        self._matches += 1

    def add(self, event: Mapping[str, Any]) -> None:
        """The next event of the match."""
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as log:
                log.write(_line(event))


def _line(event: Mapping[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"
