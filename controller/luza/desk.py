"""The desk at which commands are answered: each is carried out once, and its answer remembered in the journal.

A command is looked at `LATENESS_S` after it came, when every hit from before it has arrived; its event is dated back to
that moment, so that the journal's order is the order of judging.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from luza.keeper import LATENESS_S, Keeper, Line
from luza.pipeline import Step
from luza_mqtt.answers import Answers
from luza_mqtt.commands import Command
from luza_mqtt.payloads import reply_payload, timestamp

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


class Desk:
    """Carries commands out on one table.

    `take` writes a line to the journal and feeds it to the keeper. `identify` lets a node's board blink, unless that
    is only tried, and says why it can't.
    """

    def __init__(
        self,
        keeper: Keeper,
        take: Callable[[Line], list[Step]],
        identify: Callable[[str, bool], str | None],
    ) -> None:
        self.keeper = keeper
        self.take = take
        self._identify = identify
        # what was only looked at or tried changed nothing, so its answers needn't outlive the process
        self._looked = Answers()

    def answer(self, command: Command, now: float) -> dict[str, Any]:
        """Carry out one command at table time `now`; returns its reply."""
        keeper = self.keeper
        try:
            for answers in (keeper.answers, self._looked):
                if (known := answers.find(command.actor, command.id, command.digest)) is not None:
                    return dict(known)
        except LookupError as error:
            return reply_payload(command.id, "duplicate", rev=keeper.rev, message=str(error))
        self.take({"m": "time", "t": now})  # all hits from before the command are judged first
        code, message, asked = self._carry_out(command, round(now - LATENESS_S, 6), now)
        reply = reply_payload(command.id, code, rev=keeper.rev, message=message, asked=asked)
        if command.verb in LOOKING or command.dry_run:
            self._looked.add(command.actor, command.id, command.digest, reply)
        else:
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
            return self._change(command, command.event(at, state.striker or state.chooser), now)
        if command.verb == "abandon":
            if keeper.idle or state.phase == "match_over":
                return "not_now", "no match is being played", {}
            return self._change(command, {"m": "abandon", "t": at}, now)
        if command.verb == "end_stroke":
            if keeper.live.stroke == "idle":
                return "not_now", "no stroke is being played", {}
            return self._change(command, {"m": "end_stroke", "t": at}, now)
        return self._look(command)

    def _change(self, command: Command, line: Mapping[str, Any], now: float) -> tuple[str, str, dict[str, Any]]:
        """What changes the match: tried on a copy of the table, then carried out where it is accepted and was meant.

        An event ends the stroke that is being played; one that is refused must not, so the table never hears of it.
        """
        after = self.keeper.fork()
        steps = after.take(line)
        error = next((step.state.error for step in reversed(steps) if step.event["type"] == line.get("type")), None)
        if error is not None:
            after = self.keeper
        elif not command.dry_run:
            self.take(line)
        asked: dict[str, Any] = {"verdict": after.pipeline.state.as_dict()["verdict"]}
        if command.dry_run:
            asked["state"] = after.snapshot(now, after.seq)
        return ("ok", "", asked) if error is None else (CODES[error["code"]], error["message"], asked)

    def _look(self, command: Command) -> tuple[str, str, dict[str, Any]]:
        """What changes nothing."""
        keeper = self.keeper
        if command.verb == "history":
            since = command.args.get("since_seq") or 0
            events = [event for event in keeper.history if event["seq"] > since]
            return "ok", "", {"events": events[:PAGE], "more": len(events) > PAGE}
        if command.verb == "protocol":
            told = keeper.pipeline.state.as_dict()
            return "ok", "", {"protocol": told["protocol"], "frames": told["frames"], "score": told["score"]}
        if command.verb == "identify":
            why = self._identify(command.args["node"], command.dry_run)
            return ("ok", "", {}) if why is None else ("impossible", why, {})
        return "ok", "", {}
