#!/usr/bin/env python3
"""Writes docs/rules-coverage.md: every article, what implements it, which tests show it, what only a person can see.

The articles are listed in rules/coverage/articles.toml; the rest is found in luza_rules, tests/rules and scenarios.

usage: .venv/bin/python tests/tools/rules_coverage.py
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from luza_rules.articles import GENERAL  # noqa: E402
from luza_rules.games import GAMES  # noqa: E402
from tests.tools.rules_citations import RULES, TESTS, Place, read_module, read_scenarios  # noqa: E402

ARTICLES = ROOT / "rules" / "coverage" / "articles.toml"
DOCUMENT = ROOT / "docs" / "rules-coverage.md"
OWN_TEST = "test_rules_coverage.py"
"""The test of this program, which cites articles as examples."""
DECIDING = ("counting", "correcting", "frames", "judging", "safety")
"""The modules in which a topic's name means that the topic is decided there."""
TELLING = ("_why", "_counting_topics", "_open")
"""Functions of theirs that only tell what was decided."""
WHO = {"judge": "the judge", "told": "a person says so", "person": "**a person only**", "organiser": "the organiser"}


class Article(NamedTuple):
    """An article, a lettered or numbered point of one, or (without a number) a part of the article before it."""

    number: str
    who: str
    words: str
    said: str = ""
    code: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    parts: tuple[Article, ...] = ()

    @property
    def judged(self) -> bool:
        """Whether the judge is said to implement it."""
        return self.who in ("judge", "told")


def read_articles() -> dict[str, list[Article]]:
    """The list of articles: section -> its articles, in order."""
    sections = tomllib.loads(ARTICLES.read_text(encoding="utf-8"))
    return {title: [_article(number, row) for number, row in rows.items()] for title, rows in sections.items()}


def _article(number: str, row: Mapping[str, Any]) -> Article:
    parts = tuple([_article("", part) for part in row.get("parts", ())])
    lists = {field: tuple(row.get(field, ())) for field in ("code", "shown")}
    return Article(number, **{**row, **lists, "parts": parts})


class Shown(NamedTuple):
    """What shows an article: scenarios (file -> titles) and test functions (file -> names)."""

    scenarios: dict[Path, list[str]]
    tests: dict[Path, list[str]]

    @property
    def total(self) -> int:
        return sum(map(len, self.scenarios.values())) + sum(map(len, self.tests.values()))


class Coverage:
    """What code, tests and scenarios say about articles."""

    def __init__(self) -> None:
        self.sections = read_articles()
        self.articles = {article.number: article for rows in self.sections.values() for article in rows}
        self.modules = {file.stem: read_module(file) for file in sorted(RULES.glob("*.py"))}
        self.test_modules = [read_module(file) for file in sorted(TESTS.glob("test_*.py")) if file.name != OWN_TEST]
        self.scenarios = read_scenarios()
        self.names = {f"{stem}.{name}": Place(m.file, name) for stem, m in self.modules.items() for name in m.names}
        self._places = self._found_in_code()
        self._topics = _topics()
        self._shown = self._found_in_tests()

    def _found_in_code(self) -> dict[str, list[str]]:
        places: dict[str, list[str]] = defaultdict(list)
        for stem, module in self.modules.items():
            for number, place in module.cited:
                named = f"{stem}.{place.name}"
                if place.name and named not in places[number] and place.name != "GENERAL":
                    places[number].append(named)
        return places

    def _found_in_tests(self) -> dict[str, Shown]:
        shown: dict[str, Shown] = defaultdict(lambda: Shown(defaultdict(list), defaultdict(list)))
        chapters = {game.id: game.article for game in GAMES.values()}
        for file, game, title, cited in self.scenarios:
            for number in {*cited, chapters.get(game, "")} - {""}:
                shown[number].scenarios[file].append(title)
        for module in self.test_modules:
            for number, place in module.cited:
                names = shown[number].tests[place.file]
                if place.name.startswith("test_") and place.name not in names:
                    names.append(place.name)
        return shown

    def cited_in_sources(self) -> Iterator[tuple[str, str]]:
        """Every article cited by rules, tests and scenarios, with who cites it."""
        for module in [*self.modules.values(), *self.test_modules]:
            for number, place in module.cited:
                yield number, f"{place.file.name} {place.name}"
        for file, _, title, cited in self.scenarios:
            for number in cited:
                yield number, f"{file.name}: {title}"

    def points(self, number: str) -> list[Article]:
        """The lettered and numbered points of an article."""
        return [
            a for name, a in self.articles.items() if name.startswith((f"{number} ", f"{number}.")) and name != number
        ]

    def topics(self, number: str) -> list[str]:
        """The topics under which verdicts cite an article."""
        return self._topics.get(number, [])

    def places(self, article: Article) -> list[str]:
        """What implements it: named by the list, citing it, or deciding a topic of it; each once."""
        found = list(article.code)
        for topic in self.topics(article.number):
            for stem in DECIDING:
                words = self.modules[stem].words if stem in self.modules else ()
                found += [f"{stem}.{name}" for word, name in words if word == topic and name not in TELLING]
        if article.number:
            found += self._places.get(article.number, [])
        return list(dict.fromkeys(found))

    def shown(self, number: str) -> Shown:
        """What shows an article."""
        return self._shown.get(number, Shown({}, {}))

    def test_named(self, name: str) -> Path | None:
        """The file of a test function, or of a scenario by its title without articles; null where there is none."""
        files = [module.file for module in self.test_modules if name in module.names]
        files += [file for file, _, title, _ in self.scenarios if _bare(title) == name]
        return files[0] if files else None


def _topics() -> dict[str, list[str]]:
    """Article -> the topics that verdicts cite it for (`luza_rules.articles`)."""
    topics: dict[str, list[str]] = defaultdict(list)
    for spoken in (GENERAL, *[game.articles for game in GAMES.values()]):
        for topic, number in spoken.items():
            if topic not in topics[number]:
                topics[number].append(topic)
    return topics


def _bare(title: str) -> str:
    """A scenario's title without the articles behind it."""
    return title.rpartition(" (")[0] if title.endswith(")") else title


def document(coverage: Coverage) -> str:
    """The document's text."""
    lines = [
        "# Rules coverage",
        "",
        "Written by `.venv/bin/python tests/tools/rules_coverage.py` from the list of articles",
        f"([articles.toml]({_link(ARTICLES)})), the code and the tests. Don't edit it: write it again.",
        "",
        "Every article of sections 2.1–2.11 and of 1.5.4, 1.5.5, 1.6 and 1.7, with its lettered and numbered points;",
        "rows without a number are what stands in the article above without one of its own.",
        "",
        "- **the judge**: it follows from what the log has said so far.",
        "- **a person says so**: a person (or a sensor) sees it, the log says it, the judge does the rest.",
        "- **a person only**: nothing in the log says so, and nothing follows from it.",
        "- **the organiser**: outside a match.",
        "",
        "What implements it: the topics under which verdicts cite the article (*in italics*), and the functions and",
        "constants of [luza_rules](../rules/luza_rules) that decide it.",
        "What shows it is listed [below](#what-shows-it).",
        "",
        *_summary(coverage),
    ]
    for title, rows in coverage.sections.items():
        lines += ["", f"## {title}", "", "| article | what it says | who sees it | what implements it | shown by |"]
        lines += ["| --- | --- | --- | --- | --- |"]
        for article in rows:
            lines.append(_row(coverage, article))
            lines += [_row(coverage, part) for part in article.parts]
    lines += ["", "## What shows it", ""]
    lines += [
        "Scenarios and tests that cite an article; for a game's chapter, the scenarios that are played in it.",
        "",
    ]
    for number in coverage.articles:
        lines += _listed(coverage, number)
    return "\n".join(lines) + "\n"


def _summary(coverage: Coverage) -> list[str]:
    head = "| section | articles and points | judged | shown by tests | a person only | the organiser |"
    lines = [head, "| --- | --- | --- | --- | --- | --- |"]
    total = [0] * 5
    for title, rows in coverage.sections.items():
        counts = [
            len(rows),
            sum(article.judged for article in rows),
            sum(_is_shown(coverage, article) for article in rows if article.judged),
            sum(article.who == "person" for article in rows),
            sum(article.who == "organiser" for article in rows),
        ]
        total = [sum(pair) for pair in zip(total, counts, strict=True)]
        lines.append(f"| {title} | {' | '.join(map(str, counts))} |")
    lines.append(f"| **together** | {' | '.join(map(str, total))} |")
    parts = [part for article in coverage.articles.values() for part in article.parts]
    person, organiser = (sum(part.who == who for part in parts) for who in ("person", "organiser"))
    judged = sum(part.judged for part in parts)
    told = f"{judged} judged, {person} for a person only, {organiser} for the organiser."
    return [*lines, "", f"Besides, {len(parts)} parts without a number: {told}"]


def _is_shown(coverage: Coverage, article: Article) -> bool:
    return any(coverage.shown(one.number).total for one in (article, *coverage.points(article.number)))


def _row(coverage: Coverage, article: Article) -> str:
    number = f"**{article.number}**" if article.number else ""
    who = WHO[article.who] + (f": {article.said}" if article.said else "")
    topics = [f"*{topic}*" for topic in coverage.topics(article.number)]
    places = [f"[`{name}`]({_link(coverage.names[name].file)})" for name in coverage.places(article)]
    code = ", ".join([*topics, *places]) if article.judged or article.code else ""
    return f"| {number} | {article.words} | {who} | {code} | {_count(coverage, article)} |"


def _count(coverage: Coverage, article: Article) -> str:
    if article.shown:
        return "; ".join([_named(coverage, name) for name in article.shown])
    shown = coverage.shown(article.number)
    if not shown.total:
        return (
            "its points" if any(coverage.shown(point.number).total for point in coverage.points(article.number)) else ""
        )
    told = [
        f"{many} {word}{'' if many == 1 else 's'}"
        for found, word in ((shown.scenarios, "scenario"), (shown.tests, "test"))
        if (many := sum(map(len, found.values())))
    ]
    return f"[{', '.join(told)}](#{_anchor(article.number)})"


def _named(coverage: Coverage, name: str) -> str:
    file = coverage.test_named(name)
    text = f"`{name}`" if name.startswith("test_") else name
    return f"[{text}]({_link(file)})" if file else text


def _listed(coverage: Coverage, number: str) -> list[str]:
    shown = coverage.shown(number)
    if not shown.total:
        return []
    lines = [f'- <a id="{_anchor(number)}"></a>**{number}**']
    for file, titles in _in_order(shown.scenarios):
        told = [_bare(title) for title in titles]
        if number in {game.article for game in GAMES.values()}:
            told = [f"{len(titles)} scenario{'' if len(titles) == 1 else 's'}"]
        lines.append(f"  - [{file.name}]({_link(file)}): {'; '.join(told)}")
    for file, names in _in_order(shown.tests):
        lines.append(f"  - [{file.name}]({_link(file)}): {', '.join([f'`{name}`' for name in names])}")
    return lines


def _in_order(found: Mapping[Path, list[str]]) -> Iterable[tuple[Path, list[str]]]:
    return sorted((file, names) for file, names in found.items() if names)


def _anchor(number: str) -> str:
    return "article-" + number.replace(".", "-").replace(" ", "-")


def _link(file: Path) -> str:
    return Path(os.path.relpath(file, DOCUMENT.parent)).as_posix()


if __name__ == "__main__":
    DOCUMENT.write_text(document(Coverage()), encoding="utf-8")
