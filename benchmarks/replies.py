"""How much it matters what is replied to a candidate before the next line is drawn.

All futures of a candidate begin at the same end of the round, so a poor reply on the way there is
an error that no number of futures mends. Here the rest of the round is played in three ways:
``learned``; with second thoughts, each king making the reply with the best outlook for its owner,
as the champion does for candidates that it tries often; and with care, the likely replies being
tried in 32 futures each. Then everybody plays on as ``learned`` does, to the end of the game.

``differ``: how far the candidates of a position seem better or worse, among each other, one way
rather than another. ``gain``: how much more the candidate that seems best in each way is worth than
the one that seems best as ``learned`` replies, if the replies are then made with care. Both are in
chances to win, with points ahead as the champion counts them, and free of the luck of the deals.
"""

from __future__ import annotations

import random
import statistics
from typing import TYPE_CHECKING

import numpy as np
from _timing import report
from decisions import draw_view, read_options

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.judgement import new_bench
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import (
    BREADTH,
    MOST_REPLIES,
    SECOND_THOUGHT,
    Branch,
    Tree,
    is_open,
)
from kingdomino.rules.kernel import acting_seat

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

CANDIDATES = 6  # those with the best outlooks
FUTURES = 400  # played to the end, from each end of the round
TRIES = 32  # futures in which a reply is tried with care
WAYS = ("learned", "second thought", "care")


def list_ends(tree: Tree, candidate: Branch) -> list[Words]:
    """The ends of the round after a candidate, one for each way to reply."""
    ends = [candidate.end]
    tree.try_branch(candidate, SECOND_THOUGHT)
    ends.append(candidate.end)
    tree.seed += 1  # else the replies would seem better than they are in the futures that follow
    end = candidate.state
    while is_open(end):
        seat = acting_seat(end)
        replies = tree.list_branches(end, search.THOUGHT, MOST_REPLIES)
        for reply in replies:
            tree.foresee(reply)
            for _ in range(TRIES if len(replies) > 1 else 0):
                tree.try_branch(reply, 1)
        end = max(replies, key=lambda reply, seat=seat: float(reply.standing[seat])).state
    tree.seed -= 1
    return [*ends, end]


def follow(tree: Tree, end: Words, seat: int, rounds: int) -> list[float]:
    """What the end of a round comes to for a seat in each of the futures."""
    found = []
    for number in range(FUTURES):
        worth = np.zeros(4)
        search.try_position(end, tree.seed, number, 1, rounds, tree.layers, tree.bench, worth)
        found.append(float(worth[seat]))
    return found


def weigh_candidates(view: kd.View, seed: int) -> np.ndarray | None:
    """What candidates come to, by way and future; none where nobody is left to reply."""
    tree = Tree(seed, shipped_network(view.rules), new_bench())
    seat = acting_seat(view.state)
    candidates = tree.list_branches(view.state, BREADTH, 4 * CANDIDATES)
    for candidate in candidates:
        tree.foresee(candidate)
    candidates.sort(key=lambda each: -float(each.prior[seat]))
    del candidates[CANDIDATES:]
    if len(candidates) < 2 or not candidates[0].is_open:
        return None
    ends = [list_ends(tree, candidate) for candidate in candidates]
    rounds = view.rules.rounds
    return np.array([[follow(tree, end, seat, rounds) for end in each] for each in ends])


def compare(worths: np.ndarray) -> tuple[dict[str, float], dict[str, float]]:
    """The variances of what differs, and the gains, in one position.

    Half of the futures choose and the other half judges, so that luck is not counted.
    """
    halves = np.split(worths, [FUTURES // 2], axis=2)
    means = [half.mean(axis=2) - half.mean(axis=(0, 2)) for half in halves]
    count = len(worths)
    variances, gains = {}, {}
    for number, way in enumerate(WAYS):
        for other in range(number):
            first, second = (mean[:, number] - mean[:, other] for mean in means)
            product = float(first @ second) / (count - 1)
            variances[f"{way}, {WAYS[other]}"] = product
        gains[way] = statistics.fmean(
            float(judge[chosen[:, number].argmax(), -1] - judge[chosen[:, 0].argmax(), -1])
            for chosen, judge in (means, means[::-1])
        )
    return variances, gains


def main() -> None:
    """Print how much the replies matter, and what is gained by better ones."""
    options, rules = read_options(__doc__ or "")
    chance = random.Random(options.seed)
    compared = []
    while len(compared) < options.positions:
        worths = weigh_candidates(draw_view(rules, chance), chance.getrandbits(40))
        if worths is not None:
            compared.append(compare(worths))
    error = options.positions**-0.5
    report(
        "replies",
        rules=options.rules,
        positions=options.positions,
        differ={
            ways: round(max(statistics.fmean(each[ways] for each, _ in compared), 0.0) ** 0.5, 4)
            for ways in compared[0][0]
        },
        gain={
            way: {
                "gain": round(statistics.fmean(each[way] for _, each in compared), 4),
                "gain_error": round(statistics.stdev(each[way] for _, each in compared) * error, 4),
            }
            for way in WAYS[1:]
        },
    )


if __name__ == "__main__":
    main()
