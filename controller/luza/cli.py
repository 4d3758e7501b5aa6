"""The `luza` command: finds the module of the command that was asked for and runs it.

Only that module is imported, since `luza judge` is run hundreds of times and must start fast. A command's module has
`configure(parser)` and `run(options) -> exit status`; what it can't use it says with UserError.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

from luza.errors import UserError

# command -> what it does, in the help's words; the command's module is luza.<command>
COMMANDS = {
    "judge": "judge a match log: events in, states out",
    "games": "the ten games and their differences, as a table",
    "replay": "play a sensor recording through the whole pipeline and print the match log",
    "run": "run a table: boards and pins in, score out over MQTT",
    "watch": "every sensor of a table, live in the terminal: level, last hit, rate, what it saw",
    "table": "write a table file from a few questions, or tell what one can see",
    "boards": "list, flash, set and try the sensor boards",
    "virtual": "a virtual table with two robot players, on pseudo-terminals",
    "displays": "serve the scoreboard page",
    "demo": "everything at once on this machine: broker, virtual table, controller, page",
}


def version() -> str:
    """The installed version of Luza."""
    from importlib.metadata import version as installed

    return installed("luza")


def overview() -> str:
    """The help that is printed when no command is named."""
    lines = ["usage: luza COMMAND [OPTIONS]", "", "A Russian-pyramid table that keeps its own score.", "", "commands:"]
    lines += [f"  {name:<10} {words}" for name, words in COMMANDS.items()]
    lines += ["", "luza COMMAND --help tells the options of a command; luza --version the version."]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 good, 1 and 2 as the command says, 130 after Ctrl-C)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    open_streams()
    try:
        status = run(words)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"luza {words[0]}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # whoever read our output went away (`luza judge | head`): nothing to say, and nothing left to flush
        forget_output()
        return 0
    except OSError as error:  # a disk that is full, mostly the one that the output goes to
        print(f"luza: {error}", file=sys.stderr)
        forget_output()
        return 2


def run(words: Sequence[str]) -> int:
    """Run the command that the words name; only its module is imported."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    if words[0] == "--version":
        print(f"luza {version()}")
        return 0
    name = words[0]
    if name not in COMMANDS:
        print(f"luza: there is no command {name!r}; there are: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    command = importlib.import_module(f"luza.{name}")
    parser = argparse.ArgumentParser(prog=f"luza {name}", description=COMMANDS[name])
    command.configure(parser)
    status: int = command.run(parser.parse_args(words[1:]))
    return status


def open_streams() -> None:
    """Standard streams that can be used: one that was closed is empty, and text is UTF-8 whatever the system speaks.

    Logs are UTF-8 (contracts), and the same recording has to give the same bytes everywhere.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - for the whole run; pathlib is slow to load
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def forget_output() -> None:
    """Let nothing more be written where nothing can be."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
