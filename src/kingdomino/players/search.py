"""The champion's search, compiled: candidates, futures, and what they come to.

A *candidate* is a placement and the claim after it, or a claim alone. The position after it is
tried in many *futures*: the unseen dominoes are dealt anew, the same way for every candidate,
everybody plays on for some rounds as ``learned`` does, and what counts is the outlook at the end of
them. Where no further round is played there is no chance either: that one future is the position's
own outlook.

Futures are not dealt one by one: a few share a shuffle, so that every unseen domino comes next in
one of them. What a candidate gains by a domino that comes next then hardly depends on luck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.players.draft import (
    NO_CLAIM,
    free_slots,
    normal,
    rank_placements,
    survey_seat,
    survey_table,
    think_on,
    weigh_claim,
    weigh_claims,
)
from kingdomino.players.judgement import BENCH, copy_state, look_at_table
from kingdomino.players.network import LAYERS
from kingdomino.players.outlook import describe_seats, foresee
from kingdomino.rules.chance import next_word
from kingdomino.rules.compiled import (
    NUMBERS,
    WORD,
    WORDS,
    compiled,
    popcount,
    wrapping_add,
    wrapping_multiply,
)
from kingdomino.rules.kernel import (
    CLAIM,
    CLAIM_PHASE,
    DRAW,
    LINE_LENGTH,
    NEXT,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUND,
    UNSEEN,
    acting_seat,
    apply,
    draw_line,
    redeal,
)
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

    Worth = NDArray[np.float64]
    """What something promises to each seat."""

THOUGHT = 3
"""Placements that everybody thinks through in a future."""

AHEAD = 0.005
"""What a point ahead of an opponent counts in a future, beside the victory: more than for
``learned`` (``draft.LEAD``). At tables of four this was not seen to cost victories."""

LAST_LUCK = 6.0
"""How many points the luck of a game that is over might have gone the other way: futures are few,
and one that ended one point ahead says little more than one that ended level."""


@compiled(WORDS, LAYERS, BENCH, WORD)
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
    """How surely a seat has won a future in which the game is over, and a little for the lead."""
    mine = total(state, seat)
    chance = 1.0
    lead = 0.0
    for other in range(state[PLAYERS]):
        if other != seat:
            ahead = mine - total(state, other)
            lead += ahead
            chance *= normal(ahead / LAST_LUCK)
    return chance + AHEAD * lead


@compiled(WORDS, LAYERS, BENCH, NUMBERS)
def weigh_future(state: Words, layers: Layers, bench: Bench, worth: Worth) -> None:
    """Add what a future has come to for each seat to ``worth``: the chance to win, and a little for
    the lead."""
    players = int(state[PLAYERS])
    if state[PHASE] == OVER:
        for seat in range(players):
            worth[seat] += final_prospect(state, seat)
        return
    describe_seats(state, layers, bench)
    for seat in range(players):
        lead, spread = foresee(players, seat, layers, bench)
        worth[seat] += normal(lead / spread) + AHEAD * lead * (players - 1)


@compiled
def play_round(state: Words, drawn: int, layers: Layers, bench: Bench) -> int:
    """Play until the present round has ended, drawing the next line after the first ``drawn``.

    Returns how many dominoes of ``bench.pile`` have then been drawn. The table is surveyed once;
    then every king in turn places and claims what gives its owner the best prospect.
    """
    present = state[ROUND]
    if state[PHASE] == DRAW:
        drawn = draw_line(state, bench.pile, drawn)
    available = look_at_table(state, layers, bench)
    survey_table(state, -1, available, layers, bench)
    while state[PHASE] != OVER and state[ROUND] == present:
        action, claim = think_on(state, available, layers, bench, THOUGHT)
        apply(state, action)
        if claim != NO_CLAIM:
            apply(state, claim)
    return drawn


@compiled
def deal_future(state: Words, seed: int, number: int, bench: Bench) -> int:
    """Deal the unseen dominoes anew; returns where on ``bench.pile`` the future begins to draw.

    As many futures as there are lines to be made share a shuffle, and each begins a line further on
    than the one before: among them every domino comes next once. The order stands on the pile
    twice, so that it goes round.
    """
    lines = max(popcount(state[UNSEEN]) // state[LINE_LENGTH], 1)
    bench.rng[0] = wrapping_multiply(wrapping_add(seed, number // lines), 0x5851_F42D_4C95_7F2D)
    next_word(bench.rng)
    count = redeal(state, bench.pile, bench.rng)
    for place in range(count):
        bench.pile[count + place] = bench.pile[place]
    return int(number % lines * state[LINE_LENGTH])


@compiled(WORDS, WORD, WORD, LAYERS, BENCH)
def follow_future(state: Words, drawn: int, rounds: int, layers: Layers, bench: Bench) -> None:
    """Play a future on to its end: ``rounds`` rounds after the present one.

    Lines are drawn from ``bench.pile`` after the first ``drawn``.
    """
    if state[PHASE] != DRAW:  # where a line has to be drawn the present round is over already
        drawn = play_round(state, drawn, layers, bench)
    for _ in range(rounds):
        if state[PHASE] != DRAW:
            break
        drawn = play_round(state, drawn, layers, bench)
    while state[PHASE] == PLACE:  # the last round, when nothing is left to chance
        play_round(state, drawn, layers, bench)


@compiled(WORDS, WORD, WORD, WORD, WORD, LAYERS, BENCH, NUMBERS)
def try_position(
    state: Words,
    seed: int,
    begun: int,
    futures: int,
    rounds: int,
    layers: Layers,
    bench: Bench,
    worth: Worth,
) -> None:
    """Add what a position comes to for each seat in ``futures`` futures after the first ``begun``.

    With the same seed, futures of the same number are the same for every position with the same
    dominoes unseen.
    """
    after = bench.future[: len(state)]
    for number in range(begun, begun + futures):
        copy_state(state, after)
        drawn = deal_future(after, seed, number, bench)
        follow_future(after, drawn, rounds, layers, bench)
        weigh_future(after, layers, bench, worth)
