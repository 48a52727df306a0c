"""A quick trial of strength, compiled: a network, without search, against full-greedy players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kingdomino.players.draft import BREADTH, think
from kingdomino.players.greed import new_desk
from kingdomino.players.judgement import BENCH, new_bench
from kingdomino.players.network import LAYERS
from kingdomino.players.policies import FULL_GREEDY, choose
from kingdomino.rules.compiled import FLAG, NUMBERS, WORD, WORDS, WORDS_3D, compiled
from kingdomino.rules.kernel import (
    DRAW,
    OVER,
    PHASE,
    PLAYERS,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    new_state,
    redeal,
)
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers, Network
    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules

    Floats = NDArray[np.float64]


class Trial(NamedTuple):
    """How a network did: its share of the victories, its points, the best opponent's points."""

    wins: float
    points: float
    best_opponent: float


@compiled(WORDS, FLAG, WORD, LAYERS, BENCH, WORDS, WORDS_3D, NUMBERS)
def play_trial(
    state: Words,
    duel_opening: bool,
    games: int,
    layers: Layers,
    bench: Bench,
    actions: Words,
    desk: Words,
    sums: Floats,
) -> None:
    """Play games, the network's seat going round; adds wins, points, best opponent to ``sums``."""
    rng = bench.rng
    pile = np.zeros(48, dtype=np.int64)
    for game in range(games):
        clear(state)
        draw_kings(state, duel_opening, rng)
        redeal(state, pile, rng)
        me = game % state[PLAYERS]
        drawn = 0
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = draw_line(state, pile, drawn)
            elif acting_seat(state) == me:
                apply(state, think(state, layers, bench, BREADTH))
            else:
                apply(state, choose(state, FULL_GREEDY, actions, desk, rng))
        mine = total(state, me)
        best = -1
        for seat in range(state[PLAYERS]):
            if seat != me:
                best = max(best, total(state, seat))
        sums[0] += 1.0 if mine > best else (0.5 if mine == best else 0.0)
        sums[1] += mine
        sums[2] += best


def try_network(network: Network, rules: Rules, games: int, seed: int = 0) -> Trial:
    """Let a network play ``games`` games, one against a table of full-greedy players."""
    sums = np.zeros(3)
    play_trial(
        new_state(rules),
        rules.duel_opening,
        games,
        network.layers,
        new_bench(seed),
        np.zeros(256, dtype=np.int64),
        new_desk(),
        sums,
    )
    return Trial(*(sums / games).tolist())
