"""Both ends of a board's line over a transport that spoils it: every hit arrives once, in order, at its time."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luza_hardware.board_news import Batch, BoardDown, BoardLost, BoardReboot, BoardUp
from luza_hardware.host_link import HostLink
from luza_node import framing, wire
from tests.hardware.link_bench import NODE, SENSORS, UID, Bench, values


def test_a_hit_arrives_with_its_sensor_value_and_time() -> None:
    bench = Bench()
    bench.connect()
    at = bench.t
    bench.hit(1)
    bench.hit(0.413, 8)
    bench.hit((231, 228, 214), 2)
    bench.hit("04A1B2", 255)
    bench.settle()
    assert [(hit.sensor, hit.value) for hit in bench.journal] == [
        ("beam", 1),
        ("cushion", 0.413),
        ("colour", (231, 228, 214)),
        ("tag", "04A1B2"),
    ]
    assert all(hit.t == pytest.approx(at, abs=0.001) for hit in bench.journal)


def test_what_the_table_file_doesnt_have_or_cant_mean_is_counted_and_not_delivered() -> None:
    bench = Bench()
    bench.connect()
    bench.hit(1, 77)  # no such channel
    bench.hit(1, 1)  # a channel of another board
    bench.hit("04A1B2", 0)  # a tag from a beam
    bench.hit(1, 8)  # a level from a piezo
    bench.turn()
    assert [(batch.hits, batch.strange) for batch in bench.undelivered] == [((), 4)]
    bench.settle()
    assert bench.journal == []


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), spoilt=st.sampled_from([0.002, 0.01, 0.02]))
def test_a_spoilt_line_delivers_each_hit_once_and_in_order(seed: int, spoilt: float) -> None:
    bench = Bench(seed, spoilt)
    chance = random.Random(seed + 1)
    true = []
    for number in range(150):
        value = number / 1000
        true.append((bench.t, value))
        bench.hit(value, 8)
        for _ in range(chance.randrange(3)):
            bench.turn()
        if chance.random() < 0.5:
            bench.write_journal()
    bench.settle()
    assert values(bench) == [value for _, value in true]
    assert all(abs(hit.t - t) < 0.001 for hit, (t, _) in zip(bench.journal, true, strict=True))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_restarts_and_replugs_of_the_host_neither_lose_nor_double_a_hit(seed: int) -> None:
    bench = Bench(seed, 0.005)
    chance = random.Random(seed + 1)
    for number in range(150):
        bench.hit(number / 1000, 8)
        for _ in range(chance.randrange(4)):
            bench.turn(host_reads=chance.random() < 0.9)
        coin = chance.random()
        if coin < 0.5:
            bench.write_journal()
        elif coin < 0.6:
            bench.restart_host()
        elif coin < 0.7:
            bench.host.connected()
    bench.settle()
    assert values(bench) == [number / 1000 for number in range(150)]


@pytest.mark.parametrize("turn", range(12))
@pytest.mark.parametrize("direction", ["up", "down"])
def test_any_single_loss_is_made_good(turn: int, direction: str) -> None:
    bench = Bench()
    for number in range(12):
        getattr(bench, direction).drop_next = number == turn
        bench.hit(number % 2)
        bench.turn()
        bench.write_journal()
    bench.settle()
    assert values(bench) == [0, 1] * 6


def test_a_board_that_restarts_is_told_of_and_nothing_counts_twice() -> None:
    bench = Bench()
    bench.connect()
    bench.hit(1)
    bench.settle()
    bench.restart_board(boot=2)
    bench.hit(0)
    bench.settle()
    assert values(bench) == [1, 0]
    reboots = [news for news in bench.news if isinstance(news, BoardReboot)]
    assert [(news.boot, news.previous) for news in reboots] == [(2, 1)]


def test_a_board_that_restarted_while_the_host_was_down_is_told_of() -> None:
    bench = Bench()
    bench.connect()
    bench.hit(1)
    bench.settle()
    bench.restart_board(boot=2)
    bench.restart_host()
    bench.hit(0)
    bench.settle()
    assert values(bench) == [1, 0]
    assert sum(isinstance(news, BoardReboot) for news in bench.news) == 1


def test_hits_that_had_to_make_room_are_told_once_and_the_newest_kept() -> None:
    bench = Bench(size=8)
    bench.connect()
    for number in range(20):
        bench.hit(number / 1000, 8)
    bench.settle()
    assert values(bench) == [number / 1000 for number in range(12, 20)]
    bench.restart_host()
    bench.hit(0.5, 8)
    bench.settle()
    assert [news.lost for news in bench.news if isinstance(news, BoardLost)] == [12]


def test_edges_that_never_got_a_number_are_told_at_their_place() -> None:
    bench = Bench()
    bench.connect()
    bench.hit(1)
    bench.board.lose(bench.ticks(), 5)
    bench.hit(0)
    bench.settle()
    assert values(bench) == [1, 0]
    assert [news.lost for news in bench.news if isinstance(news, BoardLost)] == [5]


def test_a_host_that_was_silent_for_a_minute_finds_everything_afterwards_with_its_times() -> None:
    bench = Bench()
    bench.connect()
    true = []
    began = bench.t
    while bench.t < began + 60.0:
        true.append(bench.t)
        bench.hit(len(true) / 1000, 8)
        for _ in range(10):
            bench.turn(host_reads=False)
    bench.settle()
    assert values(bench) == [number / 1000 for number in range(1, len(true) + 1)]
    assert all(abs(hit.t - t) < 0.001 for hit, t in zip(bench.journal, true, strict=True))


def test_three_turns_of_the_tick_counter_and_a_long_idle_keep_order_and_time() -> None:
    bench = Bench()
    bench.connect()
    true = []
    for number in range(4):
        true.append(bench.t)
        bench.hit(number % 2)
        bench.settle()
        for _ in range(9):  # 75 minutes, with a board that looks at its counter now and then
            bench.t += 500.0
            bench.board.to_send(bench.ticks())
    assert all(abs(hit.t - t) < 0.001 for hit, t in zip(bench.journal, true, strict=True))
    assert [hit.t for hit in bench.journal] == sorted(hit.t for hit in bench.journal)


def test_a_hit_from_before_the_host_was_there_gets_its_own_time() -> None:
    bench = Bench()
    at = bench.t
    bench.hit(1)
    for _ in range(10):
        bench.t += 500.0
        bench.board.to_send(bench.ticks())
    bench.settle()
    assert abs(bench.journal[0].t - at) < 0.001


def test_an_answer_to_an_earlier_processs_time_query_moves_no_clock() -> None:
    bench = Bench()
    hello = wire.Hello(uid=UID, boot=1, oldest=0, end=0, dropped=0, program="luza_node")
    bench.host.received(framing.frame(hello.body()), bench.t)
    for token in range(16):
        assert bench.host.received(framing.frame(wire.time(1, token, 0)), bench.t) == []
    at = bench.t
    bench.hit(1)
    bench.settle()
    assert abs(bench.journal[0].t - at) < 0.001


def test_a_loss_is_journaled_though_no_hit_follows_so_that_it_isnt_told_again() -> None:
    bench = Bench()
    bench.connect()
    lost, batch = bench.host.received(framing.frame(wire.status(1, 12, 12)), bench.t)
    assert isinstance(lost, BoardLost)
    assert lost.lost == 12
    assert isinstance(batch, Batch)
    assert (batch.next, batch.hits) == (12, ())


def test_a_board_that_comes_up_says_up_to_where_it_holds_hits_from_before() -> None:
    bench = Bench()
    bench.connect()
    for value in (1, 0, 1):
        bench.hit(value)
    bench.turn()
    bench.host.connected()  # three delivered: nothing new is on its way
    bench.settle()
    bench.hit(0)
    bench.restart_host()  # one not journaled: it will come
    bench.settle()
    ups = [news for news in bench.news if isinstance(news, BoardUp)]
    assert [up.end for up in ups] == [0, 0, 4]


def test_a_board_of_another_protocol_is_told_of_and_not_used() -> None:
    host = HostLink(NODE, SENSORS, {})
    hello = wire.Hello(uid=UID, boot=1, oldest=0, end=0, dropped=0, program="later", version=9)
    (news,) = host.received(framing.frame(hello.body()), 5.0)
    assert isinstance(news, BoardDown)
    assert "protocol 9" in news.why
    assert host.received(framing.frame(wire.time(1, 1, 1)), 5.0) == []


@settings(deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=20))
def test_no_bytes_from_a_line_ever_make_a_hit_or_an_error(pieces: list[bytes]) -> None:
    bench = Bench()
    bench.connect()
    for piece in pieces:
        assert bench.host.received(piece, bench.t) == []
        bench.board.received(piece)
    bench.host.received(b"\0", bench.t)
    bench.board.received(b"\0")
    bench.hit(1)
    bench.settle()
    assert values(bench) == [1]


@settings(deadline=None)
@given(st.sampled_from(b"hdst"), st.binary(max_size=60))
def test_a_well_framed_body_of_any_content_never_raises(letter: int, rest: bytes) -> None:
    bench = Bench()
    bench.connect()
    bench.host.received(framing.frame(bytes((letter,)) + rest), bench.t)


@settings(deadline=None)
@given(st.sampled_from(b"HRATx"), st.binary(max_size=60))
def test_a_board_takes_any_well_framed_body(letter: int, rest: bytes) -> None:
    bench = Bench()
    bench.board.received(framing.frame(bytes((letter,)) + rest))
    bench.board.to_send(0)
