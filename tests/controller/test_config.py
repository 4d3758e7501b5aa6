"""luza.toml: what it says is read, and each mistake is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from luza.config import EXAMPLE, load_config, parse_config
from luza.errors import UserError

FULL = """
[hall]
id = "club-7"
[broker]
url = "mqtt://broker.local:1884"
user = "table-1"
password_file = "secret"
[[actor]]
name = "anna"
role = "referee"
[[actor]]
name = "left-tablet"
role = "player"
side = "a"
[displays]
port = 8090
lang = "en"
"""


def test_a_full_configuration_is_read_with_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s3cret\n")
    config = parse_config(FULL, tmp_path)
    assert (config.hall, config.broker.host, config.broker.port) == ("club-7", "broker.local", 1884)
    assert config.broker.password == "s3cret"
    assert [(a.name, a.role, a.side) for a in config.actors] == [
        ("anna", "referee", None),
        ("left-tablet", "player", "a"),
    ]
    assert (config.displays_port, config.lang) == (8090, "en")
    assert config.actor("anna") is config.actors[0]
    assert config.actor("nobody") is None


def test_the_example_that_errors_show_is_a_good_configuration(tmp_path: Path) -> None:
    assert parse_config(EXAMPLE, tmp_path).actors[0].role == "referee"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[hal]\nid = "x"', r"no section \[hal\]"),
        ('[hall]\nid = "x"\n', r"\[broker\] has no url"),
        ('[hall]\nid = "Зал"\n[broker]\nurl = "mqtt://h"', "a-z, 0-9"),
        ('[hall]\nid = "x"\ncity = "y"\n[broker]\nurl = "mqtt://h"', "no key 'city'"),
        ('[hall]\nid = 3\n[broker]\nurl = "mqtt://h"', "id has to be a text"),
        ('hall = 3\n[broker]\nurl = "mqtt://h"', "hall is a section"),
        ('[hall]\nid = "x"\n[broker]\nurl = "http://h"', "mqtt://"),
        ('[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n[actor]\nname = "n"', r"\[\[actor\]\]"),
        ('[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n[[actor]]\nname = "n"', "needs name and role"),
        ('[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n[[actor]]\nname = "n"\nrole = "king"', "no role 'king'"),
        (
            '[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n'
            '[[actor]]\nname = "n"\nrole = "admin"\n[[actor]]\nname = "n"\nrole = "admin"',
            "already",
        ),
        ('[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n[displays]\nport = 0', "out of range"),
        ('[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n[displays]\nport = true', "whole number"),
        ('[hall]\nid = "x"\n[broker]\nurl = "mqtt://h"\n[displays]\nlang = "de"', "isn't spoken"),
        ("[hall\n", "line 1"),
    ],
)
def test_a_mistake_is_told_with_file_place_and_what_would_be_right(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "luza.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=said) as told:
        load_config(file)
    assert "luza.toml: " in str(told.value)


def test_a_missing_configuration_is_told_with_an_example(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        load_config(tmp_path / "luza.toml")
