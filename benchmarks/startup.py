"""The seconds until kingdomino is ready: on an empty cache of compiled code, and on a warm one.

Every figure is that of a Python process of its own. "empty" starts with nothing compiled; "warm"
follows with what the empty run left behind, and is the best of several runs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec

from _timing import report

REPEATS = 3

# One process: each step is timed from where the one before it ended.
STEPS = """
import json, time
marks = [time.perf_counter()]
import kingdomino as kd
marks.append(time.perf_counter())
game = kd.Game.new(kd.Rules(players=2), seed=1)
marks.append(time.perf_counter())
game.play(game.legal_actions()[0])
marks.append(time.perf_counter())
from kingdomino.rules import chance, kernel, playout
import numpy as np
state = kernel.new_state(kd.Rules(players=2))
playout.play_games(state, np.zeros(48, dtype=np.int64), False, 1, chance.stream(1))
marks.append(time.perf_counter())
names = ["import kingdomino", "first Game.new", "first action", "first playout"]
print(json.dumps({name: b - a for name, a, b in zip(names, marks, marks[1:])}))
"""


def main() -> None:
    """Run the steps once on an empty cache and then several times on the cache it left."""
    with tempfile.TemporaryDirectory() as cache:
        empty = time_steps(cache)
        warm = [time_steps(cache) for _ in range(REPEATS)]
    figures: dict[str, object] = {
        "empty": {step: round(seconds, 3) for step, seconds in empty.items()},
        "warm": {step: round(min(run[step] for run in warm), 3) for step in empty},
    }
    if find_spec("kingdomino.cli") is not None:
        figures["kingdomino --help"] = round(min(time_help() for _ in range(REPEATS)), 3)
    report("startup", seconds=figures)


def time_steps(cache: str) -> dict[str, float]:
    """The seconds of each step in a new process that keeps compiled code in this folder."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    environment.pop("NUMBA_DISABLE_JIT", None)
    run = subprocess.run(
        [sys.executable, "-c", STEPS], env=environment, capture_output=True, text=True, check=True
    )
    steps: dict[str, float] = json.loads(run.stdout)
    return steps


def time_help() -> float:
    """The seconds that ``kingdomino --help`` takes, the start of Python included.

    It compiles nothing, so the cache does not matter.
    """
    command = "import sys; from kingdomino.command import main; sys.argv = ['kingdomino', '--help']"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"{command}; main()"], capture_output=True, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
