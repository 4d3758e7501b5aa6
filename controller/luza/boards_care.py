"""`luza boards identify` and `luza boards set`: what one board is asked to do."""

from __future__ import annotations

from pathlib import Path

from luza.boards_flash import BACK_WITHIN_S, check_settings
from luza.boards_talk import THERE_WITHIN_S, Talk
from luza.boards_words import WORDS
from luza.errors import UserError
from luza_hardware.board_news import BoardDown, BoardReboot, BoardUp, SettingsPut

IN_PLAY_FOR_S = 12.0
"""A board takes the table for in play until ten seconds after a controller's last word."""

RESTARTS_WITHIN_S = 2.0
"""A board with new settings starts anew half a second after it has said so; one that had them already doesn't."""


def identify(where: str, seconds: int, lang: str) -> int:
    """Let the board at this port, or with this id, blink for so long (0: stop); exit status 0."""
    with Talk(where) as talk:
        up = talk.greeted()
        talk.board.identify(seconds)
    print(WORDS[lang]["blinks" if seconds else "stopped"].format(up.uid, seconds))
    return 0


def put(where: str, path: Path, lang: str) -> int:
    """Put the settings of this file on the board, and wait until it runs with them; exit status 0.

    UserError: the settings can't be used, the board isn't there, stays in play, refuses them, or doesn't come back.
    Until it has taken them it keeps those it had.
    """
    text = check_settings(path).encode()
    words = WORDS[lang]
    with Talk(where) as talk:
        up = talk.greeted()
        answer = _taken(talk, text, words["in_play"])
        if not answer.taken:
            raise UserError(f"{path}: board {up.uid} does not take it: {answer.words}")
        gone = talk.until((BoardDown, BoardReboot), RESTARTS_WITHIN_S)
        if gone is None:
            print(words["had"].format(up.uid))
            return 0
        if talk.until(BoardUp, BACK_WITHIN_S) is None:
            raise UserError(f"board {up.uid} has the settings, but does not come back; pull its plug, put it in again")
    print(words["set"].format(up.uid))
    return 0


def _taken(talk: Talk, text: bytes, wait: str) -> SettingsPut:
    """The board's answer. One that is in play is asked until it no longer is, or somebody plays on."""
    answer = _asked(talk, text)
    if answer.in_play:
        print(wait, flush=True)
        talk.until(BoardDown, IN_PLAY_FOR_S)
        answer = _asked(talk, text)
    return answer


def _asked(talk: Talk, text: bytes) -> SettingsPut:
    talk.board.put_settings(text)
    answer = talk.until(SettingsPut, THERE_WITHIN_S)
    if answer is None:
        raise UserError("the board does not answer to settings; put this Luza's firmware on it: luza boards flash")
    return answer
