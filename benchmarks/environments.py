"""Steps a second of the learning environments, and of comparable games of other libraries.

A step is one decision of one seat: a claim, a placement or a discard. Everything is on: every step
writes the observation, the mask of legal actions and the rewards, and a game that ends is followed
by the next. Actions are random legal ones. In the batch they are chosen by compiled code, and once
more by numpy in Python for comparison.

The games of OpenSpiel and PettingZoo are driven in the same way in the same run: legal actions, a
random one of them, the observation of whoever is next. Those that are not installed are left out.

Every rate is the best of many windows of some 20 ms, so that a busy machine disturbs it little; it
disturbs it all the same.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
from _timing import report

from kingdomino.cores import count_cores

try:
    from kingdomino.env import KingdominoVectorEnv, kingdomino_v0
except ImportError as error:
    report("environments", skipped=f'{error.name} is not installed: pip install "kingdomino[env]"')
    raise SystemExit(0) from None

SECONDS, WINDOW = 1.2, 0.02
GAMES = 2048

SETUPS = {
    "2p": {"players": 2},
    "2p bonuses": {"players": 2, "middle_kingdom": True, "harmony": True},
    "3p": {"players": 3},
    "4p": {"players": 4},
    "duel": {"players": 2, "mighty_duel": True},
}
PETTINGZOO = ("connect_four_v3", "tictactoe_v3", "go_v5", "chess_v6")
OPEN_SPIEL = ("connect_four", "backgammon", "go", "chess", "python_team_dominoes")


def main() -> None:
    """Measure everything and print it."""
    # Others' games warn about versions and the like: not what is measured here.
    warnings.simplefilter("ignore")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    cores = count_cores()
    batched = {
        "games": GAMES,
        "all cores": {name: rate_of_batch(setup, cores) for name, setup in SETUPS.items()},
        "one thread": {"2p": rate_of_batch(SETUPS["2p"], 1)},
        "one thread, per second of processor time": {
            "2p": rate_of_batch(SETUPS["2p"], 1, clock=time.process_time)
        },
        "actions chosen by numpy": {"2p": rate_of_batch(SETUPS["2p"], cores, by_numpy=True)},
        "against full-greedy, learner's steps": {
            "2p": rate_of_batch(SETUPS["2p"] | {"opponents": "full-greedy"}, cores)
        },
    }
    pettingzoo = {"kingdomino_v0": rate_of_pettingzoo(kingdomino_v0.env())}
    for name in PETTINGZOO:
        with contextlib.suppress(ImportError):
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            pettingzoo[name] = rate_of_pettingzoo(module.env())
    spiel = {}
    with contextlib.suppress(ImportError):
        importlib.import_module("kingdomino.env.open_spiel")
        importlib.import_module("open_spiel.python.games")
        spiel = {name: rate_of_spiel(name) for name in ("python_kingdomino", *OPEN_SPIEL)}
    report(
        "environments",
        batched_steps_per_second=batched,
        pettingzoo_steps_per_second=pettingzoo,
        open_spiel_steps_per_second=spiel,
        versions=versions("gymnasium", "pettingzoo", "open_spiel", "numpy"),
    )


def versions(*names: str) -> dict[str, str]:
    """The versions of the libraries that are installed."""
    found = {}
    for name in names:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = version(name)
    return found


def best_rate(
    run: Callable[[int], object], clock: Callable[[], float] = time.perf_counter
) -> float:
    """The best rate at which ``run(count)`` gets through its ``count`` things, per second."""
    run(1)
    count, best = 1, 0.0
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = clock()
        run(count)
        taken = max(clock() - start, 1e-9)
        if taken < WINDOW / 2:
            count = max(2 * count, int(count * WINDOW / taken))
        else:
            best = max(best, count / taken)
    return best


def rate_of_batch(
    setup: dict[str, object],
    threads: int,
    *,
    by_numpy: bool = False,
    clock: Callable[[], float] = time.perf_counter,
) -> int:
    """Steps a second of many games at once."""
    env = KingdominoVectorEnv(GAMES, **setup, threads=threads)
    env.reset(seed=1)
    choose = choose_by_numpy(env) if by_numpy else env.sample_actions

    def run(steps: int) -> None:
        for _ in range(steps):
            env.step(choose())

    rate = round(GAMES * best_rate(run, clock))
    env.close()
    return rate


def choose_by_numpy(env: KingdominoVectorEnv) -> Callable[[], np.ndarray]:
    """Random legal actions from the masks alone, as a program without our help would choose."""
    generator = np.random.default_rng(1)

    def choose() -> np.ndarray:
        noise = generator.random(env.action_masks.shape, dtype=np.float32) + 1
        return (noise * env.action_masks).argmax(1)

    return choose


def rate_of_pettingzoo(env: object) -> int:
    """Steps a second of one PettingZoo environment, its observations and masks looked at."""
    chance = random.Random(1)
    env.reset(seed=1)

    def run(steps: int) -> None:
        for _ in range(steps):
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.reset()
                continue
            mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
            env.step(chance.choice(np.flatnonzero(mask).tolist()))

    return round(best_rate(run))


def rate_of_spiel(name: str) -> int:
    """Steps a second of one OpenSpiel game: decisions of players, chance not counted."""
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()

    def run(steps: int) -> None:
        nonlocal state
        while steps:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                legal = state.legal_actions()
                state.observation_tensor(state.current_player())
                state.apply_action(chance.choice(legal))
                steps -= 1

    return round(best_rate(run))


if __name__ == "__main__":
    main()
