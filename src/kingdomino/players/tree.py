"""The champion's tree: turns of the present round, and futures where it ends.

Until the next line is drawn nothing is left to chance, so what the others may reply to a candidate
can be looked into one by one. A *branch* is a candidate and the position after it. The futures it
is tried in all begin at the same end of the round, so it matters how that is reached. At first
everybody replies as ``learned`` would. A branch that is tried again is worth a second thought: each
king then makes the reply with the best outlook for its owner. One that is tried often is given its
replies, branches themselves, and further futures begin after those of them that are, or might be,
best for the seat that makes them. The tree ends where a line has to be drawn: what comes then is
for the futures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import search
from kingdomino.players.draft import NO_CLAIM
from kingdomino.rules.kernel import CLAIM_PHASE, PHASE, PLACE, acting_seat, apply

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Network
    from kingdomino.players.search import Worth
    from kingdomino.rules.compiled import Words

NEAR = 16
"""In how many futures a candidate is tried that end after the next round."""
BREADTH = 8  # placements of which candidates are made
MOST_REPLIES = 8  # to a candidate, of the placements that everybody thinks through in a future
PRIOR_FUTURES = 4
"""How many futures the outlook at the end of the round counts for: it sees less far, but is no
sample."""
SECOND_THOUGHT = 8
"""After how many futures the replies to a branch are thought over."""
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
    end: Words
    """The position at the end of the round, where its futures begin."""
    prior: Worth = field(default_factory=_no_worth)
    summed: Worth = field(default_factory=_no_worth)
    futures: int = 0
    """How many it was tried in, those after its replies among them."""
    replies: list[Branch] = field(default_factory=list)
    likely: list[Branch] = field(default_factory=list)
    """The replies that were thought over, the best for who makes it first."""
    standing: Worth = field(default_factory=_no_worth)
    """What it promises to each seat: the mean of its futures and its outlook.

    The best reply's alone would be a worse measure: it expects too much of who replies, and fewer
    futures stand behind it.
    """

    @property
    def is_open(self) -> bool:
        """Whether somebody can reply before chance has its say."""
        return is_open(self.state)

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


def is_open(state: Words) -> bool:
    """Whether somebody acts before chance has its say."""
    return bool(state[PHASE] == PLACE or state[PHASE] == CLAIM_PHASE)


class Tree:
    """Branches from one position. The futures that they are tried in are the same for all."""

    def __init__(
        self,
        seed: int,
        network: Network,
        bench: Bench,
        is_spent: Callable[[int], bool] = lambda futures: False,
    ) -> None:
        self.seed = seed
        self.layers = network.layers
        self.bench = bench
        self.is_spent = is_spent
        """Whether so many futures are all that the budget allows."""
        self.futures = 0
        """How many were tried in all."""

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
            branches.append(Branch(first, claim, after, after))
        return branches

    def foresee(self, branch: Branch) -> None:
        """Play a branch on to the end of the round as ``learned`` would, and find its outlook."""
        branch.end = branch.state.copy()
        search.follow_future(branch.end, 0, 0, self.layers, self.bench)
        search.weigh_future(branch.end, self.layers, self.bench, branch.prior)
        branch.weigh()

    def try_branch(self, branch: Branch, futures: int) -> None:
        """Try a branch in so many more futures, after the replies that seem best for all."""
        path = [branch]
        while path[-1].replies:
            path.append(path[-1].pick_reply())
        leaf = path[-1]
        rounds = rounds_ahead(branch.futures)
        self._add(path, self._follow(leaf, leaf.futures, futures, rounds), futures)
        if not leaf.is_open:
            return
        if leaf.futures >= SECOND_THOUGHT and not leaf.likely:
            before = leaf.summed
            self._think_over(leaf, rounds)
            self._add(path[:-1], leaf.summed - before, 0)
        if leaf.futures >= RIPE and leaf.likely:
            self._give_replies(leaf)

    def _add(self, path: list[Branch], worth: Worth, futures: int) -> None:
        """Count futures, and what they came to, for a branch and all that it replies to."""
        for each in path:
            each.summed += worth
            each.futures += futures
            each.weigh()

    def _follow(self, branch: Branch, begun: int, futures: int, rounds: int) -> Worth:
        """What a branch comes to in so many futures after the first ``begun``, added up."""
        worth = _no_worth()
        search.try_position(
            branch.end, self.seed, begun, futures, rounds, self.layers, self.bench, worth
        )
        self.futures += futures
        return worth

    def _think_over(self, branch: Branch, rounds: int) -> None:
        """Let everybody make the reply with the best outlook, instead of the one that ``learned``
        makes, and try the branch anew in the same futures if the round ends otherwise then.

        Where the budget is spent before, the branch stays as it was.
        """
        likely: list[Branch] = []
        end = branch.state
        while is_open(end):
            replies = self.list_branches(end, search.THOUGHT, MOST_REPLIES)
            for reply in replies:
                if self.is_spent(self.futures):
                    return
                self.foresee(reply)
            seat = acting_seat(end)
            replies = sorted(replies, key=lambda reply: -float(reply.prior[seat]))
            likely = likely or replies
            end = replies[0].state
        branch.likely = likely
        if not np.array_equal(end, branch.end):
            branch.end = end
            branch.prior = _no_worth()
            search.weigh_future(end, self.layers, self.bench, branch.prior)
            branch.summed = self._follow(branch, 0, branch.futures, rounds)
            branch.weigh()

    def _give_replies(self, branch: Branch) -> None:
        """Let a branch grow. What was tried so far was the likeliest reply."""
        branch.replies = branch.likely
        expected = branch.replies[0]
        expected.end, expected.prior = branch.end, branch.prior
        expected.summed, expected.futures = branch.summed.copy(), branch.futures
        expected.weigh()
