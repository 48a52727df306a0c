"""What a player is: something that decides from a view and a random generator, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from kingdomino.errors import SettingError

if TYPE_CHECKING:
    from random import Random

    from kingdomino.game.actions import Playable
    from kingdomino.game.view import View


class Player(Protocol):
    """Whoever has this one method is a player. Ten lines are enough:

    >>> class Miser:
    ...     "Claims the lowest domino, and places where it falls."
    ...
    ...     def choose(self, view, rng):
    ...         actions = view.legal_actions()
    ...         return actions[0] if view.phase == "claim" else rng.choice(actions)
    """

    def choose(self, view: View, rng: Random) -> Playable:
        """A legal action for ``view.me``, whose turn it is: as such, as text, or by its number.

        All randomness comes from ``rng``. A player may remember what it decided earlier, but must
        be able to decide without: with the same views, the same generator and a budget of work
        rather than time, the choices are the same.
        """
        ...


@runtime_checkable
class WarmsUp(Protocol):
    """A player that can load what it needs before anybody waits for it."""

    def warm_up(self) -> None:
        """Load it, compile it if need be."""
        ...


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player may spend on one decision: seconds, or units of work such as playouts.

    With both, whichever runs out first ends the thinking; with neither, the player decides itself.
    """

    seconds: float | None = None
    work: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise SettingError(
                "a time budget is a positive number of seconds, not {seconds}", seconds=self.seconds
            )
        if self.work is not None and self.work < 1:
            raise SettingError("a work budget is at least 1, not {work}", work=self.work)
