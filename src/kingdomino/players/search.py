"""The champion's search, compiled parts: candidates, simulated rounds, prospects.

A *candidate* is a placement and the claim after it, or a claim alone. It is tried in many futures:
the unseen dominoes are dealt anew, the same way for every candidate, everybody plays on by the
learned judgement for a round or more, and the position reached is surveyed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.draft import (
    ADDS,
    MEAN,
    draft_on,
    free_slots,
    prospect,
    rank_placements,
    survey_seat,
    survey_table,
)
from kingdomino.players.judgement import judge_claim, judge_placement, look_at_table
from kingdomino.rules.chance import next_word
from kingdomino.rules.compiled import compiled, wrapping_add, wrapping_multiply
from kingdomino.rules.kernel import (
    CLAIM,
    CLAIM_PHASE,
    DRAW,
    NEXT,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUND,
    TURN,
    acting_seat,
    apply,
    draw_line,
    redeal,
)
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float64]

NO_CLAIM = -1


@compiled
def list_candidates(
    state: Words,
    layers: Layers,
    bench: Bench,
    after: Words,
    survey: Floats,
    means: Floats,
    actions: Words,
    values: Floats,
    breadth: int,
    rng: Words,
    candidates: Words,
    weights: Floats,
) -> int:
    """Write the candidates (first action, claim) and their prospects as surveyed; returns how many.

    When a claim is to be decided there is no second action: ``NO_CLAIM`` stands for it.
    """
    available = look_at_table(state, bench)
    seat = acting_seat(state)
    survey_table(state, seat, available, layers, bench, rng, survey)
    claiming = state[PHASE] == CLAIM_PHASE
    number = 1
    if not claiming:
        number = rank_placements(state, available, layers, bench, actions, values, breadth)
    count = 0
    for choice in range(number):
        after[:] = state
        if not claiming:
            apply(after, actions[choice])
        survey_seat(after, seat, available, layers, bench, rng, survey)
        free = free_slots(after) if after[PHASE] == CLAIM_PHASE else 0
        for slot in range(4 if free else 1):
            if free and not (free >> slot) & 1:
                continue
            for other in range(state[PLAYERS]):
                means[other] = survey[other, MEAN]
            claim = NO_CLAIM
            if free:
                claim = CLAIM + int(after[NEXT + slot])
                means[seat] += survey[seat, ADDS + slot]
                draft_on(after, after[TURN] + 1, free & ~(1 << slot), survey, means)
            candidates[count, 0] = claim if claiming else actions[choice]
            candidates[count, 1] = NO_CLAIM if claiming else claim
            weights[count] = prospect(state, seat, survey, means)
            count += 1
    return count


@compiled
def final_prospect(state: Words, seat: int) -> float:
    """The same measure as ``prospect`` for a game that is over."""
    mine = total(state, seat)
    chance = 1.0
    lead = 0.0
    for other in range(state[PLAYERS]):
        if other != seat:
            ahead = mine - total(state, other)
            lead += ahead
            if ahead < 0:
                chance = 0.0
            elif ahead == 0:
                chance *= 0.5
    return chance + 0.0005 * lead


@compiled
def play_on(
    state: Words,
    last_round: int,
    pile: Words,
    layers: Layers,
    bench: Bench,
    rng: Words,
) -> None:
    """Play by the learned judgement until ``last_round`` has ended, or the game."""
    drawn = 0
    while state[PHASE] != OVER and state[ROUND] <= last_round:
        if state[PHASE] == DRAW:
            drawn = draw_line(state, pile, drawn)
        available = look_at_table(state, bench)
        if state[PHASE] == PLACE:
            apply(state, judge_placement(state, available, layers, bench, 0.0, rng))
        else:
            apply(state, judge_claim(state, available, layers, bench, 0.0, rng))


@compiled
def try_candidate(
    state: Words,
    first: int,
    claim: int,
    seed: int,
    futures: int,
    depth: int,
    layers: Layers,
    bench: Bench,
    after: Words,
    survey: Floats,
    means: Floats,
    pile: Words,
    rng: Words,
) -> float:
    """The sum of a candidate's prospects in ``futures`` futures, the first of them ``seed``.

    Futures with the same number are the same for every candidate.
    """
    seat = acting_seat(state)
    summed = 0.0
    for future in range(futures):
        rng[0] = wrapping_multiply(wrapping_add(seed, future), 0x5851_F42D_4C95_7F2D)
        next_word(rng)
        after[:] = state
        redeal(after, pile, rng)
        apply(after, first)
        if claim != NO_CLAIM:
            apply(after, claim)
        play_on(after, state[ROUND] + depth, pile, layers, bench, rng)
        if after[PHASE] == OVER:
            summed += final_prospect(after, seat)
        else:
            available = look_at_table(after, bench)
            survey_table(after, -1, available, layers, bench, rng, survey)
            for other in range(state[PLAYERS]):
                means[other] = survey[other, MEAN]
            summed += prospect(after, seat, survey, means)
    return summed
