"""A board's end of the line: what it says, what it keeps and what it forgets."""

import binascii

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luza_node import framing, wire, wire_care
from luza_node.care import Unit
from luza_node.link import BoardLink, Ticks

BOOT = 0x5EED0001


class Host:
    """Speaks to a board by hand."""

    def __init__(self, size: int = 16, tick_bits: int = 32) -> None:
        self.board = BoardLink(b"12345678", BOOT, size, tick_bits)
        self.decoder = framing.Decoder()

    def says(self, body: bytes) -> None:
        self.board.received(framing.frame(body))

    def hears(self, now: int = 0) -> list[bytes]:
        out = b""
        while said := self.board.to_send(now):
            out += said
        return self.decoder.feed(out)

    def hits(self, now: int = 0) -> list[tuple[int, object]]:
        """(number, value) of every hit heard."""
        got: list[tuple[int, object]] = []
        for body in self.hears(now):
            if body[0] == wire.HITS:
                hits = wire.read_hits(body)
                assert hits is not None
                got += [(number, entry[3]) for number, entry in enumerate(hits.entries, hits.first)]
        return got


def test_a_board_says_hello_when_it_starts_and_when_it_is_asked() -> None:
    host = Host()
    (hello, status) = host.hears()
    assert (hello[0], status[0]) == (wire.HELLO, wire.STATUS)
    assert host.hears() == []
    host.says(wire.ask_hello())
    (body,) = host.hears()
    greeting = wire.read_hello(body)
    assert greeting is not None
    assert (greeting.uid, greeting.boot, greeting.version) == (b"12345678", BOOT, 1)


def test_hits_wait_until_a_host_asks_for_them_and_then_go_out_at_once() -> None:
    host = Host()
    host.board.hit(0, 0, 1)
    assert host.hits() == []
    host.says(wire.send_from(BOOT, 0))
    assert host.hits() == [(0, 1)]
    host.board.hit(0, 0, 0)
    assert host.hits() == [(1, 0)]


def test_the_same_hits_are_sent_again_as_often_as_they_are_asked_for_until_they_are_safe() -> None:
    host = Host()
    for value in (1, 0, 1):
        host.board.hit(0, 0, value)
    for _ in range(3):
        host.says(wire.send_from(BOOT, 0))
        assert host.hits() == [(0, 1), (1, 0), (2, 1)]
    host.says(wire.ack(BOOT, 2))
    host.says(wire.send_from(BOOT, 0))
    assert host.hits() == [(2, 1)]


def test_B20_only_the_missing_ones_are_sent_again() -> None:
    host = Host()
    host.says(wire.send_from(BOOT, 0))
    for number in range(10):
        host.board.hit(8, 0, number / 10)
    assert len(host.hits()) == 10
    host.says(wire.send_from(BOOT, 3, 5))
    assert host.hits() == [(3, 0.3), (4, 0.4)]
    host.board.hit(0, 0, 1)
    assert host.hits() == [(10, 1)]


@pytest.mark.parametrize("body", [wire.ack(BOOT + 1, 3), wire.ack(BOOT, 4), wire.send_from(BOOT + 1, 0)])
def test_words_about_another_boot_or_about_hits_that_never_were_change_nothing(body: bytes) -> None:
    host = Host()
    host.says(wire.send_from(BOOT, 0))
    for value in (1, 0, 1):
        host.board.hit(0, 0, value)
    host.hears()
    host.says(body)
    assert host.hits() == []
    assert (host.board.ring.oldest, host.board.ring.end) == (0, 3)


def test_a_full_ring_keeps_the_newest_and_counts_the_others() -> None:
    host = Host(size=4)
    for number in range(10):
        host.board.hit(8, 0, number / 10)
    assert host.board.ring.dropped == 6
    host.says(wire.send_from(BOOT, 0))
    assert host.hits() == [(6, 0.6), (7, 0.7), (8, 0.8), (9, 0.9)]


def test_a_board_that_holds_hits_says_so_ten_times_a_second_and_an_idle_one_once() -> None:
    host = Host()
    host.says(wire.send_from(BOOT, 0))
    host.hears(0)
    idle = [now for now in range(0, 3_000_000, 10_000) if host.hears(now)]
    host.board.hit(0, 3_000_000, 1)
    host.hears(3_000_000)
    holding = [now for now in range(3_000_000, 4_000_000, 10_000) if host.hears(now)]
    assert (len(idle), len(holding)) == (2, 9)


def test_a_time_query_is_answered_with_its_token_and_the_clock_at_that_moment() -> None:
    host = Host()
    host.hears()
    host.says(wire.ask_time(77))
    (body,) = host.hears(1234)
    answer = wire.read_time(body)
    assert answer is not None
    assert answer[:2] == (BOOT, 77)
    assert answer[2] % 2**32 == 1234


def test_many_time_queries_at_once_leave_only_the_newest() -> None:
    host = Host()
    host.hears()
    for token in range(10):
        host.says(wire.ask_time(token))
    answers = [wire.read_time(body) for body in host.hears()]
    assert [answer and answer[1] for answer in answers] == [6, 7, 8, 9]


@pytest.mark.parametrize("bits", [30, 32])
def test_B17_a_tick_counter_never_goes_back_though_it_wraps(bits: int) -> None:
    ticks = Ticks(bits)
    turn = 1 << bits
    begun = ticks.look(0)
    for true in range(0, 5 * turn, turn // 7):
        assert ticks.look(true % turn) - begun == true
        assert ticks.widen((true - 5) % turn) - begun == true - 5


def test_an_edge_stamped_just_before_the_wrap_and_handed_in_after_it_keeps_its_time() -> None:
    host = Host(tick_bits=30)
    host.says(wire.send_from(BOOT, 0))
    host.hears((1 << 30) - 100)
    host.board.hit(0, (1 << 30) - 50, 1)
    host.board.hit(0, 50, 0)
    (body,) = host.hears(60)
    hits = wire.read_hits(body)
    assert hits is not None
    assert hits.entries[1][1] - hits.entries[0][1] == 100


def test_a_frame_of_hits_fits_a_usb_buffer() -> None:
    host = Host(size=64)
    host.says(wire.send_from(BOOT, 0))
    host.hears()
    for _ in range(64):
        host.board.hit(0, 0, "x" * 32)
    while said := host.board.to_send(0):
        assert len(said) <= 256


words = st.one_of(
    st.binary(min_size=1, max_size=40),
    st.builds(lambda letter, rest: bytes((letter,)) + rest, st.sampled_from(b"HTRAIBGSxh"), st.binary(max_size=40)),
)


@settings(deadline=None)
@given(st.lists(st.one_of(words.map(framing.frame), st.binary(max_size=40)), max_size=30))
def test_B11_whatever_comes_to_a_board_it_goes_on(heard: list[bytes]) -> None:
    host = Host()
    for data in heard:
        host.board.received(data)
        host.hears()
    host.board.hit(0, 0, 1)
    host.board.received(b"\0")
    host.says(wire.send_from(BOOT, 0))
    assert host.hits() == [(0, 1)]


class SettingsUnit(Unit):
    """Keeps settings in memory, and all that it was ever given."""

    def __init__(self) -> None:
        self.text = b"old"
        self.given: list[bytes] = []

    def settings(self) -> bytes:
        return self.text

    def put_settings(self, text: bytes) -> str:
        self.given.append(text)
        self.text = text
        return ""


TEXTS = (b"first" * 130, b"second" * 90)
PIECES = [
    wire_care.put_settings(binascii.crc32(text), len(text), offset, text[offset : offset + 200])
    for text in TEXTS
    for offset in range(0, len(text), 200)
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_B12_pieces_of_settings_may_be_lost_or_come_twice_or_out_of_order_but_only_a_whole_text_is_kept(
    heard: list[bytes],
) -> None:
    unit = SettingsUnit()
    board = BoardLink(b"12345678", BOOT, 16, unit=unit)
    for body in [*heard, *PIECES[:4]]:
        board.received(framing.frame(body))
        board.to_send(0)
    assert unit.text == TEXTS[0]
    assert set(unit.given) <= set(TEXTS)


def test_a_board_is_in_play_for_ten_seconds_after_the_last_word_of_a_host_that_asked_for_hits() -> None:
    host = Host()

    def result_at(now: int) -> int:
        host.hears(now)
        host.says(wire_care.put_settings(1, 10, 0, b"12345"))
        (answer,) = [body for body in host.hears(now) if body[0] == wire_care.PUT_ANSWER]
        return (wire_care.read_put_answer(answer) or (0, 0, 9, ""))[2]

    host.says(wire.ask_time(1))
    host.says(wire.ack(BOOT, 0))
    assert result_at(0) == wire_care.GO_ON
    at = 1_000_000
    for body in (wire.send_from(BOOT, 0), wire.ask_time(2), wire.ack(BOOT, 0)):
        host.hears(at)
        host.says(body)
        at += 9_900_000
        assert result_at(at) == wire_care.IN_PLAY
    assert result_at(at + 200_000) == wire_care.GO_ON
