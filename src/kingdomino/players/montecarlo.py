"""Flat Monte Carlo evaluation: every turn is tried in playouts, and the best average is played.

After Gedda, Lagerkvist and Butler, "Monte Carlo Methods for the Game Kingdomino" (2018). A unit of
work is one playout. What a playout is worth is the *relative score*, the own points as a share of
the own and the best opponent's points, which served best in the paper.

Every playout tries a turn drawn at random, as in the paper, with a deal of its own from the unseen
dominoes. A turn that was never tried is not played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import policies
from kingdomino.players.greed import new_desk
from kingdomino.players.policies import play_out_by, play_turn, relative_score
from kingdomino.players.thinking import TurnPlayer, spend
from kingdomino.rules import kernel
from kingdomino.rules.chance import below
from kingdomino.rules.compiled import NUMBERS_2D, WORD, WORDS, WORDS_3D, compiled
from kingdomino.rules.kernel import acting_seat, redeal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.player import Budget
    from kingdomino.rules.compiled import Words


@compiled(WORDS, WORDS, WORD, WORDS, WORDS, WORDS, WORDS_3D, WORDS, NUMBERS_2D)
def try_turns(
    root: Words,
    turns: Words,
    playouts: int,
    policies: Words,
    state: Words,
    pile: Words,
    desk: Words,
    rng: Words,
    results: NDArray[np.float64],
) -> None:
    """Add the results of so many playouts to ``results``, where turn by turn the sum of the
    relative scores and their number stand."""
    seat = acting_seat(root)
    for _ in range(playouts):
        turn = below(rng, turns.size)
        state[:] = root
        play_turn(state, turns[turn])
        redeal(state, pile, rng)
        play_out_by(state, policies, pile, 0, desk, rng)
        results[turn, 0] += relative_score(state, seat)
        results[turn, 1] += 1


class MonteCarloPlayer(TurnPlayer):
    """Flat Monte Carlo evaluation of whole turns; subclasses name the policies of the playouts."""

    leans_on = (*TurnPlayer.leans_on, __name__)
    own_policy = policies.RANDOM
    """How the deciding seat plays in playouts."""
    other_policy = policies.RANDOM
    """How the other seats play in playouts."""

    def find_turn(
        self, state: Words, turns: Words, stream: Words, budget: Budget, start: float
    ) -> int:
        """The turn with the best average."""
        seat_policies = policies_by_seat(state, self.own_policy, self.other_policy)
        results = np.zeros((turns.size, 2))
        scratch = np.empty_like(state), np.empty(48, dtype=np.int64), new_desk()

        def work(playouts: int) -> None:
            try_turns(state, turns, playouts, seat_policies, *scratch, stream, results)

        spend(budget, start, work)
        tried = results[:, 1] > 0
        averages = np.full(turns.size, -1.0)
        averages[tried] = results[tried, 0] / results[tried, 1]
        return int(turns[averages.argmax()])


def policies_by_seat(state: Words, own: int, others: int) -> Words:
    """One policy for the acting seat and another for all other seats, by seat."""
    seats = np.full(state[kernel.PLAYERS], others, dtype=np.int64)
    seats[kernel.acting_seat(state)] = own
    return seats


class MonteCarloRandom(MonteCarloPlayer):
    """Flat Monte Carlo with random playouts."""


class MonteCarloPlayerGreedy(MonteCarloPlayer):
    """Flat Monte Carlo with playouts in which it plays full greedy itself, the others at random."""

    own_policy = policies.FULL_GREEDY


class MonteCarloFullGreedy(MonteCarloPlayer):
    """Flat Monte Carlo with playouts in which everybody plays full greedy."""

    own_policy = policies.FULL_GREEDY
    other_policy = policies.FULL_GREEDY
