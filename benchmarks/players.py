"""Playouts a second of each playout policy from the first move, and what a decision takes.

All figures are for one core, with both bonuses. A playout is a game to its end after one turn, with
a deal of its own and the final scores, as flat Monte Carlo evaluation plays them; UCT's figures
count the work in its tree as well. A decision is the first placement of a game and the claim that
goes with it.

An evaluation is the learned one of one kingdom, its features included. A node of the champion's
search is a future: a deal, rounds that everybody thinks through, and the outlook after them. A game
of training is one of self-play, thought through as most are, samples included.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import numpy as np
from _timing import best_rate, report

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.judgement import Bench, look_at_table, new_bench, value_kingdom
from kingdomino.players.levels import LEVELS
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player
from kingdomino.players.selfplay import play_chunk
from kingdomino.players.shipped import shipped_network
from kingdomino.players.thinking import TurnPlayer
from kingdomino.players.training import THINKING
from kingdomino.players.tree import rounds_ahead
from kingdomino.rules.compiled import compiled
from kingdomino.rules.kernel import GRID, PLAYERS, kingdom_of

if TYPE_CHECKING:
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

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


@compiled
def evaluate_often(state: Words, layers: Layers, bench: Bench, times: int) -> float:
    """Evaluate every kingdom of a state in turn."""
    available = look_at_table(state, layers, bench)
    summed = 0.0
    for number in range(times):
        at = kingdom_of(number % state[PLAYERS])
        value, _ = value_kingdom(state, at, state[GRID], available, 0.5, layers, bench)
        summed += value
    return summed


def evaluations_per_second(rules: kd.Rules) -> int:
    """How many kingdoms the learned evaluation judges in a second."""
    layers, bench, view = shipped_network(rules).layers, new_bench(), middle_of_game(rules)
    evaluate_often(view.state, layers, bench, 1)
    return round(
        best_rate(lambda n: evaluate_often(view.state, layers, bench, n), count=100_000, seconds=2)
    )


def nodes_per_second(rules: kd.Rules) -> int:
    """How many futures the champion tries in a second."""
    layers, bench, view = shipped_network(rules).layers, new_bench(), middle_of_game(rules)
    worth = np.zeros(4)

    def run(futures: int) -> None:
        search.try_position(view.state, 1, 0, futures, rounds_ahead(0), layers, bench, worth)

    run(1)
    return round(best_rate(run, count=200, seconds=2))


def training_games_per_second(rules: kd.Rules) -> float:
    """How many games of self-play one core plays for training in a second."""
    network = shipped_network(rules)

    def run(games: int) -> None:
        play_chunk(rules, 1, network, games, width=0.5, thinking=THINKING)

    run(1)
    return round(best_rate(run, count=20, seconds=2), 1)


def middle_of_game(rules: kd.Rules) -> kd.View:
    """The view of a seat that places in the middle of a game."""
    game = kd.Game.new(rules, seed=1)
    player = create_player("full-greedy")
    chance = random.Random(1)
    while game.round < rules.rounds // 2 or game.phase != "place":
        game.play(player.choose(game.view(game.acting_seat), chance))
    return game.view(game.acting_seat)


def main() -> None:
    """Time every player in each set-up."""
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
        decision_milliseconds_of_levels={
            level.name: {
                name: latencies(level.name, rules, Budget()) for name, rules in RULES.items()
            }
            for level in LEVELS
        },
        evaluations_per_second={
            name: evaluations_per_second(rules) for name, rules in RULES.items()
        },
        search_nodes_per_second={name: nodes_per_second(rules) for name, rules in RULES.items()},
        training_games_per_second={
            name: training_games_per_second(rules) for name, rules in RULES.items()
        },
        decision_milliseconds_of_a_budget_of_100={
            f"{kind}-{policy}": latencies(f"{kind}-{policy}", RULES["4p"], Budget(seconds=0.1))
            for kind in ("mc", "uct")
            for policy in PLAYOUTS
        },
    )


if __name__ == "__main__":
    main()
