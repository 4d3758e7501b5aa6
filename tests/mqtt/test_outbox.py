"""The outbox: what a reader sees after any coming and going of the broker. No network here."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from luza_mqtt.outbox import WINDOW, Outbox, Outgoing


def event(seq: int) -> Outgoing:
    return Outgoing("t/event", b"%d" % seq, seq=seq)


def slot(name: str, payload: bytes, qos: int = 1) -> Outgoing:
    return Outgoing(f"t/{name}", payload, qos=qos, retain=True, slot=name)


def reply(text: bytes) -> Outgoing:
    return Outgoing("t/reply", text)


def drained(box: Outbox) -> list[bytes]:
    """Publish everything, each message acknowledged at once."""
    out = []
    while (message := box.next()) is not None:
        out.append(message.payload)
        if message.qos:
            box.sent("m", message)
            box.acknowledged("m")
    return out


def test_nothing_goes_without_a_connection() -> None:
    box = Outbox()
    box.put(event(1))
    box.put(slot("state", b"s1"))
    assert box.next() is None


def test_a_newer_state_replaces_the_one_that_waits_behind_the_events_before_it() -> None:
    box = Outbox()
    box.connect()
    box.put(slot("state", b"s1"))
    box.put(event(1))
    box.put(slot("state", b"s2"))
    assert drained(box) == [b"1", b"s2"]


def test_M1_on_connect_old_events_go_first_and_the_newest_state_last() -> None:
    box = Outbox()
    for text in (b"s1", b"s2", b"s3"):
        box.put(event(int(text[1:])))
        box.put(slot("state", text))
        box.put(slot("led", b"l" + text, qos=0))
    box.put(slot("info", b"i"))
    box.put(slot("status", b"online"))
    box.put(reply(b"r"))
    box.connect()
    assert drained(box) == [b"online", b"1", b"2", b"3", b"r", b"i", b"s3", b"ls3"]


def test_everything_retained_is_published_again_on_every_connect() -> None:
    box = Outbox()
    for name in ("status", "info", "state", "led"):
        box.put(slot(name, name.encode()))
    for _ in range(3):
        box.connect()
        assert drained(box) == [b"status", b"info", b"state", b"led"]
        box.disconnect()


def test_a_heartbeat_from_before_the_connection_is_not_published() -> None:
    box = Outbox()
    box.put(slot("hb", b"old", qos=0))
    box.connect()
    assert drained(box) == []
    box.put(slot("hb", b"now", qos=0))
    assert drained(box) == [b"now"]
    box.put(slot("hb", b"late", qos=0))
    box.disconnect()
    box.connect()
    assert drained(box) == []


def test_the_window_holds_back_what_is_not_acknowledged() -> None:
    box = Outbox()
    box.connect()
    for seq in range(60):
        box.put(event(seq))
    for name in range(WINDOW):
        message = box.next()
        assert message is not None
        box.sent(name, message)
    assert box.next() is None
    assert box.in_flight == WINDOW
    box.acknowledged(3)
    assert box.next() == event(WINDOW)


def test_M2_what_was_in_flight_goes_out_again_in_its_order() -> None:
    box = Outbox()
    box.connect()
    for seq in range(5):
        box.put(event(seq))
    for name in range(3):
        message = box.next()
        assert message is not None
        box.sent(name, message)
    box.acknowledged(1)
    box.disconnect()
    assert box.in_flight == 0
    box.connect()
    assert drained(box) == [b"0", b"2", b"3", b"4"]


def test_a_state_in_flight_when_the_connection_is_lost_never_comes_after_a_newer_one() -> None:
    box = Outbox()
    box.connect()
    box.put(slot("state", b"s1"))
    message = box.next()
    assert message is not None
    box.sent(1, message)
    box.disconnect()
    box.put(slot("state", b"s2"))
    box.connect()
    assert drained(box) == [b"s2"]


def test_of_too_many_events_the_oldest_go_and_the_gap_is_told_once() -> None:
    box = Outbox(events=3)
    for seq in range(10, 20):
        box.put(event(seq))
    assert box.take_gap() == (10, 16)
    assert box.take_gap() is None
    box.connect()
    assert drained(box) == [b"17", b"18", b"19"]


def test_too_many_replies_push_out_replies_and_no_events() -> None:
    box = Outbox(replies=2)
    box.put(event(1))
    for text in (b"r1", b"r2", b"r3"):
        box.put(reply(text))
    box.connect()
    assert drained(box) == [b"1", b"r2", b"r3"]
    assert box.take_gap() is None


STEPS = ["event", "state", "connect", "disconnect", "publish", "publish", "acknowledge"]


@given(st.lists(st.sampled_from(STEPS), max_size=120))
def test_whatever_happens_each_event_arrives_in_order_and_the_newest_state_is_last(steps: list[str]) -> None:
    box = Outbox(window=3)
    seq = 0
    wire: list[bytes] = []  # all that reached the broker, in order
    names: list[int] = []

    def publish() -> None:
        message = box.next()
        if message is not None:
            wire.append(message.payload)
            names.append(len(wire))
            box.sent(names[-1], message)

    def act(step: str) -> None:
        nonlocal seq
        if step == "event":
            seq += 1
            box.put(event(seq))
        elif step == "state":
            box.put(slot("state", b"s%d" % seq))
        elif step == "connect" and not box.connected:
            box.connect()
        elif step == "disconnect" and box.connected:
            box.disconnect()
            names.clear()
        elif step == "publish":
            publish()
        elif step == "acknowledge" and names:
            box.acknowledged(names.pop(0))
        assert box.in_flight <= 3

    for step in [*steps, "state", "disconnect", "connect"]:
        act(step)
    wire_now = len(wire)
    wire += drained(box)
    assert wire[wire_now:][-1] == b"s%d" % seq
    first_seen = list(dict.fromkeys(payload for payload in wire if not payload.startswith(b"s")))
    assert first_seen == [b"%d" % number for number in range(1, seq + 1)]


def test_a_storm_of_states_takes_the_room_of_one() -> None:
    box = Outbox()
    box.connect()
    for number in range(1000):
        box.put(slot("state", b"%d" % number))
    assert len(box) == 1
    assert drained(box) == [b"999"]
