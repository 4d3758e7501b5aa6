"""What a walk round the table asks for and tells, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping

from luza.boards_walk import Step, Walk
from luza.watch_words import WORDS as SENSOR_WORDS
from luza.watch_words import name_of, sign_words
from luza_hardware.table_file import TableFile

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "begin": "{table}: {count} things to try. Enter passes one over, Ctrl-C ends the walk.",
        "pocket": "Let a ball fall into the pocket {}", "cushion": "Play a ball against the {} cushion ({})",
        "tip": "Strike a ball with the cue", "line": "Roll a ball across the {}", "button": "Press the button {}",
        "elsewhere": "seen there instead: {}", "missing": "not seen by {}", "unseen": "not seen", "odd": "but {}",
        "swapped": "{} and {} seem to be swapped: exchange their channels in the table file, or their plugs.",
        "good": "All {} work.", "bad": "{} of {} work. Not seen:", "board": "board {} is away: {}",
        "back": "board {} is there",
        "keeping": "Board {} keeps hits that no table has taken. It will keep those of this walk too, and give them "
        "to the next luza run: start that first.",
        "head": "head", "foot": "foot", "left": "left", "right": "right",
        "centre": "centre line", "head_string": "head string", "foot_string": "foot string",
        "of_cushion": "the cushion sensor {}", "of_tip": "the cue microphone", "of_button": "the button {}",
    },
    "ru": {
        "begin": "{table}: проверок — {count}. Enter пропускает одну, Ctrl-C завершает обход.",
        "pocket": "Опустите шар в лузу: {}", "cushion": "Пустите шар в {} борт ({})",
        "tip": "Ударьте кием по шару", "line": "Прокатите шар через {}", "button": "Нажмите кнопку {}",
        "elsewhere": "вместо этого увидели там: {}", "missing": "не видно: {}", "unseen": "не видно", "odd": "зато {}",
        "swapped": "{} и {}, похоже, перепутаны: поменяйте местами их каналы в файле стола или штекеры.",
        "good": "Работает всё, проверок: {}.", "bad": "Работает {} из {}. Не видно:",
        "board": "нет связи с платой {}: {}", "back": "плата {} на связи",
        "keeping": "Плата {} хранит срабатывания, которых не забрал ни один стол. Она сохранит и эти, и отдаст их "
        "следующему luza run: сначала запустите его.",
        "head": "передний (у дома)", "foot": "задний", "left": "левый", "right": "правый",
        "centre": "центральную линию", "head_string": "линию дома", "foot_string": "заднюю линию",
        "of_cushion": "датчик борта {}", "of_tip": "микрофон кия", "of_button": "кнопка {}",
    },
}  # fmt: skip


def asked(step: Step, lang: str) -> str:
    """What somebody is to do now."""
    words = WORDS[lang]
    sensor = step.sensors[0]
    if step.kind == "cushion":
        return words["cushion"].format(words[str(sensor.cushion)], _short(step, lang))
    if step.kind == "line":
        return words["line"].format(words[step.place])
    return words[step.kind].format(_short(step, lang))


def place(step: Step, lang: str) -> str:
    """The name of a step's place."""
    words = WORDS[lang]
    if step.kind in ("pocket", "line"):
        return _short(step, lang)
    return words[f"of_{step.kind}"].format(_short(step, lang))


def _short(step: Step, lang: str) -> str:
    if step.kind == "pocket":
        return SENSOR_WORDS[lang][step.place]
    return WORDS[lang][step.place] if step.kind == "line" else name_of(step.sensors[0], lang) or step.place


def saw(step: Step, table: TableFile, lang: str) -> str:
    """What the sensors of a step have seen, each in a few words: `beam: ball, 82 ms; mouth: passed, 95 ms`."""
    said = []
    for sensor in step.sensors:
        if sensor.id in step.seen:
            name = name_of(sensor, lang)
            words = sign_words(step.seen[sensor.id], table, lang)
            said.append(f"{name}: {words}" if len(step.sensors) > 1 else words)
    return "; ".join(said)


def lacks(step: Step, table: TableFile, lang: str) -> str:
    """What a step that wasn't done lacks, and what came in its place."""
    words = WORDS[lang]
    names = ", ".join(name_of(sensor, lang) for sensor in step.missing)
    said = [words["missing"].format(names) if len(step.sensors) > 1 else words["unseen"]]
    missing = {sensor.id for sensor in step.missing}
    odd = list(dict.fromkeys(sign_words(sign, table, lang) for sign in step.odd if sign.sensor in missing))
    if odd:
        said.append(words["odd"].format(", ".join(odd[-3:])))
    if step.elsewhere:
        said.append(words["elsewhere"].format(", ".join(place(one, lang) for one in step.elsewhere)))
    return "; ".join(said)


def verdict(walk: Walk, table: TableFile, lang: str) -> list[str]:
    """How the table is, in lines: what doesn't work, and what seems to be swapped."""
    words = WORDS[lang]
    failed, count = walk.failed, len(walk.steps)
    if not failed:
        return [words["good"].format(count)]
    lines = [words["bad"].format(count - len(failed), count)]
    lines += [f"  {place(step, lang)}: {lacks(step, table, lang)}" for step in failed]
    lines += [words["swapped"].format(place(one, lang), place(other, lang)) for one, other in walk.swapped()]
    return lines
