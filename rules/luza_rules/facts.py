"""The facts of a stroke from its event: the contract's fields with their defaults, as a Stroke."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from luza_rules.state import Fallen, Stroke


def _fallen(value: Any) -> tuple[Fallen, ...]:
    return tuple([Fallen(item["ball"], item["pocket"]) for item in value])


def _same(value: Any) -> Any:
    return value


def _maybe(value: Any) -> tuple[Any, ...] | None:
    return None if value is None else tuple(value)


_READ: Mapping[str, Callable[[Any], Any]] = {
    "pocketed": _fallen,
    "jumped": tuple,
    "touched_object": _same,
    "left_house": _same,
    "cushions": _maybe,
    "crossed": _maybe,
    "safety": _same,
    "attempt": _same,
    "rolled": tuple,
    "fouls": tuple,
    "doubts": tuple,
}


def fields_of(event: Mapping[str, Any]) -> dict[str, Any]:
    """The stroke fields that an event states, ready for a Stroke."""
    return {field: read(event[field]) for field, read in _READ.items() if field in event}


def stroke_of(event: Mapping[str, Any]) -> Stroke:
    """A stroke event's facts; what it leaves out has the contract's default."""
    said = event.get  # spelled out, since it is done for every stroke
    cushions, crossed = said("cushions"), said("crossed")
    return Stroke(
        _fallen(said("pocketed", ())),
        tuple(said("jumped", ())),
        said("touched_object"),
        said("left_house"),
        None if cushions is None else tuple(cushions),
        None if crossed is None else tuple(crossed),
        said("safety"),
        said("attempt", False),
        tuple(said("rolled", ())),
        tuple(said("fouls", ())),
        tuple(said("doubts", ())),
    )


def ruled(stroke: Stroke, event: Mapping[str, Any]) -> Stroke:
    """The stroke with a ruling's fields in place of its own; doubts that the ruling doesn't repeat are settled."""
    return stroke._replace(**{"doubts": (), **fields_of(event)})
