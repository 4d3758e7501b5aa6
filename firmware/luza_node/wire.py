"""What board and host say to one another: the bodies of frames, for both ends (firmware/PROTOCOL.md).

A body is one letter that says what it is, small for what a board says and capital for what the host says, and fields in
little-endian order. Bytes behind the fields known here are left alone: a later version may add some. No reader in here
raises on any bytes: it gives None for a wrong shape.

Runs under MicroPython and CPython: no typing, no dataclasses, nothing imported that a board lacks.
"""

import struct

VERSION = 1
LONGEST_TEXT = 32  # bytes of a tag's id in UTF-8

HELLO = 0x68  # 'h' board: who I am and what I hold
HITS = 0x64  # 'd' board: hits, numbered one after another
STATUS = 0x73  # 's' board: what I hold, so that the host sees what it missed
TIME = 0x74  # 't' board: my clock, answering a query
ASK_HELLO = 0x48  # 'H' host: who are you
SEND_FROM = 0x52  # 'R' host: send (again) the hits from this number on
ACK = 0x41  # 'A' host: all hits below this number are safe, forget them
ASK_TIME = 0x54  # 'T' host: what does your clock say

LEVEL = 0  # 1 byte: 0 or 1
PEAK = 1  # 2 bytes: ten-thousandths of full scale
COLOUR = 2  # 3 bytes: red, green, blue
TEXT = 3  # a tag's id, UTF-8
LOST = 4  # 4 bytes: so many hits at this place never got a number (the edges' own ring was full)

PEAK_UNIT = 10000

EVERYTHING = 0xFFFFFFFF  # as the end of what SEND_FROM asks for

ENTRY = "<BQBB"  # channel, microseconds of the board's clock, kind of value, its length in bytes
ENTRY_SIZE = 11


# Values


def pack_value(value: int | float | str | tuple[int, int, int]) -> tuple[int, bytes]:
    """Kind and bytes of a value: a level (int 0 or 1), a peak (float 0–1), a colour (r, g, b) or a tag's text.

    Raises ValueError for a value that the wire can't carry.
    """
    if isinstance(value, float):
        if not 0.0 <= value <= 1.0:
            raise ValueError("a peak is from 0 to 1")
        return PEAK, struct.pack("<H", int(value * PEAK_UNIT + 0.5))
    if isinstance(value, int):
        if value not in (0, 1):
            raise ValueError("a level is 0 or 1")
        return LEVEL, bytes((value,))
    if isinstance(value, str):
        text = value.encode()
        if len(text) > LONGEST_TEXT:
            raise ValueError("a tag's id has at most 32 bytes")
        return TEXT, text
    if len(value) != 3 or min(value) < 0 or max(value) > 255:
        raise ValueError("a colour is three numbers from 0 to 255")
    return COLOUR, bytes(value)


def unpack_value(kind: int, data: bytes) -> int | float | str | tuple[int, int, int] | None:
    """The value of an entry (for LOST the number lost); None for what isn't known or has a wrong shape."""
    size = len(data)
    if kind == LEVEL and size == 1 and data[0] <= 1:
        return data[0]
    if kind == PEAK and size == 2:
        peak: int = struct.unpack("<H", data)[0]
        return peak / PEAK_UNIT if peak <= PEAK_UNIT else None
    if kind == COLOUR and size == 3:
        return (data[0], data[1], data[2])
    if kind == TEXT and size <= LONGEST_TEXT:
        try:
            return data.decode()
        except UnicodeError:
            return None
    if kind == LOST and size == 4:
        lost: int = struct.unpack("<I", data)[0]
        return lost
    return None


# What a board says


class Hello:
    """Who a board is and what it holds.

    `boot` is a random number, new at each start of the board; hits are numbered from 0 in each boot. The board holds
    those from `oldest` up to below `end`; `dropped` unacknowledged ones had to make room for newer ones. `program` is
    the firmware's name and version.
    """

    def __init__(
        self, *, uid: bytes, boot: int, oldest: int, end: int, dropped: int, program: str, version: int = VERSION
    ) -> None:
        self.version = version
        self.uid = uid
        self.boot = boot
        self.oldest = oldest
        self.end = end
        self.dropped = dropped
        self.program = program

    def body(self) -> bytes:
        """The body of its frame."""
        text = self.program.encode()
        head = struct.pack("<BBIIII", HELLO, self.version, self.boot, self.oldest, self.end, self.dropped)
        return head + bytes((len(self.uid),)) + self.uid + bytes((len(text),)) + text


def read_hello(body: bytes) -> Hello | None:
    """The hello in a body that begins with HELLO; None when its shape is wrong.

    Of another version nothing but the number can be trusted: then uid is empty and all else 0.
    """
    if len(body) < 2:
        return None
    if body[1] != VERSION:
        return Hello(uid=b"", boot=0, oldest=0, end=0, dropped=0, program="", version=body[1])
    if len(body) < 20:
        return None
    _, _, boot, oldest, end, dropped = struct.unpack("<BBIIII", body[:18])
    uid = body[19 : 19 + body[18]]
    text = body[19 + body[18] :]
    if not uid or not text or len(text) <= text[0] or oldest > end:
        return None
    try:
        program = text[1 : 1 + text[0]].decode()
    except UnicodeError:
        return None
    return Hello(uid=uid, boot=boot, oldest=oldest, end=end, dropped=dropped, program=program)


def status(boot: int, oldest: int, end: int) -> bytes:
    """Body: the board holds the hits from `oldest` up to below `end`."""
    return struct.pack("<BIII", STATUS, boot, oldest, end)


def read_status(body: bytes) -> tuple[int, int, int] | None:
    """(boot, oldest, end)."""
    if len(body) < 13:
        return None
    _, boot, oldest, end = struct.unpack("<BIII", body[:13])
    return (boot, oldest, end) if oldest <= end else None


def time(boot: int, token: int, ticks: int) -> bytes:
    """Body: when the board answered the query with this token its clock said `ticks` microseconds."""
    return struct.pack("<BIIQ", TIME, boot, token, ticks)


def read_time(body: bytes) -> tuple[int, int, int] | None:
    """(boot, token, ticks)."""
    if len(body) < 17:
        return None
    _, boot, token, ticks = struct.unpack("<BIIQ", body[:17])
    return boot, token, ticks


def hits(boot: int, oldest: int, first: int, entries: bytes) -> bytes:
    """Body: hits numbered from `first`, as entries one behind another; the board holds nothing below `oldest`."""
    return struct.pack("<BIII", HITS, boot, oldest, first) + entries


class Hits:
    """Hits as a board sent them; `entries` holds (channel, ticks, kind, value), numbered from `first`.

    A value is None where this version doesn't know the kind: the number is used up all the same.
    """

    def __init__(
        self,
        boot: int,
        oldest: int,
        first: int,
        entries: list[tuple[int, int, int, int | float | str | tuple[int, int, int] | None]],
    ) -> None:
        self.boot = boot
        self.oldest = oldest
        self.first = first
        self.entries = entries


def read_hits(body: bytes) -> Hits | None:
    """The hits in a body that begins with HITS; None when its shape is wrong (then none of it is used)."""
    if len(body) < 13:
        return None
    _, boot, oldest, first = struct.unpack("<BIII", body[:13])
    if oldest > first:
        return None
    entries = []
    at = 13
    end = len(body)
    while at < end:
        start = at + ENTRY_SIZE
        if start > end:
            return None
        channel, ticks, kind, size = struct.unpack(ENTRY, body[at:start])
        at = start + size
        if at > end:
            return None
        entries.append((channel, ticks, kind, unpack_value(kind, body[start:at])))
    return Hits(boot, oldest, first, entries)


# What the host says


def ask_hello() -> bytes:
    """Body: who are you (in the host's version of the protocol)."""
    return bytes((ASK_HELLO, VERSION))


def ask_time(token: int) -> bytes:
    """Body: what does your clock say; the answer carries the token."""
    return struct.pack("<BI", ASK_TIME, token)


def read_ask_time(body: bytes) -> int | None:
    """The token."""
    if len(body) < 5:
        return None
    token: int = struct.unpack("<BI", body[:5])[1]
    return token


def send_from(boot: int, first: int, until: int = EVERYTHING) -> bytes:
    """Body: send (again) the hits from number `first` up to below `until`, and go on with what is new."""
    return struct.pack("<BIII", SEND_FROM, boot, first, until)


def read_send_from(body: bytes) -> tuple[int, int, int] | None:
    """(boot, first, until)."""
    if len(body) < 13:
        return None
    _, boot, first, until = struct.unpack("<BIII", body[:13])
    return boot, first, until


def ack(boot: int, below: int) -> bytes:
    """Body: all hits with numbers below this are safe with the host."""
    return struct.pack("<BII", ACK, boot, below)


def read_ack(body: bytes) -> tuple[int, int] | None:
    """(boot, below)."""
    if len(body) < 9:
        return None
    _, boot, below = struct.unpack("<BII", body[:9])
    return boot, below
