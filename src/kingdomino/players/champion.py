"""The learned player and the champion."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import draft, endgame, search
from kingdomino.players.judgement import new_bench
from kingdomino.players.network import Network
from kingdomino.players.player import Budget
from kingdomino.rules.chance import stream
from kingdomino.rules.kernel import KINGDOM_WORDS

if TYPE_CHECKING:
    from random import Random

    from kingdomino.game.actions import Action
    from kingdomino.game.view import View
    from kingdomino.rules.compiled import Words

NODES_A_SECOND = 1_500_000  # kingdoms that an ordinary machine looks at in an endgame
NODES_A_FUTURE = 500  # and what a unit of work is worth there

WEIGHTS = {5: "small.npz", 7: "large.npz"}
"""The files of the shipped weights by grid."""


@cache
def shipped_network(grid: int) -> Network:
    """The network that comes with the package; ``WeightsError`` if its file is damaged."""
    with as_file(files("kingdomino.players") / "weights" / WEIGHTS[grid]) as path:
        return Network.load(path)


class _Desk:
    """The arrays that thinking works on."""

    def __init__(self, words: int) -> None:
        self.bench = new_bench()
        self.after: Words = np.zeros(words, dtype=np.int64)
        self.survey = draft.new_survey()
        self.means = np.zeros(4)
        self.weights = np.zeros(256)
        self.actions: Words = np.zeros(256, dtype=np.int64)
        self.values = np.zeros(256)
        self.candidates: Words = np.zeros((256, 2), dtype=np.int64)
        self.pile: Words = np.zeros(48, dtype=np.int64)
        self.rng = stream(0)

    def solve(self, state: Words, nodes: int) -> int:
        """The best action of an endgame, or ``endgame.TOO_LARGE``."""
        return int(
            endgame.solve_endgame(
                state,
                self.after,
                self.actions,
                np.zeros((4, 16), dtype=np.int64),
                np.zeros(4, dtype=np.int64),
                np.zeros((6, 4)),
                np.zeros((endgame.MOST_DOMINOES + 1, KINGDOM_WORDS), dtype=np.int64),
                np.zeros((endgame.MOST_DOMINOES, 4), dtype=np.int64),
                np.zeros(endgame.MOST_DOMINOES, dtype=np.int64),
                np.array([nodes], dtype=np.int64),
            )
        )


class Learned:
    """One decision ahead by the learned evaluation: no search, well under a millisecond."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network

    def choose(self, view: View, rng: Random) -> Action:
        """The action that promises best at the end of the round."""
        desk = _Desk(len(view.state))
        desk.rng = stream(rng.getrandbits(64))
        network = self.network or shipped_network(view.rules.grid)
        action = draft.think(
            view.state,
            network.layers,
            desk.bench,
            desk.after,
            desk.survey,
            desk.means,
            desk.weights,
            desk.actions,
            desk.values,
            desk.rng,
        )
        return view.read_actions([action])[0]


class Champion:
    """The strongest player we have: candidates of the learned evaluation, tried in many futures.

    Sequential halving spends the budget where it matters: the worse half of the candidates is
    dropped, again and again. A unit of work is one future tried.
    """

    def __init__(
        self, budget: Budget | None = None, network: Network | None = None, breadth: int = 6
    ) -> None:
        self.budget = budget if budget and (budget.seconds or budget.work) else Budget(seconds=0.5)
        self.network = network
        self.breadth = breadth
        self.most = 12
        self.depth = 1

    def choose(self, view: View, rng: Random) -> Action:
        """The action that does best in the futures tried."""
        start = perf_counter()
        seed = rng.getrandbits(62)
        legal = view.legal_numbers()
        if len(legal) == 1:
            return view.read_actions(legal)[0]
        desk = _Desk(len(view.state))
        if endgame.is_endgame(view.state):
            solved = desk.solve(view.state, self._affordable_nodes)
            if solved != endgame.TOO_LARGE:
                return view.read_actions([solved])[0]
        network = self.network or shipped_network(view.rules.grid)
        count = search.list_candidates(
            view.state,
            network.layers,
            desk.bench,
            desk.after,
            desk.survey,
            desk.means,
            desk.actions,
            desk.values,
            self.breadth,
            desk.rng,
            desk.candidates,
            desk.weights,
        )
        order = np.argsort(-desk.weights[:count], kind="stable")[: self.most]
        alive = [(int(first), int(claim)) for first, claim in desk.candidates[order]]
        best = self._halve(view, alive, seed, start, desk, network)
        return view.read_actions([best])[0]

    @property
    def _affordable_nodes(self) -> int:
        """How many kingdoms may be looked at to solve an endgame within half the budget."""
        return min(
            int((self.budget.seconds or 1.0) * NODES_A_SECOND / 2),
            (self.budget.work or 1_000_000) * NODES_A_FUTURE,
        )

    def _halve(
        self,
        view: View,
        alive: list[tuple[int, int]],
        seed: int,
        start: float,
        desk: _Desk,
        network: Network,
    ) -> int:
        """Drop the worse half of the candidates until one is left."""
        phases = max(1, int(np.ceil(np.log2(len(alive)))))
        sums = dict.fromkeys(alive, 0.0)
        tried = 0
        spent = 0
        batch = 2
        for phase in range(phases):
            if len({first for first, _ in alive}) == 1:
                break
            share = (phase + 1) / phases
            while True:
                for candidate in alive:
                    sums[candidate] += search.try_candidate(
                        view.state,
                        *candidate,
                        seed + tried,
                        batch,
                        self.depth,
                        network.layers,
                        desk.bench,
                        desk.after,
                        desk.survey,
                        desk.means,
                        desk.pile,
                        desk.rng,
                    )
                    spent += batch
                    if self._is_spent(start, spent, 1.0):
                        break
                else:
                    tried += batch
                    if not self._is_spent(start, spent, share):
                        continue
                break
            if self._is_spent(start, spent, 1.0):
                break
            alive.sort(key=sums.__getitem__, reverse=True)
            alive = alive[: (len(alive) + 1) // 2]
        return max(alive, key=sums.__getitem__)[0]

    def _is_spent(self, start: float, work: int, share: float) -> bool:
        seconds, most = self.budget.seconds, self.budget.work
        if seconds is not None and perf_counter() - start > seconds * share:
            return True
        return most is not None and work >= most * share
