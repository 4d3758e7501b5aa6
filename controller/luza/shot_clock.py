"""The shot clock (2.1.17): after a stalling warning a player may get 30 s for each stroke, 10 s left are announced.

It measures table time only: it is told the state after each line and says when it will want to be asked again. That the
time ran out becomes a `time_out` event in the journal, made by the controller: replay never invents one.
"""

from __future__ import annotations

from dataclasses import dataclass

LIMIT_S = 30.0  # 2.1.17
WARNING_S = 10.0  # 2.1.17: announced when this much is left


@dataclass
class ShotClock:
    """The clock of the player at the table; `ends_at` in table seconds, None while it stands."""

    player: str | None = None
    ends_at: float | None = None
    warned: bool = False
    _turn: object = None

    def follow(self, t: float, player: str | None, turn: object) -> None:
        """Table time is `t` and `player` (with a clock on) is to play the stroke `turn`; None: nobody's clock runs.

        The clock starts anew with every turn, and stands during a stroke.
        """
        if player is None:
            self.player = self.ends_at = self._turn = None
        elif (player, turn) != (self.player, self._turn):
            self.player, self._turn = player, turn
            self.ends_at, self.warned = t + LIMIT_S, False

    @property
    def next_at(self) -> float | None:
        """When something is to be done: the announcement, or the time-out."""
        if self.ends_at is None or self.warned:
            return self.ends_at
        return self.ends_at - WARNING_S

    def warn(self, t: float) -> bool:
        """Whether, with table time at `t`, it is to be announced that little is left: once a stroke."""
        if self.ends_at is None or self.warned or t < self.ends_at - WARNING_S:
            return False
        self.warned = True
        return True
