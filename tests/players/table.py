"""What the players' tests share: who plays, and games played to their end."""

import random
from collections.abc import Sequence

import kingdomino as kd
from kingdomino.players.player import Player

AT_ONCE = ["random", "greedy-placement", "full-greedy"]
TURN_PLAYERS = [
    "mc-random",
    "mc-player-greedy",
    "mc-full-greedy",
    "uct-random",
    "uct-player-greedy",
    "uct-full-greedy",
]
THINKING = [*TURN_PLAYERS, "learned", "champion"]


def play_game(players: Sequence[Player], rules: kd.Rules, seed: int) -> kd.Game:
    """A game between these players, by seat; an illegal choice raises ``IllegalAction``."""
    game = kd.Game.new(rules, seed=seed)
    chance = random.Random(seed)
    while game.seat is not None:
        game.play(players[game.seat].choose(game.view(game.seat), chance))
    return game


def random_position(rules: kd.Rules, actions: int, seed: int) -> kd.Game:
    """A game after so many random actions."""
    game = kd.Game.new(rules, seed=seed)
    chance = random.Random(seed)
    for _ in range(actions):
        game.play(chance.choice(game.legal_actions()))
    return game
