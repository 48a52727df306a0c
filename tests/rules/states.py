"""States of the kernel for the tests beside this file."""

import random
import sys

import numpy as np
from numpy.typing import NDArray

from kingdomino.rules import kernel
from kingdomino.rules.chance import stream
from kingdomino.rules.kernel import DRAW, OVER, PHASE
from kingdomino.rules.ruleset import Rules

Words = NDArray[np.int64]


def buffer(words: int = 256) -> Words:
    """Room for actions, or for a pile."""
    return np.zeros(words, dtype=np.int64)


def dealt(rules: Rules, seed: int) -> tuple[Words, Words]:
    """A state with its kings drawn, and a shuffled pile."""
    state, pile, rng = kernel.new_state(rules), buffer(48), stream(seed)
    kernel.draw_kings(state, rules.duel_opening, rng)
    kernel.redeal(state, pile, rng)
    return state, pile


def play(rules: Rules, seed: int, actions: int = sys.maxsize) -> Words:
    """The state after so many random actions, or at the end of the game."""
    state, pile = dealt(rules, seed)
    chance, legal, drawn = random.Random(seed), buffer(), 0
    while state[PHASE] != OVER and actions > 0:
        if state[PHASE] == DRAW:
            drawn = kernel.draw_line(state, pile, drawn)
        else:
            count = kernel.legal_actions(state, legal)
            kernel.apply(state, int(legal[chance.randrange(count)]))
            actions -= 1
    if state[PHASE] == DRAW:
        kernel.draw_line(state, pile, drawn)
    return state
