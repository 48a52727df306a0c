"""Playouts a second of each playout policy from the first move, and what a decision takes.

All figures are for one core, with both bonuses. A playout is a game to its end after one turn, with
a deal of its own and the final scores, as flat Monte Carlo evaluation plays them; UCT's figures
count the work in its tree as well. A decision is the first placement of a game and the claim that
goes with it.
"""

from __future__ import annotations

import random
import time

from _timing import best_rate, report

import kingdomino as kd
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player
from kingdomino.players.thinking import TurnPlayer

RULES = {
    name: kd.Rules(players=players, mighty_duel=duel, middle_kingdom=True, harmony=True)
    for name, players, duel in [("2p", 2, False), ("4p", 4, False), ("duel", 2, True)]
}
AT_ONCE = ("random", "greedy-placement", "full-greedy")
PLAYOUTS = ("random", "player-greedy", "full-greedy")


def first_placement(rules: kd.Rules, seed: int) -> kd.View:
    """The view of the seat that places first, after random claims."""
    game = kd.Game.new(rules, seed=seed)
    chance = random.Random(seed)
    while game.phase == "claim":
        game.play(chance.choice(game.legal_actions()))
    return game.view(game.acting_seat)


def playouts_per_second(name: str, rules: kd.Rules) -> int:
    """How many playouts a second a player gets through in its first placement."""
    view = first_placement(rules, seed=1)

    def run(playouts: int) -> None:
        create_player(name, Budget(work=playouts)).choose(view, random.Random(1))

    create_player(name, Budget(work=1)).choose(view, random.Random(1))
    return round(best_rate(run, count=500, seconds=2))


def latencies(name: str, rules: kd.Rules, budget: Budget) -> dict[str, float]:
    """The median and the longest time of a warm player's decisions, in milliseconds."""
    player = create_player(name, budget)
    if isinstance(player, TurnPlayer):
        player.warm_up()
    player.choose(first_placement(rules, seed=0), random.Random(0))
    times = []
    for seed in range(1, 21):
        view = first_placement(rules, seed)
        start = time.perf_counter()
        player.choose(view, random.Random(seed))
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    return {"median": round(times[len(times) // 2], 3), "longest": round(times[-1], 3)}


def main() -> None:
    """Time every reference player in each set-up."""
    report(
        "players",
        flat_playouts_per_second={
            policy: {
                name: playouts_per_second(f"mc-{policy}", rules) for name, rules in RULES.items()
            }
            for policy in PLAYOUTS
        },
        uct_playouts_per_second={
            policy: {
                name: playouts_per_second(f"uct-{policy}", rules) for name, rules in RULES.items()
            }
            for policy in PLAYOUTS
        },
        decision_milliseconds={
            player: {name: latencies(player, rules, Budget()) for name, rules in RULES.items()}
            for player in AT_ONCE
        },
        decision_milliseconds_of_a_budget_of_100={
            f"{search}-{policy}": latencies(f"{search}-{policy}", RULES["4p"], Budget(seconds=0.1))
            for search in ("mc", "uct")
            for policy in PLAYOUTS
        },
    )


if __name__ == "__main__":
    main()
