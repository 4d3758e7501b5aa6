"""What `luza table` and docs/builds.md say, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping

# topic -> what it is about, and what each grade of it means
TOPIC_WORDS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "en": {
        "pockets": {
            "what": "Which pocket took a ball, and when",
            "sees": "in every pocket",
            "partly": "where a beam is; elsewhere the referee says what fell",
            "person": "the referee says what fell",
        },
        "returns": {
            "what": "A ball that comes back out of a pocket",
            "sees": "the beam in the mouth tells it from one that fell",
            "partly": "where a mouth beam is",
            "person": "it may count until the referee takes it back",
        },
        "cue": {
            "what": "Cue ball or object ball in the pocket",
            "sees": "the reader says which",
            "partly": "where a reader is; elsewhere an object ball is presumed, and the referee asked",
            "person": "an object ball is presumed, and the referee asked",
        },
        "numbers": {
            "what": "Which number fell (games with numbers)",
            "sees": "the ball's tag says it",
            "partly": "where a tag reader is; elsewhere the referee is asked",
            "person": "the referee is asked for every ball",
        },
        "miss": {
            "what": "A stroke in which nothing falls (the turn passes)",
            "sees": "the microphone hears the cue",
            "partly": "when a ball touches a cushion or crosses a line that has a sensor; else somebody says it",
            "person": "never: somebody says it, with a button or on a panel",
        },
        "contact": {
            "what": "Whether the cue ball met an object ball",
            "sees": "",
            "partly": "a contact that is heard, or shown by what fell; that there was none the referee says",
            "person": "lawful is presumed, and the referee asked",
        },
        "fast_safety": {
            "what": "Safety in the fast games",
            "sees": "legal and illegal ones; the referee may overrule",
            "partly": "legal ones that its sensors show; else the referee is asked",
            "person": "lawful is presumed, and the referee asked",
        },
        "american_safety": {
            "what": "Safety in the american games",
            "sees": "",
            "partly": "legal ones by crossings; whether one ball touched two cushions the referee is asked",
            "person": "lawful is presumed, and the referee asked",
        },
        "house": {
            "what": "From hand: that the cue ball left the house",
            "sees": "from the house and from the temporary house",
            "partly": "at the end where the string has a beam; else lawful is presumed",
            "person": "lawful is presumed; the referee says if not",
        },
        "end": {
            "what": "When a stroke has ended, and what falls after it",
            "sees": "the rest sensor says when all balls lie still",
            "partly": "after some seconds of silence; a late fall in them is a doubt for the referee",
            "person": "",
        },
    },
    "ru": {
        "pockets": {
            "what": "В какую лузу и когда упал шар",
            "sees": "в каждой лузе",
            "partly": "там, где есть луч; о других лузах говорит судья",
            "person": "о каждом шаре говорит судья",
        },
        "returns": {
            "what": "Шар, вышедший из лузы обратно",
            "sees": "луч в створе отличает его от упавшего",
            "partly": "там, где есть луч в створе",
            "person": "может быть засчитан, пока судья не отменит",
        },
        "cue": {
            "what": "Биток или прицельный шар в лузе",
            "sees": "говорит считыватель",
            "partly": "там, где есть считыватель; иначе считается прицельным, и спрашивают судью",
            "person": "считается прицельным, и спрашивают судью",
        },
        "numbers": {
            "what": "Какой номер упал (игры с номерами)",
            "sees": "говорит метка в шаре",
            "partly": "там, где читается метка; иначе спрашивают судью",
            "person": "о каждом шаре спрашивают судью",
        },
        "miss": {
            "what": "Удар, в котором ничего не упало (ход переходит)",
            "sees": "микрофон слышит кий",
            "partly": "когда шар коснулся борта или пересёк линию с датчиком; иначе об этом надо сказать",
            "person": "никогда: об этом надо сказать кнопкой или с пульта",
        },
        "contact": {
            "what": "Коснулся ли биток прицельного шара",
            "sees": "",
            "partly": "касание, которое слышно или видно по упавшему; что его не было, говорит судья",
            "person": "считается правильным, и спрашивают судью",
        },
        "fast_safety": {
            "what": "Отыгрыш в быстрых играх",
            "sees": "и правильный, и неправильный; слово судьи старше",
            "partly": "правильный, если его показали датчики; иначе спрашивают судью",
            "person": "считается правильным, и спрашивают судью",
        },
        "american_safety": {
            "what": "Отыгрыш в американках",
            "sees": "",
            "partly": "правильный по пересечениям; коснулся ли один шар двух бортов, спрашивают судью",
            "person": "считается правильным, и спрашивают судью",
        },
        "house": {
            "what": "С руки: вышел ли биток из дома",
            "sees": "из дома и из временного дома",
            "partly": "с той стороны, где на линии есть луч; иначе считается правильным",
            "person": "считается правильным; если нет, говорит судья",
        },
        "end": {
            "what": "Когда удар окончен и что упало после него",
            "sees": "датчик покоя говорит, когда все шары стоят",
            "partly": "после нескольких секунд тишины; поздно упавший в это время шар — сомнение для судьи",
            "person": "",
        },
    },
}

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "head": "{name} ({id}): {sensors} sensors on {nodes} boards, {pins} on the Pi's own pins",
        "sees": "Sees", "partly": "Sees in part", "person": "Stays with the referee",
        "always": "On every table people say: lags, calls, jumped and rolled balls, fair attempts, interference, dead "
        "positions, stalling, referees' errors, fouls 2-11, 14 and 15",
        "miss": "Who plays: a stroke that pockets nothing may go unseen here, and then the turn stays where it was. "
        "Have somebody say each miss: {how}.",
        "button": "the button {} does it", "panel": "there is no button for it in this table file, so on a panel",
        "no_beam": "To mend: the pocket {} has no beam; balls fall there unseen.",
        "lonely": "To mend: {} has no beam beside it in its pocket's throat.",
        "good": "The file is in order.",
        "ask_id": "The table's id, for topics and file names (a-z, 0-9, -)", "ask_name": "Its name, as people read it",
        "ask_build": "Which build: {}, or own", "ask_mouths": "A second beam in the mouth of each pocket",
        "ask_reader": "What tells balls apart: none, colour or tag", "ask_cushions": "Piezos on the cushions",
        "ask_lines": "Beams on the centre line and the head string", "ask_tip": "A microphone that hears the cue",
        "ask_port": "The port of board {}", "found": "Serial ports here: {}", "no_ports": "No serial port is here yet.",
        "yes_no": "y/n", "yes": "y", "no": "n", "again": "Please answer one of: {}",
        "written": "Written: {}",
        "next": "Next: luza boards flash PORT --settings FILE for each board, then luza boards walk {}",
    },
    "ru": {
        "head": "{name} ({id}): датчиков — {sensors}, плат — {nodes}, на выводах самой Raspberry Pi — {pins}",
        "sees": "Видит", "partly": "Видит отчасти", "person": "Остаётся судье",
        "always": "На любом столе говорят люди: розыгрыш, заказ, выскочившие и скатанные шары, добросовестная попытка, "
        "помеха, глухая позиция, затяжка, ошибка судьи, нарушения 2-11, 14 и 15",
        "miss": "Чей удар: удар, в котором ничего не упало, здесь может остаться незамеченным, и тогда ход не "
        "перейдёт. О каждом промахе надо говорить: {how}.",
        "button": "для этого есть кнопка {}", "panel": "кнопки для этого в файле стола нет, значит, с пульта",
        "no_beam": "Исправить: в лузе {} нет луча, шары там падают незамеченными.",
        "lonely": "Исправить: рядом с {} нет луча в горле той же лузы.",
        "good": "Файл в порядке.",
        "ask_id": "Имя стола для тем и файлов (a-z, 0-9, -)", "ask_name": "Название, как его видят люди",
        "ask_build": "Какое оснащение: {} или own (своё)", "ask_mouths": "Второй луч в створе каждой лузы",
        "ask_reader": "Что различает шары: none (ничто), colour (цвет) или tag (метка)",
        "ask_cushions": "Пьезодатчики на бортах", "ask_lines": "Лучи на центральной линии и на линии дома",
        "ask_tip": "Микрофон, который слышит кий",
        "ask_port": "Порт платы {}", "found": "Последовательные порты здесь: {}",
        "no_ports": "Последовательных портов здесь пока нет.",
        "yes_no": "да/нет", "yes": "да", "no": "нет", "again": "Ответьте, пожалуйста: {}",
        "written": "Записано: {}",
        "next": "Дальше: luza boards flash ПОРТ --settings ФАЙЛ для каждой платы, потом luza boards walk {}",
    },
}  # fmt: skip
