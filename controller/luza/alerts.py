"""What a person should look at: each alert is told once when it comes up and once when it is well again.

Pure: what boards and pockets do goes in, (event_type, fields) for the hall comes out; times come with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from luza.bulletin import News


class Alerts:
    """The alerts in force, in the order in which they came up, each by its code and what it is about.

    `storming`: the pockets whose throats aren't believed.
    """

    def __init__(self, before: Alerts | None = None) -> None:
        self._in_force: dict[tuple[str, str], dict[str, Any]] = dict(before._in_force) if before else {}
        self.storming: tuple[str, ...] = before.storming if before else ()

    @property
    def told(self) -> tuple[dict[str, Any], ...]:
        """As displays get them: {code, message, since}."""
        return tuple(self._in_force.values())

    def forget(self) -> None:
        """The controller has started: what is still so will be told again."""
        self._in_force.clear()
        self.storming = ()

    def board(self, line: Mapping[str, Any], since: str) -> list[News]:
        """The journal's line of a board: it came, went, or lost hits."""
        node: str = line["node"]
        news: list[News] = []
        if line.get("up"):
            news += self._calm("board_down", node)
        elif "up" in line:
            news += self._alert("board_down", node, f"{node}: {line['why']}", since)
        if line.get("lost"):
            news += self._alert("hits_lost", node, f"{node}: {line['lost']} hits are lost", since)
        return news

    def storms(self, pockets: tuple[str, ...], since: str) -> list[News]:
        """These pockets' throats flicker and aren't believed from now on; no others."""
        news: list[News] = []
        for pocket in self.storming:
            news += [] if pocket in pockets else self._calm("sensor_storm", pocket)
        for pocket in pockets:
            news += self._alert("sensor_storm", pocket, f"{pocket}: the beam flickers and is not believed", since)
        self.storming = pockets
        return news

    def _alert(self, code: str, about: str, message: str, since: str) -> list[News]:
        if (code, about) in self._in_force:
            return []
        self._in_force[code, about] = {"code": code, "message": message, "since": since}
        return [("sensor_alert", {"code": code, "about": about, "message": message})]

    def _calm(self, code: str, about: str) -> list[News]:
        if self._in_force.pop((code, about), None) is None:
            return []
        return [("sensor_cleared", {"code": code, "about": about})]
