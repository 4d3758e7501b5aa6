"""The words that a table file may use (contract: sensor log, 'Sensors'; match log, 'Events')."""

from __future__ import annotations

from collections.abc import Mapping

POCKETS = ("head_left", "head_right", "side_left", "side_right", "foot_left", "foot_right")
CUSHIONS = ("head", "foot", "left", "right")
LINES = ("centre", "head_string", "foot_string")
SPEAKERS = ("a", "b", "referee", "sensors", "system")

TABLE_KEYS = ("id", "name", "length_mm", "width_mm", "ball_mm")
NODE_KEYS = ("id", "port", "uid")
# what every sensor has; a kind adds its own
SENSOR_KEYS = ("id", "kind", "node", "channel", "gpio")

# kind -> (keys it must have, keys it may have)
KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "beam": (("pocket",), ()),
    "mouth": (("pocket",), ()),
    "colour": (("pocket",), ()),
    "tag": (("pocket",), ()),
    "cushion": (("cushion",), ("threshold",)),
    "line": (("line",), ("pair",)),
    "tip": ((), ("threshold",)),
    "rest": ((), ()),
    "button": (("event",), ("args", "by")),
}

_FACTS = (
    "pocketed",
    "jumped",
    "touched_object",
    "left_house",
    "cushions",
    "crossed",
    "safety",
    "attempt",
    "rolled",
    "fouls",
    "doubts",
)
"""The fields of a stroke, and of a ruling on it."""

# what a button may stand for -> the fields that its `args` may hold
BUTTON_EVENTS: Mapping[str, tuple[str, ...]] = {
    "match": ("game", "players", "frames_to_win", "first_break", "handicap", "officiating"),
    "lag": ("a", "b", "winner"),
    "breaker": ("player",),
    "call": ("ball", "pocket", "falling"),
    "stroke": _FACTS,
    "ruling": _FACTS,
    "play_on": ("demand",),
    "foul": ("player", "foul"),
    "fell": ("ball", "pocket", "cause"),
    "interference": ("whose", "stopped"),
    "position": ("all_in_house",),
    "warning": ("kind", "player"),
    "dead_position": (),
    "shot_clock": ("player", "on"),
    "time_out": (),
    "referee_error": ("led_to",),
    "sanction": ("player", "kind"),
    "suspend": ("reason",),
    "resume": ("upheld",),
    "concede": ("player", "what"),
    "forfeit": ("player", "why"),
    "next_frame": (),
    "undo": (),
    "end_stroke": (),
}
