"""Frames: how a body crosses a line of bytes whole or not at all (firmware/PROTOCOL.md, for both ends).

A frame is a body and its CRC-32, stuffed with COBS so that it holds no zero byte, and a zero byte behind it. Every byte
value passes, and after any garbage the next zero byte brings the reader back in step.

Runs under MicroPython and CPython.
"""

import binascii
import struct

LONGEST_BODY = 600
LONGEST_FRAME = LONGEST_BODY + 4 + 3  # CRC, and one byte of COBS for each 254 begun


def stuff(data: bytes) -> bytes:
    """COBS: the same data without any zero byte (canonical, as in Cheshire and Baker's paper)."""
    out = bytearray()
    parts = bytes(data).split(b"\0")
    last = len(parts) - 1
    for index in range(last + 1):
        part = parts[index]
        full = False
        while len(part) >= 254:
            out.append(255)
            out += part[:254]
            part = part[254:]
            full = True
        if part or index < last or not full:
            out.append(len(part) + 1)
            out += part
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """What `stuff` was given; None for what it never makes."""
    out = bytearray()
    at = 0
    end = len(data)
    while at < end:
        code = data[at]
        stop = at + code
        if code == 0 or stop > end:
            return None
        out += data[at + 1 : stop]
        at = stop
        if code < 255 and at < end:
            out.append(0)
    return bytes(out)


def frame(body: bytes) -> bytes:
    """A body, ready for the line; its length is 1 to LONGEST_BODY bytes."""
    return stuff(body + struct.pack("<I", binascii.crc32(body))) + b"\0"


class Decoder:
    """Takes bytes off the line in any pieces and gives the bodies of whole, undamaged frames.

    Never raises, whatever comes. `damaged` counts what ended with a zero byte and was no frame.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = b""
        self._too_long = False

    @property
    def rest(self) -> bytes:
        """What came behind the last zero byte: a frame that isn't whole yet, or no frame at all."""
        return self._rest

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that these bytes complete, in order."""
        bodies = []
        pieces = (self._rest + data).split(b"\0")
        self._rest = pieces.pop()
        for piece in pieces:
            if self._too_long or len(piece) > LONGEST_FRAME:
                body = None
                self._too_long = False
            elif not piece:
                continue  # an idle line, or a zero before a frame to make sure
            else:
                body = _body(piece)
            if body is None:
                self.damaged += 1
            else:
                bodies.append(body)
        if len(self._rest) > LONGEST_FRAME:
            self._rest = b""
            self._too_long = True
        return bodies


def _body(piece: bytes) -> bytes | None:
    data = unstuff(piece)
    if data is None or len(data) < 5:
        return None
    body = data[:-4]
    if struct.unpack("<I", data[-4:])[0] != binascii.crc32(body):
        return None
    return body
