from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.firmware.pty_board import BoardUnderTest, Host


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardUnderTest]:
    board = BoardUnderTest(tmp_path)
    yield board
    board.pull_out()


@pytest.fixture
def hosts(board: BoardUnderTest) -> Iterator[Callable[..., Host]]:
    """Makes hosts for the board, with what each has in its journal."""
    made: list[Host] = []

    def make(marks: dict[str, tuple[int, int]] | None = None) -> Host:
        made.append(Host(board.port, marks))
        return made[-1]

    yield make
    for one in made:
        one.board.stop()


@pytest.fixture
def host(hosts: Callable[..., Host]) -> Host:
    return hosts()
