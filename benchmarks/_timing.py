"""What the benchmarks share: a stopwatch, the set-ups, and a word about the machine."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable

import numba
import numpy as np

import kingdomino as kd
from kingdomino.rules import chance, kernel, playout

RULES = {
    "2p": kd.Rules(players=2),
    "3p": kd.Rules(players=3),
    "4p": kd.Rules(players=4),
    "duel": kd.Rules(players=2, mighty_duel=True),
}
"""The set-ups that are timed, all of the classic edition."""

LOAD = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def best_rate(run: Callable[[int], object], count: int, seconds: float, repeats: int = 5) -> float:
    """The best rate at which ``run(count)`` gets through its ``count`` things, per second.

    A first call, not timed, warms up; then ``count`` grows until one repeat fills its share of
    ``seconds``. The best repeat is the one that the machine disturbed least.
    """
    run(count)
    share = seconds / (repeats + 1)
    while (taken := stopwatch(run, count)) < share / 2:
        count = max(2 * count, int(count * share / max(taken, 1e-9)))
    return max(count / stopwatch(run, count) for _ in range(repeats))


def stopwatch(run: Callable[[int], object], count: int) -> float:
    """The seconds that ``run(count)`` takes."""
    start = time.perf_counter()
    run(count)
    return time.perf_counter() - start


def random_games(rules: kd.Rules, seed: int) -> Callable[[int], int]:
    """A function that plays so many random games inside the kernel, on arrays of its own."""
    state = kernel.new_state(rules)
    pile = np.zeros(48, dtype=np.int64)
    rng = chance.stream(seed)

    def run(games: int) -> int:
        return playout.play_games(state, pile, rules.duel_opening, games, rng)

    return run


def report(benchmark: str, **figures: object) -> None:
    """Print the figures as one JSON object, with what is needed to compare them.

    ``load`` is the machine's load average when the benchmark began, where it has one: figures taken
    beside other work are worth little.
    """
    machine = {
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "load": LOAD,
    }
    print(json.dumps({"benchmark": benchmark, **figures, **machine}, indent=2))
