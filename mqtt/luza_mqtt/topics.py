"""Where a table speaks and listens: the topics of contract/mqtt.md, `luza/1/<hall>/<table>/…`."""

from __future__ import annotations

import re

VERSION = 1

_ID = re.compile(r"[a-z0-9-]{1,32}")
_VERB = re.compile(r"[a-z0-9_]{1,32}")  # verbs are names of match-log events, and these have underscores


def check_id(what: str, text: str) -> str:
    """Give `text` back when it can stand in a topic (1–32 of a-z, 0-9 and -); ValueError naming `what` otherwise.

    `+`, `#` and `/` would reach other tables' topics, so nothing is repaired here: a wrong id is refused.
    """
    if not _ID.fullmatch(text):
        raise ValueError(f"{what} {text!r} can't stand in a topic: use 1 to 32 of the characters a-z, 0-9 and -")
    return text


def command_of(topic: str) -> tuple[str, str] | None:
    """Actor and verb of a command's topic, of whatever table; None for a topic that is no command's."""
    parts = topic.split("/")
    if len(parts) != 7 or parts[:2] != ["luza", str(VERSION)] or parts[4] != "cmd":
        return None
    hall, table, actor, verb = parts[2], parts[3], parts[5], parts[6]
    if not (_ID.fullmatch(hall) and _ID.fullmatch(table) and _ID.fullmatch(actor) and _VERB.fullmatch(verb)):
        return None
    return actor, verb


class Topics:
    """All topics of one table. Raises ValueError for a hall or table id that can't stand in a topic."""

    def __init__(self, hall: str, table: str) -> None:
        self.hall = check_id("the hall's id", hall)
        self.table = check_id("the table's id", table)
        self.base = f"luza/{VERSION}/{hall}/{table}"
        self.status = f"{self.base}/status"
        self.info = f"{self.base}/info"
        self.state = f"{self.base}/state"
        self.led = f"{self.base}/led"
        self.event = f"{self.base}/event"
        self.hb = f"{self.base}/hb"
        self.commands = f"{self.base}/cmd/+/+"
        """The subscription that brings every command for this table."""

    def command(self, actor: str, verb: str) -> str:
        """Where `actor` sends `verb`. ValueError for words that can't stand in a topic."""
        return f"{self.base}/cmd/{self._pair(actor, verb)}"

    def reply(self, actor: str, verb: str) -> str:
        """Where the answer to `verb` of `actor` goes. ValueError for words that can't stand in a topic."""
        return f"{self.base}/reply/{self._pair(actor, verb)}"

    def parse_command(self, topic: str) -> tuple[str, str] | None:
        """(actor, verb) of a command to this table; None for any other topic, and for ids that no actor can have."""
        return command_of(topic) if topic.startswith(f"{self.base}/cmd/") else None

    @staticmethod
    def _pair(actor: str, verb: str) -> str:
        check_id("the actor's name", actor)
        if not _VERB.fullmatch(verb):
            raise ValueError(f"{verb!r} is no verb: use 1 to 32 of the characters a-z, 0-9 and _")
        return f"{actor}/{verb}"
