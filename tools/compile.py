"""Compile what the tests need, once, before several processes would do it at the same time.

``make test`` runs this beside the checks that need nothing compiled. What is compiled already is
only loaded.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from kingdomino.cli import measures
from kingdomino.env import KingdominoVectorEnv
from kingdomino.env.dataset import Recipe, stream_dataset, write_dataset
from kingdomino.env.observation import Observer
from kingdomino.game.game import Game
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player, player_names
from kingdomino.players.training import Training
from kingdomino.rules.ruleset import Rules
from kingdomino.server.warming import warm_rules


def compile_rules() -> None:
    """Use the kernel as a table does, and as the measuring commands do."""
    warm_rules()
    measures.sign()
    for rules in measures.MODES.values():
        measures.measure_playouts(rules, 0.001)
        game = Game.new(rules, seed=1)
        measures.count_paths(game.state, game.pile, 1)


def compile_players() -> None:
    """Let every player decide at the beginning and at the end of a game."""
    for rules in (Rules(players=2), Rules(players=2, mighty_duel=True), Rules(players=4)):
        game = Game.new(rules, seed=1)
        rng = Random(1)
        while not game.over:
            assert game.seat is not None
            if game.round < 2 or game.round >= rules.rounds - 1:
                for name in player_names():
                    create_player(name, Budget(work=4)).choose(game.view(game.seat), rng)
            game.play(rng.choice(game.legal_actions()))


def compile_environments() -> None:
    """Step a batch of games, alone and against players; write and read a dataset."""
    for opponents in (None, "random", "full-greedy"):
        games = KingdominoVectorEnv(2, opponents=opponents, threads=1)
        games.reset(seed=1)
        for _ in range(100):
            games.step(games.sample_actions())
        games.close()
    with tempfile.TemporaryDirectory() as folder:
        write_dataset(Path(folder), Recipe("random", "classic 2p", games=1, playouts=1), jobs=1)
        for _ in stream_dataset(folder):
            pass
    state = Game.new(Rules(players=2), seed=1).state
    Observer(2).observe(state, 0)
    Observer(2).mask(state)


def compile_training() -> None:
    """Train for a moment."""
    with tempfile.TemporaryDirectory() as folder:
        Training("two", Path(folder), minutes=0.01, generation_seconds=0.1).run()


def main() -> None:
    """Compile everything."""
    compile_rules()
    compile_players()
    compile_environments()
    compile_training()


if __name__ == "__main__":
    main()
