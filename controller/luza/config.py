"""The hall's configuration, `luza.toml`: hall, broker, actors with their roles, displays (contract: MQTT, Commands)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from luza.errors import UserError
from luza_mqtt.actors import ROLES, Actor
from luza_mqtt.address import Broker, parse_broker
from luza_mqtt.topics import check_id

LANGUAGES = ("ru", "en")

EXAMPLE = """\
[hall]
id = "hall-1"

[broker]
url = "mqtt://localhost:1883"

[[actor]]
name = "referee"
role = "referee"
"""

# section -> its keys, with the type that each has to be of
KEYS: Mapping[str, Mapping[str, type]] = {
    "hall": {"id": str},
    "broker": {"url": str, "user": str, "password_file": str, "ca": str},
    "actor": {"name": str, "role": str, "side": str},
    "displays": {"port": int, "lang": str},
}


@dataclass(frozen=True)
class Config:
    """What a hall's tables share: its id, its broker, who may say what, and how its displays are served."""

    hall: str
    broker: Broker
    actors: tuple[Actor, ...] = ()
    displays_port: int = 8080
    lang: str = "ru"

    def actor(self, name: str) -> Actor | None:
        """The actor of that name; None for one that the configuration doesn't have."""
        return next((actor for actor in self.actors if actor.name == name), None)


def load_config(path: Path) -> Config:
    """Read `luza.toml`; UserError names the file, the section and what would be right."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UserError(f"{path}: there is no such file; a configuration is, for example:\n\n{EXAMPLE}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: can't be read: {error}") from error
    try:
        return parse_config(text, path.parent)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: {error}") from error


def parse_config(text: str, folder: Path) -> Config:
    """Read a configuration's text; files that it names are relative to `folder`. ValueError tells what is wrong."""
    data = tomllib.loads(text)
    for name in data:
        if name not in KEYS:
            raise ValueError(f"there is no section [{name}]; there are: {', '.join(KEYS)}")
    hall = section(data, "hall")
    broker = section(data, "broker")
    displays = section(data, "displays")
    actors = data.get("actor", [])
    if not isinstance(actors, list) or not all(isinstance(entry, dict) for entry in actors):
        raise ValueError("actors are written as [[actor]], a table each")
    return Config(
        hall=check_id("[hall] id", required(hall, "hall", "id")),
        broker=parse_broker(
            required(broker, "broker", "url"),
            broker.get("user"),
            beside(folder, broker.get("password_file")),
            beside(folder, broker.get("ca")),
        ),
        actors=read_actors(actors),
        displays_port=port(displays.get("port", 8080)),
        lang=language(displays.get("lang", "ru")),
    )


def section(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A section with its keys and their types checked; an empty one where the file has none."""
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{name} is a section: write [{name}] above its keys")
    return checked(found, name, f"[{name}]")


def checked(found: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    """The same mapping, when each key is known and of its type."""
    for key, value in found.items():
        if key not in KEYS[name]:
            raise ValueError(f"{where}: there is no key {key!r}; there are: {', '.join(KEYS[name])}")
        wanted = KEYS[name][key]
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise ValueError(
                f"{where}: {key} has to be {'a text' if wanted is str else 'a whole number'}, not {value!r}"
            )
    return found


def required(found: Mapping[str, Any], name: str, key: str) -> str:
    """A text that has to be there."""
    if key not in found:
        raise ValueError(f"[{name}] has no {key}; for example:\n\n{EXAMPLE}")
    return str(found[key])


def beside(folder: Path, name: str | None) -> Path | None:
    """A file that the configuration names, relative to the configuration itself."""
    return None if name is None else folder / name


def read_actors(entries: list[dict[str, Any]]) -> tuple[Actor, ...]:
    """The `[[actor]]` entries, each name once."""
    actors: dict[str, Actor] = {}
    for number, entry in enumerate(entries, 1):
        where = f"[[actor]] {number}"
        checked(entry, "actor", where)
        if "name" not in entry or "role" not in entry:
            raise ValueError(f"{where}: an actor needs name and role (one of {', '.join(ROLES)})")
        actor = Actor(entry["name"], entry["role"], entry.get("side"))
        if actor.name in actors:
            raise ValueError(f"{where}: there is an actor {actor.name!r} already; names differ")
        actors[actor.name] = actor
    return tuple(actors.values())


def port(number: int) -> int:
    """A port for the pages."""
    if not 1 <= number <= 65535:
        raise ValueError(f"[displays] port {number} is out of range; write one from 1 to 65535")
    return number


def language(lang: str) -> str:
    """A language that the pages speak."""
    if lang not in LANGUAGES:
        raise ValueError(f"[displays] lang {lang!r} isn't spoken; write one of {', '.join(LANGUAGES)}")
    return lang
