"""What people and devices ask of a table, read: everything about a command that needs no table state to be judged.

A client can send any bytes. `read` gives a Command that has the right shape and comes from somebody who may say it in
some match, or a Refused; it never raises. What remains for the table: `Command.refusal_now`, whether it was said before
(`answers`), `expected_rev`, `not_after`, and the rules.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from luza_mqtt.actors import EVENT_VERBS, VERBS, Actor, refusal, refusal_now, spoken_by
from luza_mqtt.news import Message
from luza_mqtt.topics import command_of

COMMAND_BYTES = 8192
READABLE_BYTES = 65536
"""A command that is too long is still looked at for its id up to here; a longer one is only counted."""
DEPTH = 16
"""Levels of objects and lists in a command; the deepest event of the match log, in its command, has 9."""
LARGEST = 2**53
"""Whole numbers beyond are no longer whole for readers in JavaScript."""


@dataclass(frozen=True)
class Command:
    """A command that the table may look at."""

    actor: str
    role: str
    side: str | None
    verb: str
    id: str
    args: Mapping[str, Any]
    expected_rev: int | None
    not_after: datetime | None
    """In UTC; means nothing while the clock isn't synced."""
    dry_run: bool
    digest: str
    """Of all the content but the id: the same id with another digest is a `duplicate`."""

    @property
    def is_event(self) -> bool:
        """Whether the verb is an event of the match log."""
        return self.verb in EVENT_VERBS

    def event(self, at: float, striker: str | None) -> dict[str, Any]:
        """The match-log event that this command is, said at table time `at`."""
        by = spoken_by(self._who(), self.verb, self.args, striker)
        return {"type": self.verb, **self.args, "at": at, "by": by}

    def refusal_now(self, officiating: str | None, striker: str | None) -> str | None:
        """Why its actor may not say this in the match being played (None: no match), in words; None when it may."""
        return refusal_now(self._who(), self.verb, officiating=officiating, striker=striker)

    def _who(self) -> Actor:
        return Actor(self.actor, self.role, self.side)


@dataclass(frozen=True)
class Refused:
    """A command that is not carried out, whatever the table's state."""

    actor: str
    """As the topic says; empty where the topic is no command's."""
    verb: str
    id: str | None
    """None where it can't be read: such a command is counted, and not answered."""
    code: str
    message: str


def read(message: Message, actors: Mapping[str, Actor]) -> Command | Refused:
    """Read one message from a command topic; `actors` are those of luza.toml, by name.

    Asked in this order: a command's topic at all, the retain flag (`retained`), size and shape (`bad_request`), and who
    may say it (`not_allowed`).
    """
    actor_name, verb = command_of(message.topic) or ("", "")
    if not verb:
        return Refused("", "", None, "bad_request", f"{message.topic} is no command's topic")
    fields, wrong = _fields(message.payload)
    command_id = _id(fields)

    def refused(code: str, why: str) -> Refused:
        return Refused(actor_name, verb, command_id, code, why)

    if message.retained:
        return refused("retained", "it came with the retain flag; send it again without")
    wrong = wrong or _wrong_shape(verb, fields)
    if wrong is not None:
        return refused("bad_request", wrong)
    args = fields.get("args") or {}
    actor = actors.get(actor_name)
    if actor is None:
        return refused("not_allowed", f"this table knows no actor {actor_name}")
    if why := refusal(actor, verb, args):
        return refused("not_allowed", why)
    content = {name: fields.get(name) for name in ("expected_rev", "not_after", "dry_run")} | {
        "verb": verb,
        "args": args,
    }
    return Command(
        actor=actor.name,
        role=actor.role,
        side=actor.side,
        verb=verb,
        id=fields["id"],
        args=args,
        expected_rev=fields.get("expected_rev"),
        not_after=_time(fields.get("not_after")),
        dry_run=bool(fields.get("dry_run")),
        digest=hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32],
    )


def _fields(payload: bytes) -> tuple[dict[str, Any], str | None]:
    """The command's fields as far as they can be read, and what is wrong with it, in words, if anything is."""
    too_long = f"it is longer than {COMMAND_BYTES} bytes" if len(payload) > COMMAND_BYTES else None
    if len(payload) > READABLE_BYTES:
        return {}, too_long
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice.extend(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        return dict(pairs)

    try:
        value = json.loads(payload.decode("utf-8"), object_pairs_hook=once)
    except UnicodeDecodeError:
        return {}, "it is not UTF-8"
    except (ValueError, RecursionError):  # ValueError: also a number with thousands of digits
        return {}, "it is not JSON, or nested too deep"
    if not isinstance(value, dict):
        return {}, "it is no JSON object"
    if too_long is None and twice:
        return value, f"{twice[0]!r} stands twice in one object"
    return value, too_long or _wrong_value(value)


def _wrong_value(value: Any) -> str | None:
    """What can't be carried on as JSON in UTF-8, anywhere in a value."""
    level = [value]
    for _ in range(DEPTH):
        deeper: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                deeper += [*one.keys(), *one.values()]
            elif isinstance(one, list):
                deeper += one
            elif isinstance(one, float) and not math.isfinite(one):
                return "a number in it is not finite"
            elif isinstance(one, int) and abs(one) > LARGEST:
                return "a whole number in it is too large"
            elif isinstance(one, str) and not _is_text(one):
                return "a text in it is no Unicode text"
        if not deeper:
            return None
        level = deeper
    return f"it is nested deeper than {DEPTH} levels"


def _is_text(text: str) -> bool:
    """False for halves of surrogate pairs, which JSON can spell and UTF-8 can't."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _id(fields: Mapping[str, Any]) -> str | None:
    value = fields.get("id")
    return value if isinstance(value, str) and value and _is_text(value) else None


def _time(value: Any) -> datetime | None:
    """An ISO time with its offset, in UTC; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        return None if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _wrong_shape(verb: str, fields: Mapping[str, Any]) -> str | None:
    """What is wrong with a command whose values are sound; the args of events are the judge's to refuse."""
    if _id(fields) is None:
        return "id is missing, or is no text"
    if verb not in VERBS:
        return f"there is no verb {verb}"
    expected_rev, not_after = fields.get("expected_rev"), fields.get("not_after")
    if expected_rev is not None and not _is_count(expected_rev):
        return "expected_rev is no whole number of 0 or more"
    if not_after is not None and _time(not_after) is None:
        return "not_after is no ISO time with its offset, like 2026-12-01T18:22:05Z"
    if not isinstance(fields.get("dry_run"), bool | None):
        return "dry_run is neither true nor false"
    args = fields.get("args")
    if args is None:
        args = {}
    if not isinstance(args, dict):
        return "args is no object"
    if reserved := [name for name in ("at", "by", "type") if name in args]:
        return f"{reserved[0]} stands in args, but the table sets it"
    if verb in EVENT_VERBS:
        return None
    wanted = _ARGS.get(verb, {})
    if unknown := sorted(args.keys() - wanted.keys()):
        return f"{verb} has no {unknown[0]} in its args"
    return next(
        (f"{name} of {verb} is {words}" for name, (good, words) in wanted.items() if not good(args.get(name))), None
    )


_ARGS: Mapping[str, Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "history": {"since_seq": (lambda value: value is None or _is_count(value), "no whole number of 0 or more")},
    "identify": {"node": (lambda value: isinstance(value, str) and value != "", "missing, or is no text")},
}
"""The args of verbs that are no events: name -> (what is right, what is wrong otherwise)."""
