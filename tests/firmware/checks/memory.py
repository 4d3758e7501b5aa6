"""For MicroPython with the stand-in: prints how much of its memory the program takes, step by step (bytes)."""

import gc

SETTINGS = """{
    "inputs": [{"channel": 0, "pin": 2}, {"channel": 1, "pin": 3}, {"channel": 2, "pin": 8}, {"channel": 3, "pin": 9}],
    "piezos": [{"channel": 8, "pin": 26}, {"channel": 9, "pin": 27}, {"channel": 10, "pin": 28}],
    "colours": [{"channel": 4, "sda": 4, "scl": 5}, {"channel": 5, "sda": 6, "scl": 7}],
    "tags": [{"channel": 6, "reader": "rdm6300", "rx": 13}, {"channel": 7, "reader": "pn532", "sda": 4, "scl": 5}]}"""


def taken():
    gc.collect()
    return gc.mem_alloc()


def measure():
    before = taken()
    import machine

    from luza_node.board import EDGES, HITS, Board
    from luza_node.console import Console
    from luza_node.main import run
    from luza_node.settings import parse
    from luza_node.unit import BoardUnit

    code = taken()
    assert run
    board = Board(b"12345678", 1, parse(SETTINGS), Console(), BoardUnit(0))
    started = taken()
    for number in range(HITS):
        board._link.hit(0, number, "x" * 32)
    machine.play("pin 2 " + "0 1 " * (EDGES // 2))
    print("\n", before, code, started, taken())


measure()
