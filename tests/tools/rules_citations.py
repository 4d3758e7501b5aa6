"""Which articles of the rules a text cites, and where code, tests and scenarios do so.

A citation is an article's number as our code and titles write it: `2.1.5`, `2.1.5 a-b`, `1.5.5 a, c`, `2.1.21 case 1`,
`2.1.22.3, 4-9, 11`, `2.2.2-2.2.4`. Numbers of two parts (`1.6`) are citations only in brackets of their own.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules" / "luza_rules"
TESTS = ROOT / "tests" / "rules"
SCENARIOS = ROOT / "tests" / "scenarios"

_NUMBER = r"[12]\.\d{1,2}(?:\.\d{1,2}){0,3}(?!\.?\d)"
_LETTERS = r"[a-e](?:-[a-e])?(?![\w-])"
_CITATION = re.compile(
    rf"(?<![\w.])(?P<number>{_NUMBER})"
    rf"(?:-(?P<last>{_NUMBER}))?"
    rf"(?:\ case\ (?P<case>\d)|\ (?P<letters>{_LETTERS}(?:,\ {_LETTERS})*)(?=\s*(?:[,;:.)]|$)))?"
    r"(?P<more>(?:,\ \d{1,2}(?:-\d{1,2})?(?![\d.]))*)",
    re.VERBOSE,
)
_BRACKETS = re.compile(r"\(([^()]*)\)")


def citations(text: str) -> list[str]:
    """The articles that a text cites, one by one, in order."""
    listed = [found.span() for found in _BRACKETS.finditer(text) if not _CITATION.sub("", found[1]).strip(" ,;")]
    cited: list[str] = []
    for found in _CITATION.finditer(text):
        in_list = any(begin <= found.start() < end for begin, end in listed)
        if in_list or found["number"].count(".") > 1:
            cited += _spelled_out(found)
    return cited


def _spelled_out(found: re.Match[str]) -> Iterator[str]:
    number = found["number"]
    if found["case"]:
        yield f"{number} case {found['case']}"
    elif found["letters"]:
        for letter in _run(found["letters"], "abcde"):
            yield f"{number} {letter}"
    else:
        yield number
    stem, _, point = number.rpartition(".")
    if found["last"]:
        last = found["last"].rpartition(".")[2]
        for between in range(int(point) + 1, int(last) + 1):
            yield f"{stem}.{between}"
    if number.count(".") == 3:  # 2.1.22.3, 4-9, 11: the last parts alone
        for part in _run(found["more"].lstrip(", "), [str(n) for n in range(100)]):
            yield f"{stem}.{part}"


def _run(words: str, order: str | list[str]) -> Iterator[str]:
    for word in filter(None, words.split(", ")):
        first, _, last = word.partition("-")
        yield from order[order.index(first) : order.index(last or first) + 1]


class Place(NamedTuple):
    """Where a citation stands: a file, and the function, class or constant in it (empty: the file as a whole)."""

    file: Path
    name: str


class _Scope(NamedTuple):
    begin: int
    end: int
    name: str
    node: ast.AST


def _scopes(body: list[ast.stmt], prefix: str = "") -> Iterator[_Scope]:
    """What has a name in a module or class: functions, classes, and constants with the docstring below them."""
    for place, node in enumerate(body):
        end = node.end_lineno or node.lineno
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            begin = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
            yield _Scope(begin, end, prefix + node.name, node)
            if isinstance(node, ast.ClassDef):
                yield from _scopes(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            below = body[place + 1] if place + 1 < len(body) else None
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                end = below.end_lineno or end
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        yield _Scope(node.lineno, end, prefix + name.id, node)


class Module(NamedTuple):
    """A Python file: what has a name in it, and what it cites where."""

    file: Path
    names: frozenset[str]
    cited: tuple[tuple[str, Place], ...]
    words: tuple[tuple[str, str], ...]
    """String constants of its functions: (string, function)."""


def read_module(file: Path) -> Module:
    """A Python file's names, citations (in docstrings, comments, strings) and string constants."""
    text = file.read_text(encoding="utf-8")
    scopes = list(_scopes(ast.parse(text).body))
    cited = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE"):
            for offset, line in enumerate(token.string.splitlines()):
                around = [scope for scope in scopes if scope.begin <= token.start[0] + offset <= scope.end]
                name = min(around, key=lambda scope: scope.end - scope.begin).name if around else ""
                cited += [(article, Place(file, name)) for article in citations(line)]
    words = {
        (node.value, scope.name)
        for scope in scopes
        if isinstance(scope.node, ast.FunctionDef)
        for node in ast.walk(scope.node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return Module(file, frozenset(scope.name for scope in scopes), tuple(cited), tuple(sorted(words)))


class Scenario(NamedTuple):
    """A scenario of tests/scenarios: its file, game, title, and the articles that its title and expectations name."""

    file: Path
    game: str
    title: str
    cited: frozenset[str]


def read_scenarios() -> list[Scenario]:
    """Every scenario, in order."""
    loader = importlib.machinery.SourceFileLoader("check_matches", str(ROOT / "tests" / "tools" / "check-matches"))
    spec = importlib.util.spec_from_loader("check_matches", loader)
    assert spec is not None
    check = importlib.util.module_from_spec(spec)
    loader.exec_module(check)
    found = []
    for file in sorted(SCENARIOS.glob("*.match")):
        for title, events, wants in check.scenarios(file):
            expected: list[Any] = [((want.get("verdict") or {}).get("articles") or ()) for _, _, want in wants]
            named = {article for articles in expected for article in articles}
            found.append(Scenario(file, events[0][1].get("game", ""), title, frozenset({*citations(title), *named})))
    return found
