"""Which port leads to which board. A board is known by its unique id and never by its port's name, which changes.

The threads of a table's boards share one `Ports`. A thread takes a port, greets what is at its other end, and asks here
whether that is its node's board. Where it isn't, whose it is has been learned, and the other node's thread goes there.
"""

from __future__ import annotations

import glob
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

from luza_hardware.serial_port import PortFailedError
from luza_hardware.table_file import Node


def usb_ports() -> dict[str, str]:
    """The USB serial ports that are plugged in: serial number in small letters -> port. MicroPython's serial number is
    the board's unique id in hex."""
    from serial.tools.list_ports import comports

    return {port.serial_number.lower(): port.device for port in comports() if port.serial_number}


class Ports:
    """The ports of these nodes. To be used by any thread.

    `bound` says which board each node had before: node id -> uid (hex); a node's own `uid` goes before it. `plugged`
    tells the USB ports by serial number.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        bound: Mapping[str, str] | None = None,
        plugged: Callable[[], Mapping[str, str]] = usb_ports,
    ) -> None:
        self._nodes = {node.id: node for node in nodes}
        self._uids = {node.id: uid for node in nodes if (uid := node.uid or (bound or {}).get(node.id))}
        self._plugged = plugged
        self._lock = threading.Lock()
        self._held: dict[str, tuple[str, str]] = {}  # node -> port, and its place when it was taken
        self._speaks: dict[str, str] = {}  # place of a port -> uid of the board that answered there last
        self._where: dict[str, str] = {}  # that uid -> port
        self._failed: dict[str, set[str]] = {node.id: set() for node in nodes}  # places, since its board was found

    def take(self, node: str) -> str:
        """The port where this node's board is to be looked for next; PortFailedError: there is none at the moment.

        It is the node's until `give_back`.
        """
        with self._lock:
            taken = {where for _, where in self._held.values()}
            free = [port for port in self._candidates(node) if place(port) not in taken]
            if not free:
                raise PortFailedError(self._nowhere(node))
            untried = [port for port in free if place(port) not in self._failed[node]]
            if not untried:
                self._failed[node].clear()
            port = (untried or free)[0]
            self._held[node] = port, place(port)
            return port

    def give_back(self, node: str) -> None:
        """The node's port failed, or had another board: another one is tried first."""
        with self._lock:
            _, where = self._held.pop(node)
            self._failed[node].add(where)
            if self._speaks.get(where) == self._uids.get(node):  # its own board has gone from there
                self._where.pop(self._speaks.pop(where, ""), None)

    def refuses(self, node: str, uid: str) -> str | None:
        """Why the board that answers on the node's port isn't the node's; None: it is, and the node is bound to it.

        A node that has no `uid` in the table file takes another board in its own one's place, unless that is bound to
        another node.
        """
        with self._lock:
            port, where = self._held[node]
            self._speaks[where] = uid
            self._where[uid] = port
            owner = next((other for other, bound in self._uids.items() if bound == uid), None)
            if owner is not None and owner != node:
                return f"port {port} has the board of node {owner} ({uid})"
            wanted = self._nodes[node].uid
            if wanted is not None and wanted != uid:
                right = f'if it is to take its place, write uid = "{uid}" for node {node}'
                return f"port {port} has board {uid} and not {wanted}; {right}"
            had = self._uids.get(node)
            if had not in (None, uid) and port not in expanded(self._nodes[node].port):
                return f"port {port} has board {uid} and not {had}"
            self._uids[node] = uid
            self._failed[node].clear()
            return None

    def where(self, node: str) -> str | None:
        """The port where the node's board is being talked to, or looked for, now."""
        with self._lock:
            return self._held[node][0] if node in self._held else None

    def _candidates(self, node: str) -> Iterator[str]:
        """Where the node's board may be, likeliest first."""
        uid = self._uids.get(node)
        if uid is not None:
            if uid in self._where:
                yield self._where[uid]
            if (found := self._plugged().get(uid)) is not None:
                yield found
        own = self._nodes[node].port
        elsewhere = [other.port for other in self._nodes.values() if other.id != node] if uid is not None else []
        for port in (port for one in (own, *elsewhere) for port in expanded(one)):
            speaks = self._speaks.get(place(port))
            if speaks == uid or speaks not in self._uids.values():  # else another node's thread is on its way there
                yield port

    def _nowhere(self, node: str) -> str:
        port, uid = self._nodes[node].port, self._uids.get(node)
        if port is None:
            return f"board {uid} isn't plugged in"
        if is_pattern(port):
            return f"no port {port} is there for it: is the board plugged in?"
        return f"port {port} has another node's board" + (f", and board {uid} isn't plugged in" if uid else "")


def place(port: str) -> str:
    """One name for a port, whatever links lead to it."""
    if "://" in port:
        return port
    try:
        return os.path.realpath(port)
    except OSError:  # a link that went away just now
        return port


def is_pattern(port: str) -> bool:
    """Whether a port stands for several, as /dev/ttyACM* does."""
    return "://" not in port and glob.has_magic(port)


def expanded(port: str | None) -> list[str]:
    """The ports that a port of the table file stands for."""
    if port is None:
        return []
    return sorted(glob.glob(port)) if is_pattern(port) else [port]  # noqa: PTH207 - the pattern may be of any folder
