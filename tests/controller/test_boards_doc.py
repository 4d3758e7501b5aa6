"""docs/boards.md: what it shows is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from luza.boards import configure
from luza.cli import main
from luza.watch_words import WORDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"```console\n\$ (.+)\n((?:.+\n)+)```", TEXT))


def test_the_watched_recording_looks_as_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (command,) = (command for command in SHOWN if command.startswith("luza watch"))
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out == SHOWN[command]


def test_every_doubt_is_explained() -> None:
    for key in ("unheard", "storming", "board", "silent"):
        assert f"| {WORDS['en'][key]} |" in TEXT
    assert f"| {WORDS['en']['blocked'].format('42 s')} |" in TEXT


def test_every_command_has_its_part() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    configure(parser)
    (commands,) = (action.choices for action in parser._actions if isinstance(action.choices, dict))
    assert re.findall(r"^## luza boards (\w+)", TEXT, re.MULTILINE) == list(commands)
