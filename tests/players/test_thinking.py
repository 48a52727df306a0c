"""Budgets are kept, and thinking finds what can be found."""

import random
import time

import pytest

import kingdomino as kd
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player
from kingdomino.players.thinking import DEFAULT_SECONDS, TurnPlayer, spend
from tests.players.table import TURN_PLAYERS, random_position
from tests.variants import RULES


@pytest.mark.parametrize("work", [1, 2, 3, 100])
def test_a_work_budget_is_spent_exactly(work: int) -> None:
    batches: list[int] = []
    assert spend(Budget(work=work), time.perf_counter(), batches.append) == work
    assert sum(batches) == work


def test_whichever_budget_runs_out_first_ends_the_thinking() -> None:
    start = time.perf_counter()
    assert spend(Budget(seconds=60, work=10), start, lambda n: None) == 10
    done = spend(Budget(seconds=0.02, work=10**9), start, lambda n: time.sleep(0.001 * n))
    assert 1 <= done < 10**9


def test_without_a_budget_half_a_second_is_spent() -> None:
    start = time.perf_counter()
    spend(Budget(), start, lambda n: time.sleep(0.001 * n))
    assert time.perf_counter() - start == pytest.approx(DEFAULT_SECONDS, abs=0.1)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", TURN_PLAYERS)
@pytest.mark.parametrize("seconds", [0.02, 0.1])
def test_players_keep_their_time(name: str, seconds: float) -> None:
    player = create_player(name, Budget(seconds=seconds))
    assert isinstance(player, TurnPlayer)
    player.warm_up()
    late = []
    for rules in (RULES[3], RULES[7], RULES[15]):
        for actions in (0, 4, 12, 30):
            game = random_position(rules, actions, seed=actions)
            assert game.seat is not None
            view = game.view(game.seat)
            start = time.perf_counter()
            player.choose(view, random.Random(1))
            late.append(time.perf_counter() - start - seconds)
    # A busy machine may hold up a decision or two, and no player can help it.
    assert sorted(late)[-3] <= max(0.1 * seconds, 0.02)


def last_placements(rules: kd.Rules) -> list[kd.Game]:
    """Games before their very last action, with a choice left."""
    games = []
    for seed in range(60):
        game = kd.Game.new(rules, seed=seed)
        greedy = create_player("full-greedy")
        chance = random.Random(seed)
        while not game.over:
            if len(game.waiting) == 1 and game.round == rules.rounds and game.phase == "place":
                games.append(game)
                break
            game.play(greedy.choose(game.view(game.acting_seat), chance))
    return [game for game in games if len(game.legal_actions()) > 1]


def result(game: kd.Game, action: kd.Action) -> tuple[bool, int]:
    """Whether the acting seat wins with its last action, and its points."""
    twin = game.copy()
    twin.play(action)
    seat = game.acting_seat
    return seat in twin.winners(), twin.scores()[seat].total


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", TURN_PLAYERS)
def test_the_last_placement_is_played_as_well_as_can_be(name: str) -> None:
    games = last_placements(RULES[3])
    assert games
    player = create_player(name, Budget(work=1000))
    for game in games:
        results = {action: result(game, action) for action in game.legal_actions()}
        chosen = results[player.choose(game.view(game.acting_seat), random.Random(1))]
        if name.startswith("mc"):
            assert chosen[1] == max(points for _, points in results.values())
        else:
            assert chosen[0] == max(won for won, _ in results.values())


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("name", "work"), [("mc-random", 1000), ("mc-full-greedy", 100), ("uct-random", 1000)]
)
def test_thinking_beats_greed(name: str, work: int) -> None:
    rules = kd.Rules(players=2, middle_kingdom=True, harmony=True)
    players = {0: create_player(name, Budget(work=work)), 1: create_player("full-greedy")}
    wins = 0.0
    for seed in range(15):
        chance = random.Random(seed)
        for turned in (0, 1):
            game = kd.Game.new(rules, seed=seed)
            while game.seat is not None:
                game.play(players[game.seat ^ turned].choose(game.view(game.seat), chance))
            winners = game.winners()
            wins += (turned in winners) / len(winners)
    assert wins / 30 > 0.5
