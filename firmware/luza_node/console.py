"""The USB serial line of a board (its console), read and written without ever waiting for the host."""

import select
import sys

READ_AT_ONCE = 64  # bytes: so that a flood from the host doesn't keep the sensors waiting
WRITE_AT_ONCE = 64  # bytes: a USB packet


class Console:
    """Bytes from and to the host."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """What has come; nothing when nothing has."""
        data = b""
        while len(data) < READ_AT_ONCE and _is_ready(self._readable):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data: bytes) -> int:
        """How many bytes of `data` the host's end took: 0 while it reads nothing."""
        if not _is_ready(self._writable):
            return 0
        return self._out.write(data[:WRITE_AT_ONCE]) or 0


def _is_ready(stream: select.poll) -> bool:
    for _ in stream.ipoll(0):  # unlike `poll` it allocates nothing
        return True
    return False
