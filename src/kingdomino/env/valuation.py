"""What a position is worth to a seat, by compiled playouts: a value that any game can be given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.env.rewards import WIN, write_rewards
from kingdomino.players.greed import new_desk
from kingdomino.players.policies import FULL_GREEDY, play_out_by
from kingdomino.rules.compiled import NUMBERS, WORD, WORDS, WORDS_3D, compiled
from kingdomino.rules.kernel import redeal
from kingdomino.rules.territories import standings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words


@compiled(WORDS, WORD, WORDS, WORDS, WORDS, WORDS_3D, WORDS, NUMBERS)
def _play_futures(
    state: Words,
    playouts: int,
    future: Words,
    pile: Words,
    policies: Words,
    desk: Words,
    rng: Words,
    sums: NDArray[np.float64],
) -> None:
    """Add up what every seat wins in so many futures, all seats playing full greedy."""
    players = policies.size
    found = np.zeros(players, dtype=np.int64)
    rewards = np.zeros(players, dtype=np.float32)
    for _ in range(playouts):
        future[:] = state
        redeal(future, pile, rng)
        play_out_by(future, policies, pile, 0, desk, rng)
        standings(future, found)
        write_rewards(WIN, True, found, found, found, rewards)
        for seat in range(players):
            sums[seat] += rewards[seat]


class Valuer:
    """Values positions by so many playouts each."""

    def __init__(self, players: int, playouts: int) -> None:
        self.players = players
        self.playouts = playouts
        self._pile = np.zeros(48, dtype=np.int64)
        self._policies = np.full(players, FULL_GREEDY, dtype=np.int64)
        self._desk = new_desk()

    def value(self, state: Words, rng: Words) -> list[float]:
        """Every seat's mean ``win`` reward over the playouts; 0 without playouts.

        The undrawn dominoes are dealt anew for each, so the value does not know the pile.
        """
        sums = np.zeros(self.players)
        if self.playouts:
            _play_futures(
                state,
                self.playouts,
                np.empty_like(state),
                self._pile,
                self._policies,
                self._desk,
                rng,
                sums,
            )
            sums /= self.playouts
        means: list[float] = sums.tolist()
        return means
