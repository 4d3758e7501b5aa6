"""What the line promises, at length: 100,000 hits over a spoilt line, any one frame lost, frames of any length."""

import random
import struct

import pytest

from luza_hardware.board_news import BoardNews, BoardReboot, BoardUp
from luza_node import framing, wire
from tests.hardware import link_proof
from tests.hardware.link_bench import Bench, values


def test_of_a_hundred_thousand_hits_over_a_spoilt_line_each_arrives_once_in_order_and_at_its_time() -> None:
    assert sum(part.hits for part in link_proof.parts(link_proof.HITS)) == 100_000


@pytest.mark.parametrize("letter", "HTRAhtds")
def test_B12_the_loss_of_one_frame_of_any_type_holds_nothing_up(letter: str) -> None:
    for which in range(3):  # the first, second, third of its type
        bench = Bench()
        lost = _lose(bench, ord(letter), which)
        bench.connect()
        for number in range(6):
            bench.hit(number % 2)
            bench.turn()
            bench.write_journal()
        for _ in range(150):  # so that the quiet line's frames come too
            bench.turn()
            bench.write_journal()
        bench.hit(0)
        bench.settle()
        assert values(bench) == [0, 1] * 3 + [0]
        assert lost or (which and letter in "HhR"), "it was said less often than that"


def _lose(bench: Bench, letter: int, which: int) -> list[bytes]:
    """From now on, the frame of this type with this number (from 0) doesn't arrive; it is put on the list."""
    lost: list[bytes] = []
    seen = 0

    def without(carry, data: bytes) -> bytes:  # type: ignore[no-untyped-def]
        nonlocal seen
        out = b""
        for piece in data.split(b"\0")[:-1]:
            body = framing.unstuff(piece)
            assert body is not None
            if body and body[0] == letter:
                seen += 1
                if seen == which + 1:
                    lost.append(body)
                    continue
            out += piece + b"\0"
        return carry(out)

    for line in (bench.up, bench.down):
        line.carry = lambda data, carry=line.carry: without(carry, data)  # type: ignore[method-assign]
    return lost


def test_B14_frames_of_every_length_up_to_513_bytes_pass() -> None:
    """Lengths around multiples of 64, a USB packet's, stuck in other systems; here every length is tried."""
    decoder = framing.Decoder()
    for length in range(1, 514):
        body = random.Random(length).randbytes(length)
        for piece in (framing.frame(body), b"\0" + framing.frame(b"\0" * length), framing.frame(b"\xff" * length)):
            (got,) = decoder.feed(piece)
            assert len(got) == length
    assert decoder.damaged == 0


def test_B15_every_byte_value_passes_and_zero_is_never_within_a_frame() -> None:
    for value in range(256):
        for body in (bytes((value,)), bytes((value,)) * 300, bytes(range(value, 256)) + bytes((value,))):
            framed = framing.frame(body)
            assert framed.index(0) == len(framed) - 1
            assert framing.Decoder().feed(framed) == [body]


def test_B11_any_flipped_bit_or_lost_bytes_cost_one_frame_and_the_next_is_read() -> None:
    before, good = (framing.frame(wire.hits(1, 0, number, _level(number))) for number in range(2))
    for at in range(8 * len(before)):
        flipped = bytearray(before)
        flipped[at // 8] ^= 1 << at % 8
        bodies = framing.Decoder().feed(bytes(flipped) + b"\0" + good)
        assert bodies == [wire.hits(1, 0, 1, _level(1))], f"bit {at}"
    for begin in range(len(before)):
        for end in range(begin + 1, len(before)):  # the zero byte stays: else the two run into one
            bodies = framing.Decoder().feed(before[:begin] + before[end:] + good)
            assert bodies[-1:] == [wire.hits(1, 0, 1, _level(1))], f"bytes {begin} to {end}"
            assert len(bodies) == 1, "a damaged frame was taken"


def _level(number: int) -> bytes:
    return struct.pack(wire.ENTRY, 0, number, wire.LEVEL, 1) + bytes((number % 2,))


def test_B20_two_hits_between_two_looks_of_the_host_both_count() -> None:
    bench = Bench()
    bench.connect()
    bench.hit(1)
    bench.hit(0)
    bench.turn()
    (batch,) = bench.undelivered
    assert [hit.value for hit in batch.hits] == [1, 0]


def test_B1_a_host_that_is_starved_for_five_seconds_in_play_loses_no_hit_and_no_time() -> None:
    bench = Bench()
    bench.connect()
    true: list[float] = []
    for _ in range(500):  # five seconds in which the board's bytes wait in the port
        true.append(bench.t)
        bench.hit(len(true) % 2)
        bench.board.to_send(bench.ticks())
        bench.t += 0.01
    bench.settle()
    assert len(bench.journal) == len(true)
    assert max(abs(hit.t - t) for hit, t in zip(bench.journal, true, strict=True)) < 0.001


def test_B10_a_reader_that_pauses_for_twenty_seconds_gets_the_backlog() -> None:
    bench = Bench()
    bench.connect()
    for number in range(900):
        bench.hit(number / 1000, 8)
        bench.board.to_send(bench.ticks())
        bench.t += 20 / 900
    bench.settle()
    assert values(bench) == [number / 1000 for number in range(900)]
    assert not any(isinstance(news, BoardReboot) for news in bench.news)


def test_B5_a_board_that_restarts_in_play_loses_only_what_it_hadnt_sent_and_says_so() -> None:
    bench = Bench()
    bench.connect()
    bench.hit(1)
    bench.settle()
    bench.hit(0)  # dies with the board
    bench.restart_board(boot=2)
    bench.hit(1)
    bench.settle()
    assert values(bench) == [1, 1]
    told: list[BoardNews] = [news for news in bench.news if isinstance(news, BoardReboot | BoardUp)]
    assert [type(news).__name__ for news in told] == ["BoardUp", "BoardReboot", "BoardUp"]
