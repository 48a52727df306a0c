"""How fast the engine is, and a signature of what it does. Nothing here prints."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.game.game import Game
from kingdomino.rules import chance, kernel, playout
from kingdomino.rules.ruleset import Rules

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

MODES = {
    "2p": Rules(players=2),
    "3p": Rules(players=3),
    "4p": Rules(players=4),
    "duel": Rules(players=2, mighty_duel=True),
}
"""The set-ups that are timed, all of the classic edition."""

SIGNED = (
    *MODES.values(),
    Rules(players=2, edition="revised"),
    Rules(players=3, edition="revised"),
    Rules(players=4, edition="revised", middle_kingdom=True, harmony=True),
    Rules(players=2, middle_kingdom=True, harmony=True),
)
"""The rules whose games are signed: together they cover every rule of the kernel."""

SIGNED_GAMES = 40


@dataclass
class Arrays:
    """What the kernel needs to play random games, for one thread."""

    rules: Rules
    seed: int = 1

    def __post_init__(self) -> None:
        self.state = kernel.new_state(self.rules)
        self.pile: Words = np.zeros(48, dtype=np.int64)
        self.rng = chance.stream(self.seed)
        self.duel_opening = self.rules.duel_opening

    def play(self, games: int) -> int:
        """Play random games from the deal to the final scores; the sum of all points."""
        return playout.play_games(self.state, self.pile, self.duel_opening, games, self.rng)

    def sign(self, games: int) -> int:
        """A checksum over random games."""
        actions: Words = np.zeros(kernel.ACTIONS, dtype=np.int64)
        return playout.sign_games(
            self.state, self.pile, actions, self.duel_opening, games, self.rng
        )


def sign() -> str:
    """A checksum over games of all modes, in hexadecimal: it changes only when a rule does.

    It is the same whether the kernel is compiled or not.
    """
    digest = hashlib.sha256()
    for seed, rules in enumerate(SIGNED, start=1):
        checksum = int(Arrays(rules, seed).sign(SIGNED_GAMES))
        digest.update(f"{rules} {checksum}\n".encode())
    return digest.hexdigest()[:16]


def rate(run: Callable[[int], object], seconds: float, first: int = 1) -> float:
    """How often a second ``run(n)`` does its ``n`` things, the best of several stretches.

    The best is the one that the rest of the machine disturbed least.
    """
    run(first)
    number, best = first, 0.0
    end = time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        run(number)
        now = time.perf_counter()
        best = max(best, number / (now - start))
        if now >= end:
            return best
        number = max(first, int(best * seconds / 8))


def measure_playouts(rules: Rules, seconds: float) -> float:
    """Complete random games a second in the kernel, on one thread."""
    return rate(Arrays(rules).play, seconds)


def measure_threads(rules: Rules, threads: int, seconds: float) -> float:
    """Complete random games a second in the kernel, on so many threads together."""
    workers = [Arrays(rules, seed) for seed in range(1, threads + 1)]
    for worker in workers:
        worker.play(1)
    games = max(1, int(measure_playouts(rules, seconds / 8) * seconds / 8))

    def run(number: int) -> None:
        running = [threading.Thread(target=worker.play, args=(number,)) for worker in workers]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()

    return threads * rate(run, seconds, games)


def measure_game_api(rules: Rules, seconds: float) -> float:
    """Complete random games a second through ``Game``: legal actions, play, winners."""
    chooser = random.Random(1)

    def run(number: int) -> None:
        for _ in range(number):
            game = Game.new(rules, seed=chooser.getrandbits(64))
            while not game.over:
                actions = game.legal_actions()
                game.play(actions[int(chooser.random() * len(actions))])
            game.winners()

    return rate(run, seconds)


_STARTUP = """
import json, time
start = time.perf_counter()
import kingdomino
from kingdomino.game.game import Game
imported = time.perf_counter()
game = Game.new(kingdomino.Rules(players=2), seed=1)
game.play(game.legal_actions()[0])
print(json.dumps([imported - start, time.perf_counter() - imported]))
"""


def measure_startup(*, empty_cache: bool = False) -> dict[str, float]:
    """The seconds that a fresh Python needs to import the game and for its first action.

    ``empty_cache`` starts with nothing compiled.
    """
    with tempfile.TemporaryDirectory() as folder:
        cache = {"NUMBA_CACHE_DIR": folder} if empty_cache else {}
        done = subprocess.run(
            [sys.executable, "-c", _STARTUP],
            env=os.environ | cache,
            capture_output=True,
            check=True,
            text=True,
        )
    imported, called = json.loads(done.stdout)
    return {"import": imported, "first_action": called}


def count_paths(state: Words, pile: tuple[int, ...], depth: int) -> int:
    """How many ways there are to play the next ``depth`` actions, the undrawn pile given."""
    states: Words = np.zeros((depth + 1, len(state)), dtype=np.int64)
    states[0] = state
    actions: Words = np.zeros((depth + 1, kernel.ACTIONS), dtype=np.int64)
    return int(playout.perft(states, actions, np.array(pile, dtype=np.int64), 0, depth))
