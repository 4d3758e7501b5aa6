"""A board's settings: which pin is which channel, from the file luza.json on the board.

    {"inputs": [{"channel": 0, "pin": 2}, {"channel": 1, "pin": 3, "active": "high"}],
     "piezos": [{"channel": 8, "pin": 26, "floor": 0.04}]}

The channels are those of the table file on the host. An input is a beam, line, mouth beam, button or rest sensor: its
pin is pulled up and low means 1, unless it is "active": "high". A piezo (cushion or tip) is on an ADC pin; `floor` is
the noise, as a part of full scale.
"""

import json

FILE = "luza.json"
FLOOR = 0.04
PINS = range(30)
ADC_PINS = range(26, 30)


class SettingsError(ValueError):
    """The settings can't be used: the text names the place and what would be right."""


class Settings:
    """`inputs`: (channel, pin, active_high) each; `piezos`: (channel, pin, floor) each."""

    def __init__(self, inputs: list[tuple[int, int, bool]], piezos: list[tuple[int, int, float]]) -> None:
        self.inputs = inputs
        self.piezos = piezos


def parse(text: str) -> Settings:
    """The settings in a file's text. Raises SettingsError."""
    try:
        data = json.loads(text)
    except ValueError:
        raise SettingsError(FILE + ": is no JSON") from None
    if not isinstance(data, dict) or not data or [key for key in data if key not in ("inputs", "piezos")]:
        raise SettingsError(FILE + ': must be an object with "inputs" and "piezos"')
    inputs = []
    for where, entry in _entries(data, "inputs", "active"):
        active = entry.get("active", "low")
        if active not in ("low", "high"):
            raise SettingsError(where + ': "active" is "low" or "high"')
        inputs.append(
            (_number(where, entry, "channel", range(255)), _number(where, entry, "pin", PINS), active == "high")
        )
    piezos = []
    for where, entry in _entries(data, "piezos", "floor"):
        floor = entry.get("floor", FLOOR)
        if not isinstance(floor, (int, float)) or not 0 < floor < 1:
            raise SettingsError(where + ': "floor" is a number between 0 and 1')
        piezos.append(
            (_number(where, entry, "channel", range(255)), _number(where, entry, "pin", ADC_PINS), float(floor))
        )
    _each_once("channel", [row[0] for row in inputs] + [row[0] for row in piezos])
    _each_once("pin", [row[1] for row in inputs] + [row[1] for row in piezos])
    return Settings(inputs, piezos)


def load(path: str = FILE) -> Settings:
    """The settings of this board. Raises SettingsError, also when there is no file."""
    try:
        with open(path) as file:  # noqa: PTH123 - a board has no pathlib
            text = file.read()
    except OSError:
        raise SettingsError(path + ": there is no such file on this board (firmware/README.md)") from None
    return parse(text)


def _entries(data: dict, name: str, option: str) -> list[tuple[str, dict]]:
    rows = data.get(name, [])
    if not isinstance(rows, list):
        raise SettingsError(FILE + ': "' + name + '" must be a list')
    out = []
    for index, row in enumerate(rows):
        where = FILE + ": " + name + ", entry " + str(index + 1)
        if not isinstance(row, dict):
            raise SettingsError(where + ": must be an object")
        for key in row:
            if key not in ("channel", "pin", option):
                raise SettingsError(where + ': "' + key + "\" isn't known; there are channel, pin and " + option)
        out.append((where, row))
    return out


def _number(where: str, entry: dict, key: str, allowed: range) -> int:
    value = entry.get(key)
    if not isinstance(value, int) or value not in allowed:
        raise SettingsError(where + ': "' + key + '" is a number from ' + str(allowed[0]) + " to " + str(allowed[-1]))
    return value


def _each_once(what: str, numbers: list[int]) -> None:
    for number in numbers:
        if numbers.count(number) > 1:
            raise SettingsError(FILE + ": " + what + " " + str(number) + " is there twice")
