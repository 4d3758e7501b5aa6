"""What firmware/README.md says of settings and of size is so."""

import importlib.util
import json
import re
from types import ModuleType

from luza_node import settings
from tests.firmware.pty_board import FIRMWARE

README = (FIRMWARE / "README.md").read_text()


def size_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("firmware_size", FIRMWARE.parent / "tests/tools/firmware_size.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_settings_can_be_used_and_every_key_is_told() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    settings.parse(example)
    used = set(json.loads(example))
    for entries in json.loads(example).values():
        for entry in entries if isinstance(entries, list) else []:
            used |= set(entry)
    told = {
        key
        for row in re.findall(r"^\| (?:– )?(`.*?) \| .* \| .* \| .* \|$", README, re.MULTILINE)
        for key in re.findall(r"`(\w+)`", row)
    }
    assert used == told
    assert set(settings.KINDS) <= used


def test_its_figures_are_those_of_today_within_a_twentieth() -> None:
    def figures(text: str) -> dict[str, int]:
        rows = re.findall(r"^\| (.+?) \| ([\d,*]+) \|$", text, re.MULTILINE)
        return {name: int(figure.replace(",", "").strip("*")) for name, figure in rows}

    said, today = figures(README), figures(size_tool().table())
    assert said.keys() == today.keys()
    assert {name: figure for name, figure in today.items() if abs(figure - said[name]) > figure / 20 + 20} == {}
    assert today["**all**"] < 40_000
