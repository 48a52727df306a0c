"""How much a search improves on the first judgement, decision by decision: no match is so sharp.

Positions come from games of ``learned`` against itself. The truth about a candidate is what it
comes to in futures that everybody plays to the end. Then the same candidates are given a few other
futures: of one, two or three rounds, or of rising length, as the champion follows them; or none,
when it trusts the outlook at the end of the present round.

Two things are told of each, in chances to win (with points ahead as the champion counts them).
``gain``: how much more the candidate that then seems best is worth than what ``learned`` likes
best. ``off``: how far the candidates of a position seem better or worse, among each other, than
they are, as a standard deviation; what is left of that with many futures is the outlook's error.
``truth_off`` is how far off the truth itself is. Longer futures take longer: their milliseconds
stand beside.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
from _timing import report

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.champion import MOST_CANDIDATES, Learned
from kingdomino.players.judgement import new_bench
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import BREADTH, PRIOR_FUTURES, Tree, rounds_ahead
from kingdomino.rules.kernel import acting_seat

TRUTHS = 400  # futures played to the end
FUTURES = (0, 8, 32, 128)
HORIZONS: dict[str, Callable[[int], int]] = {
    "one round": lambda _: 1,
    "two rounds": lambda _: 2,
    "three rounds": lambda _: 3,
    "rising": rounds_ahead,
}
"""How many rounds a future is played on for, by how many were tried before."""


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
        self.outlooks = self.follow(seed, 0, 1, rounds=0)

    def follow(self, seed: int, begun: int, futures: int, rounds: int) -> np.ndarray:
        """What the candidates come to in so many futures, added up."""
        worth = np.zeros((len(self.candidates), 4))
        for number, candidate in enumerate(self.candidates):
            search.try_position(
                candidate.state,
                seed,
                begun,
                futures,
                rounds,
                self.layers,
                self.bench,
                worth[number],
            )
        return worth[:, self.seat]

    def find_truth(self) -> tuple[np.ndarray, float]:
        """What each candidate comes to at the end of the game, and the variance of its error."""
        halves = [
            self.follow(self.seed + 1 + half, 0, TRUTHS // 2, self.rules.rounds) / (TRUTHS // 2)
            for half in range(2)
        ]
        return (halves[0] + halves[1]) / 2, float(np.var(halves[0] - halves[1], ddof=1)) / 4

    def estimate(self, horizon: Callable[[int], int]) -> list[np.ndarray]:
        """What the candidates seem to be worth after each number of futures."""
        summed = PRIOR_FUTURES * self.outlooks
        estimates = []
        for number in range(FUTURES[-1] + 1):
            if number in FUTURES:
                estimates.append(summed / (number + PRIOR_FUTURES))
            if number < FUTURES[-1]:
                summed = summed + self.follow(self.seed, number, 1, horizon(number))
        return estimates


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


def read_options(description: str) -> tuple[argparse.Namespace, kd.Rules]:
    """Which positions are asked for on the command line, and their rules."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="classic 2p middle harmony")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.positions < 2:
        parser.error(f"--positions is 2 or more, not {options.positions}")
    try:
        return options, kd.Rules.from_text(options.rules)
    except ValueError as error:
        parser.error(f"--rules: {error}")


def main() -> None:
    """Print what is gained by futures of each kind, with its error."""
    options, rules = read_options(__doc__ or "")
    chance = random.Random(options.seed)
    kinds = [(name, futures) for name in HORIZONS for futures in FUTURES]
    gains: dict[tuple[str, int], list[float]] = {kind: [] for kind in kinds}
    offs: dict[tuple[str, int], list[float]] = {kind: [] for kind in kinds}
    truth_offs = []
    seconds = dict.fromkeys(HORIZONS, 0.0)
    futures_tried = 0
    Judge(draw_view(rules, chance), seed=1).estimate(rounds_ahead)  # loads the compiled code
    for _ in range(options.positions):
        judge = Judge(draw_view(rules, chance), chance.getrandbits(40))
        truth, truth_off = judge.find_truth()
        truth_offs.append(truth_off)
        futures_tried += len(judge.candidates) * FUTURES[-1]
        for name, horizon in HORIZONS.items():
            start = time.perf_counter()
            estimates = judge.estimate(horizon)
            seconds[name] += time.perf_counter() - start
            for futures, estimate in zip(FUTURES, estimates, strict=True):
                gains[name, futures].append(float(truth[estimate.argmax()] - truth[0]))
                offs[name, futures].append(float(np.var(estimate - truth, ddof=1)))
    report(
        "decisions",
        rules=options.rules,
        positions=options.positions,
        milliseconds_a_future={
            name: round(1e3 * spent / futures_tried, 2) for name, spent in seconds.items()
        },
        truth_off=round(statistics.fmean(truth_offs) ** 0.5, 4),
        in_chances_to_win=[
            {
                "futures": futures,
                "of": name,
                "gain": round(statistics.fmean(gains[name, futures]), 4),
                "gain_error": round(
                    statistics.stdev(gains[name, futures]) / options.positions**0.5, 4
                ),
                "off": round(statistics.fmean(offs[name, futures]) ** 0.5, 4),
            }
            for name, futures in kinds
        ],
    )


if __name__ == "__main__":
    main()
