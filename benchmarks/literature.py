"""Do our players of the literature win as often as the paper's? With its playouts, turn by turn.

Gedda, Lagerkvist and Butler published what every game of their experiments came to and how many
playouts a second their program made in each turn of it, so our players can be given the same:
``PACE``. A game is won there by who has more points than anybody else; a tie is no victory. Each
of their figures rests on 200 games, and both errors count when it is compared with ours.

The players here take seconds of the authors' machine for a budget, and can be entered in the
arena: ``kingdomino arena champion@0.2s benchmarks.literature:McRandom@0.4s``. The authors'
program runs about twice as fast today, so 0.4 s of theirs are 0.2 s of ours.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random
from typing import ClassVar

from rich.console import Console
from rich.progress import Progress

import kingdomino as kd
from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import Entrant
from kingdomino.arena.play import play_contest
from kingdomino.arena.statistics import Sample, mean_interval, rate_interval
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player

PACE = {
    "random": (4400, 5500, 6200, 7000, 7900, 9200, 10400, 12400, 14800, 18000, 24000, 31000, 46000),
    "player-greedy": (105, 120, 180, 265, 370, 620, 1050, 1750, 3000, 5500, 10500, 23000, 46000),
    "full-greedy": (25, 30, 37, 48, 75, 125, 205, 340, 700, 1350, 3000, 8500, 30000),
}
"""Playouts a second of the authors' program in the thirteen turns of a game of four: about the
median of its flat Monte Carlo runs of two seconds. (At half a second the first turns are slower
there, as the program has not warmed up; its tree search counts many more playouts in the last
three turns, where they are over at once.)"""

FOUND = {
    "mc-random": {0.5: (0.39, 58), 2.0: (0.49, 61), 10.0: (0.42, 59)},
    "mc-player-greedy": {0.5: (0.33, 54), 2.0: (0.51, 63), 10.0: (0.72, 69)},
    "mc-full-greedy": {0.5: (0.38, 55), 2.0: (0.59, 62), 10.0: (0.755, 66)},
    "uct-random": {0.5: (0.47, 55), 2.0: (0.45, 57), 10.0: (0.49, 56)},
    "uct-full-greedy": {0.5: (0.26, 42), 2.0: (0.61, 57), 10.0: (0.78, 63)},
}
"""The share of victories and the points that the paper gives for so many seconds a turn, one
against three full-greedy players, both bonuses."""
FOUND_GAMES = 200


class Paced:
    """A player of the literature that makes the playouts the authors' program would make."""

    name: ClassVar[str]

    def __init__(self, budget: Budget) -> None:
        if budget.seconds is None:
            raise ValueError("say how many seconds the authors' program has, such as @0.5s")
        self.seconds = budget.seconds
        self.pace = PACE[self.name.partition("-")[2]]
        self.player = create_player(self.name)

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        """What the player chooses after so many playouts."""
        self.player.budget = Budget(work=self.count_playouts(view))
        return self.player.choose(view, rng)

    def count_playouts(self, view: kd.View) -> int:
        """How many playouts the authors' program makes here; fewer dominoes take less time."""
        turn = round(12 * view.round / view.rules.rounds)
        return max(1, round(self.seconds * self.pace[turn] * 48 / view.rules.deck_size))

    def warm_up(self) -> None:
        """Load the compiled code."""
        self.player.warm_up()


class McRandom(Paced):
    """Flat Monte Carlo with random playouts."""

    name = "mc-random"


class McPlayerGreedy(Paced):
    """Flat Monte Carlo, greedy for itself."""

    name = "mc-player-greedy"


class McFullGreedy(Paced):
    """Flat Monte Carlo, greedy for all."""

    name = "mc-full-greedy"


class UctRandom(Paced):
    """UCT with random playouts."""

    name = "uct-random"


class UctFullGreedy(Paced):
    """UCT, greedy for all."""

    name = "uct-full-greedy"


PLAYERS = {
    each.name: each for each in (McRandom, McPlayerGreedy, McFullGreedy, UctRandom, UctFullGreedy)
}


def play_cell(
    name: str, seconds: float, games: int, seed: str, progress: Progress
) -> dict[str, object]:
    """One cell of the paper's table, played by ours."""
    one = Entrant(f"{Path(__file__).stem}:{PLAYERS[name].__name__}", Budget(seconds=seconds), name)
    field = Entrant("full-greedy", Budget(), "full-greedy")
    rules = kd.Rules.from_text("classic 4p middle harmony")
    contest = Contest(rules, (one, field), games, seed, against_field=True)
    wins, points = [], []
    task = progress.add_task(f"{name}, {seconds:g} s", total=games)
    for game in play_contest(contest):
        spoilt = [fault for fault in game.faults if fault.spoils_the_game]
        if spoilt:
            sys.exit(spoilt[0].sentence)
        seat = game.seats.index(0)
        wins.append((game.deal, float(game.lead(seat) > 0)))
        points.append((game.deal, float(game.scores[seat])))
        progress.advance(task)
    rate, mean = Sample.of(wins), Sample.of(points)
    low, high = rate_interval(rate)
    found, found_points = FOUND[name][seconds]
    error = sqrt(((high - low) / 3.92) ** 2 + found * (1 - found) / FOUND_GAMES)
    return {
        "player": name,
        "seconds": seconds,
        "games": rate.size,
        "won": round(rate.mean, 3),
        "ci95": [round(low, 3), round(high, 3)],
        "points": round(mean.mean, 1),
        "points_ci95": [round(each, 1) for each in mean_interval(mean) or ()],
        "paper_won": found,
        "paper_points": found_points,
        "difference_in_errors": round((rate.mean - found) / error, 1),
    }


def main() -> None:
    """Play the table, and print it; stop early, and what is finished is printed."""
    from _timing import report

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.5, 2.0])
    parser.add_argument("--players", nargs="+", choices=list(FOUND), default=list(FOUND))
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    cells: list[dict[str, object]] = []
    try:
        with Progress(console=Console(stderr=True)) as progress:
            for seconds in options.seconds:
                for name in options.players:
                    cell = play_cell(name, seconds, options.games, options.seed, progress)
                    cells.append(cell)
    except KeyboardInterrupt:
        print("Stopped: only the finished cells follow.", file=sys.stderr)
    report("literature", cells=cells)


if __name__ == "__main__":
    main()
