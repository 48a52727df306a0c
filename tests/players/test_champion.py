"""The learned player and the champion: strength, budgets, and what they promise."""

import random

import pytest

import kingdomino as kd
from kingdomino.players.champion import Champion, Learned
from kingdomino.players.player import Budget, Player
from kingdomino.players.registry import create_player
from kingdomino.players.shipped import shipped_network
from kingdomino.players.trial import try_network
from tests.players.clock import hold_clock
from tests.players.table import play_game, random_position

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


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("classic 2p middle harmony", 0.85),
        ("classic 2p", 0.80),
        ("classic 3p middle harmony", 0.70),
        ("revised 3p middle harmony", 0.70),
        ("classic 4p middle harmony", 0.70),
        ("classic 4p", 0.65),
        ("classic 2p duel middle harmony", 0.90),
    ],
)
def test_learning_beats_a_table_of_greed(text: str, least: float) -> None:
    rules = kd.Rules.from_text(text)
    assert try_network(shipped_network(rules), rules, games=400, seed=1).wins > least


def test_learning_beats_greed_in_earnest() -> None:
    rules = kd.Rules(players=2, middle_kingdom=True, harmony=True)
    assert wins(Learned(), create_player("full-greedy"), rules, deals=40) > 0.75


def test_the_champion_beats_greed() -> None:
    rules = kd.Rules(players=2, middle_kingdom=True, harmony=True)
    champion = Champion(Budget(work=30))
    assert wins(champion, create_player("full-greedy"), rules, deals=6) > 0.7


def test_a_claim_begins_with_what_was_found_out_about_it_before_the_placement() -> None:
    champion = Champion(Budget(work=400))
    game = random_position(kd.Rules(players=4), actions=8, seed=2)
    assert game.phase == "place"
    rng = random.Random(1)
    game.play(champion.choose(game.view(game.acting_seat), rng))
    placing = champion.futures
    assert game.phase == "claim"
    champion.choose(game.view(game.acting_seat), rng)
    assert placing <= 402
    assert champion.futures > placing


def test_what_was_found_out_is_not_used_in_another_game() -> None:
    champion, fresh = Champion(Budget(work=100)), Champion(Budget(work=100))
    rules = kd.Rules(players=4)
    game = random_position(rules, actions=8, seed=2)
    champion.choose(game.view(game.acting_seat), random.Random(1))
    other = random_position(rules, actions=9, seed=3)
    view = other.view(other.acting_seat)
    assert champion.choose(view, random.Random(5)) == fresh.choose(view, random.Random(5))
    assert champion.futures == fresh.futures


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_the_champion_keeps_its_time(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    cost = 0.001
    clock = hold_clock(monkeypatch, cost)
    champion = Champion(Budget(seconds=seconds))
    game = kd.Game.new(kd.Rules(players=4), seed=1)
    for number in range(12):
        start = clock.now
        action = champion.choose(game.view(game.acting_seat), random.Random(number))
        spent = clock.now - start
        assert spent <= seconds + 4 * cost  # what it does between two looks at the clock
        assert spent >= 0.9 * seconds or len(game.legal_actions()) == 1
        game.play(action)
