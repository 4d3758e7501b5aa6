"""Checks this side's code against the vectors of the wire format; runs under MicroPython and CPython alike.

    micropython check_vectors.py VECTORS.JSON      (with firmware/ on its path)

Prints how many were right; any that isn't ends it with an error that names it.
"""

import json
import sys

from luza_node import framing, wire

READERS = {
    ord("h"): wire.read_hello,
    ord("d"): wire.read_hits,
    ord("s"): wire.read_status,
    ord("t"): wire.read_time,
    ord("T"): wire.read_ask_time,
    ord("R"): wire.read_send_from,
    ord("A"): wire.read_ack,
}


def plain(value):
    """As JSON has it: lists for tuples."""
    return [plain(one) for one in value] if isinstance(value, (tuple, list)) else value


def fields(body):
    """What a body's fields mean, by the code under test."""
    if body[0] == wire.ASK_HELLO:
        return {"version": body[1]}
    said = READERS[body[0]](body)
    if body[0] == wire.HELLO:
        return {
            "version": said.version,
            "boot": said.boot,
            "oldest": said.oldest,
            "end": said.end,
            "dropped": said.dropped,
            "uid": "".join(["%02x" % byte for byte in said.uid]),  # noqa: UP031 - bytes.hex is not in every MicroPython
            "program": said.program,
        }
    if body[0] == wire.HITS:
        return {"boot": said.boot, "oldest": said.oldest, "first": said.first, "entries": plain(said.entries)}
    names = {
        ord("s"): ("boot", "oldest", "end"),
        ord("t"): ("boot", "token", "ticks"),
        ord("R"): ("boot", "first", "until"),
        ord("A"): ("boot", "below"),
    }
    if body[0] == wire.ASK_TIME:
        return {"token": said}
    return dict(zip(names[body[0]], said))  # noqa: B905 - MicroPython's zip has no strict


def written(what, names):
    """The body that this side writes for these fields; None for what it only reads."""
    if what == ord("h"):
        uid = bytes([int(names["uid"][at : at + 2], 16) for at in range(0, len(names["uid"]), 2)])
        numbers = {key: names[key] for key in ("boot", "oldest", "end", "dropped", "program")}
        return wire.Hello(uid=uid, **numbers).body()
    writers = {
        ord("s"): (wire.status, ("boot", "oldest", "end")),
        ord("t"): (wire.time, ("boot", "token", "ticks")),
        ord("T"): (wire.ask_time, ("token",)),
        ord("R"): (wire.send_from, ("boot", "first", "until")),
        ord("A"): (wire.ack, ("boot", "below")),
    }
    if what == ord("H"):
        return wire.ask_hello()
    if what not in writers:
        return None
    writer, order = writers[what]
    return writer(*[names[key] for key in order])


def check(vectors):
    """How many were right."""
    right = 0

    def same(name, got, wanted):
        if got != wanted:
            raise AssertionError("%s: got %r, not %r" % (name, got, wanted))  # noqa: UP031

    for one in vectors["messages"] + vectors["frames"]:
        body, frame = unhex(one["body"]), unhex(one["frame"])
        same(one["name"], framing.frame(body), frame)
        same(one["name"], framing.Decoder().feed(frame), [body])
        right += 1
    for one in vectors["messages"]:
        body = unhex(one["body"])
        same(one["name"], fields(body), one["fields"])
        made = written(body[0], one["fields"])
        same(one["name"], made and body[: len(made)], made)
        right += 1
    for one in vectors["broken"]:
        decoder = framing.Decoder()
        same(one["name"], decoder.feed(unhex(one["bytes"])), [])
        same(one["name"], decoder.damaged, 1)
        same(one["name"], decoder.feed(framing.frame(b"after")), [b"after"])
        right += 1
    return right


def unhex(text):
    """The bytes of a text in hex."""
    return bytes([int(text[at : at + 2], 16) for at in range(0, len(text), 2)])


if __name__ == "__main__":
    with open(sys.argv[1]) as file:  # noqa: PTH123 - MicroPython has no pathlib
        print(check(json.load(file)), "right")
