"""What board and host say about the board itself: how it is, which one it is, its settings (firmware/PROTOCOL.md).

As in `wire`: a body is a letter and fields in little-endian order, small letters are a board's and capitals the host's,
and no reader raises on any bytes: it gives None for a wrong shape.

Runs under MicroPython and CPython.
"""

import struct

HEALTH = 0x62  # 'b' board: how I am
SETTINGS = 0x67  # 'g' board: a piece of my settings
PUT_ANSWER = 0x6B  # 'k' board: how far I have the settings that you put
IDENTIFY = 0x49  # 'I' host: blink, so that people see which one you are
ASK_HEALTH = 0x42  # 'B' host: how are you
ASK_SETTINGS = 0x47  # 'G' host: what are your settings, from this byte on
PUT_SETTINGS = 0x53  # 'S' host: a piece of new settings

# why a board last started
UNKNOWN = 0
POWER_ON = 1
WATCHDOG = 2
ASKED_FOR = 3  # somebody at its prompt, or new settings

# how a board takes a piece of settings
GO_ON = 0
WRITTEN = 1
REFUSED = 2
IN_PLAY = 3

LONGEST_PIECE = 200  # bytes of settings in one frame
LONGEST_WORDS = 200  # bytes of any text for people

_HEALTH = "<BIIIIIIIB"
_HEALTH_SIZE = 30
_PIECE = "<BIHH"
_PIECE_SIZE = 9
_ANSWER = "<BIHB"
_ANSWER_SIZE = 8


class Health:
    """How a board is.

    `boot` as in hello; `uptime_s` seconds since its start; `free_memory` bytes; `longest_turn_us` of its main loop, in
    microseconds since the last health it sent; since its start `edges_missed` in its interrupts, `hits_dropped` to make
    room for newer ones, and `bad_frames` that came to it; `restart` why it started (UNKNOWN, POWER_ON, WATCHDOG or
    ASKED_FOR; any other is a later version's). `silent` holds the channels whose sensor doesn't answer, and `trouble`
    says in English what is wrong, empty when nothing is.
    """

    def __init__(
        self,
        *,
        boot: int,
        uptime_s: int,
        free_memory: int,
        longest_turn_us: int,
        edges_missed: int,
        hits_dropped: int,
        bad_frames: int,
        restart: int,
        silent: bytes = b"",
        trouble: str = "",
    ) -> None:
        self.boot = boot
        self.uptime_s = uptime_s
        self.free_memory = free_memory
        self.longest_turn_us = longest_turn_us
        self.edges_missed = edges_missed
        self.hits_dropped = hits_dropped
        self.bad_frames = bad_frames
        self.restart = restart
        self.silent = silent
        self.trouble = trouble


def identify(seconds: int) -> bytes:
    """Body: blink for so many seconds (0–255); 0 stops it."""
    return bytes((IDENTIFY, seconds))


def read_identify(body: bytes) -> int | None:
    """The seconds."""
    return body[1] if len(body) >= 2 else None


def ask_health() -> bytes:
    """Body: how are you."""
    return bytes((ASK_HEALTH,))


def health(state: Health) -> bytes:
    """Body: how the board is. Words that are too long are cut."""
    head = struct.pack(
        _HEALTH,
        HEALTH,
        state.boot,
        state.uptime_s,
        state.free_memory,
        state.longest_turn_us,
        state.edges_missed,
        state.hits_dropped,
        state.bad_frames,
        state.restart,
    )
    return head + bytes((len(state.silent),)) + state.silent + _words(state.trouble)


def read_health(body: bytes) -> Health | None:
    """The health in a body that begins with HEALTH. A board may leave out `silent` and `trouble`, or `trouble`."""
    if len(body) < _HEALTH_SIZE:
        return None
    _, boot, uptime, free, turn, missed, dropped, bad, restart = struct.unpack(_HEALTH, body[:_HEALTH_SIZE])
    rest = body[_HEALTH_SIZE:] or b"\0"
    silent = rest[1 : 1 + rest[0]]
    trouble = _read_words(rest[1 + rest[0] :] or b"\0")
    if len(silent) < rest[0] or trouble is None:
        return None
    return Health(
        boot=boot,
        uptime_s=uptime,
        free_memory=free,
        longest_turn_us=turn,
        edges_missed=missed,
        hits_dropped=dropped,
        bad_frames=bad,
        restart=restart,
        silent=silent,
        trouble=trouble,
    )


def ask_settings(offset: int) -> bytes:
    """Body: what are your settings, from the byte at `offset` on."""
    return struct.pack("<BH", ASK_SETTINGS, offset)


def read_ask_settings(body: bytes) -> int | None:
    """The offset."""
    if len(body) < 3:
        return None
    offset: int = struct.unpack("<BH", body[:3])[1]
    return offset


def settings(crc: int, size: int, offset: int, piece: bytes) -> bytes:
    """Body: a piece of the board's settings, a text of `size` bytes with this CRC-32, from `offset` on."""
    return struct.pack(_PIECE, SETTINGS, crc, size, offset) + piece


def put_settings(crc: int, size: int, offset: int, piece: bytes) -> bytes:
    """Body: a piece of new settings, a text of `size` bytes with this CRC-32, from `offset` on."""
    return struct.pack(_PIECE, PUT_SETTINGS, crc, size, offset) + piece


def read_settings(body: bytes) -> tuple[int, int, int, bytes] | None:
    """(crc, size, offset, piece), of SETTINGS and of PUT_SETTINGS; the piece lies within the size."""
    if len(body) < _PIECE_SIZE:
        return None
    _, crc, size, offset = struct.unpack(_PIECE, body[:_PIECE_SIZE])
    piece = body[_PIECE_SIZE:]
    if len(piece) > LONGEST_PIECE or offset + len(piece) > size:
        return None
    return crc, size, offset, piece


def put_answer(crc: int, have: int, result: int, words: str = "") -> bytes:
    """Body: of the settings with this CRC-32 the board has the first `have` bytes; GO_ON, WRITTEN, REFUSED (the words
    say why) or IN_PLAY. Words that are too long are cut."""
    return struct.pack(_ANSWER, PUT_ANSWER, crc, have, result) + _words(words)


def read_put_answer(body: bytes) -> tuple[int, int, int, str] | None:
    """(crc, have, result, words)."""
    if len(body) <= _ANSWER_SIZE:
        return None
    _, crc, have, result = struct.unpack(_ANSWER, body[:_ANSWER_SIZE])
    words = _read_words(body[_ANSWER_SIZE:])
    return None if words is None else (crc, have, result, words)


def _words(text: str) -> bytes:
    while len(text.encode()) > LONGEST_WORDS:
        text = text[:-1]
    data = text.encode()
    return bytes((len(data),)) + data


def _read_words(data: bytes) -> str | None:
    if not data or len(data) <= data[0]:
        return None
    try:
        return data[1 : 1 + data[0]].decode()
    except UnicodeError:
        return None
