"""Spoilt and random bytes into both ends of a board's line; `make fuzz` tries a million on each, the tests some.

    micropython line_fuzz.py board COUNT [SEED]      (with firmware/ on its path)
    python -m tests.firmware.line_fuzz host COUNT [SEED]

An input is a frame that was spoilt on the way (bits flipped; bytes lost, doubled, put in; two frames run into one),
plain noise, or a whole frame of which the body is spoilt, as of a board that speaks another language. None may raise,
and nothing may come of any: no body that nobody sent, no hit, and no hit forgotten by the board.

The board's end runs under MicroPython as on a board; both run under CPython.
"""

import random
import sys

from luza_node import framing, wire, wire_care
from luza_node.link import BoardLink

BOOT = 0x01020304  # of the two ends under test
OTHER = 0xC0FFEE00  # of all that is sent: a body that came through spoilt would be the only one of BOOT
ENTRY = b"\x00\x10\x27\x00\x00\x00\x00\x00\x00\x01\x01\x01"  # channel 0, 10,000 us, level, one byte: 1
LETTERS = b"HTRAGSIhtdsgke"


def seeds():
    """A body of every kind that the two ends know."""
    hello = wire.Hello(uid=b"\xff\x00uid", boot=OTHER, oldest=0, end=9, dropped=0, program="luza_node")
    return [
        hello.body(),
        wire.status(OTHER, 3, 900),
        wire.time(OTHER, 77, 1 << 40),
        wire.hits(OTHER, 0, 0, ENTRY),
        wire.hits(OTHER, 0, 254, ENTRY * 18),
        wire.ask_hello(),
        wire.ask_time(5),
        wire.send_from(OTHER, 0),
        wire.ack(OTHER, 2),
        wire_care.ask_settings(0),
        wire_care.settings(9, 100, 0, b"{" * 100),
        wire_care.put_answer(9, 100, 1, "no"),
        wire_care.identify(0),
    ]


def number(below):
    return random.getrandbits(30) % below


def noise(longest):
    return bytes([number(256) for _ in range(number(longest))])


def spoilt(data):
    """The same with one to three faults."""
    data = bytearray(data)
    for _ in range(1 + number(3)):
        at = number(len(data)) if data else 0
        how = number(5)
        if how == 0 and data:
            data[at] ^= 1 << number(8)
        elif how == 1:
            data = data[:at] + data[at + 1 + number(8) :]
        elif how == 2:
            data = data[:at] + noise(9) + data[at:]
        elif how == 3:
            data = data[:at] + data[at : at + 9] + data[at:]
        elif data:
            data[at] = number(256)
    return bytes(data)


def inputs(count):
    """(bytes, the bodies that may come of them): each ends with a zero, so that the next begins anew."""
    bodies = seeds()
    frames = [framing.frame(body) for body in bodies]
    for _ in range(count):
        which = number(len(bodies))
        how = number(8)
        if how == 0:
            yield noise(40) + b"\0", ()
        elif how == 1:
            body = spoilt(bodies[which])[: framing.LONGEST_BODY] or b"?"
            yield b"\0" + framing.frame(body), (body,)
        elif how == 2:
            other = number(len(bodies))
            cut = number(len(frames[which]))
            yield frames[which][:cut] + frames[other], (bodies[which], bodies[other])
        else:
            yield spoilt(frames[which]) + b"\0", (bodies[which],)


class Board:
    """Holds three hits, which nobody has acknowledged."""

    def __init__(self):
        self.link = BoardLink(b"uid", BOOT, 8)
        for level in (1, 0, 1):
            self.link.hit(0, 0, level)
        self.now = 0

    def take(self, data):
        self.link.received(data)
        self.now += 1000
        self.link.to_send(self.now)

    def fault(self):
        ring = self.link.ring
        return None if (ring.oldest, ring.end) == (0, 3) else "the board forgot its hits"


def host():
    """The host, which waits for hits of BOOT (it runs under CPython only)."""
    from luza_hardware.board_news import Batch, BoardUp
    from tests.hardware.link_bench import Bench

    class Host:
        def __init__(self):
            bench = Bench()
            bench.connect()
            self.link, self.now, self.came = bench.host, bench.t, []

        def take(self, data):
            self.now += 0.001
            self.came += [one for one in self.link.received(data, self.now) if isinstance(one, (Batch, BoardUp))]
            self.link.to_send(self.now, self.now)

        def fault(self):
            return "hits that no board of this line sent" if self.came else None

    return Host()


def run(side, count, seed):
    """The first fault, in words; None when there is none."""
    random.seed(seed)
    end = Board() if side == "board" else host()
    decoder = framing.Decoder()
    for data, allowed in inputs(count):
        try:
            got = decoder.feed(data)
            end.take(data)
        except Exception as error:  # whatever it is, it's the fault that is looked for
            return f"{error!r} on {data!r}"
        for body in got:
            if body not in allowed:
                return f"{body!r} came of {data!r}"
        if end.fault():
            return f"{end.fault()} after {data!r}"
    return None


def main():
    side, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    fault = run(side, count, seed)
    if fault:
        print(fault)
        sys.exit(1)
    print(f"{count} inputs to the {side}, no fault (seed {seed})")


if __name__ == "__main__":
    main()
