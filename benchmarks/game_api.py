"""Complete random games a second through ``Game``: legal actions, play, final scores, winners."""

from __future__ import annotations

import random

from _timing import RULES, best_rate, report

import kingdomino as kd


def main() -> None:
    """Time each set-up for about three seconds."""
    rates = {}
    for name, rules in RULES.items():
        chance = random.Random(1)

        def run(games: int, rules: kd.Rules = rules, chance: random.Random = chance) -> None:
            for _ in range(games):
                play_game(rules, chance)

        rates[name] = round(best_rate(run, count=50, seconds=3))
    report("game_api", games_per_second=rates)


def play_game(rules: kd.Rules, chance: random.Random) -> list[int]:
    """Deal a game, play it to the end at random, and say who wins."""
    game = kd.Game.new(rules, seed=chance.getrandbits(64))
    while not game.over:
        actions = game.legal_actions()
        game.play(actions[int(chance.random() * len(actions))])
    return game.winners()


if __name__ == "__main__":
    main()
