"""Random two-player games a second on one thread and on two.

The kernel releases the GIL, so two threads should come close to twice the games of one on a machine
with two idle cores.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from _timing import RULES, random_games, report, stopwatch

GAMES = 150_000
ROUNDS = 7


def main() -> None:
    """Time one thread and two by turns, and compare the best of each."""
    players = [random_games(RULES["2p"], seed) for seed in (1, 2)]
    for play in players:
        play(GAMES)  # warm-up
    one = two = 0.0
    for _ in range(ROUNDS):
        one = max(one, GAMES / stopwatch(players[0], GAMES))
        two = max(two, 2 * GAMES / stopwatch(together(players), GAMES))
    report(
        "threads",
        games_per_second={"1 thread": round(one), "2 threads": round(two)},
        ratio=round(two / one, 2),
    )


def together(players: list[Callable[[int], int]]) -> Callable[[int], None]:
    """A function that lets every player play so many games, each on a thread of its own."""

    def run(games: int) -> None:
        threads = [threading.Thread(target=play, args=(games,)) for play in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return run


if __name__ == "__main__":
    main()
