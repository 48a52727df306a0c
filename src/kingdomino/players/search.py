"""The champion's search, compiled parts: candidates, simulated rounds, prospects.

A *candidate* is a placement and the claim after it, or a claim alone. It is tried in many futures:
the unseen dominoes are dealt anew, the same way for every candidate, everybody plays on for some
rounds, and the position is surveyed at the end of each. An early survey owes less to the luck of
that future, a later one knows more: both count. They play on either by quick judgement, each for
its own kingdom, or as ``learned`` does, who thinks of the others too: a few such futures are worth
more than many quick ones, but they take longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.players.draft import (
    LEAD,
    NO_CLAIM,
    expect_surveyed,
    free_slots,
    normal,
    prospect,
    rank_placements,
    survey_seat,
    survey_table,
    think_turn,
    weigh_claim,
    weigh_claims,
)
from kingdomino.players.judgement import (
    copy_state,
    judge_claim,
    judge_placement,
    look_at_table,
)
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
    acting_seat,
    apply,
    draw_line,
    redeal,
)
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

QUICK = 0
"""The breadth of futures that are played by quick judgement."""

TRUST = 0.6
"""How much the rest of a future counts, each time that a round of it has been surveyed."""

LAST_LUCK = 6.0
"""How many points the luck of a game that is over might have gone the other way: futures are few,
and one that ended one point ahead says little more than one that ended level."""


@compiled
def list_candidates(state: Words, layers: Layers, bench: Bench, breadth: int) -> int:
    """Write the candidates (first action, claim) and what they promise; returns how many.

    They stand in ``bench.candidates`` and ``bench.weights``. When a claim is to be decided there is
    no second action: ``NO_CLAIM`` stands for it.
    """
    available = look_at_table(state, layers, bench)
    seat = acting_seat(state)
    survey_table(state, seat, available, layers, bench)
    claiming = state[PHASE] == CLAIM_PHASE
    number = 1
    if not claiming:
        number = rank_placements(state, available, layers, bench, breadth)
    after = bench.after[: len(state)]
    count = 0
    for choice in range(number):
        copy_state(state, after)
        if not claiming:
            apply(after, bench.actions[choice])
        survey_seat(after, seat, available, layers, bench)
        free = free_slots(after)
        if free == 0:
            bench.candidates[count] = (bench.actions[choice], NO_CLAIM)
            _, bench.weights[count] = weigh_claims(after, seat, bench)
            count += 1
        for slot in range(4):
            if (free >> slot) & 1:
                claim = CLAIM + int(after[NEXT + slot])
                bench.candidates[count, 0] = claim if claiming else bench.actions[choice]
                bench.candidates[count, 1] = NO_CLAIM if claiming else claim
                bench.weights[count] = weigh_claim(after, seat, slot, free, bench)
                count += 1
    return count


@compiled
def final_prospect(state: Words, seat: int) -> float:
    """The same measure as ``prospect`` for a future in which the game is over."""
    mine = total(state, seat)
    chance = 1.0
    lead = 0.0
    for other in range(state[PLAYERS]):
        if other != seat:
            ahead = mine - total(state, other)
            lead += ahead
            chance *= normal(ahead / LAST_LUCK)
    return chance + LEAD * lead


@compiled
def play_round(state: Words, drawn: int, breadth: int, layers: Layers, bench: Bench) -> int:
    """Play until the present round has ended, drawing the next line after the first ``drawn``.

    Returns how many dominoes of ``bench.pile`` have then been drawn. Everybody thinks ``breadth``
    placements through, or judges quickly where that is ``QUICK``.
    """
    present = state[ROUND]
    while state[PHASE] != OVER and state[ROUND] == present:
        if state[PHASE] == DRAW:
            drawn = draw_line(state, bench.pile, drawn)
        if breadth != QUICK:
            action, claim = think_turn(state, layers, bench, breadth)
            apply(state, action)
            if claim != NO_CLAIM:
                apply(state, claim)
            continue
        available = look_at_table(state, layers, bench)
        if state[PHASE] == PLACE:
            apply(state, judge_placement(state, available, layers, bench, 0.0))
        else:
            apply(state, judge_claim(state, available, layers, bench, 0.0))
    return drawn


@compiled
def follow_future(
    state: Words, seat: int, rounds: int, breadth: int, layers: Layers, bench: Bench
) -> float:
    """What a future comes to for a seat, played on for ``rounds`` rounds after the present one."""
    value = 0.0
    rest = 1.0
    drawn = play_round(state, 0, breadth, layers, bench)
    for later in range(rounds):
        if state[PHASE] == OVER:
            break
        drawn = play_round(state, drawn, breadth, layers, bench)
        if state[PHASE] != OVER:
            available = look_at_table(state, layers, bench)
            survey_table(state, -1, available, layers, bench)
            expect_surveyed(state, bench)
            share = 1.0 if later == rounds - 1 else 1.0 - TRUST
            value += rest * share * prospect(state, seat, bench)
            rest -= rest * share
    if state[PHASE] == OVER:
        value += rest * final_prospect(state, seat)
    return value


@compiled
def try_candidate(
    state: Words,
    first: int,
    claim: int,
    seed: int,
    futures: int,
    rounds: int,
    breadth: int,
    layers: Layers,
    bench: Bench,
) -> float:
    """The sum of what a candidate comes to in ``futures`` futures, the first of them ``seed``.

    Futures with the same number are the same for every candidate.
    """
    seat = acting_seat(state)
    after = bench.future[: len(state)]
    summed = 0.0
    for future in range(futures):
        bench.rng[0] = wrapping_multiply(wrapping_add(seed, future), 0x5851_F42D_4C95_7F2D)
        next_word(bench.rng)
        copy_state(state, after)
        redeal(after, bench.pile, bench.rng)
        apply(after, first)
        if claim != NO_CLAIM:
            apply(after, claim)
        summed += follow_future(after, seat, rounds, breadth, layers, bench)
    return summed
