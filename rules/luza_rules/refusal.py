"""A refused event: raised inside the judge, turned into a State's `error` at its edge."""

from __future__ import annotations

BAD_EVENT, NOT_NOW, IMPOSSIBLE = "bad_event", "not_now", "impossible"


class Refused(Exception):  # noqa: N818 - it is a value on its way, not an error of the program
    """`code` as in the contract; `message` says what stands against the event and what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def not_now(message: str) -> Refused:
    """The phase, the turn or an earlier event doesn't allow it."""
    return Refused(NOT_NOW, message)


def impossible(message: str) -> Refused:
    """The game or the table doesn't have it."""
    return Refused(IMPOSSIBLE, message)
