"""What a host asks of a board beside its hits, on a pseudo-terminal with the board's own program, spoken by hand."""

import binascii
import json
import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from luza_node import framing, wire, wire_care
from luza_node.wire_care import Health
from tests.firmware.pty_board import PATIENCE, SETTINGS, BoardUnderTest, Host

NEW = {**SETTINGS, "led": 16, "piezos": [{"channel": 8, "pin": 27, "floor": 0.01}]}
TEXT = json.dumps(NEW, indent=8).encode()  # three pieces
CRC = binascii.crc32(TEXT)


class Line:
    """The host's end: says a body, and waits for the next one that begins with a letter."""

    def __init__(self, board: BoardUnderTest) -> None:
        self._line = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
        self._decoder = framing.Decoder()
        self._bodies: list[bytes] = []
        hello = wire.read_hello(self.answer(wire.ask_hello(), wire.HELLO))
        assert hello is not None
        self.boot = hello.boot

    def says(self, body: bytes) -> None:
        os.write(self._line, framing.frame(body))

    def hears(self, letter: int) -> bytes:
        while True:
            while self._bodies:
                body = self._bodies.pop(0)
                if body[0] == letter:
                    return body
            assert select.select([self._line], [], [], PATIENCE)[0], f"no {letter:c} came"
            self._bodies += self._decoder.feed(os.read(self._line, 4096))

    def answer(self, body: bytes, letter: int) -> bytes:
        self.says(body)
        return self.hears(letter)

    def health(self) -> Health:
        health = wire_care.read_health(self.answer(wire_care.ask_health(), wire_care.HEALTH))
        assert health is not None
        assert health.boot == self.boot
        return health

    def settings(self) -> bytes:
        """All of them, piece by piece."""
        text = b""
        while True:
            body = self.answer(wire_care.ask_settings(len(text)), wire_care.SETTINGS)
            crc, size, offset, piece = wire_care.read_settings(body) or (0, 0, -1, b"")
            assert offset == len(text)
            text += piece
            if len(text) == size:
                assert binascii.crc32(text) == crc
                return text

    def put(self, offset: int, text: bytes = TEXT) -> tuple[int, int, str]:
        """(have, result, words) for the piece at this offset."""
        piece = text[offset : offset + wire_care.LONGEST_PIECE]
        body = wire_care.put_settings(binascii.crc32(text), len(text), offset, piece)
        answer = wire_care.read_put_answer(self.answer(body, wire_care.PUT_ANSWER))
        assert answer is not None
        assert answer[0] == binascii.crc32(text)
        return answer[1:]

    def put_all(self, text: bytes = TEXT) -> tuple[int, str]:
        """(result, words) at the end."""
        have, result, words = self.put(0, text)
        while result == wire_care.GO_ON:
            have, result, words = self.put(have, text)
        return result, words

    def close(self) -> None:
        os.close(self._line)


@pytest.fixture
def line(board: BoardUnderTest) -> Iterator[Line]:
    line = Line(board)
    yield line
    line.close()


def test_a_board_that_gets_power_is_well_and_says_so(line: Line) -> None:
    health = line.health()
    assert (health.restart, health.silent, health.trouble) == (wire_care.POWER_ON, b"", "")
    assert (health.edges_missed, health.hits_dropped, health.bad_frames) == (0, 0, 0)
    assert health.free_memory > 10_000
    assert 0 < health.longest_turn_us < 10_000_000


def test_B5_a_board_that_hung_is_restarted_by_its_watchdog_and_says_so(board: BoardUnderTest, line: Line) -> None:
    line.health()
    board.does("hang")
    board.restarts()
    again = Line(board)
    assert again.boot != line.boot
    assert again.health().restart == wire_care.WATCHDOG
    again.close()


def test_settings_are_read_as_they_are(board: BoardUnderTest, line: Line) -> None:
    assert line.settings() == board.settings.read_bytes()
    body = line.answer(wire_care.ask_settings(60_000), wire_care.SETTINGS)
    assert wire_care.read_settings(body) == (
        binascii.crc32(board.settings.read_bytes()),
        len(board.settings.read_bytes()),
        len(board.settings.read_bytes()),
        b"",
    )


def test_new_settings_are_written_the_board_restarts_and_works_by_them(board: BoardUnderTest, line: Line) -> None:
    assert line.put(0) == (200, wire_care.GO_ON, "")
    assert line.put(0) == (200, wire_care.GO_ON, "")  # its answer was lost: nothing is taken twice
    assert line.put(400)[0] == 200  # nothing is taken before its turn
    assert line.put(200)[0] == 400
    assert line.put(400) == (len(TEXT), wire_care.WRITTEN, "")
    assert line.put(400) == (len(TEXT), wire_care.WRITTEN, "")  # once more: that is nothing new
    board.restarts()
    assert board.settings.read_bytes() == TEXT
    again = Line(board)
    assert again.health().restart == wire_care.ASKED_FOR
    assert again.settings() == TEXT
    again.says(wire_care.identify(1))
    again.says(wire.send_from(again.boot, 2))
    board.does("adc 27 2000")
    hits = wire.read_hits(again.hears(wire.HITS))
    assert hits is not None
    assert [(entry[0], entry[3]) for entry in hits.entries] == [(8, 0.0305)]
    again.close()


def test_the_led_of_the_settings_blinks_when_people_ask_which_board_it_is(tmp_path: Path) -> None:
    board = BoardUnderTest(tmp_path, NEW)
    line = Line(board)
    line.says(wire_care.identify(1))
    line.health()
    board.does("stall 150", "turn", "stall 150", "turn")
    board.until_played()
    assert (tmp_path / "leds").read_text().startswith("16 1\n16 0\n")
    line.close()
    board.pull_out()


@pytest.mark.parametrize("pieces", [1, 2])
def test_power_that_goes_between_two_pieces_leaves_the_settings_as_they_were(
    board: BoardUnderTest, line: Line, pieces: int
) -> None:
    before = board.settings.read_bytes()
    for piece in range(pieces):
        line.put(200 * piece)
    board.pull_out()
    board.plug_in()
    again = Line(board)
    assert again.settings() == before
    assert again.put(200 * pieces)[0] == 0  # all begins anew
    assert again.put_all() == (wire_care.WRITTEN, "")
    again.close()


def test_power_that_goes_before_the_new_file_has_its_name_leaves_the_settings_as_they_were(
    board: BoardUnderTest, line: Line
) -> None:
    before = board.settings.read_bytes()
    board.pull_out()
    (board.folder / "luza.json.new").write_bytes(TEXT[:100])
    board.plug_in()
    again = Line(board)
    assert again.settings() == before
    assert again.health().trouble == ""
    assert again.put_all() == (wire_care.WRITTEN, "")
    board.restarts()
    assert board.settings.read_bytes() == TEXT
    again.close()


def test_settings_are_never_written_in_play(board: BoardUnderTest, line: Line) -> None:
    before = board.settings.read_bytes()
    line.says(wire.send_from(line.boot, 0))
    assert line.put(0) == (0, wire_care.IN_PLAY, "")
    assert line.put_all() == (wire_care.IN_PLAY, "")
    assert board.settings.read_bytes() == before
    assert line.put(0, before) == (len(before), wire_care.WRITTEN, "")  # those that it has


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b'{"inputs": [{"channel": 0, "pin": 77}]}', 'inputs, entry 1: "pin" is a number from 0 to 29'),
        (b"", "is no JSON"),
        (b"{" + bytes(300), "is no JSON"),
        (b" " * 4097, "the settings are 4097 bytes long: there is room for 4096"),
    ],
)
def test_settings_that_no_board_could_use_are_refused_with_the_reason(
    board: BoardUnderTest, line: Line, text: bytes, complaint: str
) -> None:
    before = board.settings.read_bytes()
    result, words = line.put_all(text)
    assert result == wire_care.REFUSED
    assert complaint in words
    assert line.settings() == board.settings.read_bytes() == before
    assert line.health().trouble == ""


def test_settings_that_came_damaged_are_refused(board: BoardUnderTest, line: Line) -> None:
    for offset in range(0, len(TEXT), 200):
        line.says(wire_care.put_settings(CRC ^ 1, len(TEXT), offset, TEXT[offset : offset + 200]))
    answers = [wire_care.read_put_answer(line.hears(wire_care.PUT_ANSWER)) for _ in range(1)]
    while answers[-1] is not None and answers[-1][2] == wire_care.GO_ON:
        answers.append(wire_care.read_put_answer(line.hears(wire_care.PUT_ANSWER)))
    assert answers[-1] == (CRC ^ 1, len(TEXT), wire_care.REFUSED, "they came damaged")


@pytest.mark.parametrize("settings", [None, {"inputs": [{"channel": 0, "pin": 77}]}])
def test_a_board_without_settings_that_it_can_use_answers_and_takes_new_ones(tmp_path: Path, settings: object) -> None:
    board = BoardUnderTest(tmp_path, settings)
    line = Line(board)
    assert line.health().trouble.startswith("luza.json: ")
    assert line.settings() == (board.settings.read_bytes() if settings else b"")
    assert line.put_all() == (wire_care.WRITTEN, "")
    board.restarts()
    again = Line(board)
    assert again.health().trouble == ""
    line.close()
    again.close()
    board.pull_out()


def test_colours_and_tags_reach_the_host_and_sensors_that_fell_silent_its_health(tmp_path: Path) -> None:
    board = BoardUnderTest(
        tmp_path,
        {
            "colours": [{"channel": 2, "sda": 4, "scl": 5, "white": [2000, 2000, 1000]}],
            "tags": [
                {"channel": 3, "reader": "rdm6300", "rx": 13},
                {"channel": 4, "reader": "pn532", "sda": 4, "scl": 5},
            ],
        },
    )
    a_look_at_each = ["turn", "turn", "turn", "stall 30"]
    board.does("colour 4 100 100 50", *a_look_at_each * 40)  # what a reader sees in its first second lay there already
    board.does("uart 13 " + b"\x020A00B5C4F289\x03".hex())
    host = Host(board.port)
    assert host.values(1) == [("tag", "0A00B5C4F2")]
    board.does("colour 4 1000 500 1000")
    assert host.values(1) == [("colour", (127, 63, 255))]
    host.board.stop()
    line = Line(board)
    assert line.health().silent == b"\x04"
    board.does("gone 4", *a_look_at_each * 2)
    board.until_played()
    assert sorted(line.health().silent) == [2, 4]
    line.close()
    board.pull_out()
