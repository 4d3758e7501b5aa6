"""Who may say what: the contract's roles as data, and the actors of luza.toml.

Part of what an actor may do hangs on the match being played (a player keeps all of an `auto` match, and calls only at
the table): `refusal` knows the actor alone, `refusal_now` the match too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from luza_mqtt.topics import check_id

EVENT_VERBS = frozenset({
    "match", "lag", "breaker", "call", "stroke", "ruling", "play_on", "foul", "fell", "interference", "position",
    "warning", "dead_position", "shot_clock", "time_out", "referee_error", "sanction", "suspend", "resume",
    "concede", "forfeit", "next_frame", "undo",
})  # fmt: skip
"""Verbs that are events of the match log."""

_LOOK = frozenset({"history", "protocol", "ping"})
_MATCH = EVENT_VERBS | {"abandon", "end_stroke"}
VERBS = _LOOK | _MATCH | {"identify"}


@dataclass(frozen=True)
class Role:
    """What one kind of actor may say."""

    always: frozenset[str]
    in_auto: frozenset[str] = frozenset()
    """More verbs, in matches that the players keep themselves (`officiating: auto`)."""


ROLES: Mapping[str, Role] = {
    "display": Role(_LOOK),
    "player": Role(_LOOK | {"call", "play_on", "concede", "breaker", "end_stroke"}, in_auto=_MATCH),
    "referee": Role(_LOOK | _MATCH),
    "admin": Role(VERBS),
}

_STRIKERS = frozenset({"call", "play_on", "breaker"})
"""What only the player whose turn it is says: after a foul the one who may demand `play_on` is the striker already, and
the lag's winner chooses who breaks."""


@dataclass(frozen=True)
class Actor:
    """One `[[actor]]` of luza.toml. ValueError for a name, role or side that can't be."""

    name: str
    role: str
    side: str | None = None
    """`a` or `b` for a player's device that belongs to one side; else None."""

    def __post_init__(self) -> None:
        check_id("the actor's name", self.name)
        if self.role not in ROLES:
            raise ValueError(f"actor {self.name}: there is no role {self.role!r}; there are: {', '.join(ROLES)}")
        if self.side not in (None, "a", "b"):
            raise ValueError(f"actor {self.name}: side {self.side!r} is neither a nor b")
        if self.side is not None and self.role != "player":
            raise ValueError(f"actor {self.name}: only a player has a side, and this one is {self.role}")


def refusal(actor: Actor, verb: str, args: Mapping[str, Any]) -> str | None:
    """Why this actor may not say this in any match, in words; None when there is a match in which it may."""
    role = ROLES[actor.role]
    if verb not in role.always | role.in_auto:
        return f"{actor.name} is {actor.role}, and that role doesn't have {verb}"
    if actor.role != "player":
        return None
    if verb == "match" and args.get("officiating", "referee") != "auto":
        return "a player may start only matches with officiating auto"
    if actor.side is not None and verb != "breaker" and args.get("player", actor.side) != actor.side:
        return f"{actor.name} acts for side {actor.side} alone"
    return None


def refusal_now(actor: Actor, verb: str, *, officiating: str | None, striker: str | None) -> str | None:
    """Why this actor may not say this in the match being played (None: no match); what `refusal` says aside.

    `striker` is whose turn it is: the striker, or the lag's winner who has to choose.
    """
    if verb == "match":
        return None  # the match that it begins counts, not the one before
    if officiating != "auto" and verb not in ROLES[actor.role].always:
        return f"a player has {verb} only in matches with officiating auto"
    if actor.side is not None and verb in _STRIKERS and striker != actor.side:
        return f"{verb} is said by the player whose turn it is, and {actor.name} acts for side {actor.side}"
    return None


def spoken_by(actor: Actor, verb: str, args: Mapping[str, Any], striker: str | None) -> str:
    """The match log's `by` of an event that this actor sent: `a` or `b` where a player speaks, else `referee`."""
    if actor.side is not None:
        return actor.side
    if verb == "concede" and args.get("player") in ("a", "b"):
        return str(args["player"])
    if verb in _STRIKERS and striker is not None:
        return striker
    return "referee"
