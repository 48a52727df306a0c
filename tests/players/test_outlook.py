"""The outlook between two rounds: what it sees, and that it foresees the end."""

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import outlook
from kingdomino.players.judgement import new_bench
from kingdomino.players.network import (
    SCORE_SCALE,
    UNITS,
    Network,
    evaluate_outlook,
)
from kingdomino.players.selfplay import play_outlook_chunk
from kingdomino.players.shipped import shipped_network


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rivals_stand_in_order_of_what_they_may_expect(players: int) -> None:
    bench = new_bench()
    rng = np.random.default_rng(players)
    bench.seats[:] = rng.random(bench.seats.shape)
    bench.expected[:players] = rng.random((players, 2)) * 60
    for seat in range(players):
        outlook.describe_outlook(players, seat, bench)
        others = sorted(set(range(players)) - {seat}, key=lambda other: -bench.expected[other, 0])
        expected = np.zeros((4, 2))
        expected[:players] = bench.expected[[seat, *others]] / SCORE_SCALE
        seen = bench.outlook[outlook.EXPECTED :].reshape(4, 2)
        np.testing.assert_allclose(seen, expected, rtol=1e-6)
        np.testing.assert_array_equal(bench.outlook[: outlook.RIVAL], bench.seats[seat])
        rival = bench.outlook[outlook.RIVAL : outlook.EXPECTED]
        np.testing.assert_array_equal(
            rival[: outlook.CONTEXT], bench.seats[others[0]][: outlook.CONTEXT]
        )
        np.testing.assert_array_equal(
            rival[outlook.CONTEXT :], bench.seats[others[0]][outlook.SHAPE :]
        )


def test_the_outlook_is_two_rectified_layers_and_a_sum() -> None:
    rng = np.random.default_rng(1)
    layers = Network.new(seed=2).layers
    weights_1, bias_1, weights_2, bias_2, weights_3, bias_3 = layers.outlook
    bias_1[:] = rng.standard_normal(len(bias_1)) * 0.1
    features = rng.standard_normal(len(weights_1)).astype(np.float32)
    units = np.zeros(UNITS + len(features), dtype=np.float32)
    for _ in range(2):  # nothing is left of the time before
        lead, spread = evaluate_outlook(features, layers, units)
        first = np.maximum(features @ weights_1 + bias_1, 0)
        score, logarithm = np.maximum(first @ weights_2 + bias_2, 0) @ weights_3 + bias_3
        assert lead == pytest.approx(score * SCORE_SCALE, abs=1e-3)
        assert spread == pytest.approx(np.exp(np.clip(logarithm, -3, 2)) * SCORE_SCALE, abs=1e-3)


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "text",
    ["classic 2p", "classic 3p", "revised 3p harmony", "classic 4p middle harmony", "duel 2p"],
)
def test_leads_are_foreseen_better_than_from_what_everybody_expects(text: str) -> None:
    rules = kd.Rules.from_text(text)
    network = shipped_network(rules)
    samples, leads = play_outlook_chunk(rules, 5, network, games=240)  # 40 say nothing for certain
    units = np.zeros(UNITS + samples.shape[1], dtype=np.float32)
    foreseen = np.array([evaluate_outlook(sample, network.layers, units) for sample in samples])
    expected = samples[:, outlook.EXPECTED : outlook.EXPECTED + 4 : 2] * SCORE_SCALE
    plain = expected[:, 0] - expected[:, 1]
    assert np.mean((foreseen[:, 0] - leads) ** 2) < np.mean((plain - leads) ** 2)
    within = np.abs(foreseen[:, 0] - leads) < 2 * foreseen[:, 1]
    assert 0.88 < within.mean() < 0.995
