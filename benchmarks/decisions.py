"""How much a search improves on the first judgement, decision by decision: no match is so sharp.

Positions come from games of ``learned`` against itself. The truth about a candidate is what it
comes to in futures that everybody plays to the end. Then the champion's way to choose among the
same candidates is given a few other futures of one, two or three rounds, or none: then it trusts
the outlook at the end of the present round. What it chooses is worth so much more than what
``learned`` likes best, in chances to win (with points ahead as the champion counts them); futures
that are longer take longer, so their milliseconds stand beside.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import numpy as np
from _timing import report

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.champion import MOST_CANDIDATES, Learned
from kingdomino.players.judgement import new_bench
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import BREADTH, PRIOR_FUTURES, Tree
from kingdomino.rules.kernel import acting_seat

TRUTHS = 200  # futures played to the end
ROUNDS = (1, 2, 3)
FUTURES = (0, 4, 8, 16, 32)


class Judge:
    """What is known of the candidates of one position: those that ``learned`` likes, best first."""

    def __init__(self, view: kd.View, seed: int) -> None:
        self.state = view.state
        self.seat = acting_seat(view.state)
        self.rules = view.rules
        self.seed = seed
        self.layers = shipped_network(view.rules).layers
        self.bench = new_bench()
        tree = Tree(seed, shipped_network(view.rules), self.bench)
        self.candidates = tree.list_branches(self.state, BREADTH, MOST_CANDIDATES)
        self.outlooks = self.follow(0, 1, rounds=0)

    def follow(self, begun: int, futures: int, rounds: int) -> np.ndarray:
        """What the candidates come to in so many futures, added up."""
        worth = np.zeros((len(self.candidates), 4))
        for number, candidate in enumerate(self.candidates):
            search.try_position(
                candidate.state,
                self.seed + begun,
                futures,
                rounds,
                self.layers,
                self.bench,
                worth[number],
            )
        return worth[:, self.seat]

    def find_truth(self) -> np.ndarray:
        """What each candidate comes to at the end of the game."""
        return self.follow(FUTURES[-1], TRUTHS, self.rules.rounds) / TRUTHS

    def choose(self, rounds: int) -> list[int]:
        """The candidates chosen after each number of futures, by their place in the list."""
        summed = PRIOR_FUTURES * self.outlooks
        chosen = []
        done = 0
        for futures in FUTURES:
            summed = summed + self.follow(done, futures - done, rounds)
            done = futures
            chosen.append(int(np.argmax(summed)))
        return chosen


def draw_view(rules: kd.Rules, chance: random.Random) -> kd.View:
    """A view from somewhere in a game, with a choice to make and a line still to be drawn."""
    while True:
        game = kd.Game.new(rules, seed=chance.getrandbits(40))
        player = Learned()
        for _ in range(chance.randrange(2 * 4 * rules.rounds)):
            if game.over:
                break
            game.play(player.choose(game.view(game.acting_seat), chance))
        if not game.over and game.round < rules.rounds - 1 and len(game.legal_actions()) > 2:
            return game.view(game.acting_seat)


def main() -> None:
    """Print what is gained by futures of each kind, with its error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="classic 2p middle harmony")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = kd.Rules.from_text(options.rules)
    chance = random.Random(options.seed)
    gains: dict[tuple[int, int], list[float]] = {(r, f): [] for r in ROUNDS for f in FUTURES}
    seconds = dict.fromkeys(ROUNDS, 0.0)
    futures_tried = 0
    Judge(draw_view(rules, chance), seed=1).choose(rounds=1)  # loads the compiled code
    for _ in range(options.positions):
        judge = Judge(draw_view(rules, chance), chance.getrandbits(40))
        truth = judge.find_truth()
        futures_tried += len(judge.candidates) * FUTURES[-1]
        for rounds in ROUNDS:
            start = time.perf_counter()
            chosen = judge.choose(rounds)
            seconds[rounds] += time.perf_counter() - start
            for futures, number in zip(FUTURES, chosen, strict=True):
                gains[rounds, futures].append(float(truth[number] - truth[0]))
    report(
        "decisions",
        rules=options.rules,
        positions=options.positions,
        milliseconds_a_future={r: round(1e3 * seconds[r] / futures_tried, 2) for r in ROUNDS},
        gained_in_chances_to_win=[
            {
                "rounds": rounds,
                "futures": futures,
                "gain": round(statistics.fmean(values), 4),
                "error": round(statistics.stdev(values) / len(values) ** 0.5, 4),
            }
            for (rounds, futures), values in gains.items()
        ],
    )


if __name__ == "__main__":
    main()
