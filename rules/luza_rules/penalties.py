"""Scores, debts and penalties as they are booked: balls off the shelf, or points from one player to the other."""

from __future__ import annotations

from luza_rules.games import Game
from luza_rules.state import Counted, Pair, Penalty, Position, Spotted
from luza_rules.words import OBJECT, rival


class Ledger:
    """The books of one stroke or foul, begun from a position; what is written into them is read off at the end.

    `spot` are paid debts and then penalty balls, in the order in which they were booked.
    """

    def __init__(self, position: Position) -> None:
        self.game: Game = position.setup.game
        self.handicap: Pair = position.setup.handicap
        self.score: Pair = position.score
        self.debt: Pair = position.debt
        self.balls_left: int = position.balls_left
        self.numbers: tuple[int, ...] | None = position.numbers
        self.counted: tuple[Counted, ...] = ()
        self.removed: int = 0
        self.paid: int = 0
        self.penalty: Penalty | None = None
        self.spot: tuple[Spotted, ...] = ()

    def count(self, counted: tuple[Counted, ...], striker: str) -> None:
        """Balls come off the table and onto the striker's score."""
        if not counted:
            return
        self.counted = counted
        self.score = self.score.plus(striker, sum([ball.value for ball in counted]))
        # a struck ball leaves `balls_left` only where that counts all sixteen; elsewhere `remove_one` pays for it
        gone = [ball for ball, _, _ in counted if ball != "cue" or not self.game.cue_from_hand]
        self.balls_left -= len(gone)
        if self.numbers is not None:
            self.numbers = tuple([number for number in self.numbers if number not in gone])

    def remove_one(self) -> None:
        """For a counted cue ball the opponent points an object ball off the table, if one is left (2.4.5)."""
        self.removed = min(1, self.balls_left)
        self.balls_left -= self.removed

    def pay_debts(self, striker: str) -> None:
        """Counted balls pay the striker's debt first: they go back on the table (2.4.7 …)."""
        self.paid = min(self.debt[striker], len(self.counted))
        if self.paid:
            self.debt = self.debt.plus(striker, -self.paid)
            self._back_on_table(striker, self.paid)

    def penalise(self, player: str) -> None:
        """One penalty: points to the opponent, or a ball off the shelf, or a debt where that is empty (2.4.7)."""
        points = self.game.points
        owed = False
        if points:
            self.score = self.score.plus(player, -points).plus(rival(player), points)
        elif self.score[player] > self.handicap[player]:
            self._back_on_table(player, 1)
        else:
            self.debt = self.debt.plus(player, 1)
            owed = True
        self.penalty = Penalty(player, points or 1, bool(points), owed)

    def _back_on_table(self, player: str, balls: int) -> None:
        self.score = self.score.plus(player, -balls)
        self.balls_left += balls
        self.spot += (Spotted(OBJECT, self.game.place),) * balls
