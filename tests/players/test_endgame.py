"""The exact endgame against brute force through the game itself."""

import random

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import endgame

pytestmark = pytest.mark.compiled_only

SETUPS = [
    kd.Rules(players=2, middle_kingdom=True, harmony=True),
    kd.Rules(players=3, harmony=True),
    kd.Rules(players=3, edition="revised"),
    kd.Rules(players=4, middle_kingdom=True),
    kd.Rules(players=2, mighty_duel=True),
]


class TooManyError(Exception):
    """More to look at than a test should."""


def value(game: kd.Game, budget: list[int]) -> list[float]:
    """Every seat's outcome when all play as well as can be, by trying everything."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TooManyError
    if game.over:
        scores, winners = game.scores(), game.winners()
        return [
            (seat in winners) / len(winners)
            + 0.0005 * sum(score.total - other.total for other in scores)
            for seat, score in enumerate(scores)
        ]
    return max(tried(game, budget), key=lambda found: found[game.acting_seat])


def tried(game: kd.Game, budget: list[int]) -> list[list[float]]:
    """What every legal action leads to."""
    found = []
    for action in game.legal_actions():
        game.play(action)
        found.append(value(game, budget))
        game.undo()
    return found


def late_position(rules: kd.Rules, seed: int) -> kd.Game:
    """A random game that is nearly over."""
    chance = random.Random(seed)
    game = kd.Game.new(rules, seed=seed)
    actions = 2 * rules.kings * rules.rounds
    for _ in range(actions - rules.kings - chance.randint(0, 3)):
        if not game.over:
            game.play(chance.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_solution_is_as_good_as_brute_force(rules: kd.Rules) -> None:
    compared = 0
    for seed in range(150):
        game = late_position(rules, seed)
        if game.over or not endgame.is_endgame(game.state) or len(game.legal_actions()) < 2:
            continue
        try:
            outcomes = [found[game.acting_seat] for found in tried(game, [1500])]
        except TooManyError:
            continue
        number = endgame.find_best(game.state, 1_000_000)
        chosen = game.legal_numbers().index(number)
        assert outcomes[chosen] == pytest.approx(max(outcomes)), str(game)
        compared += 1
        if compared == 12:
            break
    assert compared >= 5


def test_solving_changes_nothing() -> None:
    game = late_position(SETUPS[0], 3)
    before = game.state.copy()
    endgame.find_best(game.state, 1_000_000)
    np.testing.assert_array_equal(game.state, before)


def test_more_than_is_allowed_is_not_solved() -> None:
    game = late_position(SETUPS[0], 3)
    assert endgame.find_best(game.state, 1) == endgame.TOO_LARGE
