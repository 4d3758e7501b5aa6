"""A walk round the table that shows whether every sensor sees what it should: what is asked for, and what came. Pure.

Each step asks for one thing (a ball in a pocket, a touch of a cushion) and is done when every sensor there has seen it
as play would see it. What another place saw instead tells of swapped wires.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from luza.signs import Sign, What
from luza_hardware.table_file import Sensor, TableFile
from luza_hardware.table_words import CUSHIONS, LINES, POCKETS

# kind of sensor -> the signs with which it has done its part; a ball dropped by hand may be slow
WANTED: Mapping[str, tuple[What, ...]] = {
    "beam": ("ball", "two_balls"),
    "mouth": ("passed",),
    "colour": ("read",),
    "tag": ("read",),
    "cushion": ("touch",),
    "line": ("crossed",),
    "tip": ("strike",),
    "button": ("pressed",),
}


@dataclass
class Step:
    """One thing that is asked for at a place. `kind` is `pocket` or a kind of sensor, `place` a pocket, a line, or the
    sensor's id.

    `seen` has the first good sign of each sensor, `odd` what these sensors said besides while they were asked,
    `elsewhere` the places that saw meanwhile what was asked for here, each once.
    """

    kind: str
    place: str
    sensors: tuple[Sensor, ...]
    seen: dict[str, Sign] = field(default_factory=dict)
    odd: list[Sign] = field(default_factory=list)
    elsewhere: list[Step] = field(default_factory=list)

    @property
    def missing(self) -> tuple[Sensor, ...]:
        """The sensors that have not seen it."""
        return tuple(sensor for sensor in self.sensors if sensor.id not in self.seen)

    @property
    def done(self) -> bool:
        """Have all its sensors seen it?"""
        return not self.missing


class Walk:
    """The steps of a table, one after another, in the order in which somebody walks round it."""

    def __init__(self, table: TableFile) -> None:
        self.steps = steps_of(table)
        self._step_of = {sensor.id: step for step in self.steps for sensor in step.sensors}
        self._number = 0

    @property
    def number(self) -> int:
        """How many steps are behind."""
        return self._number

    @property
    def step(self) -> Step | None:
        """What is asked for now; None: the walk is over."""
        return self.steps[self._number] if self._number < len(self.steps) else None

    def heard(self, sign: Sign) -> Step | None:
        """A sign has come; returns the place that saw what is asked for at another, when that is news.

        Cushions are no news: a ball that was played against one goes on to others.
        """
        step, there = self.step, self._step_of.get(sign.sensor)
        if step is None or there is None:
            return None
        good = sign.what in WANTED[next(sensor.kind for sensor in there.sensors if sensor.id == sign.sensor)]
        if there is step:
            if good:
                step.seen.setdefault(sign.sensor, sign)
            else:
                step.odd.append(sign)
        elif good and there.kind == step.kind and there not in step.elsewhere:
            step.elsewhere.append(there)
            return there if step.kind != "cushion" else None
        return None

    def go_on(self) -> None:
        """To the next step, whether this one is done or not."""
        self._number += 1

    @property
    def failed(self) -> list[Step]:
        """The steps that weren't done."""
        return [step for step in self.steps if not step.done]

    def swapped(self) -> list[tuple[Step, Step]]:
        """Pairs of places that each saw what was asked for at the other, while the other saw nothing of its own."""
        failed = self.failed
        return [
            (one, other)
            for number, one in enumerate(failed)
            for other in failed[number + 1 :]
            if other in one.elsewhere and one in other.elsewhere
        ]


def steps_of(table: TableFile) -> tuple[Step, ...]:
    """What a walk asks for: each pocket, each cushion sensor, the cue, each line, each button.

    A rest signal isn't asked for: whoever walks moves balls all the time.
    """
    steps = []
    for pocket in POCKETS:
        sensors = tuple(sensor for sensor in table.sensors if sensor.pocket == pocket)
        steps += [Step("pocket", pocket, sensors)] if sensors else []
    for cushion in CUSHIONS:
        steps += [Step("cushion", one.id, (one,)) for one in table.of_kind("cushion") if one.cushion == cushion]
    steps += [Step("tip", one.id, (one,)) for one in table.of_kind("tip")]
    for line in LINES:
        beams = tuple(sensor for sensor in table.of_kind("line") if sensor.line == line)
        steps += [Step("line", line, beams)] if beams else []
    steps += [Step("button", one.id, (one,)) for one in table.of_kind("button")]
    return tuple(steps)
