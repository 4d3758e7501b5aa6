"""`luza table check`: what a table file lets the judge see, and what stays with the referee."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.padding import Padding

from luza.errors import UserError
from luza.table_sight import ALWAYS_PERSON, GRADES, TOPICS, faults, sight_of, unheard_miss
from luza.table_words import TOPIC_WORDS, WORDS
from luza.watch_words import WORDS as PLACES
from luza_hardware.table_file import TableFile, TableFileError, load_table


def check(path: Path, lang: str) -> int:
    """Tell it. Exit status 0, 1 when something in the file is surely not meant; UserError: the file can't be read."""
    try:
        table = load_table(path)
    except TableFileError as error:
        raise UserError(str(error)) from None
    # in a pipe lines are whole, as grep wants them
    console = Console(highlight=False, markup=False, soft_wrap=not Console().is_terminal)
    for indent, line in told(table, lang):
        console.print(Padding(line, (0, 0, 0, indent)) if console.is_terminal else " " * indent + line)
    return 1 if faults(table) else 0


def told(table: TableFile, lang: str) -> Iterator[tuple[int, str]]:
    """The lines, each with its indent: topics under their grades, who says a miss, and what is to mend."""
    words, topics, sight = WORDS[lang], TOPIC_WORDS[lang], sight_of(table)
    pins = sum(sensor.gpio is not None for sensor in table.sensors)
    yield (
        0,
        words["head"].format(
            name=table.name, id=table.id, sensors=len(table.sensors), nodes=len(table.nodes), pins=pins
        ),
    )
    for grade in GRADES:
        of_grade = [(key, topic) for key, topic in TOPICS.items() if topic.grade(sight) == grade]
        if of_grade:
            yield 0, f"{words[grade]}:"
        for key, topic in of_grade:
            yield 2, f"{topics[key]['what']}: {topics[key][grade]} ({', '.join(topic.articles)})"
    yield 0, f"{words['always']} ({', '.join(ALWAYS_PERSON)})."
    if unheard_miss(sight):
        yield 0, words["miss"].format(how=who_says_a_miss(table, lang))
    wrong = faults(table)
    for what, place in wrong:
        yield 0, words[what].format(PLACES[lang].get(place, place))
    if not wrong:
        yield 0, words["good"]


def who_says_a_miss(table: TableFile, lang: str) -> str:
    """The button that stands for a bare stroke, or that there is none."""
    for button in table.of_kind("button"):
        if button.event == "stroke" and not button.args:
            return WORDS[lang]["button"].format(button.id)
    return WORDS[lang]["panel"]
