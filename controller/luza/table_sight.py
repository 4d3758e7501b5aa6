"""What a table's sensors let the judge see, topic by topic with the articles, and what stays with the referee.

The grades are those of the sensors' facts (contract: sensor log), not of a game: a topic that a game doesn't have is
nobody's there. docs/builds.md is written from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from luza_hardware.table_file import TableFile
from luza_hardware.table_words import CUSHIONS, POCKETS

SEES, PARTLY, PERSON = "sees", "partly", "person"
GRADES = (SEES, PARTLY, PERSON)


class Sight(NamedTuple):
    """Which places a table looks at: pockets by kind of sensor, cushions, beams on each line, and whether it hears the
    cue and knows of rest."""

    beams: frozenset[str]
    mouths: frozenset[str]
    readers: frozenset[str]
    tags: frozenset[str]
    cushions: frozenset[str]
    centre: int
    head_string: bool
    foot_string: bool
    tip: bool
    rest: bool


def sight_of(table: TableFile) -> Sight:
    """What a table looks at."""
    pockets = {
        kind: frozenset(sensor.pocket for sensor in table.of_kind(kind) if sensor.pocket)
        for kind in ("beam", "mouth", "colour", "tag")
    }
    lines = [sensor.line for sensor in table.of_kind("line")]
    return Sight(
        beams=pockets["beam"],
        mouths=pockets["mouth"] & pockets["beam"],
        readers=pockets["colour"] | pockets["tag"],
        tags=pockets["tag"],
        cushions=frozenset(sensor.cushion for sensor in table.of_kind("cushion") if sensor.cushion),
        centre=lines.count("centre"),
        head_string="head_string" in lines,
        foot_string="foot_string" in lines,
        tip=bool(table.of_kind("tip")),
        rest=bool(table.of_kind("rest")),
    )


def _pockets(seen: frozenset[str]) -> str:
    return _share(len(seen), len(POCKETS))


def _share(some: int, every: int) -> str:
    if some == every:
        return SEES
    return PARTLY if some else PERSON


def _miss(sight: Sight) -> str:
    if sight.tip:
        return SEES
    return PARTLY if sight.cushions or sight.centre or sight.head_string else PERSON


def _fast_safety(sight: Sight) -> str:
    """One crossing or two cushions make it legal; only who sees both lists can call it illegal (2.1.11)."""
    if sight.centre and len(sight.cushions) == len(CUSHIONS):
        return SEES
    return PARTLY if sight.centre or len(sight.cushions) > 1 else PERSON


def _american_safety(sight: Sight) -> str:
    """Directions and cushions settle some; that it was one ball which touched two cushions no sensor sees (2.7.6)."""
    return PARTLY if sight.centre else PERSON


class Topic(NamedTuple):
    """Something that a stroke has to be judged by: its articles, and how a table's sight grades it."""

    articles: tuple[str, ...]
    grade: Callable[[Sight], str]


TOPICS: Mapping[str, Topic] = {
    "pockets": Topic(("2.1.9", "2.1.5 a"), lambda sight: _pockets(sight.beams)),
    "returns": Topic(("2.1.9",), lambda sight: _pockets(sight.mouths)),
    "cue": Topic(("2.1.22.12", "2.4.5"), lambda sight: _pockets(sight.readers & sight.beams)),
    "numbers": Topic(("2.2.4", "2.2.6"), lambda sight: _pockets(sight.tags & sight.beams)),
    "miss": Topic(("2.1.8",), _miss),
    "contact": Topic(("2.1.22.1",), lambda sight: PARTLY if sight.tip or sight.readers else PERSON),
    "fast_safety": Topic(("2.1.11", "2.1.22.13"), _fast_safety),
    "american_safety": Topic(("2.7.6", "2.1.22.13"), _american_safety),
    "house": Topic(("2.1.5 d",), lambda sight: _share(sight.head_string + sight.foot_string, 2)),
    "end": Topic(("2.1.7", "2.1.15"), lambda sight: SEES if sight.rest else PARTLY),
}

ALWAYS_PERSON = (
    *("2.1.4", "2.1.5 b", "2.1.5 e", "2.1.10", "2.1.12", "2.1.13", "2.1.16", "2.1.17", "2.1.18", "2.1.19", "2.1.21"),
    *(f"2.1.22.{number}" for number in (*range(2, 12), 14, 15)),
    *("2.2.6", "2.6.3", "2.11.6"),
)
"""What no sensor of a table says: lags, calls, jumped and rolled balls, most fouls, whatever people do."""


def unheard_miss(sight: Sight) -> bool:
    """Whether a stroke that pockets nothing may leave no trace: then the turn passes only when somebody says so."""
    return TOPICS["miss"].grade(sight) != SEES


def faults(table: TableFile) -> list[tuple[str, str]]:
    """What is surely not meant: (`no_beam` or `lonely`, the pocket or the sensor's id).

    `no_beam`: balls fall there unseen. `lonely`: a mouth or a reader in a pocket whose throat has no beam.
    """
    sight = sight_of(table)
    found = [("no_beam", pocket) for pocket in POCKETS if pocket not in sight.beams]
    lonely = [s for s in table.sensors if s.kind in ("mouth", "colour", "tag") and s.pocket not in sight.beams]
    return found + [("lonely", sensor.id) for sensor in lonely]
