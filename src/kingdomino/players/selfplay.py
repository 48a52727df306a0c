"""Self-play, compiled: games of a network against itself, and what is to be learned from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.draft import BREADTH, think
from kingdomino.players.features import FEATURES, UNKNOWN_RANK, describe_kingdom
from kingdomino.players.judgement import (
    SETTLED,
    judge_claim,
    judge_placement,
    look_at_table,
    new_bench,
    settle,
    sit_down,
)
from kingdomino.rules.chance import below
from kingdomino.rules.compiled import compiled
from kingdomino.rules.kernel import (
    DRAW,
    GRID,
    OVER,
    PHASE,
    PLACE,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    kingdom_of,
    new_state,
    redeal,
)
from kingdomino.rules.ruleset import Rules
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers, Network
    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float32]

SAMPLES_A_GAME = 96  # 48 dominoes, each placed and claimed


def practised_rules(table: str) -> list[Rules]:
    """The rules that self-play at a table goes through, the more often the more they are played."""
    tables = {
        "two": [Rules(players=2)],
        "three": [Rules(players=3), Rules(players=3, edition="revised")],
        "four": [Rules(players=4)],
        "duel": [Rules(players=2, mighty_duel=True)],
    }[table]
    bonuses = [
        (True, True),
        (True, True),
        (True, True),
        (False, False),
        (True, False),
        (False, True),
    ]
    return [
        replace(rules, middle_kingdom=middle, harmony=harmony)
        for middle, harmony in bonuses
        for rules in tables
    ]


@compiled
def decide(state: Words, layers: Layers, bench: Bench, width: float, thinking: int) -> int:
    """The acting seat's action.

    ``thinking`` of a hundred are thought through to the end of the round. The others are quick
    judgements, disturbed by ``width``.
    """
    if below(bench.rng, 100) < thinking:
        return think(state, layers, bench, BREADTH)
    available = look_at_table(state, layers, bench)
    if state[PHASE] == PLACE:
        return judge_placement(state, available, layers, bench, width)
    return judge_claim(state, available, layers, bench, width)


@compiled
def play_samples(
    state: Words,
    duel_opening: bool,
    layers: Layers,
    bench: Bench,
    width: float,
    thinking: int,
    games: int,
    samples: Floats,
    scores: Floats,
) -> int:
    """Play games of a network against itself; returns how many samples were written.

    A sample is what a kingdom looked like after a placement or a claim, and the seat's final score.
    """
    pile = np.zeros(48, dtype=np.int64)
    row = 0
    for _ in range(games):
        clear(state)
        draw_kings(state, duel_opening, bench.rng)
        redeal(state, pile, bench.rng)
        drawn = 0
        first = row
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = draw_line(state, pile, drawn)
                continue
            seat = acting_seat(state)
            placing = state[PHASE] == PLACE
            apply(state, decide(state, layers, bench, width, thinking))
            describe_sample(state, seat, placing, layers, bench, samples[row])
            scores[row] = seat
            row += 1
        for sample in range(first, row):
            scores[sample] = total(state, int(scores[sample]))
    return row


@compiled
def describe_sample(
    state: Words, seat: int, placing: bool, layers: Layers, bench: Bench, sample: Floats
) -> None:
    """Write the features of a seat's kingdom after its placement or its claim."""
    available = look_at_table(state, layers, bench)
    grid = state[GRID]
    context = bench.context
    if placing:
        sit_down(state, seat, bench)
        at = kingdom_of(seat)
        describe_kingdom(state, at, grid, available, context, UNKNOWN_RANK, bench.lands, sample)
    else:
        ranks, kings = settle(state, seat, available, layers, bench)
        rank = ranks / kings
        describe_kingdom(
            bench.kingdoms, SETTLED, grid, available, context, rank, bench.lands, sample
        )


def play_chunk(
    rules: Rules, seed: int, network: Network, games: int, *, width: float, thinking: int
) -> tuple[Floats, Floats]:
    """Samples from ``games`` games of a network against itself: features, final scores."""
    samples = np.zeros((games * SAMPLES_A_GAME, FEATURES), dtype=np.float32)
    scores = np.zeros(games * SAMPLES_A_GAME, dtype=np.float32)
    count = play_samples(
        new_state(rules),
        rules.duel_opening,
        network.layers,
        new_bench(seed),
        width,
        thinking,
        games,
        samples,
        scores,
    )
    return samples[:count], scores[:count]
