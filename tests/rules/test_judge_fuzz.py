"""A sample of `make fuzz`: random and mutated lines through the command; no traceback, no hang, the right statuses."""

from __future__ import annotations

from tests.rules.fuzz import expected, faults, fuzz


def test_random_and_mutated_lines_are_judged_or_refused_as_the_contract_says():
    done = fuzz(seed=3, wanted=2_000)
    assert done["judged"] > 1_000
    assert done["unreadable"] > 5


def test_the_fuzz_sees_a_line_that_cannot_be_read():
    log = b'{"type": "undo"}\n# a remark\n{"type": NaN}\n{"type": "undo"}'
    assert expected(log) == (1, 3)
    assert faults(log) is None
