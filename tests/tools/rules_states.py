#!/usr/bin/env python3
"""Writes docs/rules-states.md: the state machine of a match, drawn from the table that luza_rules plays by.

usage: .venv/bin/python tests/tools/rules_states.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from luza_rules.table import IN_A_FRAME, ROWS, UNDER_WAY, UNDOING, Row, refusal
from luza_rules.words import NO_MATCH, PHASES

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules-states.md"
GROUPS = {IN_A_FRAME: ("in_a_frame", "any phase of a frame"), UNDER_WAY: ("under_way", "any phase but match_over")}
"""Sets of phases that are drawn as one box: most ends of a frame or a match may come in all of them."""

HEAD = """# The state machine of a match

<!-- Written by tests/tools/rules_states.py from rules/luza_rules/table.py. Don't edit it: write it again. -->

A match is in one of six phases, and before its match line in none (`no_match`). This is the table that the judge plays
by, drawn.
"""

BELOW_THE_DIAGRAM = """
Not drawn, since they may lead anywhere: `undo`, and corrections of the last stroke ({corrections}), after which the
match is in the phase to which the corrected stroke and the events since would have led. `resume` leads to the phase
that was suspended. Events that never change the phase are in the table only.

## Phase by event

`✓`: the phase accepts the event. Otherwise the code with which it is refused. An event that the phase accepts may need
something else; the last columns name it, and the code which tells that it is lacking. The shape of an event is judged
before all that (`bad_event`), the balls, calls and numbers that it names after it (`impossible`).
"""


def document() -> str:
    """The whole file."""
    corrections = ", ".join(f"`{name}`" for name, row in ROWS.items() if row.corrects is not None)
    diagram = ["```mermaid", "stateDiagram-v2", *(f"    {line}" for line in _diagram()), "```"]
    below = BELOW_THE_DIAGRAM.format(corrections=corrections)
    return "\n".join([HEAD, *diagram, below, *_table()]) + "\n"


def _diagram() -> Iterator[str]:
    for group, words in GROUPS.values():
        yield f'state "{words}" as {group}'
    arrows: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, row in ROWS.items():
        if row.corrects is None and row is not UNDOING:
            for start in _starts(row):
                for end in PHASES:
                    if end in row.leads and end != start:
                        arrows[start, end].append(name)
    for (start, end), names in arrows.items():
        yield f"{'[*]' if start == NO_MATCH else start} --> {end}: {', '.join(names)}"
    yield "match_over --> [*]"


def _starts(row: Row) -> list[str]:
    return [GROUPS[row.phases][0]] if row.phases in GROUPS else [phase for phase in PHASES if phase in row.phases]


def _table() -> Iterator[str]:
    yield f"| event | {' | '.join(PHASES)} | needs besides | or else |"
    yield "| --- |" + " --- |" * (len(PHASES) + 2)
    for name, row in ROWS.items():
        codes = [refusal(name, phase) for phase in PHASES]
        cells = ["✓" if code is None else f"`{code}`" for code in codes]
        lacking = f"`{row.lacking}`" if row.needs else ""
        yield f"| `{name}` | {' | '.join(cells)} | {row.needs} | {lacking} |"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
