"""The USB serial line of a board (its console), read and written without ever waiting for the host."""

import select
import sys

READ_AT_ONCE = 64  # bytes: so that a flood from the host doesn't keep the sensors waiting
WRITE_AT_ONCE = 24  # bytes: about a millisecond


class Console:
    """Bytes from and to the host."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)

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
        """How many bytes of `data` the host's end took: 0 while it reads nothing.

        Byte by byte: MicroPython says that the line is ready when it has room for one byte, and a write of more than
        there is room for waits for up to half a second.
        """
        count = 0
        while count < len(data) and count < WRITE_AT_ONCE and _is_ready(self._writable):
            self._byte[0] = data[count]
            if not self._out.write(self._byte):
                break
            count += 1
        return count


def _is_ready(stream: select.poll) -> bool:
    for _ in stream.ipoll(0):  # unlike `poll` it allocates nothing
        return True
    return False
