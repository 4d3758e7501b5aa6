"""The rules' words in English and Russian: fouls, pockets, places, how many of what, and templates of sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from luza_rules.words import CUE, OBJECT, UNKNOWN, Ball


class Wording(NamedTuple):
    """One language. `counts` are the forms of a counted noun; `sentences` templates by what they tell."""

    fouls: Mapping[int, str]
    pockets: Mapping[str, str]
    places: Mapping[str, str]
    balls: Mapping[str, str]
    numbered: tuple[str, str]
    """'ball 5', 'balls 5, 9': the noun before one number and before several."""
    nouns: Mapping[str, Sequence[str]]
    sentences: Mapping[str, str]
    open: Mapping[str, str]
    events: Mapping[str, str]
    joined: str

    def ball(self, ball: Ball) -> str:
        """One ball by name: 'the cue ball', 'ball 5'."""
        return self.balls[ball] if isinstance(ball, str) else f"{self.numbered[0]} {ball}"

    def many(self, number: int, noun: str) -> str:
        """'1 ball', '3 balls'; Russian has three forms."""
        return f"{number} {self.nouns[noun][_form(number, len(self.nouns[noun]))]}"

    def group(self, balls: Sequence[Ball]) -> str:
        """Balls that share a fate: 'the cue ball, balls 2, 5, 2 balls'."""
        parts = [self.balls[CUE]] if CUE in balls else []
        numbers = [str(ball) for ball in balls if isinstance(ball, int)]
        if numbers:
            parts.append(f"{self.numbered[len(numbers) > 1]} {', '.join(numbers)}")
        alike = sum(ball == OBJECT for ball in balls)
        if alike:
            parts.append(self.many(alike, "ball"))
        unnamed = sum(ball == UNKNOWN for ball in balls)
        if unnamed:
            parts.append(self.many(unnamed, "unknown"))
        return ", ".join(parts[:-1]) + self.joined + parts[-1] if len(parts) > 1 else parts[0]


def _form(number: int, forms: int) -> int:
    if forms == 2:
        return 0 if number == 1 else 1
    tens, ones = number % 100, number % 10
    if ones == 1 and tens != 11:
        return 0
    return 1 if 2 <= ones <= 4 and not 12 <= tens <= 14 else 2


EN = Wording(
    fouls={
        1: "the cue ball met no object ball",
        2: "the cue ball left the table",
        3: "the stroke was played before the last one had ended",
        4: "a ball was touched",
        5: "improper hit on the cue ball",
        6: "no foot was on the floor",
        7: "improper stroke on a frozen cue ball",
        8: "push or press shot",
        9: "double hit",
        10: "from hand, a ball in the house was touched before the cue ball had left it",
        11: "the ball struck was not the cue ball",
        12: "the cue ball was pocketed",
        13: "illegal safety",
        14: "the cue ball was placed or struck outside the house, or the striker leaned out of it",
        15: "interference with the opponent's play",
    },
    pockets={
        "head_left": "head left", "head_right": "head right", "side_left": "side left", "side_right": "side right",
        "foot_left": "foot left", "foot_right": "foot right",
    },
    places={
        "foot_spot": "on the foot spot",
        "foot_cushion": "against the middle of the foot cushion",
    },
    balls={CUE: "the cue ball", OBJECT: "a ball", UNKNOWN: "an unknown ball"},
    numbered=("ball", "balls"),
    nouns={
        "ball": ("ball", "balls"), "unknown": ("unknown ball", "unknown balls"), "point": ("point", "points"),
    },
    sentences={
        "foul": "Foul {number}: {what} ({article}).",
        "counted": "Counted: {balls} ({article}).",
        "points": "Counted, {points}: {balls} ({article}).",
        "nothing": "No ball counted: the turn passes ({article}).",
        "safety": "No ball counted; a legal safety ({article}).",
        "safety_open": "No ball counted; the safety is presumed legal ({article}).",
        "attempt": "No ball counted; a fair attempt at a pocket, so no safety was needed ({article}).",
        "with_foul": "Pocketed with a foul, so not counted: {balls} ({article}).",
        "call": "The called ball was not played into its called pocket, so not counted: {balls} ({article}).",
        "no_call": "Nothing was called, so not counted: {balls} ({article}).",
        "hand": "From hand, no ball properly took a far corner pocket, so not counted: {balls} ({article}).",
        "not_left": "The struck ball had not left the house, so not counted: {balls} ({article}).",
        "not_counted": "Not counted: {balls} ({article}).",
        "rolled": "Rolled along the cushion, so not counted, and the turn passes: {balls} ({article}).",
        "rolled_too": "A ball rolled along the cushion doesn't count, and the turn passes ({article}).",
        "debt": "The debt is paid from the balls counted ({article}).",
        "penalty_points": "Penalty: {points} from the offender to the other player ({article}).",
        "penalty_ball": "Penalty: one ball off the offender's shelf ({article}).",
        "penalty_owed": "Penalty: one ball; the shelf is empty, so it is owed from the next ball counted ({article}).",
        "opponent": "The striker's opponent interfered and is penalised ({article}).",
        "both": "The striker pays for the foul as well ({article}).",
        "cue_place": "The cue ball's place is the middle of the house's short cushion ({article}).",
        "spot": "Back on the table, {place}: {balls} ({article}).",
        "remove": "For the cue ball the opponent points at a ball, which leaves the table ({article}).",
        "spin": "The ball that fell by its own spin belongs to this stroke ({article}).",
        "not_in_play": "The cue ball neither left the house nor met a ball: the stroke is repeated ({article}).",
        "early": "The ball fell before the cue ball reached it: the stroke is repeated ({article}).",
        "outsider": "Outside interference: the stroke is void and repeated ({article}).",
        "misplay": "A referee's error spoilt the stroke: it is void and repeated ({article}).",
        "excused": "A referee's error led to a foul: no penalty, nothing counts, the turn passes ({article}).",
        "tie": "70:70 and the table empty: the last ball goes back on the foot spot, a lag decides ({article}).",
    },
    open={
        "safety": "For the referee: was it a legal safety ({article})?",
        "identity": "For the referee: which ball fell?",
        "contact": "For the referee: did the cue ball meet an object ball ({article})?",
        "sensing": "For the referee: the sensors aren't sure of this stroke.",
    },
    events={
        "match": "match begins", "lag": "lag", "breaker": "choice of who plays", "call": "call: {what}",
        "call_back": "call taken back", "falling": "with falling", "stroke": "stroke: {what}",
        "stroke_nothing": "stroke: no ball pocketed", "pocketed": "{balls} pocketed", "jumped": "{balls} off the table",
        "ruling": "ruling", "play_on": "play on", "play_on_declined": "play on not demanded",
        "foul": "foul {number}: {what}", "fell": "a ball fell: {what}", "late": "after the stroke",
        "jolt": "by a jolt of the table", "spin": "by its own spin", "early": "before it was reached",
        "outsider": "interference by an outsider", "opponent": "interference by the opponent",
        "position_true": "all balls in the house: temporary house", "position_false": "played from the house",
        "warning": "warning: {what}", "dead_position": "dead position", "stalling": "stalling",
        "outside_house": "cue ball outside the house", "shot_clock_true": "shot clock on",
        "shot_clock_false": "shot clock off", "time_out": "time out", "referee_error": "referee's error",
        "sanction": "sanction: {what}", "remark": "remark", "sanction_warning": "warning", "frame": "loss of the frame",
        "sanction_match": "loss of the match", "removal": "removal", "suspend": "play suspended: {what}",
        "protest": "protest", "injury": "injury", "equipment": "equipment", "pause": "pause", "resume": "play resumed",
        "suspend_outsider": "an outsider", "concede_frame": "frame conceded", "concede_match": "match conceded",
        "forfeit": "match forfeited", "next_frame": "next frame", "undo": "undo",
    },
    joined=" and ",
)  # fmt: skip

RU = Wording(
    fouls={
        1: "биток не коснулся ни одного прицельного шара",
        2: "биток покинул пределы стола",
        3: "удар выполнен до окончания предыдущего",
        4: "касание шара",
        5: "неправильный удар по битку",
        6: "ни одна нога не касалась пола",
        7: "неправильный удар по битку, соприкасающемуся с прицельным шаром",
        8: "пропих или нажим",
        9: "двойной удар",
        10: "с руки: задет шар в доме до выхода битка из дома",
        11: "удар выполнен не битком",
        12: "биток упал в лузу",
        13: "неправильный отыгрыш",
        14: "биток установлен вне дома, удар выполнен не из дома или вынос корпуса",
        15: "вмешательство в игру соперника",
    },
    pockets={
        "head_left": "левая у дома", "head_right": "правая у дома", "side_left": "средняя левая",
        "side_right": "средняя правая", "foot_left": "дальняя левая", "foot_right": "дальняя правая",
    },
    places={
        "foot_spot": "на заднюю отметку",
        "foot_cushion": "к середине заднего борта",
    },
    balls={CUE: "биток", OBJECT: "шар", UNKNOWN: "неизвестный шар"},
    numbered=("шар", "шары"),
    nouns={
        "ball": ("шар", "шара", "шаров"),
        "unknown": ("неизвестный шар", "неизвестных шара", "неизвестных шаров"),
        "point": ("очко", "очка", "очков"),
    },
    sentences={
        "foul": "Нарушение {number}: {what} (п. {article}).",
        "counted": "Засчитано: {balls} (п. {article}).",
        "points": "Засчитано {points}: {balls} (п. {article}).",
        "nothing": "Ни один шар не засчитан: удар переходит к сопернику (п. {article}).",
        "safety": "Ни один шар не засчитан; отыгрыш правильный (п. {article}).",
        "safety_open": "Ни один шар не засчитан; отыгрыш предположительно правильный (п. {article}).",
        "attempt": "Ни один шар не засчитан; игра по лузе под достаточным углом, отыгрыш не требуется (п. {article}).",
        "with_foul": "Забито с нарушением, не засчитывается: {balls} (п. {article}).",
        "call": "Заказанный шар не забит в заказанную лузу, не засчитывается: {balls} (п. {article}).",
        "no_call": "Заказа не было, не засчитывается: {balls} (п. {article}).",
        "hand": "С руки в дальнюю угловую лузу шар не забит, не засчитывается: {balls} (п. {article}).",
        "not_left": "Биток не вышел из дома, не засчитывается: {balls} (п. {article}).",
        "not_counted": "Не засчитывается: {balls} (п. {article}).",
        "rolled": "Скатывание по борту, не засчитывается, удар переходит к сопернику: {balls} (п. {article}).",
        "rolled_too": "Шар, скатанный по борту, не засчитывается, удар переходит к сопернику (п. {article}).",
        "debt": "Долг за штраф взят из засчитанных шаров (п. {article}).",
        "penalty_points": "Штраф: {points} списано со счёта нарушителя и прибавлено его сопернику (п. {article}).",
        "penalty_ball": "Штраф: один шар с полки нарушителя (п. {article}).",
        "penalty_owed": "Штраф: один шар; полка пуста, долг берётся с первого засчитанного шара (п. {article}).",
        "opponent": "Вмешательство соперника: штраф налагается на него (п. {article}).",
        "both": "За нарушение штрафуется и сам игрок (п. {article}).",
        "cue_place": "Биток ставят к середине короткого борта дома (п. {article}).",
        "spot": "Выставить {place}: {balls} (п. {article}).",
        "remove": "За биток соперник указывает шар, который снимают со стола (п. {article}).",
        "spin": "Шар, упавший по инерции вращения, относится к этому удару (п. {article}).",
        "not_in_play": "Биток не вышел из дома и не коснулся шара: удар повторяется (п. {article}).",
        "early": "Шар упал до соприкосновения с битком: удар повторяется (п. {article}).",
        "outsider": "Вмешательство постороннего: удар не считается и повторяется (п. {article}).",
        "misplay": "Судейская ошибка помешала удару: он не считается и повторяется (п. {article}).",
        "excused": "К нарушению привела судейская ошибка: без штрафа, шары не в счёт, удар у соперника (п. {article}).",
        "tie": "70:70, стол пуст: последний шар выставляют на заднюю отметку, удар решает розыгрыш (п. {article}).",
    },
    open={
        "safety": "Судье: правильный ли отыгрыш (п. {article})?",
        "identity": "Судье: какой шар упал?",
        "contact": "Судье: коснулся ли биток прицельного шара (п. {article})?",
        "sensing": "Судье: датчики не уверены в этом ударе.",
    },
    events={
        "match": "начало встречи", "lag": "розыгрыш", "breaker": "выбор, кому бить", "call": "заказ: {what}",
        "call_back": "заказ снят", "falling": "с падающим", "stroke": "удар: {what}",
        "stroke_nothing": "удар: ничего не упало", "pocketed": "упало: {balls}", "jumped": "выскочило: {balls}",
        "ruling": "решение судьи", "play_on": "играй дальше", "play_on_declined": "«играй дальше» не потребовано",
        "foul": "нарушение {number}: {what}", "fell": "упал шар: {what}", "late": "после удара",
        "jolt": "от сотрясения стола", "spin": "по инерции вращения", "early": "до соприкосновения с битком",
        "outsider": "вмешательство постороннего", "opponent": "вмешательство соперника",
        "position_true": "все шары в доме: временный дом", "position_false": "удар из дома",
        "warning": "предупреждение: {what}", "dead_position": "глухая позиция", "stalling": "затягивание игры",
        "outside_house": "биток вне дома", "shot_clock_true": "часы включены", "shot_clock_false": "часы выключены",
        "time_out": "время вышло", "referee_error": "судейская ошибка", "sanction": "взыскание: {what}",
        "remark": "замечание", "sanction_warning": "предупреждение", "frame": "поражение в партии",
        "sanction_match": "поражение во встрече", "removal": "отстранение", "suspend": "игра остановлена: {what}",
        "protest": "протест", "injury": "травма", "equipment": "инвентарь", "pause": "перерыв",
        "resume": "игра продолжена", "suspend_outsider": "посторонний", "concede_frame": "партия сдана",
        "concede_match": "встреча сдана", "forfeit": "поражение во встрече", "next_frame": "следующая партия",
        "undo": "отмена",
    },
    joined=" и ",
)  # fmt: skip

LANGUAGES: Mapping[str, Wording] = {"en": EN, "ru": RU}
