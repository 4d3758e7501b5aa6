"""The hands at the table: racking, spotting, taking balls away, placing from hand, as a verdict asks for it.

A verdict names balls as the match log does; which ball of the sixteen that is, is known here.
"""

from __future__ import annotations

import math

from luza_hardware.virtual import VirtualTable
from luza_hardware.virtual.bed import Ball, Point
from luza_rules import Game, State

EVERY_BALL: tuple[Ball, ...] = ("cue", *range(1, 16))


class Hands:
    """Keeps the balls of a virtual table as the rules of one game want them. `struck` is the ball last struck."""

    def __init__(self, table: VirtualTable, game: Game) -> None:
        self.table, self.game = table, game
        self.struck: Ball = "cue"

    @property
    def any_ball(self) -> bool:
        """Whether any ball may be struck (american*)."""
        return self.game.balls == 16

    def rack(self) -> None:
        """A new frame: fifteen balls in the rack, the cue ball in hand."""
        self.table.rack(numbered=self.game.numbers, alike=self.any_ball)
        self.struck = "cue"

    def strikable(self, state: State) -> list[Ball]:
        """The balls that may be struck now."""
        if self.any_ball and state.from_hand is None:
            return list(self.table.positions)
        return ["cue"]

    def place(self, ball: Ball, place: Point) -> None:
        """Put the ball in hand down."""
        if ball in self.table.positions:
            self.table.lift(ball)
        self.table.place(ball, *place)

    def tidy(self, state: State) -> None:
        """Do what the verdict on the last stroke asks: spot in its order, then take away what the opponent points at.

        A ball that is next played from hand is left in the hand.
        """
        verdict = state.verdict
        if verdict is None:
            return
        for spotted in verdict.spot:
            if spotted.ball == "cue" and not self.any_ball and state.from_hand is not None:
                continue
            ball = self._lifted(spotted.ball)
            if ball is not None:
                self.table.spot(ball, spotted.place)
        for _ in range(verdict.remove):
            if (pointed := self._easiest()) is not None:
                self.table.lift(pointed)

    def _lifted(self, named: int | str) -> Ball | None:
        """A ball off the table that goes by this name."""
        off = [ball for ball in EVERY_BALL if ball not in self.table.positions]
        if named == "cue":
            wanted = [self.struck]
        elif self.game.numbers and isinstance(named, int):
            wanted = [named]
        else:
            wanted = [ball for ball in EVERY_BALL if self.any_ball or ball != "cue"]
        return next((ball for ball in wanted if ball in off), None)

    def _easiest(self) -> Ball | None:
        """The object ball nearest to a pocket: what an opponent would rather not leave to the striker."""
        pockets = self.table.bed.pockets.values()
        objects = {ball: place for ball, place in self.table.positions.items() if ball != "cue"}
        return min(
            objects,
            key=lambda ball: min(math.hypot(objects[ball][0] - p.x, objects[ball][1] - p.y) for p in pockets),
            default=None,
        )
