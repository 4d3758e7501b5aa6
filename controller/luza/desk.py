"""The desk at which commands are answered: each is carried out once, and its answer remembered in the journal.

A command is looked at `LATENESS_S` after it came, when every hit from before it has arrived; its event is dated back to
that moment, so that the journal's order is the order of judging.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from luza.keeper import LATENESS_S, Keeper, Line
from luza.pipeline import Step
from luza_mqtt.commands import Command
from luza_mqtt.payloads import reply_payload, timestamp
from luza_rules import State

PAGE = 50  # events in one answer to `history` (contract: MQTT)
# What an actor may say within a second; far more than fingers do, far less than would hold up a table.
COMMANDS_A_SECOND = 20
# the judge's refusals -> the contract's answers
CODES = {"bad_event": "bad_request", "not_now": "not_now", "impossible": "impossible"}
LOOKING = ("ping", "history", "protocol")


class Rate:
    """How often each actor speaks; times are the machine's monotonic seconds, given by the caller."""

    def __init__(self) -> None:
        self._said: dict[str, deque[float]] = {}

    def allows(self, actor: str, now: float) -> bool:
        """Count one command; False when the actor has said too many within the last second."""
        said = self._said.setdefault(actor, deque(maxlen=COMMANDS_A_SECOND))
        if len(said) == COMMANDS_A_SECOND and now - said[0] < 1.0:
            return False
        said.append(now)
        return True


@dataclass
class Desk:
    """Carries commands out on one table.

    `take` writes a line to the journal and feeds it to the keeper.
    """

    keeper: Keeper
    take: Callable[[Line], list[Step]]

    def answer(self, command: Command, now: float) -> dict[str, Any]:
        """Carry out one command at table time `now`; returns its reply."""
        keeper = self.keeper
        try:
            known = keeper.answers.find(command.actor, command.id, command.digest)
        except LookupError as error:
            return reply_payload(command.id, "duplicate", rev=keeper.rev, message=str(error))
        if known is not None:
            return dict(known)
        self.take({"m": "time", "t": now})  # all hits from before the command are judged first
        code, message, asked = self._carry_out(command, round(now - LATENESS_S, 6), now)
        reply = reply_payload(command.id, code, rev=keeper.rev, message=message, asked=asked)
        if command.verb not in LOOKING and not command.dry_run:
            self.take(self._audit(command, reply, now))
        return reply

    def _audit(self, command: Command, reply: Mapping[str, Any], now: float) -> dict[str, Any]:
        """The journal's line of a command: who said what, when, and the answer."""
        return {
            "m": "cmd",
            "t": now,
            "wall": timestamp(self.keeper.wall(now)),
            "actor": command.actor,
            "verb": command.verb,
            "id": command.id,
            "digest": command.digest,
            "answer": dict(reply),
        }

    def _carry_out(self, command: Command, at: float, now: float) -> tuple[str, str, dict[str, Any]]:
        """(code, message, what was asked for)."""
        keeper = self.keeper
        state = keeper.pipeline.state
        synced = keeper.start is not None and keeper.start.synced
        if command.not_after and synced and keeper.wall(now) > command.not_after.timestamp():
            return "expired", f"it was to be done until {command.not_after.isoformat()}", {}
        if command.verb not in LOOKING and (
            why := command.refusal_now(keeper.pipeline.match.officiating, state.striker or state.chooser)
        ):
            return "not_allowed", why, {}
        if command.expected_rev is not None and command.expected_rev != keeper.rev:
            return "conflict", f"rev is {keeper.rev}, not {command.expected_rev}; look at the newest state", {}
        if command.is_event:
            return self._event(command, command.event(at, state.striker or state.chooser))
        return self._other(command, at)

    def _event(self, command: Command, event: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
        """An event of the match log: judged, or on a copy of the table with `dry_run`."""
        steps = copy.deepcopy(self.keeper.pipeline).event(event) if command.dry_run else self.take(event)
        state = next(step.state for step in reversed(steps) if step.event["type"] == event["type"])
        told = asked_for(state, whole=command.dry_run)
        if state.accepted:
            return "ok", "", told
        assert state.error is not None
        return CODES[state.error["code"]], state.error["message"], told

    def _other(self, command: Command, at: float) -> tuple[str, str, dict[str, Any]]:
        """What is no event of the match log."""
        keeper = self.keeper
        if command.verb == "history":
            since = command.args.get("since_seq") or 0
            events = [event for event in keeper.history if event["seq"] > since]
            return "ok", "", {"events": events[:PAGE], "more": len(events) > PAGE}
        if command.verb == "protocol":
            told = keeper.pipeline.state.as_dict()
            return "ok", "", {"protocol": told["protocol"], "frames": told["frames"], "score": told["score"]}
        if command.verb == "identify":
            return "impossible", "the boards of this table have no lamp to blink with", {}
        if command.verb == "abandon":
            if keeper.idle:
                return "not_now", "no match is being played", {}
            if not command.dry_run:
                self.take({"m": "abandon", "t": at})
        elif command.verb == "end_stroke":
            if keeper.live.stroke == "idle":
                return "not_now", "no stroke is being played", {}
            if not command.dry_run:
                self.take({"m": "end_stroke", "t": at})
        return "ok", "", {}


def asked_for(state: State, whole: bool) -> dict[str, Any]:
    """The verdict after an event, with the `whole` state where it was a try."""
    told = state.as_dict()
    return {"verdict": told["verdict"], "state": told} if whole else {"verdict": told["verdict"]}
