"""The learned player and the champion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import draft, endgame
from kingdomino.players.judgement import new_bench
from kingdomino.players.player import Budget
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import BREADTH, Branch, Tree
from kingdomino.rules.entries import load
from kingdomino.rules.kernel import acting_seat, apply

if TYPE_CHECKING:
    from kingdomino.game.actions import Action
    from kingdomino.game.view import View
    from kingdomino.players.network import Network
    from kingdomino.rules.compiled import Words

NODES_A_SECOND = 1_500_000  # kingdoms that an ordinary machine looks at in an endgame
NODES_A_FUTURE = 500  # and what a unit of work is worth there

MOST_LISTED = 16  # candidates whose outlook is compared
LISTING = 0.3  # the share of the time in which they are
MOST_CANDIDATES = 12  # and those that are then tried in futures
LONGEST_BATCH = 0.004  # seconds in which nobody looks at the clock


LEANS_ON = ("kingdomino.players.search", "kingdomino.players.endgame")
"""The modules whose compiled code the champion calls."""


class Learned:
    """One decision ahead by the learned evaluation: no search, about a millisecond."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network

    def choose(self, view: View, rng: Random) -> Action:
        """The action that promises best at the end of the round."""
        network = self.network or shipped_network(view.rules)
        bench = new_bench()
        action = draft.think(view.state, network.layers, bench, draft.BREADTH)
        return view.find(action)


@dataclass(slots=True)
class _Memory:
    """What is known of the claims after a placement, for when they are to be decided."""

    state: bytes
    seed: int
    claims: dict[int, Branch]


class Champion:
    """The strongest player we have: candidates of the learned evaluation, tried in many futures.

    Sequential halving spends the budget where it matters: the worse half of the candidates is
    dropped, again and again, and the tree (``players.tree``) grows under those that are left. What
    was found out about the claims while a placement was decided is used again for the claim. A unit
    of work is one future tried.
    """

    def __init__(self, budget: Budget | None = None, network: Network | None = None) -> None:
        self.budget = budget if budget and (budget.seconds or budget.work) else Budget(seconds=0.5)
        self.network = network
        self.futures = 0
        """How many futures the last decision rests on."""
        self._memory: _Memory | None = None

    def choose(self, view: View, rng: Random) -> Action:
        """The action that does best in the futures tried."""
        start = perf_counter()
        seed = rng.getrandbits(62)
        memory, self._memory = self._memory, None
        self.futures = 0
        legal = view.legal_numbers()
        if len(legal) == 1:
            return view.find(legal[0])
        if endgame.is_endgame(view.state):
            solved = endgame.find_best(view.state, self._affordable_nodes)
            if solved != endgame.TOO_LARGE:
                return view.find(solved)
        known: dict[int, Branch] = {}
        if memory is not None and memory.state == view.state.tobytes():
            seed, known = memory.seed, memory.claims
        tree = Tree(
            seed,
            self.network or shipped_network(view.rules),
            new_bench(),
            lambda futures: self._is_spent(start, futures, 1.0),
        )
        candidates = self._list_candidates(view.state, tree, known, start)
        best = self._halve(candidates, acting_seat(view.state), tree, start)
        self.futures = sum(candidate.futures for candidate in candidates)
        if best.claim != draft.NO_CLAIM:
            self._memory = _remember(view.state, best.first, candidates, seed)
        return view.find(best.first)

    def warm_up(self) -> None:
        """Load the compiled code this player needs, so that its first decisions are not late.

        Compiling takes a minute once after an installation, loading a moment once a process.
        """
        load(LEANS_ON)

    @property
    def _affordable_nodes(self) -> int:
        """How many kingdoms may be looked at to solve an endgame within half the budget."""
        return min(
            int((self.budget.seconds or 1.0) * NODES_A_SECOND / 2),
            (self.budget.work or 1_000_000) * NODES_A_FUTURE,
        )

    def _halve(self, candidates: list[Branch], seat: int, tree: Tree, start: float) -> Branch:
        """Drop the worse half of the candidates until one is left."""
        alive = candidates
        phases = max(1, int(np.ceil(np.log2(len(alive)))))
        batch = 1
        for phase in range(phases):
            if len({candidate.first for candidate in alive}) == 1:
                break
            share = (phase + 1) / phases
            while not self._is_spent(start, tree.futures, share):
                begun, before = perf_counter(), tree.futures
                for candidate in alive:
                    tree.try_branch(candidate, batch)
                    if self._is_spent(start, tree.futures, 1.0):
                        break
                if self.budget.seconds is not None:
                    each = (perf_counter() - begun) / (tree.futures - before)
                    batch = max(1, min(2 * batch, int(LONGEST_BATCH / each)))
            alive = sorted(alive, key=lambda candidate: -candidate.standing[seat])
            alive = alive[: (len(alive) + 1) // 2]
        return max(alive, key=lambda candidate: candidate.standing[seat])

    def _list_candidates(
        self, state: Words, tree: Tree, known: dict[int, Branch], start: float
    ) -> list[Branch]:
        """The candidates with the best outlook, best first; those ``known`` as far as they are."""
        seat = acting_seat(state)
        weighed = []
        for listed in tree.list_branches(state, BREADTH, MOST_LISTED):
            candidate = known.get(listed.first, listed)
            if candidate is listed:
                tree.foresee(candidate)
            weighed.append(candidate)
            if self._is_spent(start, 0, LISTING):
                break
        return sorted(weighed, key=lambda each: -each.prior[seat])[:MOST_CANDIDATES]

    def _is_spent(self, start: float, work: int, share: float) -> bool:
        seconds, most = self.budget.seconds, self.budget.work
        if seconds is not None and perf_counter() - start > seconds * share:
            return True
        return most is not None and work >= most * share


def _remember(state: Words, placement: int, candidates: list[Branch], seed: int) -> _Memory:
    """What was found out about the claims after ``placement``."""
    after = state.copy()
    apply(after, placement)
    claims = {
        each.claim: replace(each, first=each.claim, claim=draft.NO_CLAIM)
        for each in candidates
        if each.first == placement
    }
    return _Memory(after.tobytes(), seed, claims)
