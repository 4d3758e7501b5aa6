"""Wakes a thread that waits for the network."""

from __future__ import annotations

import socket
from contextlib import suppress


class Bell:
    """Rung from any thread; the waiting thread has it in its selector, beside its sockets."""

    def __init__(self) -> None:
        self._in, self._out = socket.socketpair()
        self._in.setblocking(False)
        self._out.setblocking(False)

    def fileno(self) -> int:
        """What a selector waits for."""
        return self._in.fileno()

    def ring(self) -> None:
        """Wake the thread, now or as soon as it waits again. Never blocks."""
        with suppress(OSError):  # full: it has been rung often enough; closed: nobody waits any more
            self._out.send(b"!")

    def silence(self) -> None:
        """Heard: the next wait lasts until the next ring."""
        with suppress(BlockingIOError):
            self._in.recv(4096)

    def close(self) -> None:
        """Nobody will wait any more; ringing does nothing from now on."""
        self._in.close()
        self._out.close()
