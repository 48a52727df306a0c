"""The players that decide at once: random, greedy placement and full greedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import policies
from kingdomino.players.greed import new_desk
from kingdomino.rules import chance

if TYPE_CHECKING:
    from random import Random

    from kingdomino.game.actions import Action
    from kingdomino.game.view import View


class RandomPlayer:
    """Every legal action equally likely."""

    def choose(self, view: View, rng: Random) -> Action:
        """A legal action."""
        return rng.choice(view.legal_actions())


class _PolicyPlayer:
    """A player that acts by one of the compiled policies."""

    policy: int

    def choose(self, view: View, rng: Random) -> Action:
        """The policy's action."""
        actions = np.empty(256, dtype=np.int64)
        stream = chance.stream(rng.getrandbits(64))
        number = policies.choose(view.state, self.policy, actions, new_desk(), stream)
        return view.find(int(number))


class GreedyPlacement(_PolicyPlayer):
    """The placement that adds most points, and a random claim.

    Points are those of the own kingdom, bonuses included; among equals it chooses at random.
    """

    policy = policies.GREEDY_PLACEMENT


class FullGreedy(_PolicyPlayer):
    """The placement and claim that together add most points if the claimed domino is placed next.

    Points are those of the own kingdom, bonuses included; among equals it chooses at random. It
    looks at no opponent.
    """

    policy = policies.FULL_GREEDY
