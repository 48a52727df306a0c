"""The learned evaluation at work, compiled: what a kingdom, a placement and a claim promise.

All functions take a *bench*: arrays to work on, so that nothing is allocated while thinking. A
bench belongs to one thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.features import (
    CONTEXT_FEATURES,
    FEATURES,
    UNKNOWN_RANK,
    available_dominoes,
    describe_kingdom,
    describe_table,
)
from kingdomino.players.network import FIRST, SECOND, evaluate
from kingdomino.rules.chance import next_word
from kingdomino.rules.compiled import compiled, inlined, lowest
from kingdomino.rules.kernel import (
    CLAIM,
    DISCARD,
    DISCARDS,
    GRID,
    KINGDOM_WORDS,
    KINGS,
    LINE,
    LINE_LENGTH,
    LINE_SEATS,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    TURN,
    acting_domino,
    acting_seat,
    kingdom_of,
    placements,
    put_domino,
)
from kingdomino.rules.torus import bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float32]
    Bench = tuple[Words, Floats, Floats, Floats]

# Where on a bench's words the kingdoms that are thought of stand.
TRIAL, SETTLED, BEST = 0, KINGDOM_WORDS, 2 * KINGDOM_WORDS


def new_bench() -> Bench:
    """A fresh bench: room for kingdoms, the table's features, a kingdom's, and hidden layers."""
    return (
        np.zeros(3 * KINGDOM_WORDS, dtype=np.int64),
        np.zeros(CONTEXT_FEATURES, dtype=np.float32),
        np.zeros(FEATURES, dtype=np.float32),
        np.zeros(FIRST + SECOND, dtype=np.float32),
    )


@inlined
def copy_kingdom(source: Words, at: int, target: Words, to: int) -> None:
    """Copy the words of a kingdom."""
    for word in range(KINGDOM_WORDS):
        target[to + word] = source[at + word]


@inlined
def noise(rng: Words, width: float) -> float:
    """A random number between minus and plus ``width``."""
    return ((next_word(rng) & 0xFFFF) / 32768.0 - 1.0) * width


@compiled
def look_at_table(state: Words, bench: Bench) -> int:
    """Describe the table on the bench; returns the dominoes still to be had, as bits."""
    available = available_dominoes(state)
    describe_table(state, available, bench[1])
    return available


@compiled
def value_kingdom(
    words: Words, at: int, grid: int, available: int, rank: float, layers: Layers, bench: Bench
) -> tuple[float, float]:
    """The final score that a kingdom promises, and its spread."""
    _, context, features, hidden = bench
    describe_kingdom(words, at, grid, available, context, rank, features)
    return evaluate(features, layers, hidden)


@compiled
def value_placements(
    words: Words,
    at: int,
    grid: int,
    domino: int,
    available: int,
    rank: float,
    layers: Layers,
    bench: Bench,
    width: float,
    rng: Words,
) -> tuple[int, float]:
    """The best placement of a domino and the final score it promises; a discard if nothing fits.

    The kingdom as it then is stands at ``BEST`` on the bench. ``width`` is how far each judgement
    is disturbed at random.
    """
    trial = bench[0]
    best = -1e9
    chosen = DISCARD
    ways = placements(words, at, grid, domino)
    for way in range(4):
        cells = ways[way]
        while cells != 0:
            cell = lowest(cells)
            cells ^= bit(cell)
            copy_kingdom(words, at, trial, TRIAL)
            put_domino(trial, TRIAL, domino, 64 * way + cell)
            value, _ = value_kingdom(trial, TRIAL, grid, available, rank, layers, bench)
            if width > 0.0:
                value += noise(rng, width)
            if value > best:
                best = value
                chosen = 64 * way + cell
    copy_kingdom(words, at, trial, BEST)
    if chosen == DISCARD:
        trial[BEST + DISCARDS] += 1
        best, _ = value_kingdom(trial, BEST, grid, available, rank, layers, bench)
    else:
        put_domino(trial, BEST, domino, chosen)
    return chosen, best


@compiled
def settle(
    state: Words, seat: int, available: int, layers: Layers, bench: Bench, rng: Words
) -> tuple[float, int]:
    """Place all dominoes that the seat's kings stand on, as well as can be judged.

    The kingdom as it then is stands at ``SETTLED`` on the bench. Returns the sum of the ranks of
    the seat's kings on the next line and how many there are.
    """
    trial = bench[0]
    grid = state[GRID]
    copy_kingdom(state, kingdom_of(seat), trial, SETTLED)
    ranks = 0.0
    kings = 0
    # Between two rounds the order in which kings will choose is that of the current line.
    between_rounds = state[TURN] == 0 and state[NEXT] == 0
    for king in range(state[TURN], state[KINGS]):
        if state[LINE_SEATS + king] == seat and state[LINE + king] > 0:
            if between_rounds:
                ranks += king / (state[KINGS] - 1)
                kings += 1
            rank = ranks / kings if between_rounds else UNKNOWN_RANK
            settle_domino(trial, grid, state[LINE + king], available, rank, layers, bench, rng)
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == seat:
            ranks += slot / (state[LINE_LENGTH] - 1)
            kings += 1
            rank = ranks / kings
            settle_domino(trial, grid, state[NEXT + slot], available, rank, layers, bench, rng)
    return ranks, kings


@inlined
def settle_domino(
    trial: Words,
    grid: int,
    domino: int,
    available: int,
    rank: float,
    layers: Layers,
    bench: Bench,
    rng: Words,
) -> None:
    """Place one more domino in the kingdom at ``SETTLED``."""
    value_placements(trial, SETTLED, grid, domino, available, rank, layers, bench, 0.0, rng)
    copy_kingdom(trial, BEST, trial, SETTLED)


@compiled
def judge_placement(
    state: Words, available: int, layers: Layers, bench: Bench, width: float, rng: Words
) -> int:
    """The acting seat's placement that promises the highest final score."""
    action, _ = value_placements(
        state,
        kingdom_of(acting_seat(state)),
        state[GRID],
        acting_domino(state),
        available,
        UNKNOWN_RANK,
        layers,
        bench,
        width,
        rng,
    )
    return action


@compiled
def judge_claim(
    state: Words, available: int, layers: Layers, bench: Bench, width: float, rng: Words
) -> int:
    """The acting seat's claim that promises it the highest final score."""
    ranks, kings = settle(state, acting_seat(state), available, layers, bench, rng)
    best = -1e9
    chosen = 0
    last = state[LINE_LENGTH] - 1
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == NOBODY:
            _, value = value_placements(
                bench[0],
                SETTLED,
                state[GRID],
                state[NEXT + slot],
                available,
                (ranks + slot / last) / (kings + 1),
                layers,
                bench,
                0.0,
                rng,
            )
            if width > 0.0:
                value += noise(rng, width)
            if value > best:
                best = value
                chosen = state[NEXT + slot]
    return CLAIM + chosen
