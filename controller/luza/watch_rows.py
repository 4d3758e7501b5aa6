"""A table's sensors as a picture: a row for each, in groups by pocket and by kind. Pure; the terminal shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from luza.watch_state import Seen, Watched
from luza.watch_words import WORDS, name_of, place_of, sign_words, span
from luza_hardware.table_file import Sensor
from luza_hardware.table_words import KINDS, POCKETS

BAR = 8  # characters of a peak's bar: full scale
FRESH_S = 1.0
_EIGHTHS = " ▏▎▍▌▋▊▉"
_LEVEL_WORDS = {"rest": "rest", "button": "button"}  # kinds whose levels have words of their own; the others are beams
_PEAKS = frozenset({"cushion", "tip"})
_BAD, _ODD = "bold red", "yellow"


class Row(NamedTuple):
    """One sensor: `place` is empty where it is that of the row above; what is a Text has its colours."""

    sensor: str
    place: str
    name: str
    now: Text
    ago: Text
    rate: str
    said: Text


def rows(watched: Watched, now: float, lang: str, newest_first: bool = False) -> list[Row]:
    """The rows at table time `now`: by place, or with what was heard of last on top."""
    found = sorted(watched.sensors.values(), key=lambda seen: _order(seen.sensor))
    if newest_first:
        found.sort(key=lambda seen: -1.0 if seen.t is None else seen.t, reverse=True)
    out: list[Row] = []
    before = ""
    for seen in found:
        place = place_of(seen.sensor, lang)
        out.append(
            Row(
                sensor=seen.sensor.id,
                place="" if place == before else place,
                name=name_of(seen.sensor, lang),
                now=_now(seen, lang),
                ago=_ago(seen, now, lang),
                rate=str(seen.rate(now) or ""),
                said=_said(watched, seen, now, lang),
            )
        )
        before = place
    return out


def picture(shown: Sequence[Row], lang: str) -> Table:
    """The rows with their heads."""
    words = WORDS[lang]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", expand=False)
    table.add_column(words["place"], no_wrap=True, style="bold")
    table.add_column(words["sensor"], no_wrap=True)
    table.add_column(words["now"], no_wrap=True, min_width=14)  # so that columns stand still while values change
    table.add_column(words["ago"], no_wrap=True, min_width=6, justify="right")
    table.add_column(words["rate"], no_wrap=True, justify="right")
    table.add_column(words["seen"])  # the one that gives way in a narrow terminal: its cells are cut, see `_said`
    for row in shown:
        table.add_row(*row[1:])
    return table


def latest(watched: Watched, now: float, lang: str, count: int) -> Text:
    """The last signs, newest first, a line each."""
    lines = []
    for sign in list(watched.told)[-count:][::-1]:
        sensor = watched.sensors[sign.sensor].sensor
        where = ", ".join(filter(None, (place_of(sensor, lang), name_of(sensor, lang))))
        lines.append(f"{span(max(0.0, now - sign.t), lang):>7}  {where}: {sign_words(sign, watched.table, lang)}")
    return Text("\n".join(lines), no_wrap=True, overflow="ellipsis")


def boards_line(watched: Watched, lang: str) -> Text:
    """How the boards fare, in one line; empty while nothing is known of any."""
    words = WORDS[lang]
    line = Text(no_wrap=True, overflow="ellipsis")
    for node, board in watched.boards.items():
        if board.up is None and not board.lost:
            continue
        line.append(f"{node} ", "bold")
        line.append(words["away" if board.up is False else "there"], _BAD if board.up is False else "green")
        if board.why and not board.up:
            line.append(f" ({board.why})", _BAD)
        if board.lost:
            line.append(f" · {words['lost'].format(board.lost)}", _ODD)
        line.append("   ")
    return Text.assemble((f"{words['boards']}: ", "dim"), line) if line else line


def _order(sensor: Sensor) -> tuple[int, int]:
    """Pockets first, round the table, with each one's sensors together; then kind by kind, as the file has them."""
    kind = list(KINDS).index(sensor.kind)
    return (POCKETS.index(sensor.pocket), kind) if sensor.pocket is not None else (len(POCKETS) + kind, 0)


def _ago(seen: Seen, now: float, lang: str) -> Text:
    """How long ago the last hit was; one of just now catches the eye."""
    if seen.t is None:
        return Text()
    ago = max(0.0, now - seen.t)
    return Text(span(ago, lang), "bold green" if ago < FRESH_S else "")


def _now(seen: Seen, lang: str) -> Text:
    kind, value = seen.sensor.kind, seen.value
    if value is None:
        return Text("–", "dim")
    if kind in _PEAKS:
        return Text.assemble(f"{value:.2f} ", (bar(value), "cyan"))
    if kind == "colour":
        return Text.assemble(("██", f"rgb({value[0]},{value[1]},{value[2]})"), f" {value[0]},{value[1]},{value[2]}")
    if kind == "tag":
        return Text(value)
    words = WORDS[lang][f"{_LEVEL_WORDS.get(kind, 'beam')} {value}"]
    return Text(f"● {words}", "bold") if value else Text(f"○ {words}")


def bar(part: float) -> str:
    """A part of full scale (0–1) as a bar of up to BAR characters."""
    eighths = round(part * BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _said(watched: Watched, seen: Seen, now: float, lang: str) -> Text:
    """What stands in the way of believing the sensor, or what it saw last."""
    words, style = _doubt(watched, seen, now, lang)
    if not words and seen.sign is not None:
        words = sign_words(seen.sign, watched.table, lang)
    return Text(words, style, no_wrap=True, overflow="ellipsis")


def _doubt(watched: Watched, seen: Seen, now: float, lang: str) -> tuple[str, str]:
    """Why the sensor is not to be believed just now, in words, and their colour; both are empty where it is."""
    words = WORDS[lang]
    board = watched.boards.get(seen.sensor.node or "")
    if board is not None and board.up is False:
        return words["board"], _BAD
    if board is not None and seen.sensor.channel in board.silent:
        return words["silent"], _BAD
    if seen.storming:
        return words["storming"], _BAD
    blocked = seen.blocked_for(now)
    if blocked is not None:
        return words["blocked"].format(span(blocked, lang)), _ODD
    return ("", "") if seen.t is not None else (words["unheard"], "dim")
