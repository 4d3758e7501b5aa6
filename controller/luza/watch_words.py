"""What people who look at a table's sensors read: places, kinds, levels and signs, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping

from luza.signs import Sign
from luza_hardware.table_file import Sensor, TableFile

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        # columns
        "place": "place", "sensor": "sensor", "now": "now", "ago": "ago", "rate": "/min", "seen": "seen last",
        # kinds of sensors, and the places of those that are no pocket's
        "beam": "beam", "mouth": "mouth", "colour": "colour", "tag": "tag", "cushion": "cushions", "line": "lines",
        "tip": "cue tip", "rest": "rest", "button": "buttons",
        "head_left": "head left", "head_right": "head right", "side_left": "side left", "side_right": "side right",
        "foot_left": "foot left", "foot_right": "foot right",
        # levels
        "beam 0": "clear", "beam 1": "broken", "rest 0": "moving", "rest 1": "at rest", "button 0": "released",
        "button 1": "pressed",
        # signs
        "ball": "ball", "two_balls": "two balls, or a slow one", "hand": "hand", "came_back": "came back out",
        "flicker": "flicker", "storm": "flickers without end", "passed": "passed", "crossed": "ball crossed",
        "stood": "blocked", "touch": "touch", "rang": "rang with {}", "faint": "too soft", "strike": "cue",
        "click": "click", "read": "reads {}", "strange": "no known ball: {}", "rest_sign": "balls rest",
        "moving": "balls move", "pressed": "pressed: {}", "chatter": "chatter ×{}",
        "cue": "cue ball", "object": "object ball", "number": "ball {}",
        # doubts
        "unheard": "not heard yet", "storming": "not believed: flickers", "blocked": "blocked for {}",
        "board": "its board is away", "silent": "does not answer its board",
        # time
        "ms": "ms", "s": "s", "min": "min", "h": "h", "point": ".",
        # boards
        "boards": "boards", "there": "there", "away": "away", "lost": "{} hits lost",
        # keys and states
        "quit": "Quit", "pause": "Pause", "next": "Next hit", "faster": "Faster", "slower": "Slower",
        "order": "Newest first", "paused": "paused", "ended": "end of recording",
    },
    "ru": {
        "place": "место", "sensor": "датчик", "now": "сейчас", "ago": "назад", "rate": "/мин", "seen": "что видел",
        "beam": "горло", "mouth": "створ", "colour": "цвет", "tag": "метка", "cushion": "борта", "line": "линии",
        "tip": "кий", "rest": "покой", "button": "кнопки",
        "head_left": "левая у дома", "head_right": "правая у дома", "side_left": "средняя левая",
        "side_right": "средняя правая", "foot_left": "дальняя левая", "foot_right": "дальняя правая",
        "beam 0": "свободен", "beam 1": "перекрыт", "rest 0": "движение", "rest 1": "покой", "button 0": "отпущена",
        "button 1": "нажата",
        "ball": "шар", "two_balls": "два шара или медленный", "hand": "рука", "came_back": "шар вышел обратно",
        "flicker": "мелькнуло", "storm": "мигает без конца", "passed": "прошёл", "crossed": "шар пересёк",
        "stood": "закрыт", "touch": "касание", "rang": "отзвук от {}", "faint": "слишком тихо", "strike": "удар кия",
        "click": "щелчок", "read": "читает: {}", "strange": "незнакомый шар: {}", "rest_sign": "шары стоят",
        "moving": "шары катятся", "pressed": "нажата: {}", "chatter": "дребезг ×{}",
        "cue": "биток", "object": "шар", "number": "шар {}",
        "unheard": "ещё не слышно", "storming": "мигает, ему не верят", "blocked": "закрыт {}",
        "board": "нет связи с платой", "silent": "не отвечает своей плате",
        "ms": "мс", "s": "с", "min": "мин", "h": "ч", "point": ",",
        "boards": "платы", "there": "на связи", "away": "нет связи", "lost": "потеряно срабатываний: {}",
        "quit": "Выход", "pause": "Пауза", "next": "Дальше", "faster": "Быстрее", "slower": "Медленнее",
        "order": "Новые сверху", "paused": "пауза", "ended": "конец записи",
    },
}  # fmt: skip

_BREAKS = frozenset({"ball", "two_balls", "hand", "came_back", "flicker", "passed", "crossed", "stood"})


def place_of(sensor: Sensor, lang: str) -> str:
    """Where a sensor stands: its pocket, or what kind of thing it belongs to."""
    return WORDS[lang][sensor.pocket or sensor.kind]


def name_of(sensor: Sensor, lang: str) -> str:
    """A sensor's name beside its place: a pocket has one of each kind, the others have their ids."""
    if sensor.pocket is not None:
        return WORDS[lang][sensor.kind]
    return "" if sensor.id == sensor.kind else sensor.id.removeprefix(f"{sensor.kind}.")


def sign_words(sign: Sign, table: TableFile, lang: str) -> str:
    """A sign in a few words."""
    words = WORDS[lang]
    said = words["rest_sign" if sign.what == "rest" else sign.what]
    if sign.what == "rang" and sign.other is not None:
        said = said.format(name_of(table.sensor(sign.other), lang))
    elif sign.what == "read" and sign.other is not None:
        said = said.format(words.get(sign.other) or words["number"].format(sign.other))
    elif sign.other is not None:
        said = said.format(sign.other)
    if sign.what in _BREAKS and sign.size is not None:
        said += f", {span(sign.size, lang)}"
    if sign.chatter:
        said += f", {words['chatter'].format(sign.chatter)}"
    return said


def span(seconds: float, lang: str) -> str:
    """A length of time, no finer than anybody wants to know."""
    words = WORDS[lang]
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} {words['ms']}"
    if seconds < 9.95:
        return f"{seconds:.1f} {words['s']}".replace(".", words["point"])
    if seconds < 90:
        return f"{seconds:.0f} {words['s']}"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} {words['min']}"
    return f"{seconds / 3600:.0f} {words['h']}"
