"""What displays may show before a stroke is judged: a ball the moment its beam clears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from luza.conditioning.barrier import breaks
from luza.conditioning.throat import BALL_S, TWO_BALLS_S, Pocket
from luza.ordering import Item


class Live(NamedTuple):
    """The stroke that is being played: `idle`, `running` or `settling`.

    What fell, as {ball, pocket}, in order, and the score that it would make ({a, b}; None when idle).
    """

    stroke: str
    pocketed: tuple[dict[str, Any], ...]
    score: dict[str, int] | None


IDLE = Live("idle", (), None)


def coming_drops(
    pockets: Mapping[str, Pocket], waiting: Sequence[Item], throats: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Balls whose breaks are over, though hits of other boards may still come before them.

    `throats` says which pocket a throat's sensor belongs to. Who a ball is, its reader will tell later.
    """
    found: list[dict[str, Any]] = []
    edges: dict[str, list[tuple[float, int]]] = {}
    for item in waiting:
        if not item[1] and item[2] in throats:
            edges.setdefault(throats[item[2]], []).append((item[0], item[3]))
    for name, seen in edges.items():
        pocket = pockets[name]
        if pocket.muted or (pocket.passages and pocket.passages[-1].is_hand):
            continue
        since = pocket.open_break
        for start, end in breaks(seen, int(since is not None), since):
            if start is not None and end is not None and BALL_S <= end - start <= TWO_BALLS_S:
                found.append({"ball": "unknown", "pocket": name})
    return found
