"""Complete random games a second on one core, inside the kernel.

A game is the deal, every claim and placement, and the final scores; every legal action is equally
likely.
"""

from __future__ import annotations

from _timing import RULES, best_rate, random_games, report


def main() -> None:
    """Time each set-up for about three seconds."""
    rates = {
        name: round(best_rate(random_games(rules, seed=1), count=2000, seconds=3))
        for name, rules in RULES.items()
    }
    report("playouts", games_per_second=rates)


if __name__ == "__main__":
    main()
