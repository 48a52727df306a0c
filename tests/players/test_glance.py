"""A first glance at placements: what it sees, and that it hardly ever misses the best."""

from random import Random

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import glance
from kingdomino.players.draft import rank_placements
from kingdomino.players.judgement import MOST, enough, look_at_table, new_bench
from kingdomino.players.mirrors import is_mirrored, symmetries_of
from kingdomino.players.network import Network
from kingdomino.players.registry import create_player
from kingdomino.players.selfplay import fit_glance, practised_rules
from kingdomino.players.shipped import TABLES, shipped_network
from kingdomino.rules import kernel
from tests.players.table import random_position
from tests.variants import RULES


def list_of(state: np.ndarray, seat: int, domino: int, most: int, weights: np.ndarray) -> list[int]:
    """The placements that a glance likes best."""
    listed, liked = np.zeros(MOST, dtype=np.int64), np.zeros(MOST, dtype=np.float32)
    numbers = np.zeros(glance.GLANCES, dtype=np.float32)
    count = glance.list_placements(
        state,
        kernel.kingdom_of(seat),
        state[kernel.GRID],
        domino,
        most,
        float(state[kernel.MIDDLE_KINGDOM]),
        weights,
        numbers,
        listed,
        liked,
    )
    return listed[:count].tolist()


def placing_position(rules: kd.Rules, seed: int) -> kd.Game:
    """A position in which a domino is to be placed."""
    game = random_position(rules, actions=10 + seed % 20, seed=seed)
    while game.phase != "place":
        game.play(game.legal_actions()[0])
    return game


def distinct_placements(game: kd.Game) -> list[int]:
    """The legal placements, but one of those that are mirror images of each other."""
    domino = kernel.acting_domino(game.state)
    symmetries = symmetries_of(game.state, kernel.kingdom_of(game.acting_seat))
    return [
        number
        for number in game.legal_numbers()
        if number != kernel.DISCARD and not is_mirrored(number, domino, symmetries)
    ]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_by_points_alone_a_glance_finds_the_placement_that_adds_most(rules: kd.Rules) -> None:
    weights = np.zeros(glance.GLANCES, dtype=np.float32)
    weights[0] = 1.0
    for seed in range(4):
        game = placing_position(rules, seed)
        seat, state = game.acting_seat, game.view(game.acting_seat).state
        domino = int(state[kernel.LINE + state[kernel.TURN]])
        before = game.kingdoms[seat].score().total
        gains = {}
        for action in game.view(seat).read_actions(distinct_placements(game)):
            after = game.copy()
            after.play(action)
            gains[action] = after.kingdoms[seat].score().total - before
        view = game.view(seat)
        if len(gains) < 2:
            continue
        (first,) = list_of(state, seat, domino, 1, weights)
        assert gains[view.read_actions([first])[0]] == max(gains.values())
        every = list_of(state, seat, domino, len(gains) - 1, weights)
        listed = [gains[action] for action in view.read_actions(every)]
        assert listed == sorted(gains.values(), reverse=True)[:-1]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_all_placements_but_mirror_images_are_listed_where_there_is_room(rules: kd.Rules) -> None:
    for seed in range(8):
        game = placing_position(rules, seed)
        view = game.view(game.acting_seat)
        domino = int(view.state[kernel.LINE + view.state[kernel.TURN]])
        weights = shipped_network(rules).layers.glance
        listed = list_of(view.state, view.seat, domino, MOST, weights)
        assert sorted(listed) == distinct_placements(game)


@pytest.mark.compiled_only
@pytest.mark.parametrize("text", ["classic 2p", "classic 4p middle harmony", "duel 2p"])
def test_the_best_placement_is_hardly_ever_missed(text: str) -> None:
    rules = kd.Rules.from_text(text)
    layers, bench = shipped_network(rules).layers, new_bench()
    losses = []
    for seed in range(40):
        game = kd.Game.new(rules, seed=seed)
        rng, player = Random(seed), create_player("learned")
        for _ in range(4 + rng.randrange(8 * rules.rounds - 12)):
            game.play(player.choose(game.view(game.acting_seat), rng))
        if game.over or game.phase != "place" or len(game.legal_actions()) <= enough(rules.grid):
            continue
        view = game.view(game.acting_seat)
        available = look_at_table(view.state, layers, bench)
        count = rank_placements(view.state, available, layers, bench, MOST // 2)
        worth = dict(zip(bench.actions[:count].tolist(), bench.values[:count], strict=True))
        domino = int(view.state[kernel.LINE + view.state[kernel.TURN]])
        listed = list_of(view.state, view.seat, domino, enough(rules.grid), layers.glance)
        losses.append(max(worth.values()) - max(worth[action] for action in listed))
    assert len(losses) > 5
    assert np.mean(losses) < 0.3
    assert np.mean(np.array(losses) < 0.1) > 0.75


@pytest.mark.compiled_only
def test_a_new_network_that_counts_points_teaches_to_look_for_points() -> None:
    network = Network.new()
    for table in TABLES:
        weights = fit_glance(network, practised_rules(table)[:1], seed=1, games=4)
        assert 0.3 < weights[0] < 1.7
