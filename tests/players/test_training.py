"""Training: samples, steps that learn, and runs that can be taken up again."""

from pathlib import Path

import numpy as np
import pytest

from kingdomino.players.network import Network, WeightsError
from kingdomino.players.optimiser import Optimiser
from kingdomino.players.selfplay import play_chunk, practised_rules
from kingdomino.players.training import Store, Training

pytestmark = pytest.mark.compiled_only


def test_steps_bring_the_network_closer_to_the_samples() -> None:
    samples, scores = play_chunk(
        practised_rules("four")[0], 1, Network.new(), 30, width=1.0, thinking=0
    )
    optimiser = Optimiser(Network.new())
    errors = [optimiser.step(samples[:2000], scores[:2000], rate=1e-3) for _ in range(150)]
    assert errors[-1] < errors[0] / 2


def test_the_store_forgets_the_oldest_samples() -> None:
    store = Store(capacity=10)
    for number in range(4):
        width = store.samples.shape[1]
        features = np.full((4, width), number, np.float32)
        store.add(features, np.full(4, number, np.float32))
    assert store.size == 10
    assert sorted(store.scores.tolist()) == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


def test_a_run_is_taken_up_where_it_stopped(tmp_path: Path) -> None:
    first = Training("two", tmp_path, minutes=0.01, generation_seconds=0.1)
    first.run()
    generations = len(first.history)
    assert generations >= 1
    assert Network.load(first.weights).checksum == first.optimiser.network.checksum
    again = Training("two", tmp_path, minutes=100, generation_seconds=0.1)
    assert again.history == first.history
    assert again.optimiser.steps == first.optimiser.steps
    assert again.optimiser.network.checksum == first.optimiser.network.checksum


def test_a_damaged_run_is_refused(tmp_path: Path) -> None:
    Training("two", tmp_path, minutes=0.01, generation_seconds=0.1).run()
    (tmp_path / "optimiser.npz").write_bytes(b"nothing")
    with pytest.raises(WeightsError, match="cannot be resumed"):
        Training("two", tmp_path, minutes=1)
