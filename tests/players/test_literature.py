"""The benchmark that gives our players the playouts of the literature's program."""

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

import kingdomino as kd
from kingdomino.players.player import Budget
from tests.players.table import random_position
from tests.variants import RULES

SOURCE = Path(__file__).parents[2] / "benchmarks" / "literature.py"


@pytest.fixture(scope="module")
def literature() -> ModuleType:
    specification = importlib.util.spec_from_file_location("literature", SOURCE)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_playouts_follow_the_turn(literature: ModuleType) -> None:
    player = literature.McFullGreedy(Budget(seconds=2.0))
    game = kd.Game.new(kd.Rules(players=4), seed=1)
    counts = [player.count_playouts(game.view(game.acting_seat))]
    while not game.over:
        game.play(game.legal_actions()[0])
        if not game.over:
            counts.append(player.count_playouts(game.view(game.acting_seat)))
    assert counts == sorted(counts)
    assert sorted(set(counts)) == [2 * each for each in literature.PACE["full-greedy"]]


def test_half_the_dominoes_take_half_the_time(literature: ModuleType) -> None:
    player = literature.UctRandom(Budget(seconds=0.5))
    tables = [kd.Rules(players=2), kd.Rules(players=4), kd.Rules(players=2, mighty_duel=True)]
    views = [kd.Game.new(rules, seed=1).view(0) for rules in tables]
    two, four, duel = map(player.count_playouts, views)
    assert two == 2 * four == 2 * duel


@pytest.mark.compiled_only
def test_each_of_them_plays(literature: ModuleType) -> None:
    game = random_position(RULES[3], 40, seed=3)
    view = game.view(game.acting_seat)
    for kind in literature.PLAYERS.values():
        assert kind(Budget(seconds=0.1)).choose(view, random.Random(1)) in game.legal_actions()


def test_without_seconds_there_is_nothing_to_count(literature: ModuleType) -> None:
    with pytest.raises(ValueError, match="seconds"):
        literature.McRandom(Budget(work=5))
