"""MicroPython's own `os`, and `dupterm` as boards have it: the prompt finds what the second terminal types.

It is typed at the far end of the board's line, the link `port`.
"""

from uos import *  # noqa: F403

_typing = [False]


def dupterm(terminal):
    _typing[0] = terminal is not None
    if terminal is None:
        return
    typed = b""
    key = bytearray(1)
    while _typing[0]:
        terminal.readinto(key)
        typed += key
    with open("port", "wb") as line:  # noqa: PTH123
        line.write(typed)
