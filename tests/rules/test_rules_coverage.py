"""docs/rules-coverage.md is up to date: no article missing, none judged without code and test, none cited in error."""

from __future__ import annotations

import re

import pytest

from tests.tools.rules_citations import ROOT, citations, read_module
from tests.tools.rules_coverage import DOCUMENT, WHO, Coverage, document

SOURCE = ROOT.parent / "shared" / "rules" / "source-ru.txt"
"""The rules as they were handed to us, beside the checkout where they are."""
WANTED = re.compile(r"1\.5\.[45]$|1\.[67]$|2\.")
HEADING = re.compile(r"\s*([12]\.\d{1,2}(?:\.\d{1,2})?)\.?(?=\s|$)")
POINT = re.compile(r"\s*(\d{1,2})[.)](?!\d)")
LETTER = re.compile(r"(?:^|\s)([а-я])\)")


@pytest.fixture(scope="module")
def coverage():
    return Coverage()


def test_document_is_up_to_date(coverage):
    written = DOCUMENT.read_text(encoding="utf-8")
    assert written == document(coverage), "write it again: .venv/bin/python tests/tools/rules_coverage.py"


def test_every_article_has_its_row(coverage):
    rows = re.findall(r"^\| \*\*([^*]+)\*\* \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == ["together", *coverage.articles]


def test_list_of_articles_has_no_gap(coverage):
    numbers = [number for number in coverage.articles if " " not in number]
    for number in numbers:
        stem, _, last = number.rpartition(".")
        if last != "1" and number not in ("1.5.4", "1.6"):
            assert f"{stem}.{int(last) - 1}" in (*numbers, "1.5"), f"{number} has nobody before it"


def test_list_has_the_articles_and_points_that_the_source_numbers(coverage):
    found = numbering(SOURCE.read_text(encoding="utf-8")) if SOURCE.exists() else set(coverage.articles)
    assert found == set(coverage.articles)


def numbering(source):
    """The articles and points of the wanted sections, as the source numbers them; it prints its section 2 twice."""
    found, article, point = set(), "", ""
    for line in source.splitlines():
        heading = HEADING.match(line)
        if heading or line.startswith("2. Правила"):
            article, point = heading[1] if heading and WANTED.match(heading[1]) else "", ""
            found |= {article} - {""}
        elif article and (numbered := POINT.match(line)):
            point = f"{article} case {numbered[1]}" if article == "2.1.21" else f"{article}.{numbered[1]}"
            found.add(point)
        for letter in LETTER.findall(line) if article else ():
            # both prints have a т where the alphabet has a г
            found.add(f"{point or article} {'abcde'['абвгд'.index('г' if letter == 'т' else letter)]}")
    return found


def test_everybody_who_sees_an_article_is_known(coverage):
    for article in coverage.articles.values():
        for row in (article, *article.parts):
            assert row.who in WHO, row
            assert row.words, row


def test_everything_that_implements_an_article_exists(coverage):
    for article in coverage.articles.values():
        for row in (article, *article.parts):
            assert set(coverage.places(row)) <= set(coverage.names), row


def test_every_judged_article_has_a_place_in_the_code(coverage):
    rows = [row for article in coverage.articles.values() for row in (article, *article.parts)]
    assert [row for row in rows if row.judged and not coverage.places(row)] == []


def test_every_judged_article_is_shown_by_a_test_or_a_scenario(coverage):
    """By itself, or where it has points of its own by each judged one of them."""
    missing = []
    for number, article in coverage.articles.items():
        points = [point for point in coverage.points(number) if point.judged]
        shown = coverage.shown(number).total or (points and all(coverage.shown(one.number).total for one in points))
        if article.judged and not shown:
            missing.append(number)
    assert missing == []


def test_every_judged_part_of_an_article_names_tests_or_scenarios_that_exist(coverage):
    parts = [part for article in coverage.articles.values() for part in article.parts if part.judged]
    assert [part for part in parts if not part.shown] == []
    assert [name for part in parts for name in part.shown if coverage.test_named(name) is None] == []


def test_every_article_cited_by_rules_tests_and_scenarios_exists(coverage):
    assert [(number, where) for number, where in coverage.cited_in_sources() if number not in coverage.articles] == []


@pytest.mark.parametrize("room", ["controller/luza", "hardware/luza_hardware", "mqtt/luza_mqtt", "tests"])
def test_every_article_cited_elsewhere_in_the_code_exists(coverage, room):
    files = [file for file in sorted((ROOT / room).rglob("*.py")) if file.name != "test_rules_coverage.py"]
    cited = [(number, place) for file in files for number, place in read_module(file).cited]
    assert [(number, place) for number, place in cited if number not in coverage.articles] == []


@pytest.mark.parametrize("path", ["rules/README.md", "docs/glossary.md", "docs/contract/match-log.md"])
def test_every_article_cited_in_the_docs_exists(coverage, path):
    cited = citations((ROOT / path).read_text(encoding="utf-8"))
    assert [number for number in cited if number not in coverage.articles] == []


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("a foul (2.1.22.12)", ["2.1.22.12"]),
        ("both (2.1.5 a-b, 2.2.5)", ["2.1.5 a", "2.1.5 b", "2.2.5"]),
        ("ends (1.6, 1.5.5 b-c)", ["1.6", "1.5.5 b", "1.5.5 c"]),
        ("lost (1.5.5 a, c)", ["1.5.5 a", "1.5.5 c"]),
        ("an error (2.1.21 case 1)", ["2.1.21 case 1"]),
        ("fouls (2.1.2, 2.1.22.3, 4-6, 11)", ["2.1.2", *(f"2.1.22.{n}" for n in (3, 4, 5, 6, 11))]),
        ("the frame (2.2.2-2.2.4)", ["2.2.2", "2.2.3", "2.2.4"]),
        ("see 2.1.5 a little further", ["2.1.5"]),
        ("2.1.11.2 a: a touch", ["2.1.11.2 a"]),
        ("by 2.4 and at 1.5 s (about 1.6 m)", []),
        ("http://192.168.7.20:8080", []),
    ],
)
def test_citations(text, cited):
    assert citations(text) == cited
