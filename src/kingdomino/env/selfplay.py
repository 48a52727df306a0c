"""Self-play: games that a player plays against itself, decision by decision."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.env.rewards import WIN, lead, write_rewards
from kingdomino.env.valuation import Valuer
from kingdomino.game.game import Game
from kingdomino.rules import chance
from kingdomino.rules.territories import standings

if TYPE_CHECKING:
    from kingdomino.players.player import Player
    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game, with what came of it."""

    game: int
    step: int
    seat: int
    state: Words
    action: int
    value: float
    """What the position is worth to the seat by playouts, from −1 to 1."""
    outcome: float
    """What the game brought the seat in the end, from −1 to 1."""
    margin: int
    """The seat's final lead over its best opponent, in points."""
    points: int
    """The seat's final points."""


def play_game(
    rules: Rules, player: Player, seed: int, number: int, playouts: int
) -> list[Decision]:
    """The decisions of the game with this number, in which ``player`` has all seats.

    With a player that needs no clock the same numbers always give the same game.
    """
    entropy = hashlib.sha256(f"kingdomino dataset 1\n{seed}\n{number}".encode()).digest()
    generator = Random(entropy)
    valuer, stream = Valuer(rules.players, playouts), chance.stream(generator.getrandbits(64))
    game = Game.new(rules, entropy)
    taken: list[tuple[int, Words, int, float]] = []
    while not game.over:
        seat, state = game.acting_seat, game.state
        value = valuer.value(state, stream)[seat]
        action = game.number_action(player.choose(game.view(seat), generator))
        taken.append((seat, state, action, value))
        game.play_number(action)
    points = np.array([score.total for score in game.scores()])
    found = np.zeros(rules.players, dtype=np.int64)
    standings(game.state, found)
    outcomes = np.zeros(rules.players, dtype=np.float32)
    write_rewards(WIN, True, points, points, found, outcomes)
    return [
        Decision(
            number,
            step,
            seat,
            state,
            action,
            value,
            float(outcomes[seat]),
            lead(points, seat),
            int(points[seat]),
        )
        for step, (seat, state, action, value) in enumerate(taken)
    ]
