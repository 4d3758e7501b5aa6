"""What a plan of boards comes to: the table file, each board's luza.json, and the wiring as WireViz reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit

from luza_hardware.builds import Board, Wire

BALLS = {f"TAG-OF-BALL-{number}": number for number in range(1, 16)}
"""Tag ids to be replaced by those that `luza watch` shows when a ball lies in a pocket."""

COLOURS = {"cue": [150, 40, 30], "object": [230, 226, 212]}
"""A red cue ball and ivory ones as a reader sees them; each table's own differ a little."""

# GP number -> pin of the Pico's edge (Pico datasheet, 2.1)
EDGE = dict(
    zip(
        (*range(23), 26, 27, 28),
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        strict=True,
    )
)
POWER = {"GND": 38, "3V3": 36, "5V": 40, "AGND": 33}

# kind -> what is bought, and its terminals: power and ground by POWER, the others go to the sensor's pins in order
TERMINALS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "beam": ("IR break beam, receiver NPN", ("5V", "GND", "OUT")),
    "mouth": ("IR break beam, receiver NPN", ("5V", "GND", "OUT")),
    "colour": ("TCS34725 module", ("3V3", "GND", "SDA", "SCL")),
    "tag": ("PN532 module, set to I2C", ("3V3", "GND", "SDA", "SCL")),
    "cushion": ("piezo disc with clamp", ("AGND", "3V3", "OUT")),
    "tip": ("piezo disc with clamp", ("AGND", "3V3", "OUT")),
    "line": ("through-beam sensor 10-30 V, NPN", ("+12V", "GND", "OUT")),
    "button": ("push button", ("GND", "OUT")),
}


def table_text(boards: Sequence[Board], ports: Mapping[str, str], table_id: str, name: str) -> str:
    """The table file. `ports` has each board's port."""
    kinds = {wire.kind for board in boards for wire in board.wires}
    document: dict[str, Any] = {"table": {"id": table_id, "name": name}}
    if "colour" in kinds:
        document["colours"] = COLOURS
    if "tag" in kinds:
        document["balls"] = {"TAG-OF-CUE-BALL": "cue", **BALLS}
    document["node"] = [{"id": board.id, "port": ports[board.id]} for board in boards]
    document["sensor"] = [
        {**wire.sensor, "node": board.id, "channel": wire.channel} for board in boards for wire in board.wires
    ]
    return tomlkit.dumps(document)


def settings_of(board: Board) -> dict[str, Any]:
    """The board's settings, for its luza.json (firmware/README.md)."""
    settings: dict[str, Any] = {}
    for wire in board.wires:
        if wire.kind == "colour":
            settings.setdefault("colours", []).append(_bus(wire))
        elif wire.kind == "tag":
            settings.setdefault("tags", []).append({**_bus(wire), "reader": "pn532"})
        else:
            kind = "piezos" if wire.kind in ("cushion", "tip") else "inputs"
            settings.setdefault(kind, []).append({"channel": wire.channel, "pin": wire.pins[0]})
    return settings


def settings_text(board: Board) -> str:
    """The same as the file's text, one sensor a line."""
    parts = []
    for kind, rows in settings_of(board).items():
        lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
        parts.append(f"  {json.dumps(kind)}: [\n{lines}\n  ]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def wiring(board: Board) -> dict[str, Any]:
    """A board's harness for WireViz: the Pico, each sensor, and a cable with a wire to a terminal."""
    pico = f"Pico {board.id}"
    used = sorted({EDGE[pin] for wire in board.wires for pin in wire.pins} | set(POWER.values()))
    labels = {EDGE[pin]: f"GP{pin}" for pin in EDGE} | {edge: name for name, edge in POWER.items()}
    connectors: dict[str, Any] = {
        pico: {"type": "Raspberry Pi Pico", "pins": used, "pinlabels": [labels[edge] for edge in used]}
    }
    cables: dict[str, Any] = {}
    connections: list[Any] = []
    if any(wire.kind == "line" for wire in board.wires):
        connectors["12 V"] = {"type": "supply for the line sensors", "pinlabels": ["+12V", "GND"]}
        cables["12 V ground"] = {"wirecount": 1, "length": 0.5}
        connections.append([{"12 V": ["GND"]}, {"12 V ground": [1]}, {pico: ["GND"]}])
    for wire in board.wires:
        what, terminals = TERMINALS[wire.kind]
        connectors[wire.id] = {"type": what, "pinlabels": list(terminals)}
        cable = f"{wire.id} cable"
        screened = {"shield": True} if wire.kind in ("cushion", "tip") else {}
        cables[cable] = {"wirecount": len(terminals), "length": wire.metres, "color_code": "DIN", **screened}
        signals = iter(wire.pins)
        for number, terminal in enumerate(terminals, 1):
            if terminal == "+12V":
                end: dict[str, list[str]] = {"12 V": [terminal]}
            else:
                end = {pico: [terminal if terminal in POWER else f"GP{next(signals)}"]}
            connections.append([{wire.id: [terminal]}, {cable: [number]}, end])
    # WireViz takes the dots of sensor ids for its own shorthand unless told of another sign
    options = {"template_separator": "~"}
    return {"options": options, "connectors": connectors, "cables": cables, "connections": connections}


def _bus(wire: Wire) -> dict[str, int]:
    data, clock = wire.pins
    return {"channel": wire.channel, "sda": data, "scl": clock}
