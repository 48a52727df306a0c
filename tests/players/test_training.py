"""Training: samples, steps that learn, and runs that can be taken up again."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kingdomino.players import training as training_module
from kingdomino.players.network import OUTLOOK_FEATURES, Network, WeightsError
from kingdomino.players.optimiser import Optimiser
from kingdomino.players.selfplay import play_chunk, practised_rules
from kingdomino.players.training import JUDGING, Store, Training
from kingdomino.players.trial import Trial

pytestmark = pytest.mark.compiled_only


def test_steps_bring_the_network_closer_to_the_samples() -> None:
    samples, scores = play_chunk(
        practised_rules("four")[0], 1, Network.new(), 30, width=1.0, thinking=0
    )
    optimiser = Optimiser(Network.new().layers.judgement)
    errors = [optimiser.step(samples[:2000], scores[:2000], rate=1e-3) for _ in range(150)]
    assert errors[-1] < errors[0] / 2


def test_a_network_is_made_of_where_the_weights_have_been_lately(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    features = Network.new().layers.judgement[0].shape[0]
    optimiser = Optimiser(Network.new().layers.judgement)
    seen = []
    for _ in range(5):
        samples = rng.random((20, features), dtype=np.float32)
        optimiser.step(samples, rng.random(20, dtype=np.float32) * 60, rate=1e-2)
        seen.append([layer.copy() for layer in optimiser.layers])
    for mean, *steps in zip(optimiser.mean, *seen, strict=True):
        assert np.allclose(mean, np.mean(steps, axis=0), atol=1e-6)
        assert not np.allclose(mean, steps[-1], atol=1e-6)
    optimiser.save(tmp_path / "optimiser.npz")
    again = Optimiser.load(tmp_path / "optimiser.npz")
    assert all((a == b).all() for a, b in zip(again.mean, optimiser.mean, strict=True))


def test_the_store_forgets_the_oldest_samples() -> None:
    store = Store(3, capacity=10)
    for number in range(4):
        features = np.full((4, 3), number, np.float32)
        store.add(features, np.full(4, number, np.float32))
    assert store.size == 10
    assert sorted(store.scores.tolist()) == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Training:
    """A run that has come to its end."""
    folder = tmp_path_factory.mktemp("run")
    judging = Training("two", folder, minutes=0.001, generation_seconds=0.1)
    judging.run()
    assert judging.outlook.steps == 0
    # With so much more time what was spent is the part in which kingdoms are learned to be judged.
    minutes = judging.history[-1].seconds / 60 / (JUDGING + 0.1)
    training = Training("two", folder, minutes=minutes, generation_seconds=0.1)
    training.run()
    return training


def test_kingdoms_are_learned_to_be_judged_before_outlooks(finished: Training) -> None:
    new = Network.new(seed=0)
    for learned, before in zip(finished.network.layers, new.layers, strict=True):
        assert any((a != b).any() for a, b in zip(learned, before, strict=True))
    assert finished.store.samples.shape[1] == OUTLOOK_FEATURES


def test_a_run_is_taken_up_where_it_stopped(finished: Training) -> None:
    checksum = finished.network.checksum
    assert len(finished.history) >= 1
    assert Network.load(finished.weights).checksum == checksum
    again = Training("two", finished.folder, minutes=100, generation_seconds=0.1)
    assert again.history == finished.history
    assert again.judgement.steps == finished.judgement.steps > 0
    assert again.outlook.steps == finished.outlook.steps > 0
    assert again.network.checksum == checksum


def test_outlooks_are_learned_with_the_judgement_that_was_strongest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leads = iter([5, 5, 9, 9, 2, 2, *[0] * 99])
    monkeypatch.setattr(training_module, "TRIALS", 2)
    monkeypatch.setattr(
        training_module, "try_network", lambda *_, **__: Trial(0.5, 60.0, 60.0 - next(leads))
    )
    training = Training("two", tmp_path, minutes=100, generation_seconds=0.01)
    judgements = []
    with ThreadPoolExecutor(1) as pool:
        for _ in range(6):
            training._run_generation(pool)
            judgements.append(training.network.layers.judgement[0].copy())
        training.minutes = training.history[-1].seconds / 60 / (JUDGING + 0.1)
        training._run_generation(pool)
    assert (training.network.layers.judgement[0] == judgements[3]).all()
    assert (judgements[3] != judgements[5]).any()
    again = Training("two", tmp_path, minutes=100)
    assert (again.network.layers.judgement[0] == judgements[3]).all()


def test_a_damaged_run_is_refused(finished: Training, tmp_path: Path) -> None:
    shutil.copytree(finished.folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "judgement.npz").write_bytes(b"nothing")
    with pytest.raises(WeightsError, match="cannot be resumed"):
        Training("two", tmp_path, minutes=1)


def test_a_run_of_another_version_is_refused(finished: Training, tmp_path: Path) -> None:
    shutil.copytree(finished.folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "history.jsonl").write_text('{"number": 0, "seconds": 1.0}\n')
    with pytest.raises(WeightsError, match="another version wrote it; choose another folder"):
        Training("two", tmp_path, minutes=1)
