"""What one table tells the hall, in the order of the laws: live at once, what has a number when it is on disk."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from luza.journal import Journal
from luza.keeper import Keeper
from luza_hardware.board_news import BoardHealth, BoardUp
from luza_mqtt.link import Link
from luza_mqtt.payloads import hb_payload, info_payload, led_payload, timestamp
from luza_rules import GAMES

HEARTBEAT_S = 5.0  # real seconds; every second while a clock or a pause runs (contract: MQTT)
RUNNING_HEARTBEAT_S = 1.0


class Outward:
    """Puts the journal on disk and publishes through `link`, without waiting on the network.

    `now` in all calls is table time, `real` the machine's monotonic time, both in seconds.
    """

    def __init__(self, keeper: Keeper, journal: Journal, link: Link, real: float) -> None:
        self._keeper = keeper
        self._journal = journal
        self._link = link
        self._shown: tuple[Any, ...] = ()  # what the last published state was made of
        self._seq = keeper.seq  # the last event that was told
        self._replies: list[tuple[str, str, dict[str, Any]]] = []
        self._trouble_since: str | None = None  # since when the journal isn't saved
        self._started = real
        self.beat_at = real

    def reply(self, actor: str, verb: str, payload: dict[str, Any]) -> None:
        """A command's answer, to go out with what the command did."""
        self._replies.append((actor, verb, payload))

    def tell(self, now: float) -> None:
        """Tell what came since the last call. The lines that it came from must have been written."""
        keeper = self._keeper
        news = keeper.collect()
        if self._shown and keeper.rev == self._shown[0]:
            self._show(now)
        if news or self._replies or self._journal.trouble:
            self._journal.sync()
        for event in news:
            self._link.publish_event(event)
            self._seq = event["seq"]
        self._show(now)
        for actor, verb, payload in self._replies:
            self._link.reply(actor, verb, payload)
        self._replies.clear()

    def _show(self, now: float) -> None:
        """Publish the state where it isn't what was shown last."""
        keeper = self._keeper
        shown = (keeper.rev, keeper.epoch, keeper.live, keeper.alerts.told, self._journal.trouble)
        if shown == self._shown:
            return
        self._shown = shown
        state = keeper.snapshot(now, self._seq, self._own_alerts())
        self._link.publish_state(state)
        self._link.publish_led(led_payload(state))

    def _own_alerts(self) -> Sequence[dict[str, Any]]:
        """The alert that can't stand in the journal: that it takes no lines."""
        journal = self._journal
        if journal.trouble is None:
            self._trouble_since = None
            return ()
        if self._trouble_since is None:
            self._trouble_since = timestamp(time.time())
        lost = f"; {journal.lost} lines are lost" if journal.lost else ""
        message = f"{journal.path}: {journal.trouble}{lost}"
        return ({"code": "journal_not_saved", "message": message, "since": self._trouble_since},)

    def introduce(self, boot_id: str, boards: Mapping[str, BoardUp], told: Mapping[str, BoardHealth]) -> None:
        """Say who this table is; `boards` are those that are there, by node, and what they `told` of themselves."""
        table = self._keeper.table
        self._link.publish_info(
            info_payload(
                version=version("luza"),
                boot_id=boot_id,
                hall=self._keeper.hall,
                table_id=table.id,
                table_name=table.name,
                sensors=[{"id": sensor.id, "kind": sensor.kind} for sensor in table.sensors],
                games=list(GAMES),
                nodes=[health(node.id, boards.get(node.id), told.get(node.id)) for node in table.nodes],
            )
        )

    def beat(self, now: float, real: float) -> None:
        """Give a sign of life when it is time for one; `beat_at` is when the next one is due."""
        keeper = self._keeper
        running = keeper.clock_left(now) or keeper.pause_left(now)
        if running:  # it may have begun to run since the last beat
            self.beat_at = min(self.beat_at, real + RUNNING_HEARTBEAT_S)
        if real < self.beat_at:
            return
        left = running["ends_in_s"] if running else None
        uptime = real - self._started
        self._link.publish_hb(
            hb_payload(epoch=keeper.epoch, rev=keeper.rev, seq=self._seq, uptime_s=uptime, ends_in_s=left)
        )
        self.beat_at = real + (RUNNING_HEARTBEAT_S if running else HEARTBEAT_S)


def health(node: str, board: BoardUp | None, told: BoardHealth | None = None) -> dict[str, Any]:
    """How a node's board is, as `info` has it: `trouble` is in English, empty where all is well."""
    if board is None:
        return {"id": node, "up": False}
    trouble = {} if told is None else {"trouble": trouble_of(told)}
    return {"id": node, "up": True, "uid": board.uid, "program": board.program, **trouble}


def trouble_of(told: BoardHealth) -> str:
    """What is wrong with a board by its own word; empty when nothing is."""
    found = [told.health.trouble] if told.health.trouble else []
    if told.health.silent:
        found.append(f"no answer from the sensors on channels {', '.join(map(str, told.health.silent))}")
    return "; ".join(found)
