"""For people at the prompt: what a colour sensor counts, so as to set `white` and `empty` in luza.json.

mpremote exec "from luza_node.colour_check import show; show(sda=4, scl=5)"
"""

import time

from luza_node.clock import now
from luza_node.i2c_buses import Buses
from luza_node.settings import EMPTY, WHITE
from luza_node.tcs34725 import Tcs34725


def show(sda: int, scl: int, white: tuple[int, int, int] = WHITE, lines: int = 20) -> None:
    """Print twice a second what the sensor on these pins counts, and how bright that is as a part of `white`."""
    sensor = Tcs34725(0, Buses().on(sda, scl), white, EMPTY)
    for _ in range(lines):
        for _ in range(100):
            sensor.look(now())
            time.sleep_ms(5)
        counts = None if sensor.silent else sensor.counts()
        if counts is None:
            print("no TCS34725 answers on pins", sda, "and", scl)
        else:
            bright = sum([counts[index] / white[index] for index in range(3)]) / 3
            print('"white":', list(counts), " bright: {:.2f}".format(bright))  # noqa: UP032 - MicroPython has no such f-strings
