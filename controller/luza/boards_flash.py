"""`luza boards flash`: puts the boards' program on a board that has MicroPython, with mpremote."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from luza.boards_talk import HELD, Talk
from luza.errors import UserError
from luza_hardware.board_news import BoardUp
from luza_hardware.serial_port import PortFailedError, SerialPort
from luza_node import settings

MAIN = "from luza_node.main import run\n\nrun()\n"
"""What a board runs when it is powered: its main.py."""

_MAKE_FOLDER = """\
import os
if "luza_node" not in os.listdir():
    os.mkdir("luza_node")
"""

BACK_WITHIN_S = 20.0
"""A board that was reset is back on its port after two seconds or so."""


def flash(port: str, settings_file: Path | None) -> int:
    """Copy program and settings onto the board at this port, and start it; exit status 0 when it answers.

    UserError: the port can't be used, the settings can't, the board has no MicroPython, or it doesn't come back.
    """
    if settings_file is not None:
        check_settings(settings_file)
    check_port(port)
    with tempfile.TemporaryDirectory(prefix="luza-flash-") as folder:
        count = stage(Path(folder), settings_file)
        print(f"{port}: copying {count} files", flush=True)
        copy(port, Path(folder))
    up = wait_for(port)
    print(f"{port}: board {up.uid} runs {up.program}")
    return 0


def check_settings(path: Path) -> str:
    """The text of a settings file, when the board would take it; UserError tells the place of a mistake."""
    try:
        text = path.read_bytes().decode("utf-8")
        settings.parse(text)
    except UnicodeDecodeError:
        raise UserError(f"{path}: this is not UTF-8; save the file as UTF-8") from None
    except OSError as error:
        raise UserError(f"{path}: can't be read: {error.strerror}; name a board's settings (luza.json)") from None
    except settings.SettingsError as error:
        raise UserError(f"{path}: {str(error).removeprefix(f'{settings.FILE}: ')}") from None
    return text


def check_port(port: str) -> None:
    """UserError when the port isn't there, or another program has it: mpremote would only say that it failed."""
    try:
        with SerialPort(port):
            pass
    except PortFailedError as error:
        raise UserError(f"{error} {HELD}" if error.busy else str(error)) from None


def stage(folder: Path, settings_file: Path | None) -> int:
    """Lay out in a folder what a board gets; returns how many files that are."""
    (folder / "luza_node").mkdir()
    for source in files("luza_node").iterdir():
        if source.name.endswith(".py"):
            (folder / "luza_node" / source.name).write_bytes(source.read_bytes())
    (folder / "main.py").write_text(MAIN)
    if settings_file is not None:
        shutil.copyfile(settings_file, folder / settings.FILE)
    return sum(path.is_file() for path in folder.rglob("*"))


def copy(port: str, folder: Path) -> None:
    """Let mpremote copy all of the folder onto the board, main.py last, and reset it."""
    # not `cp -r`: where it puts a folder depends on what the board's file system says of its root
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", "exec", _MAKE_FOLDER]
    command += ["+", "cp", *map(str, sorted((folder / "luza_node").iterdir())), ":luza_node/"]
    for name in (settings.FILE, "main.py"):
        if (folder / name).exists():
            command += ["+", "cp", str(folder / name), f":{name}"]
    done = subprocess.run([*command, "+", "reset"], capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        why = re.sub(r"^[\w.]+: ", "", said[-1]) if said else "it said nothing"  # its own name, or a fault's
        raise UserError(f"{port}: mpremote failed: {why}; has the board MicroPython (micropython.org/download)?")


def wait_for(port: str) -> BoardUp:
    """The board's first word after its start."""
    with Talk(port) as talk:
        up = talk.until(BoardUp, BACK_WITHIN_S)
    if up is not None:
        return up
    raise UserError(f"{port}: everything is copied, but the board does not answer; pull its plug and put it in again")
