"""Frames and bodies: whatever is put in comes out, and nothing else ever does."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from luza_node import framing, wire, wire_care

bodies = st.binary(min_size=1, max_size=framing.LONGEST_BODY)


@settings(deadline=None)
@given(st.lists(bodies, max_size=5), st.integers(1, 700))
@example([bytes(254), b"\x03" * 254, bytes([1] * 254 + [0] + [1] * 254)], 1)
def test_frames_come_out_as_they_went_in_however_the_line_splits_them(sent: list[bytes], piece: int) -> None:
    line = b"".join(framing.frame(body) for body in sent)
    decoder = framing.Decoder()
    got = [body for at in range(0, len(line), piece) for body in decoder.feed(line[at : at + piece])]
    assert got == sent
    assert decoder.damaged == 0


def test_frames_of_every_size_pass() -> None:
    for size in range(1, framing.LONGEST_BODY + 1):
        body = bytes(at * 7 % 256 for at in range(size))
        assert framing.Decoder().feed(framing.frame(body)) == [body]


@settings(deadline=None)
@given(bodies)
def test_a_frame_has_one_zero_and_it_is_the_last_byte(body: bytes) -> None:
    assert framing.frame(body).find(b"\0") == len(framing.frame(body)) - 1


@settings(deadline=None)
@given(st.lists(st.binary(max_size=900), max_size=10))
def test_any_bytes_give_no_error_and_the_frame_after_the_next_zero_is_read(junk: list[bytes]) -> None:
    decoder = framing.Decoder()
    for piece in junk:
        assert decoder.feed(piece) == []
    assert decoder.feed(b"\0" + framing.frame(b"after")) == [b"after"]


@settings(deadline=None)
@given(bodies, st.data())
def test_one_flipped_bit_is_never_taken_for_a_frame_and_the_next_one_is_read(body: bytes, data: st.DataObject) -> None:
    line = bytearray(framing.frame(body))
    bit = data.draw(st.integers(0, 8 * len(line) - 1))
    line[bit // 8] ^= 1 << bit % 8
    got = framing.Decoder().feed(bytes(line) + framing.frame(b"1") + framing.frame(b"2"))
    assert got in ([b"1", b"2"], [b"2"])  # the first is lost too when it was the zero between them that flipped


@settings(deadline=None)
@given(bodies, st.data())
def test_lost_bytes_cost_at_most_the_frame_and_the_next(body: bytes, data: st.DataObject) -> None:
    line = framing.frame(body)
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, len(line)))
    if (start, end) == (0, len(line)):
        return  # all of it lost is nothing spoilt
    got = framing.Decoder().feed(line[:start] + line[end:] + framing.frame(b"1") + framing.frame(b"2"))
    assert got in ([b"1", b"2"], [b"2"])


values = (
    st.sampled_from([0, 1])
    | st.integers(0, 10_000).map(lambda n: n / 10_000)
    | st.tuples(*[st.integers(0, 255)] * 3)
    | st.text(max_size=8)
)


@settings(deadline=None)
@given(values)
def test_a_value_comes_back_as_it_was(value: int | float | str | tuple[int, int, int]) -> None:
    back = wire.unpack_value(*wire.pack_value(value))
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize("value", [2, -1, 1.0001, -0.1, float("nan"), (1, 2), (0, 0, 256), "я" * 17])
def test_a_value_that_the_wire_cant_carry_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"level|peak|colour|tag"):
        wire.pack_value(value)  # type: ignore[arg-type]


readers = st.sampled_from(
    (
        wire.read_hello,
        wire.read_hits,
        wire.read_status,
        wire.read_time,
        wire.read_ask_time,
        wire.read_send_from,
        wire.read_ack,
        wire_care.read_health,
        wire_care.read_settings,
        wire_care.read_put_answer,
        wire_care.read_ask_settings,
        wire_care.read_identify,
    )
)


@settings(deadline=None)
@given(readers, st.binary(min_size=1, max_size=120))
def test_no_reader_raises_on_any_body(reader: object, body: bytes) -> None:
    reader(body)  # type: ignore[operator]


def test_no_frame_of_the_host_begins_as_mpremotes_interrupt_does() -> None:
    bodies = (
        wire.ask_hello(),
        wire.ask_time(3),
        wire.send_from(3, 3, 3),
        wire.ack(3, 3),
        wire_care.identify(3),
        wire_care.ask_health(),
        wire_care.ask_settings(3),
        wire_care.put_settings(3, 3, 0, b"\3\3\3"),
    )
    for body in bodies:
        for frame in (framing.frame(body), b"\0" + framing.frame(body)):
            assert not frame.startswith(b"\r\x03")


def test_words_that_are_too_long_for_a_frame_are_cut_between_two_letters() -> None:
    answer = wire_care.read_put_answer(wire_care.put_answer(1, 2, wire_care.REFUSED, "a" + "я" * 200))
    assert answer == (1, 2, wire_care.REFUSED, "a" + "я" * 99)


@pytest.mark.parametrize(
    "body",
    [
        wire_care.put_settings(1, 10, 8, b"abc"),  # behind the end of the text
        wire_care.put_settings(1, 1000, 0, bytes(201)),
        wire_care.put_settings(1, 10, 0, b"")[:-1],
    ],
)
def test_a_piece_of_settings_that_contradicts_itself_is_none(body: bytes) -> None:
    assert wire_care.read_settings(body) is None


def test_health_whose_channels_or_words_are_cut_off_is_none_and_one_without_them_is_read() -> None:
    whole = wire_care.health(
        wire_care.Health(
            boot=1,
            uptime_s=2,
            free_memory=3,
            longest_turn_us=4,
            edges_missed=5,
            hits_dropped=6,
            bad_frames=7,
            restart=wire_care.WATCHDOG,
            silent=b"\x09\x0a",
            trouble="no sensor",
        )
    )
    readable = [size for size in range(len(whole) + 1) if wire_care.read_health(whole[:size])]
    assert readable == [30, 33, len(whole)]
