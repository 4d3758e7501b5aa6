"""The builds of a table: file, board settings, wiring and parts agree, whatever is chosen."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from luza_hardware.build_files import settings_text, table_text
from luza_hardware.builds import BUILDS, READERS, Choice, plan
from luza_hardware.table_file import load_table, parse_table
from luza_node.settings import Settings, parse
from tests.tools.builds import FOLDER, NAMES, ROOT, draw, files

CHOICES = [
    Choice(a, reader, *rest) for a, reader, *rest in itertools.product((False, True), READERS, *[(False, True)] * 3)
]
# where a Pico brings its pins out, from its data sheet (2.1), typed anew
PICO = {"GP0": 1, "GP5": 7, "GP6": 9, "GP9": 12, "GP10": 14, "GP13": 17, "GP14": 19, "GP17": 22, "GP18": 24, "GP22": 29,
        "GP26": 31, "GP27": 32, "GP28": 34, "GND": 38, "3V3": 36, "5V": 40, "AGND": 33}  # fmt: skip


def pins_of(settings: Settings) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """(channel, kind of input, pins) of a board's settings."""
    yield from ((channel, "input", (pin,)) for channel, pin, _ in settings.inputs)
    yield from ((channel, "piezo", (pin,)) for channel, pin, _ in settings.piezos)
    yield from ((channel, "colour", (sda, scl)) for channel, sda, scl, _, _ in settings.colours)
    yield from ((channel, "tag", (sda, scl)) for channel, sda, scl in settings.pn532s)


INPUT_OF = {"cushion": "piezo", "tip": "piezo", "colour": "colour", "tag": "tag"}


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_table_file_and_board_settings_agree_whatever_is_chosen(choice: Choice) -> None:
    boards = plan(choice)
    table = parse_table(table_text(boards, {board.id: board.id for board in boards}, "t", "t"))
    wired = {(board.id, channel): kind for board in boards for channel, kind, _ in pins_of(parse(settings_text(board)))}
    assert wired == {(s.node, s.channel): INPUT_OF.get(s.kind, "input") for s in table.sensors}
    kinds = {kind: len(table.of_kind(kind)) for kind in ("beam", "mouth", "colour", "tag", "cushion", "line", "tip")}
    assert kinds == {
        "beam": 6,
        "mouth": 6 * choice.mouths,
        "colour": 6 * (choice.reader == "colour"),
        "tag": 6 * (choice.reader == "tag"),
        "cushion": 6 * choice.cushions,
        "line": 3 * choice.lines,
        "tip": choice.tip,
    }
    assert len({s.node for s in table.of_kind("line") if s.line == "centre"}) <= 1, "one clock stamps both beams"
    assert any(s.event == "stroke" for s in table.of_kind("button")) is not choice.tip


def test_a_reader_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="reader is 'nose'; it must be one of none, colour, tag"):
        plan(Choice(reader="nose"))


def test_what_is_written_from_the_builds_is_up_to_date() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: write it again with make docs"
    assert {path for path in FOLDER.rglob("*") if path.is_file()} == {p for p in files() if p.is_relative_to(FOLDER)}


@pytest.mark.parametrize("build", NAMES)
def test_every_wire_ends_where_table_file_and_settings_say(build: str) -> None:
    table = load_table(FOLDER / build / "table.toml")
    drawn = []
    for node in table.nodes:
        settings = parse((FOLDER / build / f"{node.id}.json").read_bytes())
        pins = {channel: pins for channel, _, pins in pins_of(settings)}
        harness = yaml.safe_load((FOLDER / build / f"{node.id}.yml").read_text(encoding="utf-8"))
        pico = f"Pico {node.id}"
        edges = dict(zip(harness["connectors"][pico]["pinlabels"], harness["connectors"][pico]["pins"], strict=True))
        assert {label: edge for label, edge in PICO.items() if label in edges}.items() <= edges.items()
        ends: dict[str, list[str]] = {}
        for start, cable, end in harness["connections"]:
            (sensor,), ((wire_end, (terminal,)),) = start, end.items()
            assert next(iter(cable)) in harness["cables"]
            if wire_end == pico and terminal.startswith("GP"):
                ends.setdefault(sensor, []).append(terminal)
        for sensor in (sensor for sensor in table.sensors if sensor.node == node.id):
            assert ends.pop(sensor.id) == [f"GP{pin}" for pin in pins[sensor.channel or 0]]
            drawn.append(sensor.id)
        assert not ends, "wires of sensors that the table file doesn't have"
    assert sorted(drawn) == sorted(sensor.id for sensor in table.sensors)


def test_the_wiring_is_drawn_with_every_sensor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = tmp_path / "builds" / "full"
    one.mkdir(parents=True)
    (one / "tip.yml").write_bytes((FOLDER / "full" / "tip.yml").read_bytes())
    monkeypatch.setattr("tests.tools.builds.FOLDER", one.parent)
    draw(tmp_path / "svg")
    picture = (tmp_path / "svg" / "full-tip.svg").read_text(encoding="utf-8")
    assert picture.lstrip().startswith("<?xml")
    assert ">tip</text>" in picture
    assert ">GP26</text>" in picture


@pytest.mark.parametrize("name", ["MOUNTING.md", "MOUNTING.ru.md"])
def test_the_figures_of_beams_off_the_centre_are_those_of_a_ball(name: str) -> None:
    text = (ROOT / "hardware" / name).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)
    assert len(rows) == 6
    for off, covers, light, milliseconds in rows:
        chord = 2 * (34**2 - int(off) ** 2) ** 0.5
        assert (covers, light, milliseconds) == (f"{chord:.1f}", f"{68 - chord:.1f}", f"{68 - chord:.1f}")


def test_usual_builds_have_their_settings_in_files_that_a_board_takes() -> None:
    assert list(BUILDS) == list(NAMES)
    for path in FOLDER.glob("*/*.json"):
        assert len(path.read_bytes()) <= 4096
        assert json.loads(path.read_text(encoding="utf-8"))
