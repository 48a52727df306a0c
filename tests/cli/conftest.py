"""Records that the commands are tried on."""

import random
from pathlib import Path

import pytest

import kingdomino as kd


def play_at_random(game: kd.Game, actions: int = 1000) -> kd.Game:
    """Play on at random, so many actions or to the end."""
    chance = random.Random(7)
    while not game.over and actions > 0:
        game.play(chance.choice(game.legal_actions()))
        actions -= 1
    return game


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is saved on leaving is saved in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a finished game between Ann and Bob."""
    rules = kd.Rules(players=2, middle_kingdom=True, harmony=True)
    game = kd.Game.new(rules, seed=11, names=["Ann", "Bob"])
    game.tags["Commitment"] = game.deal.commitment if game.deal else ""
    path = tmp_path / "finished.txt"
    path.write_text(str(play_at_random(game).record()), encoding="utf-8")
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """The record of a game for three, seventeen actions old, without its seed."""
    game = play_at_random(kd.Game.new(kd.Rules(players=3), seed=12), actions=17)
    path = tmp_path / "unfinished.txt"
    path.write_text(str(game.record()), encoding="utf-8")
    return path
