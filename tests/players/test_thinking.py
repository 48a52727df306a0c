"""Budgets are kept, and thinking finds what can be found."""

import random

import pytest

import kingdomino as kd
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player
from kingdomino.players.thinking import DEFAULT_SECONDS, TurnPlayer, spend
from tests.players.clock import Clock, hold_clock
from tests.players.table import TURN_PLAYERS, random_position
from tests.variants import RULES


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return hold_clock(monkeypatch)


@pytest.mark.parametrize("work", [1, 2, 3, 100])
def test_a_work_budget_is_spent_exactly(work: int, clock: Clock) -> None:
    batches: list[int] = []
    assert spend(Budget(work=work), clock(), batches.append) == work
    assert sum(batches) == work


def test_whichever_budget_runs_out_first_ends_the_thinking(clock: Clock) -> None:
    start = clock()
    assert spend(Budget(seconds=60, work=10), start, lambda n: clock.work(0.001 * n)) == 10
    done = spend(Budget(seconds=0.02, work=10**9), start, lambda n: clock.work(0.001 * n))
    assert 1 <= done <= 20


def test_without_a_budget_half_a_second_is_spent(clock: Clock) -> None:
    start = clock()
    spend(Budget(), start, lambda n: clock.work(0.001 * n))
    assert DEFAULT_SECONDS - 0.005 <= clock.now - start <= DEFAULT_SECONDS


@pytest.mark.parametrize("cost", [1e-6, 1e-4, 0.003, 0.05])
@pytest.mark.parametrize("seconds", [0.02, 0.1, 2.0])
def test_time_is_kept_and_used_whatever_the_work_costs(
    clock: Clock, seconds: float, cost: float
) -> None:
    start = clock()
    spend(Budget(seconds=seconds), start, lambda n: clock.work(cost * n))
    spent = clock.now - start
    assert spent <= max(seconds, cost) + 1e-9  # once is always
    assert spent >= seconds - max(2 * cost, seconds / 10)


def test_who_was_held_up_once_reckons_with_it_again(clock: Clock) -> None:
    start, delays = clock(), iter([0.0, 0.0, 0.0, 0.009])
    spend(Budget(seconds=0.1), start, lambda n: clock.work(0.0001 * n + next(delays, 0.0)))
    assert clock.now - start <= 0.1 - 0.009 + 0.004  # a batch takes up to 4 ms


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", TURN_PLAYERS)
@pytest.mark.parametrize("seconds", [0.02, 0.1])
def test_players_keep_their_time(
    name: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    cost = 0.0005
    player = create_player(name, Budget(seconds=seconds))
    assert isinstance(player, TurnPlayer)
    player.warm_up()
    clock = hold_clock(monkeypatch, cost)
    for rules in (RULES[3], RULES[7], RULES[15]):
        for actions in (0, 4, 12, 30):
            game = random_position(rules, actions, seed=actions)
            start = clock.now
            player.choose(game.view(game.acting_seat), random.Random(1))
            spent = clock.now - start
            assert spent <= seconds + 1e-9
            assert spent >= 0.8 * seconds or not spent  # where there was nothing to decide


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
