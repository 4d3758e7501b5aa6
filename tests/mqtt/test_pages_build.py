"""The build hook of the pages: when it works, and what it may fetch."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(path: Path, *, age_s: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    os.utime(path, (1e9 - age_s, 1e9 - age_s))


def test_pages_are_built_again_when_a_source_is_newer(hook: ModuleType, tmp_path: Path) -> None:
    pages, web = tmp_path / "pages", tmp_path / "web"
    make(pages / "package.json", age_s=50)
    make(pages / "src" / "words" / "ru.ts", age_s=40)
    assert not hook.is_current(pages, web)
    make(web / "index.html", age_s=30)
    assert hook.is_current(pages, web)
    make(pages / "src" / "words" / "ru.ts", age_s=20)
    assert not hook.is_current(pages, web)


def test_a_failing_build_says_what_failed(hook: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "t", "scripts": {"build": "echo the reason; exit 3"}}')
    with pytest.raises(SystemExit, match=r"(?s)could not be built: `npm run build` in .* ended with 3.*the reason"):
        hook.npm(tmp_path, "run", "build")


def test_the_lock_names_no_registry_and_pins_all_by_content() -> None:
    lock = json.loads((ROOT / "mqtt" / "pages" / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name != ""}
    assert packages
    assert not any("resolved" in package for package in packages.values())
    assert all("integrity" in package for package in packages.values())
