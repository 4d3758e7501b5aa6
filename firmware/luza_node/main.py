"""The program of a sensor board: `from luza_node.main import run; run()` in the board's own main.py."""

import os
import sys

import machine
import micropython

from luza_node.board import Board
from luza_node.clock import now, since
from luza_node.console import Console
from luza_node.framing import Decoder
from luza_node.prompt import CTRL_C, hand_on, is_interrupt
from luza_node.settings import FILE, Settings, SettingsError, load
from luza_node.unit import BoardUnit
from luza_node.watchdog import TIMEOUT_MS, Watchdog


def run() -> None:
    """Read the settings and work until somebody asks for the prompt."""
    micropython.kbd_intr(-1)  # byte 3 is data from here on
    watchdog = Watchdog()
    console = Console()
    board = _board(watchdog.restart, console)
    watchdog.start()
    try:
        while board.step():
            watchdog.feed()
        if board.wants_restart():
            watchdog.restart_now()
    except Exception as error:
        sys.print_exception(error)
        _wait_for_the_watchdog(console)
    finally:
        board.close()
    watchdog.stop()
    micropython.kbd_intr(CTRL_C)


def _board(restart: int, console: Console) -> Board:
    """The board with its settings. When these can't be used it works without sensors, so that a host can ask what is
    wrong and put others."""
    uid, boot = machine.unique_id(), int.from_bytes(os.urandom(4), "little")
    try:
        return Board(uid, boot, load(), console, BoardUnit(restart))
    except SettingsError as error:
        trouble = str(error)
    except (OSError, ValueError) as error:  # the chip doesn't take what is written there
        trouble = FILE + ": this board can't be wired so: " + str(error)
    print("luza_node:", trouble)
    return Board(uid, boot, Settings(), console, BoardUnit(restart, trouble))


def _wait_for_the_watchdog(console: Console) -> None:
    """A fault of this program ended it: all starts anew, unless somebody wants the prompt."""
    decoder = Decoder()
    failed = heard = now()
    while since(failed, now()) < 2000 * TIMEOUT_MS:
        data = console.read()
        if data:
            decoder.feed(data)
            heard = now()
        if is_interrupt(decoder.rest, since(heard, now())):
            hand_on(decoder.rest)
            return
    machine.reset()  # on a chip without a watchdog
