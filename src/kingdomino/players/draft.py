"""Looking one round ahead, compiled: who will claim what, and who would then win.

A *survey* judges every seat: the final score its kingdom promises once the dominoes its kings stand
on are placed, the spread of that score, and how much each free domino of the line would add to it.
With it the rest of the round is quickly thought through: each king in turn takes what adds most for
its owner.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.features import UNKNOWN_RANK
from kingdomino.players.judgement import (
    SETTLED,
    TRIAL,
    copy_kingdom,
    look_at_table,
    settle,
    value_kingdom,
    value_placements,
)
from kingdomino.rules.compiled import compiled, inlined, lowest
from kingdomino.rules.kernel import (
    CLAIM,
    CLAIM_PHASE,
    DISCARD,
    GRID,
    KINGS,
    LINE_LENGTH,
    LINE_SEATS,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    PHASE,
    PLAYERS,
    TURN,
    acting_domino,
    acting_seat,
    apply,
    kingdom_of,
    placements,
    put_domino,
)
from kingdomino.rules.torus import bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float64]

# The columns of a survey, a row for each seat: mean, spread, and what each slot of the line adds.
MEAN, SPREAD, ADDS = 0, 1, 2
SURVEY_COLUMNS = 6

BREADTH = 6
"""How many placements are thought through to the end of the round."""


def new_survey() -> Floats:
    """Room for a survey."""
    return np.zeros((4, SURVEY_COLUMNS))


@compiled
def survey_seat(
    state: Words,
    seat: int,
    available: int,
    layers: Layers,
    bench: Bench,
    rng: Words,
    survey: Floats,
) -> None:
    """Write one seat's row of the survey."""
    ranks, kings = settle(state, seat, available, layers, bench, rng)
    grid = state[GRID]
    rank = ranks / kings if kings > 0 else UNKNOWN_RANK
    mean, spread = value_kingdom(bench[0], SETTLED, grid, available, rank, layers, bench)
    survey[seat, MEAN] = mean
    survey[seat, SPREAD] = spread
    choosing = False
    for king in range(state[TURN], state[KINGS]):
        choosing |= state[LINE_SEATS + king] == seat
    for slot in range(state[LINE_LENGTH]):
        survey[seat, ADDS + slot] = 0.0
        if choosing and state[NEXT + slot] > 0 and state[NEXT_SEATS + slot] == NOBODY:
            rank = (ranks + slot / (state[LINE_LENGTH] - 1)) / (kings + 1)
            _, value = value_placements(
                bench[0],
                SETTLED,
                grid,
                state[NEXT + slot],
                available,
                rank,
                layers,
                bench,
                0.0,
                rng,
            )
            survey[seat, ADDS + slot] = value - mean


@compiled
def survey_table(
    state: Words,
    but: int,
    available: int,
    layers: Layers,
    bench: Bench,
    rng: Words,
    survey: Floats,
) -> None:
    """Write the rows of all seats but one."""
    for seat in range(state[PLAYERS]):
        if seat != but:
            survey_seat(state, seat, available, layers, bench, rng, survey)


@compiled
def free_slots(state: Words) -> int:
    """The slots of the line that nobody has claimed, as bits."""
    free = 0
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT + slot] > 0 and state[NEXT_SEATS + slot] == NOBODY:
            free |= 1 << slot
    return free


@inlined
def best_slot(survey: Floats, seat: int, free: int) -> int:
    """The free slot that adds most for a seat."""
    best = -1
    for slot in range(4):
        if (free >> slot) & 1 and (
            best < 0 or survey[seat, ADDS + slot] > survey[seat, ADDS + best]
        ):
            best = slot
    return best


@compiled
def draft_on(state: Words, king: int, free: int, survey: Floats, means: Floats) -> None:
    """Let the kings from ``king`` on claim what adds most for their owners, into ``means``."""
    for later in range(king, state[KINGS]):
        seat = state[LINE_SEATS + later]
        slot = best_slot(survey, seat, free)
        if slot < 0:
            return
        free &= ~(1 << slot)
        means[seat] += survey[seat, ADDS + slot]


@compiled
def prospect(state: Words, seat: int, survey: Floats, means: Floats) -> float:
    """How likely a seat is to win with these final scores to be expected, and a little for the
    lead, so that a game that is won or lost is still played well."""
    chance = 1.0
    lead = 0.0
    for other in range(state[PLAYERS]):
        if other != seat:
            ahead = means[seat] - means[other]
            spread = sqrt(survey[seat, SPREAD] ** 2 + survey[other, SPREAD] ** 2)
            chance *= 0.5 + 0.5 * erf(ahead / (spread * 1.4142135623730951))
            lead += ahead
    return chance + 0.0005 * lead


@compiled
def weigh_claims(
    state: Words, seat: int, survey: Floats, means: Floats, weights: Floats
) -> tuple[int, float]:
    """The slot to claim and the prospect it gives, from a survey of all seats.

    ``state`` is in the acting king's turn, before its claim. Writes every free slot's prospect into
    ``weights``. Without a line to claim from the slot is -1.
    """
    free = free_slots(state)
    chosen = -1
    best = -1e9
    for slot in range(4):
        if (free >> slot) & 1:
            for other in range(state[PLAYERS]):
                means[other] = survey[other, MEAN]
            means[seat] += survey[seat, ADDS + slot]
            draft_on(state, state[TURN] + 1, free & ~(1 << slot), survey, means)
            weights[slot] = prospect(state, seat, survey, means)
            if weights[slot] > best:
                best = weights[slot]
                chosen = slot
    if chosen < 0:
        for other in range(state[PLAYERS]):
            means[other] = survey[other, MEAN]
        best = prospect(state, seat, survey, means)
    return chosen, best


@compiled
def rank_placements(
    state: Words,
    available: int,
    layers: Layers,
    bench: Bench,
    actions: Words,
    values: Floats,
    breadth: int,
) -> int:
    """Write the acting king's most promising placements, best first; returns how many.

    ``values`` receives the final scores they promise. A domino that fits nowhere gives the discard.
    """
    seat = acting_seat(state)
    at = kingdom_of(seat)
    domino = acting_domino(state)
    grid = state[GRID]
    trial = bench[0]
    ways = placements(state, at, grid, domino)
    count = 0
    for way in range(4):
        cells = ways[way]
        while cells != 0:
            cell = lowest(cells)
            cells ^= bit(cell)
            copy_kingdom(state, at, trial, TRIAL)
            put_domino(trial, TRIAL, domino, 64 * way + cell)
            value, _ = value_kingdom(trial, TRIAL, grid, available, UNKNOWN_RANK, layers, bench)
            place = min(count, breadth)
            while place > 0 and values[place - 1] < value:
                if place < breadth:
                    values[place] = values[place - 1]
                    actions[place] = actions[place - 1]
                place -= 1
            if place < breadth:
                values[place] = value
                actions[place] = 64 * way + cell
            count = min(count + 1, breadth)
    if count == 0:
        actions[0] = DISCARD
        values[0] = 0.0
        return 1
    return count


@compiled
def think(
    state: Words,
    layers: Layers,
    bench: Bench,
    after: Words,
    survey: Floats,
    means: Floats,
    weights: Floats,
    actions: Words,
    values: Floats,
    rng: Words,
) -> int:
    """The action that gives the acting seat the best prospect at the end of the round."""
    available = look_at_table(state, bench)
    seat = acting_seat(state)
    survey_table(state, seat, available, layers, bench, rng, survey)
    if state[PHASE] == CLAIM_PHASE:
        survey_seat(state, seat, available, layers, bench, rng, survey)
        slot, _ = weigh_claims(state, seat, survey, means, weights)
        return CLAIM + int(state[NEXT + slot])
    count = rank_placements(state, available, layers, bench, actions, values, BREADTH)
    chosen = int(actions[0])
    if count > 1:
        best = -1e9
        for number in range(count):
            after[:] = state
            apply(after, actions[number])
            if after[PHASE] == CLAIM_PHASE:
                survey_seat(after, seat, available, layers, bench, rng, survey)
                _, value = weigh_claims(after, seat, survey, means, weights)
            else:
                survey_seat(after, seat, available, layers, bench, rng, survey)
                for other in range(state[PLAYERS]):
                    means[other] = survey[other, MEAN]
                value = prospect(state, seat, survey, means)
            if value > best:
                best = value
                chosen = int(actions[number])
    return chosen
