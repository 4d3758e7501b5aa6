"""The answers that a table gave, so that a command said twice is done once.

Commands may arrive twice: a sender that heard no answer sends again, and so does a broker. The answers are remembered
for each actor. Pure, and filled again from the journal after a restart.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

REMEMBERED = 256
"""Commands of each actor whose answers are kept."""


class Answers:
    """Who was answered what. `add` is called once for every command that was carried out or refused on its merits."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._remembered = remembered
        self._actors: dict[str, OrderedDict[str, tuple[str, Mapping[str, Any]]]] = {}

    def find(self, actor: str, command_id: str, digest: str) -> Mapping[str, Any] | None:
        """The first answer to this very command; None when it is new.

        LookupError when the id was another command's: the code for that answer is `duplicate`.
        """
        answers = self._actors.get(actor)
        known = None if answers is None else answers.get(command_id)
        if known is None:
            return None
        first_digest, answer = known
        if first_digest != digest:
            raise LookupError(f"{actor} has used the id {command_id!r} for another command")
        return answer

    def add(self, actor: str, command_id: str, digest: str, answer: Mapping[str, Any]) -> None:
        """Remember an answer; the oldest of this actor's is forgotten in its place when there are too many."""
        answers = self._actors.setdefault(actor, OrderedDict())
        answers[command_id] = (digest, answer)
        while len(answers) > self._remembered:
            answers.popitem(last=False)
