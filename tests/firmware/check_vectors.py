"""Checks this side's code against the vectors of the wire format; runs under MicroPython and CPython alike.

    micropython check_vectors.py VECTORS.JSON      (with firmware/ on its path)

Prints how many were right; any that isn't ends it with an error that names it.
"""

import json
import sys

from luza_node import framing, wire, wire_care

# letter: what reads it, what writes it, and the names of its fields; hello, hits and health are told below
WORDS = {
    "s": (wire.read_status, wire.status, ("boot", "oldest", "end")),
    "t": (wire.read_time, wire.time, ("boot", "token", "ticks")),
    "T": (wire.read_ask_time, wire.ask_time, ("token",)),
    "R": (wire.read_send_from, wire.send_from, ("boot", "first", "until")),
    "A": (wire.read_ack, wire.ack, ("boot", "below")),
    "g": (wire_care.read_settings, wire_care.settings, ("crc", "size", "offset", "piece")),
    "S": (wire_care.read_settings, wire_care.put_settings, ("crc", "size", "offset", "piece")),
    "k": (wire_care.read_put_answer, wire_care.put_answer, ("crc", "have", "result", "words")),
    "G": (wire_care.read_ask_settings, wire_care.ask_settings, ("offset",)),
    "I": (wire_care.read_identify, wire_care.identify, ("seconds",)),
}
HELLO = ("version", "boot", "oldest", "end", "dropped", "uid", "program")
HITS = ("boot", "oldest", "first", "entries")
HEALTH = (
    "boot", "uptime_s", "free_memory", "longest_turn_us", "edges_missed", "hits_dropped", "bad_frames", "restart",
    "silent", "trouble",
)  # fmt: skip


def fields(body):
    """What a body's fields mean, by the code under test, as JSON has it."""
    letter = chr(body[0])
    if letter == "h":
        return read_by_name(wire.read_hello(body), HELLO)
    if letter == "d":
        return read_by_name(wire.read_hits(body), HITS)
    if letter == "b":
        return read_by_name(wire_care.read_health(body), HEALTH, lists=("silent",))
    if letter == "H":
        return {"version": body[1]}
    if letter == "B":
        return {}
    reader, _, names = WORDS[letter]
    said = reader(body)
    return dict(zip(names, plain(said if len(names) > 1 else (said,))))  # noqa: B905 - MicroPython's zip has no strict


def read_by_name(said, names, lists=()):
    """The named attributes of what was read; bytes are hex, or a list of numbers for those in `lists`."""
    return {name: list(getattr(said, name)) if name in lists else plain(getattr(said, name)) for name in names}


def plain(value):
    """As JSON has it: lists for tuples, hex for bytes."""
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        return "".join(["%02x" % byte for byte in value])  # noqa: UP031 - bytes.hex is not in every MicroPython
    return value


def written(letter, said):
    """The body that this side writes for these fields; None for what it only reads."""
    if letter == "h":
        numbers = {key: said[key] for key in ("boot", "oldest", "end", "dropped", "program")}
        return wire.Hello(uid=unhex(said["uid"]), **numbers).body()
    if letter == "b":
        state = dict(said)
        state["silent"] = bytes(said["silent"])
        return wire_care.health(wire_care.Health(**state))
    if letter == "H":
        return wire.ask_hello()
    if letter == "B":
        return wire_care.ask_health()
    if letter == "d":
        return None
    _, writer, names = WORDS[letter]
    return writer(*[unhex(said[name]) if name == "piece" else said[name] for name in names])


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
        made = written(chr(body[0]), one["fields"])
        if made is not None:  # the shorter one is the beginning of the longer: fields may be added and left out
            shared = min(len(made), len(body))
            same(one["name"], made[:shared], body[:shared])
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
