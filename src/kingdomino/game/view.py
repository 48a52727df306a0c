"""What one seat may know of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.game.position import Position

if TYPE_CHECKING:
    from kingdomino.game.actions import Move
    from kingdomino.game.seats import Colour
    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules


class View(Position):
    """A game as one seat sees it: the position, the actions so far, and nothing of the pile.

    A view is a snapshot: it does not change when the game goes on.
    """

    def __init__(
        self,
        rules: Rules,
        state: Words,
        colours: tuple[Colour, ...],
        me: int,
        history: tuple[Move, ...],
    ) -> None:
        super().__init__(rules, state, colours)
        self.me = me
        """The seat whose view this is."""
        self.history = history
        """All actions so far, each with the seat whose it was."""

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.seat == self.me
