"""How people get the board's prompt though its program keeps the line: Ctrl-C outside of any frame, and quiet after it.

mpremote sends return and Ctrl-C, and in the same breath return and Ctrl-A, which asks for the raw prompt. When the
program has made sure that this is no frame it has read all of it; so it hands what came behind Ctrl-C on to the prompt.
"""

import io
import os

QUIET_US = 200_000
CTRL_C = 3


def is_interrupt(rest: bytes, silent_us: int) -> bool:
    """Whether `rest`, which came outside of any frame and then nothing for `silent_us`, asks for the prompt.

    Byte 3 is a byte like any other within a frame, so it can't interrupt by itself. No frame of the host begins with
    return and Ctrl-C, or is nothing but Ctrl-C.
    """
    if not rest or silent_us < QUIET_US:
        return False
    return rest[:2] == b"\r\x03" or rest == bytes((CTRL_C,)) * len(rest)


def hand_on(rest: bytes) -> None:
    """Let the prompt, when the program has ended, find what was typed behind Ctrl-C."""
    typed = rest[2:] if rest[:1] == b"\r" else b""
    if typed:
        os.dupterm(_Typed(typed))


class _Typed(io.IOBase):
    """A second terminal that types this, and then is gone."""

    def __init__(self, keys: bytes) -> None:
        self._keys = keys
        self._at = 0

    def readinto(self, buffer: bytearray) -> int:
        buffer[0] = self._keys[self._at]
        self._at += 1
        if self._at == len(self._keys):
            os.dupterm(None)
        return 1

    def write(self, data: bytes) -> int:
        return len(data)

    def ioctl(self, request: int, argument: int) -> int:  # noqa: ARG002 - what MicroPython asks of a stream
        return 0
