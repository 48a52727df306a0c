"""With NUMBA_DISABLE_JIT=1 the kernel gives the same results, slowly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rulebook.table import SETUPS

PROGRAM = """
import sys
import kingdomino as kd
from kingdomino.rules import compiled, kernel, playout
from kingdomino.rules.chance import stream
from tests.perft.make import count, start
from tests.rules.states import buffer, play
from tests.strategies import ALL_RULES

print("compiled" if compiled.JIT else "plain", file=sys.stderr)
for number, rules in enumerate(ALL_RULES):
    state, rng = kernel.new_state(rules), stream(number)
    print(rules, playout.sign_games(state, buffer(48), buffer(), rules.duel_opening, 3, rng))
    print(playout.play_games(state, buffer(48), rules.duel_opening, 3, rng), state.tolist())
    state = play(rules, number, actions=number)
    playout.play_out(state, buffer(48), rng)
    print(state.tolist(), rng.tolist(), count(start(rules, number, 20), 3))
    print(kd.Position(rules, state), kd.Position(rules, state).scores())
"""


def run(disable: str) -> tuple[str, str]:
    """What the program prints with the JIT as it is told to be."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": disable},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.strip(), done.stdout


@pytest.mark.compiled_only
def test_compiled_and_plain_python_play_the_same_games() -> None:
    (compiled, results), (plain, same) = run("0"), run("1")
    assert (compiled, plain) == ("compiled", "plain")
    assert results == same
    assert results.count("\n") == 4 * 8 * len(SETUPS)
