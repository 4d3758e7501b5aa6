"""For MicroPython with the stand-in: turns of the board's main loop in which nothing happens, with the heap locked."""

import machine
import micropython

from luza_node.board import LOOK_US, Board
from luza_node.clock import now, since
from luza_node.console import Console
from luza_node.settings import parse

machine.ADC.read_u16 = lambda adc: 0  # the stand-in's own reading allocates
board = Board(
    b"uid", 1, parse('{"inputs": [{"channel": 0, "pin": 2}], "piezos": [{"channel": 8, "pin": 26}]}'), Console()
)
began = now()
while since(began, now()) < 10 * LOOK_US:  # hello and the first status go out
    board.step()
turns = 0
for _ in range(1000):
    if since(board._asked_at, now()) < LOOK_US // 2:
        micropython.heap_lock()
        board.step()
        micropython.heap_unlock()
        turns += 1
    else:
        while since(board._asked_at, now()) >= LOOK_US // 2:
            board.step()
assert turns > 100
print("\nnothing was allocated")
