"""`luza table new`: a few questions, then a table file and a luza.json for each of its boards."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from luza.errors import UserError
from luza.table_words import WORDS
from luza_hardware.build_files import settings_text, table_text
from luza_hardware.builds import BUILDS, READERS, Board, Choice, plan
from luza_hardware.table_file import TableFileError, parse_table

TABLE = "table.toml"


def new(options: argparse.Namespace) -> int:
    """Write the files; UserError, and nothing written, when an answer can't be used or a file is there already."""
    ask = Questions(options.lang)
    choice = BUILDS[options.build] if options.build else ask.choice()
    boards = plan(choice)
    table_id = options.id or ask.text("ask_id", "table-1")
    name = options.name or ask.text("ask_name", table_id)
    ports = _ports(options.port, boards)
    if len(ports) < len(boards):
        ask.tell_ports()
    for number, board in enumerate(boards):
        if board.id not in ports:
            ports[board.id] = ask.text("ask_port", f"/dev/ttyACM{number}", board.id)
    text = table_text(boards, ports, table_id, name)
    try:
        parse_table(text, TABLE)
    except TableFileError as error:
        raise UserError(str(error)) from None
    files = {TABLE: text} | {f"{board.id}.json": settings_text(board) for board in boards}
    written = _write(options.folder, files)
    words = WORDS[options.lang]
    print(words["written"].format(", ".join(str(path) for path in written)))
    print(words["next"].format(options.folder / TABLE))
    return 0


class Questions:
    """Asks on the terminal, with what Enter alone means in brackets. UserError where nobody answers."""

    def __init__(self, lang: str) -> None:
        self._words = WORDS[lang]

    def choice(self) -> Choice:
        """A usual build, or each part of one's own."""
        build = self.one_of("ask_build", (*BUILDS, "own"), "beams", ", ".join(BUILDS))
        if build != "own":
            return BUILDS[build]
        return Choice(
            mouths=self.yes("ask_mouths"),
            reader=self.one_of("ask_reader", READERS, "none"),
            cushions=self.yes("ask_cushions"),
            lines=self.yes("ask_lines"),
            tip=self.yes("ask_tip"),
        )

    def text(self, question: str, usual: str, *about: str) -> str:
        """Any words; Enter alone is `usual`."""
        prompt = f"{self._words[question].format(*about)} [{usual}]: "
        if not sys.stdin.isatty():
            raise UserError(f"there is no terminal to ask in: {prompt.rstrip(': ')}; say it as an option (--help)")
        try:
            return input(prompt).strip() or usual
        except EOFError:
            raise UserError("the questions were not answered; nothing was written") from None

    def one_of(self, question: str, answers: Sequence[str], usual: str, *about: str) -> str:
        """One of these words; asked again until it is."""
        while True:
            answer = self.text(question, usual, *about).lower()
            if answer in answers:
                return answer
            print(self._words["again"].format(", ".join(answers)))

    def yes(self, question: str) -> bool:
        """Yes or no; Enter alone is no."""
        words = self._words
        while True:
            answer = self.text(question, words["no"]).lower()
            if answer in (words["yes"], words["no"], "y", "n"):
                return answer in (words["yes"], "y")
            print(words["again"].format(words["yes_no"]))

    def tell_ports(self) -> None:
        """The serial ports of this machine, by the names that stay with a board where the system gives such."""
        from serial.tools.list_ports import comports

        found = sorted(str(port.device) for port in comports(include_links=True) if port.vid is not None)
        words = self._words
        print(words["found"].format(", ".join(found)) if found else words["no_ports"])


def _ports(given: Sequence[str], boards: Sequence[Board]) -> dict[str, str]:
    """BOARD=PORT as they were given."""
    ids = [board.id for board in boards]
    ports: dict[str, str] = {}
    for one in given:
        board, sign, port = one.partition("=")
        if not sign or not port or board not in ids:
            raise UserError(f"--port {one}: write BOARD=PORT; the boards of this build are {', '.join(ids)}")
        ports[board] = port
    return ports


def _write(folder: Path, files: dict[str, str]) -> list[Path]:
    """All of them, or none: a file that is there already is never written over."""
    paths = {folder / name: text for name, text in files.items()}
    for path in paths:
        if path.exists():
            raise UserError(f"{path} is there already; name another folder, or move it away")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in paths.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        for path in paths:
            path.unlink(missing_ok=True)
        raise UserError(f"{folder}: can't be written: {error.strerror}") from None
    return list(paths)
