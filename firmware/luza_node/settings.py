"""A board's settings: which pin is which channel, from the file luza.json on the board (told in firmware/README.md).

    {"inputs": [{"channel": 0, "pin": 2}, {"channel": 1, "pin": 3, "active": "high"}],
     "piezos": [{"channel": 8, "pin": 26, "floor": 0.04}],
     "colours": [{"channel": 2, "sda": 4, "scl": 5, "white": [2600, 2400, 2100], "empty": 0.05}],
     "tags": [{"channel": 3, "reader": "rdm6300", "rx": 13}, {"channel": 4, "reader": "pn532", "sda": 6, "scl": 7}],
     "led": 15}

The channels are those of the table file on the host. All of it may be left out, but not everything at once.
"""

import json

FILE = "luza.json"
FLOOR = 0.04
LOWEST_FLOOR = 0.001  # below it an ADC's own noise is a knock
WHITE = (2500, 2500, 2500)
EMPTY = 0.05
PINS = range(30)
ADC_PINS = range(26, 30)
UART_PINS = (1, 5, 9, 13, 17, 21, 25, 29)  # those that can receive
CHANNELS = range(255)
KINDS = ("inputs", "piezos", "colours", "tags", "led")


class SettingsError(ValueError):
    """The settings can't be used: the text names the place and what would be right."""


class Settings:
    """`inputs`: (channel, pin, active_high) each; `piezos`: (channel, pin, floor) each; `colours`: (channel, sda, scl,
    white, empty) each; `rdm6300s`: (channel, rx) each; `pn532s`: (channel, sda, scl) each; `led`: a pin, or None for
    the board's own."""

    def __init__(self) -> None:
        self.inputs: list[tuple[int, int, bool]] = []
        self.piezos: list[tuple[int, int, float]] = []
        self.colours: list[tuple[int, int, int, tuple[int, int, int], float]] = []
        self.rdm6300s: list[tuple[int, int]] = []
        self.pn532s: list[tuple[int, int, int]] = []
        self.led: int | None = None


def parse(text: str | bytes) -> Settings:
    """The settings in a file's text. Raises SettingsError."""
    try:
        data = json.loads(text.decode() if isinstance(text, bytes) else text)
    except ValueError:
        raise SettingsError(FILE + ": is no JSON") from None
    if not isinstance(data, dict) or not data or [key for key in data if key not in KINDS]:
        raise SettingsError(FILE + ": must be an object with any of " + ", ".join(['"' + kind + '"' for kind in KINDS]))
    out = Settings()
    for entry in _entries(data, "inputs"):
        entry.only("channel", "pin", "active")
        row = entry.number("channel", CHANNELS), entry.number("pin", PINS), entry.word("active", ("low", "high"))
        out.inputs.append((row[0], row[1], row[2] == "high"))
    for entry in _entries(data, "piezos"):
        entry.only("channel", "pin", "floor")
        floor = entry.part("floor", FLOOR, LOWEST_FLOOR, 1)
        out.piezos.append((entry.number("channel", CHANNELS), entry.number("pin", ADC_PINS), floor))
    for entry in _entries(data, "colours"):
        entry.only("channel", "sda", "scl", "white", "empty")
        bus = entry.number("channel", CHANNELS), entry.number("sda", PINS), entry.number("scl", PINS)
        out.colours.append((bus[0], bus[1], bus[2], entry.white(), entry.part("empty", EMPTY, 0, 0.9)))
    for entry in _entries(data, "tags"):
        if entry.word("reader", ("rdm6300", "pn532"), required=True) == "pn532":
            entry.only("channel", "reader", "sda", "scl")
            bus = entry.number("channel", CHANNELS), entry.number("sda", PINS), entry.number("scl", PINS)
            out.pn532s.append(bus)
        else:
            entry.only("channel", "reader", "rx")
            out.rdm6300s.append((entry.number("channel", CHANNELS), entry.number("rx", UART_PINS)))
    if "led" in data:
        out.led = _Entry(FILE, data).number("led", PINS)
    _check_together(out)
    return out


def load(path: str = FILE) -> Settings:
    """The settings of this board. Raises SettingsError, also when there is no file."""
    try:
        with open(path) as file:  # noqa: PTH123 - a board has no pathlib
            text = file.read()
    except OSError:
        raise SettingsError(path + ": there is no such file on this board (firmware/README.md)") from None
    return parse(text)


def uart_of(rx: int) -> int:
    """The UART that this pin receives for (RP2040 and RP2350 datasheets, GPIO functions)."""
    return (rx + 4) // 8 % 2


class _Entry:
    """An object of the file; `where` names its place in messages."""

    def __init__(self, where: str, row: dict) -> None:
        self._where = where
        self._row = row

    def only(self, *keys: str) -> None:
        for key in self._row:
            if key not in keys:
                raise SettingsError(self._where + ': "' + key + "\" isn't known; there are " + ", ".join(keys))

    def number(self, key: str, allowed: range | tuple) -> int:
        value = self._row.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
            return value
        if isinstance(allowed, tuple):
            right = "one of " + ", ".join([str(one) for one in allowed])
        else:
            right = "a number from " + str(allowed[0]) + " to " + str(allowed[-1])
        raise SettingsError(self._where + ': "' + key + '" is ' + right)

    def word(self, key: str, allowed: tuple, required: bool = False) -> str:
        value = self._row.get(key, None if required else allowed[0])
        if value not in allowed:
            raise SettingsError(self._where + ': "' + key + '" is "' + '" or "'.join(allowed) + '"')
        return value

    def part(self, key: str, default: float, lowest: float, below: float) -> float:
        value = self._row.get(key, default)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not lowest <= value < below:
            right = "a number from " + str(lowest) + " to below " + str(below)
            raise SettingsError(self._where + ': "' + key + '" is ' + right)
        return float(value)

    def white(self) -> tuple[int, int, int]:
        value = self._row.get("white", WHITE)
        if isinstance(value, (list, tuple)) and len(value) == 3:
            counts = [one for one in value if isinstance(one, int) and 0 < one < 65536]
            if len(counts) == 3:
                return counts[0], counts[1], counts[2]
        raise SettingsError(self._where + ': "white" is three counts from 1 to 65535: red, green and blue')


def _entries(data: dict, name: str) -> list[_Entry]:
    rows = data.get(name, [])
    if not isinstance(rows, list):
        raise SettingsError(FILE + ': "' + name + '" must be a list')
    out = []
    for index in range(len(rows)):
        where = FILE + ": " + name + ", entry " + str(index + 1)
        if not isinstance(rows[index], dict):
            raise SettingsError(where + ": must be an object")
        out.append(_Entry(where, rows[index]))
    return out


def _check_together(settings: Settings) -> None:
    """No channel and no pin twice; a colour sensor and a reader may share a bus, but two of a kind can't."""
    rows = settings.inputs + settings.piezos + settings.colours + settings.rdm6300s + settings.pn532s
    _each_once("channel", [row[0] for row in rows])
    buses = []
    for kind in (settings.colours, settings.pn532s):
        pairs = [(row[1], row[2]) for row in kind]
        for pair in pairs:
            if pairs.count(pair) > 1:
                where = FILE + ": two sensors of a kind on pins " + str(pair[0]) + " and " + str(pair[1])
                raise SettingsError(where + ": they have one address, each needs a bus of its own")
            if pair not in buses:
                buses.append(pair)
    pins = [row[1] for row in settings.inputs + settings.piezos + settings.rdm6300s]
    for pair in buses:
        pins.extend(pair)
    if settings.led is not None:
        pins.append(settings.led)
    _each_once("pin", pins)
    uarts = [uart_of(row[1]) for row in settings.rdm6300s]
    if len(uarts) > len(set(uarts)):
        raise SettingsError(FILE + ": tags: two RDM6300 need two UARTs: rx 1, 13, 17 or 29, and rx 5, 9, 21 or 25")


def _each_once(what: str, numbers: list[int]) -> None:
    for number in numbers:
        if numbers.count(number) > 1:
            raise SettingsError(FILE + ": " + what + " " + str(number) + " is there twice")
