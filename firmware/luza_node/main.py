"""The program of a sensor board: `from luza_node.main import run; run()` in the board's own main.py."""

import os

import machine
import micropython

from luza_node.board import CTRL_C, Board
from luza_node.console import Console
from luza_node.settings import SettingsError, load


def run() -> None:
    """Read the settings and work until somebody asks for the prompt."""
    try:
        settings = load()
    except SettingsError as error:
        print("luza_node:", error)
        return
    boot = int.from_bytes(os.urandom(4), "little")
    board = Board(machine.unique_id(), boot, settings, Console())
    micropython.kbd_intr(-1)  # byte 3 is data from here on
    try:
        while board.step():
            pass
    finally:
        board.close()
        micropython.kbd_intr(CTRL_C)
