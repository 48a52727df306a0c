"""The learned evaluation's network: what it is from the start, and its file."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players.features import CONTEXT, RIVALRY, WANTS
from kingdomino.players.judgement import look_at_table, new_bench, sit_down, value_kingdom
from kingdomino.players.network import (
    FIRST,
    SCORE_SCALE,
    UNITS,
    Network,
    WeightsError,
    begin,
    evaluate,
)
from kingdomino.players.shipped import shipped_network
from kingdomino.rules import kernel
from kingdomino.rules.dominoes import TERRAINS
from tests.players.table import random_position
from tests.variants import RULES


def promise(network: Network, game: kd.Game, seat: int) -> float:
    """The final score that the network sees in a seat's kingdom."""
    bench = new_bench()
    available = look_at_table(game.state, network.layers, bench)
    at = kernel.kingdom_of(seat)
    value, _ = value_kingdom(
        game.state, at, game.rules.grid, available, -1.0, network.layers, bench
    )
    return float(value)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_new_network_counts_the_points_of_a_kingdom(rules: kd.Rules) -> None:
    game = random_position(rules, actions=20, seed=1)
    for seat, score in enumerate(game.scores()):
        assert promise(Network.new(), game, seat) == pytest.approx(score.total, abs=3.0)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_shipped_weights_promise_more_than_a_new_kingdom_has(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=1)
    assert 20 < promise(shipped_network(rules), game, 0) < 250


def test_the_network_is_two_rectified_layers_and_a_sum_however_it_is_computed() -> None:
    rng = np.random.default_rng(1)
    layers = Network.new(seed=2).layers
    weights_1, bias_1, weights_2, bias_2, weights_3, bias_3 = layers.judgement
    for bias in (bias_1, bias_2, bias_3):
        bias[:] = rng.standard_normal(len(bias)) * 0.1
    features = np.zeros(len(weights_1), dtype=np.float32)
    seen, units = np.zeros_like(features), np.zeros(UNITS, dtype=np.float32)
    begin(layers, seen, units)
    for changes in [*range(len(features) + 1), 1, 0]:
        changed = rng.permutation(len(features))[:changes]
        features[changed] = rng.standard_normal(changes)
        value, spread = evaluate(features, layers, seen, units)
        first = np.maximum(features @ weights_1 + bias_1, 0)
        second = np.maximum(first @ weights_2 + bias_2, 0)
        score, logarithm = second @ weights_3 + bias_3
        assert value == pytest.approx(score * SCORE_SCALE, abs=1e-3)
        assert spread == pytest.approx(np.exp(np.clip(logarithm, -3, 2)) * SCORE_SCALE, abs=1e-3)
        np.testing.assert_array_equal(seen, features)
    assert (units[:FIRST] < 0).any()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_kingdom_looks_the_same_whichever_was_looked_at_before(rules: kd.Rules) -> None:
    used = new_bench()
    layers = shipped_network(rules).layers
    for actions in range(4, 40, 3):
        crowned = random_position(rules, actions=actions, seed=actions).state
        for seat in range(rules.players):
            at = kernel.kingdom_of(seat)
            bare = crowned.copy()
            bare[[at + kernel.CROWNS_LOW, at + kernel.CROWNS_HIGH]] = 0
            for state in (crowned, bare):
                for bench in (used, fresh := new_bench()):
                    available = look_at_table(state, layers, bench)
                    value_kingdom(state, at, rules.grid, available, 0.5, layers, bench)
                np.testing.assert_array_equal(used.features, fresh.features)
                np.testing.assert_array_equal(used.lands, fresh.lands)
                np.testing.assert_array_equal(used.wants, fresh.wants)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_the_others_build_is_seen_from_every_seat(rules: kd.Rules) -> None:
    game = random_position(rules, actions=30, seed=4)
    bench = new_bench()
    layers = shipped_network(rules).layers
    available = look_at_table(game.state, layers, bench)
    wants = []
    for kingdom in game.kingdoms:
        mains = [(0, 0)] * 6
        for territory in kingdom.territories:
            terrain, size, crowns = (
                TERRAINS.index(territory.terrain),
                territory.squares,
                territory.crowns,
            )
            mains[terrain] = max(
                mains[terrain], (size, crowns), key=lambda m: m[0] * (2 * m[1] + 1)
            )
        wants.append(mains)
    for seat in range(rules.players):
        sit_down(game.state, seat, bench)
        at = kernel.kingdom_of(seat)
        value_kingdom(game.state, at, rules.grid, available, 0.5, layers, bench)
        rivalry = bench.features[CONTEXT + RIVALRY : CONTEXT + RIVALRY + WANTS].reshape(6, 3)
        for terrain in range(6):
            others = [wants[other][terrain] for other in range(rules.players) if other != seat]
            sizes, crowns = np.mean(others, axis=0)
            assert rivalry[terrain, 0] == pytest.approx(sizes * 0.1, abs=1e-5)
            assert rivalry[terrain, 1] == pytest.approx(crowns * 0.25, abs=1e-5)
            assert (rivalry[terrain, 2] > 0) <= (sizes > 0)


@pytest.mark.compiled_only
def test_without_the_compiler_it_is_computed_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "two_rectified_layers", __file__],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    network = Network.new(seed=3)
    network.save(tmp_path / "weights.npz")
    again = Network.load(tmp_path / "weights.npz")
    assert again.checksum == network.checksum
    for part, other in zip(network.layers, again.layers, strict=True):
        for layer, same in zip(part, other, strict=True):
            np.testing.assert_array_equal(layer, same)


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    Network.new().save(path)
    data = bytearray(path.read_bytes())
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(WeightsError, match=r"the weights in weights.npz cannot be read"):
        Network.load(path)
    data[5000] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(WeightsError, match=r"cannot be read|are damaged"):
        Network.load(path)
    with pytest.raises(WeightsError, match="cannot be read"):
        Network.load(tmp_path / "nothing.npz")


@pytest.mark.parametrize("name", ["bias_1", "glance", "outlook_bias_3"])
def test_weights_whose_numbers_were_changed_are_refused(tmp_path: Path, name: str) -> None:
    network = Network.new()
    path = tmp_path / "weights.npz"
    network.save(path)
    with np.load(path) as data:
        arrays = {name: data[name].copy() for name in data.files}
    arrays[name][0] += 1
    np.savez(path, **arrays)
    with pytest.raises(WeightsError, match="are damaged: their checksum is wrong"):
        Network.load(path)
