"""A serial port with one way to fail: whatever goes wrong is a PortFailedError that says what in plain words."""

from __future__ import annotations

import contextlib
import errno
import termios
from types import TracebackType

import serial

READ_WAIT_S = 0.05  # how long a read waits for the first byte: so long may a board's thread not notice anything else
WRITE_WAIT_S = 1.0
BAUD = 115200  # a USB port has none; on a real UART both ends need the same

# What pyserial lets through when a port goes away, by the call that is just under way (pyserial #417, #401): besides
# its own SerialException, an OSError, these too. ValueError: a URL that it can't read; NotImplementedError: a kind of
# port that lacks what is asked of it.
_FAILURES = (OSError, termios.error, TypeError, ValueError, AttributeError, NotImplementedError)
_BUSY = frozenset({errno.EAGAIN, errno.EBUSY})


class PortFailedError(Exception):
    """The port can't be opened, or no longer used. `busy`: another program holds it."""

    def __init__(self, why: str, busy: bool = False) -> None:
        super().__init__(why)
        self.busy = busy


class SerialPort:
    """An open port (any pyserial URL), for this program alone. To be used by one thread, as a context manager."""

    def __init__(self, url: str) -> None:
        self._url = url
        write_wait = None if url.startswith("rfc2217:") else WRITE_WAIT_S  # pyserial knows no such thing there
        try:
            self._serial = serial.serial_for_url(
                url, baudrate=BAUD, timeout=READ_WAIT_S, write_timeout=write_wait, exclusive=True
            )
        except _FAILURES as error:
            raise _failed(url, error) from error

    def __enter__(self) -> SerialPort:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with contextlib.suppress(*_FAILURES):  # it may be gone already, and that has been told
            self._serial.close()

    def read(self) -> bytes:
        """What has come, as soon as anything has; nothing when nothing came for READ_WAIT_S."""
        try:
            data = self._serial.read(1)
            if data:
                waiting = self._serial.in_waiting
                if waiting:
                    data += self._serial.read(waiting)
        except _FAILURES as error:
            raise _failed(self._url, error) from error
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Put all of it on the line."""
        try:
            self._serial.write(data)
        except _FAILURES as error:
            raise _failed(self._url, error) from error


def _failed(url: str, error: Exception) -> PortFailedError:
    number = getattr(error, "errno", None)
    if number in _BUSY:
        return PortFailedError(
            f"port {url} is in use by another program: end it, or give this table another port", True
        )
    if number == errno.ENOENT:
        return PortFailedError(f"port {url} isn't there: is the board plugged in?")
    if number == errno.EACCES:
        return PortFailedError(f"port {url} may not be opened by this user: add the user to the group of the port")
    return PortFailedError(f"port {url} failed: {error}")
