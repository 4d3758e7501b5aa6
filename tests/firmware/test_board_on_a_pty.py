"""The board's own program under a real MicroPython, on a pseudo-terminal, against the real host code.

Only `machine` stands in: its pins do what the test says, and its interrupt handlers run with the heap locked.
"""

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from luza_hardware.board_news import BoardDown, BoardLost, BoardReboot, BoardUp
from luza_node import framing, wire
from tests.firmware.pty_board import FIRMWARE, MICROPYTHON, MPREMOTE, PATIENCE, BoardUnderTest, Host, environment


def test_the_board_says_who_it_is(host: Host) -> None:
    up = host.greeted()
    assert (up.node, up.uid) == ("n1", bytes(range(0xE0, 0xE8)).hex())
    assert up.program.startswith("luza_node ")


def test_edges_and_knocks_become_hits_with_the_time_at_which_they_were(board: BoardUnderTest, host: Host) -> None:
    up = host.greeted()
    before = time.monotonic()
    board.does("pin 2 0 1", "pin 3 1")
    edges = host.hits(3)
    board.does("adc 26 0 9000 32768 20000")
    (knock,) = host.hits(1)
    after = time.monotonic()
    assert [(hit.sensor, hit.value) for hit in edges] == [("beam", 1), ("beam", 0), ("button", 1)]
    assert (knock.sensor, knock.value) == ("cushion", 0.5)
    times = [hit.t for hit in [*edges, knock]]
    assert times == sorted(times)
    assert before - up.clock_error - 0.001 < times[0]
    assert times[-1] < after + up.clock_error + 0.001


def test_B16_more_edges_than_the_interrupts_ring_holds_are_counted_with_the_heap_locked(
    board: BoardUnderTest, host: Host
) -> None:
    host.greeted()
    board.does("pin 2 " + "0 1 " * 200)
    values = [value for _, value in host.values(256)]
    assert values == [1, 0] * 127 + [1, 0]  # the last was read again
    lost = [news for news in host.other if isinstance(news, BoardLost)]
    assert [news.lost for news in lost] == [145]


def test_B13_a_ball_that_lies_in_the_beam_at_the_start_is_a_level_and_so_is_what_changed_unseen(
    board: BoardUnderTest, host: Host
) -> None:
    host.greeted()
    board.does("unseen 2 0")
    assert host.values(1) == [("beam", 1)]
    board.does("pin 2 1")
    assert host.values(1) == [("beam", 0)]


def test_B19_two_edges_in_one_interrupt_are_no_edge_and_the_level_is_read_again(
    board: BoardUnderTest, host: Host
) -> None:
    host.greeted()
    board.does("late 2 0 1", "pin 2 0")
    assert host.values(1) == [("beam", 1)]


def test_B2_a_pause_of_the_loop_shifts_no_stamp(board: BoardUnderTest, host: Host) -> None:
    host.greeted()
    board.does("pin 2 0\nstall 300\ncollect\npin 2 1\npin 3 1")
    broken, free, _ = host.hits(3)
    assert free.t - broken.t >= 0.299


def test_B6_a_host_that_comes_late_and_one_that_comes_back_find_every_hit_once(
    board: BoardUnderTest, hosts: Callable[..., Host]
) -> None:
    board.does("pin 2 0")
    first = hosts()
    first.until(BoardUp)
    assert first.values(3) == [("beam", 0), ("button", 0), ("beam", 1)]
    board.does("pin 2 1 0")
    assert first.values(2, acknowledge=False) == [("beam", 0), ("beam", 1)]
    first.board.stop()
    board.does("pin 2 1 0 1")
    second = hosts(first.marks)
    assert [value for _, value in second.values(5)] == [0, 1, 0, 1, 0]


def test_B14_while_the_host_is_silent_the_board_goes_on_and_counts_what_found_no_room(
    board: BoardUnderTest, hosts: Callable[..., Host]
) -> None:
    first = hosts()
    first.greeted()
    first.board.stop()  # the port stays, and nobody reads from it: the line fills up
    board.does(*["pin 2 0 1", "turn"] * 4000, "pin 3 1")
    board.until_played()
    second = hosts(first.marks)
    values = second.values(1024)
    lost = [news.lost for news in second.other if isinstance(news, BoardLost)]
    assert values[-1] == ("button", 1)
    assert sum(lost) == 8001 - 1024


def test_B5_a_board_that_is_unplugged_and_comes_back_on_another_port_is_found_and_its_restart_told(
    board: BoardUnderTest, host: Host
) -> None:
    host.greeted()
    board.does("pin 2 0")
    host.hits(1)
    board.pull_out()
    host.until(BoardDown)
    board.plug_in()
    host.until(BoardReboot)
    host.greeted()
    board.does("pin 2 0")
    assert host.values(1) == [("beam", 1)]


def test_B15_ctrl_c_within_frames_is_data_and_mpremotes_interrupt_gives_the_prompt(board: BoardUnderTest) -> None:
    line = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    decoder = framing.Decoder()

    def answer() -> bytes:
        while True:
            bodies = decoder.feed(os.read(line, 4096))
            for body in bodies:
                if body[0] == wire.TIME:
                    return body

    os.write(line, framing.frame(wire.ask_time(0x03030303)))
    answered = wire.read_time(answer())
    assert answered is not None
    assert answered[1] == 0x03030303
    os.write(line, b"\r\x03")
    board.process.wait(timeout=PATIENCE)  # without a prompt to fall back to it ends
    assert board.process.returncode == 0
    os.close(line)


def test_the_real_mpremote_gets_the_prompt_of_a_board_at_work_at_once(tmp_path: Path) -> None:
    board = BoardUnderTest(tmp_path, prompt=True)

    def mpremote(*words: object) -> str:
        command = [MPREMOTE, "connect", board.port, "resume", *words]  # resume: a restart would end the process
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert mpremote("exec", "print(6 * 7)") == "42\n"
    mpremote("cp", FIRMWARE / "main.py", ":main.py")
    assert (tmp_path / "main.py").read_bytes() == (FIRMWARE / "main.py").read_bytes()
    registers = json.loads((tmp_path / "registers").read_text())
    assert registers["0x40058000"] == 0  # the watchdog lets people work
    board.pull_out()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (None, "no such file on this board"),
        ('{"inputs": [{"channel": 0, "pin": 77}]}', 'inputs, entry 1: "pin" is a number from 0 to 29'),
    ],
)
def test_settings_that_cant_be_used_are_told_in_one_line(tmp_path: Path, settings: str | None, complaint: str) -> None:
    if settings is not None:
        (tmp_path / "luza.json").write_text(settings)
    words = [MICROPYTHON, FIRMWARE / "main.py"]
    done = subprocess.run(
        words, input=b"\x03", capture_output=True, cwd=tmp_path, env=environment(), timeout=60, check=False
    )
    told = done.stdout.split(b"\0")[0].decode()
    assert told.startswith("luza_node: luza.json: ")
    assert complaint in told
    assert len(told.splitlines()) == 1
    assert done.stderr == b""
