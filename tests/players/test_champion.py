"""The learned player and the champion: strength, budgets, and what they promise."""

import random
import time

import pytest

import kingdomino as kd
from kingdomino.players.champion import Champion, Learned
from kingdomino.players.player import Budget, Player
from kingdomino.players.registry import create_player
from tests.players.table import play_game

pytestmark = pytest.mark.compiled_only


def wins(first: Player, second: Player, rules: kd.Rules, deals: int) -> float:
    """The share of two-player games that the first player wins, each deal played both ways."""
    won = 0.0
    for deal in range(deals):
        for seat in (0, 1):
            players = [first, second] if seat == 0 else [second, first]
            winners = play_game(players, rules, seed=deal).winners()
            won += (seat in winners) / len(winners)
    return won / (2 * deals)


def test_learning_beats_greed() -> None:
    rules = kd.Rules(players=2, middle_kingdom=True, harmony=True)
    assert wins(Learned(), create_player("full-greedy"), rules, deals=40) > 0.7


def test_learning_beats_greed_in_the_duel() -> None:
    rules = kd.Rules(players=2, mighty_duel=True, middle_kingdom=True, harmony=True)
    assert wins(Learned(), create_player("full-greedy"), rules, deals=20) > 0.7


def test_the_champion_beats_greed() -> None:
    rules = kd.Rules(players=2, middle_kingdom=True, harmony=True)
    champion = Champion(Budget(work=60))
    assert wins(champion, create_player("full-greedy"), rules, deals=10) > 0.7


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_the_champion_keeps_its_time(seconds: float) -> None:
    champion = Champion(Budget(seconds=seconds))
    game = kd.Game.new(kd.Rules(players=4), seed=1)
    late = 0
    for number in range(12):
        assert game.seat is not None
        start = time.perf_counter()
        action = champion.choose(game.view(game.seat), random.Random(number))
        late += number > 1 and time.perf_counter() - start > seconds + max(0.1 * seconds, 0.02)
        game.play(action)
    assert late <= 2  # the machine may have other things to do
