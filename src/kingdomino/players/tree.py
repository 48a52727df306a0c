"""The champion's tree: turns of the present round, and futures where it ends.

Until the next line is drawn nothing is left to chance, so what the others may reply to a candidate
can be looked into one by one. A *branch* is a candidate and the position after it. At first it is
tried in futures in which everybody replies as ``learned`` would; when it has been tried often it is
given replies, branches themselves, and the further futures begin after those of them that are, or
might be, best for the seat that makes them. The tree ends where a line has to be drawn: what comes
then is for the futures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import search
from kingdomino.players.draft import NO_CLAIM
from kingdomino.rules.kernel import CLAIM_PHASE, PHASE, PLACE, acting_seat, apply

if TYPE_CHECKING:
    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Network
    from kingdomino.players.search import Worth
    from kingdomino.rules.compiled import Words

NEAR = 16
"""In how many futures a candidate is tried that end after the next round."""
BREADTH = 8  # placements of which candidates are made
MOST_REPLIES = 6  # to a candidate, of the placements that everybody thinks through in a future
PRIOR_FUTURES = 4
"""How many futures the outlook at the end of the round counts for: it sees less far, but is no
sample."""
RIPE = 96
"""After how many futures a branch is given replies: before, it is more important to know how good
the likeliest reply is than to look for better ones."""
CURIOSITY = 0.1
"""How far a reply that was hardly tried may seem worse than another and still be tried."""


def _no_worth() -> Worth:
    return np.zeros(4)


def rounds_ahead(futures: int) -> int:
    """How many rounds are played on after the present one, of a candidate tried so often before.

    The more rounds, the more is left to chance, but the less to the outlook at their end, whose
    error no number of futures makes smaller. Few futures are best spent near, many further off: a
    round more each time a candidate has been tried four times as often.
    """
    rounds = 1
    while futures >= NEAR:
        futures //= 4
        rounds += 1
    return rounds


@dataclass(slots=True, eq=False)
class Branch:
    """A candidate, how it has done so far, and what may be replied to it."""

    first: int
    claim: int
    state: Words
    """The position after it."""
    prior: Worth = field(default_factory=_no_worth)
    summed: Worth = field(default_factory=_no_worth)
    futures: int = 0
    """How many it was tried in, those after its replies among them."""
    replies: list[Branch] = field(default_factory=list)
    standing: Worth = field(default_factory=_no_worth)
    """What it promises to each seat: the mean of its futures and its outlook.

    The best reply's alone would be a worse measure: it expects too much of who replies, and fewer
    futures stand behind it.
    """

    @property
    def is_open(self) -> bool:
        """Whether somebody can reply before chance has its say."""
        return bool(self.state[PHASE] == PLACE or self.state[PHASE] == CLAIM_PHASE)

    def weigh(self) -> None:
        """Renew the standing."""
        weight = self.futures + PRIOR_FUTURES
        self.standing = (self.summed + PRIOR_FUTURES * self.prior) / weight

    def pick_reply(self) -> Branch:
        """The reply to be tried next: one that is good for who makes it, or might be."""
        seat = acting_seat(self.state)
        return max(
            self.replies,
            key=lambda reply: (
                reply.standing[seat] + CURIOSITY / (reply.futures + PRIOR_FUTURES) ** 0.5
            ),
        )


class Tree:
    """Branches from one position. The futures that they are tried in are the same for all."""

    def __init__(self, seed: int, network: Network, bench: Bench) -> None:
        self.seed = seed
        self.layers = network.layers
        self.bench = bench

    def list_branches(self, state: Words, breadth: int, most: int) -> list[Branch]:
        """The candidates of a position that ``learned`` likes, best first; not yet weighed."""
        count = search.list_candidates(state, self.layers, self.bench, breadth)
        order = np.argsort(-self.bench.weights[:count], kind="stable")[:most]
        branches = []
        for first, claim in self.bench.candidates[order].tolist():
            after = state.copy()
            apply(after, first)
            if claim != NO_CLAIM:
                apply(after, claim)
            branches.append(Branch(first, claim, after))
        return branches

    def foresee(self, branch: Branch) -> None:
        """Find the outlook of a branch at the end of the round."""
        self._follow(branch, 1, 0, branch.prior)
        branch.weigh()

    def try_branch(self, branch: Branch, futures: int) -> None:
        """Try a branch in so many more futures, after the replies that seem best for all."""
        path = [branch]
        while path[-1].replies:
            path.append(path[-1].pick_reply())
        leaf = path[-1]
        worth = _no_worth()
        self._follow(leaf, futures, rounds_ahead(branch.futures), worth)
        for each in path:
            each.summed += worth
            each.futures += futures
            each.weigh()
        if leaf.futures >= RIPE and leaf.is_open:
            self._give_replies(leaf)

    def _give_replies(self, branch: Branch) -> None:
        """Let a branch grow. What was tried so far was the reply that ``learned`` makes."""
        branch.replies = self.list_branches(branch.state, search.THOUGHT, MOST_REPLIES)
        expected = branch.replies[0]
        expected.summed, expected.futures = branch.summed.copy(), branch.futures
        for reply in branch.replies:
            self.foresee(reply)

    def _follow(self, branch: Branch, futures: int, rounds: int, worth: Worth) -> None:
        search.try_position(
            branch.state,
            self.seed,
            branch.futures,
            futures,
            rounds,
            self.layers,
            self.bench,
            worth,
        )
