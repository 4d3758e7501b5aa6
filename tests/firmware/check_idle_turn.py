"""For MicroPython with the stand-in: turns of the board's main loop in which nothing happens, with the heap locked."""

import machine
import micropython

from luza_node import board as program
from luza_node.console import Console
from luza_node.settings import parse
from luza_node.unit import BoardUnit

ticks = 0
machine.ADC.read_u16 = lambda adc: 0  # the stand-in's own reading allocates
program.now = lambda: ticks

settings = parse('{"inputs": [{"channel": 0, "pin": 2}], "piezos": [{"channel": 8, "pin": 26}]}')
board = program.Board(b"uid", 1, settings, Console(), BoardUnit(0))
for _ in range(10):  # hello and the first status go out
    board.step()
micropython.heap_lock()
for _ in range(1000):
    ticks += program.LOOK_US // 1001
    board.step()
micropython.heap_unlock()
print("\nnothing was allocated")
