"""What `luza boards list`, `identify` and `set` say, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "node": "node", "uid": "board", "port": "port", "program": "program", "clock": "clock ±", "dropped": "dropped",
        "missed": "missed", "damaged": "damaged", "health": "health",
        "ms": "{:.2f} ms", "well": "well, for {}", "watchdog": "its watchdog started it anew {} ago",
        "silent": "no answer from the sensors on channels {}",
        "d": "{} d", "h": "{} h", "min": "{} min", "s": "{} s",
        "nothing": "No board is plugged in at any USB port. Boards at other ports are listed from a table file.",
        "no_nodes": "{}: the table has no boards.",
        "blinks": "board {} blinks for {} s", "stopped": "board {} blinks no more",
        "in_play": "the board is in play: waiting until it has rested for ten seconds",
        "set": "board {} runs with the new settings", "had": "board {} had these settings already",
    },
    "ru": {
        "node": "узел", "uid": "плата", "port": "порт", "program": "программа", "clock": "часы ±",
        "dropped": "потеряно", "missed": "пропущено", "damaged": "испорчено", "health": "состояние",
        "ms": "{:.2f} мс", "well": "в порядке, уже {}", "watchdog": "сторожевой таймер перезапустил её {} назад",
        "silent": "не отвечают датчики на каналах {}",
        "d": "{} д", "h": "{} ч", "min": "{} мин", "s": "{} с",
        "nothing": "В USB не вставлено ни одной платы. Платы на других портах показываются по файлу стола.",
        "no_nodes": "{}: у стола нет плат.",
        "blinks": "плата {} мигает {} с", "stopped": "плата {} больше не мигает",
        "in_play": "плата в игре: ждём, пока она отдохнёт десять секунд",
        "set": "плата {} работает с новыми настройками", "had": "у платы {} уже были эти настройки",
    },
}  # fmt: skip
