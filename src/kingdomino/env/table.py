"""One game as the environments for single games play it: by numbers, with rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from kingdomino.env.errors import SettingError
from kingdomino.env.observation import Observer
from kingdomino.env.rewards import number_reward, write_rewards
from kingdomino.env.spaces import DrawnAction
from kingdomino.game.game import Game
from kingdomino.rules.kernel import ACTIONS
from kingdomino.rules.territories import standings, total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.env.observation import Bytes
    from kingdomino.game.deal import Seed
    from kingdomino.rules.ruleset import Rules


class Table:
    """A game, and what every seat sees and earns of it.

    ``game`` is there to be looked at: for its record, its position, the objects for its actions.
    """

    def __init__(self, rules: Rules, reward: str) -> None:
        """A table for these rules, with a game dealt; ``SettingError`` for an unknown reward."""
        self.rules = rules
        self._reward = number_reward(reward)
        self._observer = Observer(rules.players)
        self._points = np.zeros(rules.players, dtype=np.int64)
        self.rewards = np.zeros(rules.players, dtype=np.float32)
        """Every seat's reward for the last action."""
        self.deal(0)

    def deal(self, seed: Seed) -> None:
        """Begin a new game."""
        self.take_up(Game.new(self.rules, seed))

    def take_up(self, game: object) -> None:
        """Go on with a game that was begun elsewhere, on a copy.

        ``SettingError`` if it is over, by other rules, or no ``kingdomino.Game``.
        """
        if not isinstance(game, Game):
            raise SettingError(
                "the game to go on with is a kingdomino.Game, not {game}", game=repr(game)
            )
        if game.rules != self.rules:
            raise SettingError(
                "the game is {rules}, but the environment {own_rules}",
                rules=game.rules,
                own_rules=self.rules,
            )
        if game.over:
            raise SettingError("the game to go on with is over")
        self.game = game.copy()
        self.rewards[:] = 0
        state = self.game.state
        for seat in range(self.rules.players):
            self._points[seat] = total(state, seat)

    @property
    def seat(self) -> int:
        """The seat that acts; of a finished game any."""
        return 0 if self.game.over else self.game.acting_seat

    def play(self, action: SupportsIndex) -> None:
        """Play the action with this number; ``IllegalAction`` if it is not legal."""
        if isinstance(action, DrawnAction) and not self.game.over:
            action = action.settle(self.game.legal_numbers())
        seat, placed = self.seat, self.game.phase == "place"
        self.game.play_number(action)
        before = self._points.copy()
        found = np.zeros(self.rules.players, dtype=np.int64)
        if placed:
            state = self.game.state
            self._points[seat] = total(state, seat)
            if self.game.over:
                standings(state, found)
        write_rewards(self._reward, self.game.over, before, self._points, found, self.rewards)

    def observe(self, seat: int) -> Bytes:
        """What a seat may know, in a new array."""
        return self._observer.observe(self.game.state, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do, in a new array: nothing unless it is its turn."""
        if self.game.over or seat != self.game.acting_seat:
            return np.zeros(ACTIONS, dtype=np.int8)
        return self._observer.mask(self.game.state)
