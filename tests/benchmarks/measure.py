"""One figure beside its baseline."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measure:
    """`ours` and `baseline` in `unit`, from one run; `ratio` is ours to the baseline; `words` say what was measured."""

    ours: float
    baseline: float
    unit: str
    words: str

    @property
    def ratio(self) -> float:
        return self.ours / self.baseline

    def as_dict(self) -> dict[str, Any]:
        return {"ours": self.ours, "baseline": self.baseline, "ratio": self.ratio, "unit": self.unit}


def percentile(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100)[98]
