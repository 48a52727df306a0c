"""Looking one round ahead, compiled: who will claim what, and who would then win.

A *survey* judges every seat: the final score its kingdom promises once the dominoes its kings stand
on are placed, the spread of that score, and how much each share of the free dominoes, one or two of
them, would add to it. With it the rest of the round is thought through to its end: each king in
turn claims what gives its owner the best prospect.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING

from kingdomino.players.features import MIDDLE, UNKNOWN_RANK
from kingdomino.players.glance import list_placements, rank_in
from kingdomino.players.judgement import (
    BENCH,
    BEST,
    SETTLED,
    TRIAL,
    WITH_FIRST,
    copy_kingdom,
    copy_state,
    enough,
    look_at_table,
    settle,
    sit_down,
    value_kingdom,
    value_placements,
)
from kingdomino.players.network import LAYERS
from kingdomino.rules.compiled import WORD, WORDS, compiled, inlined
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
    put_domino,
)

if TYPE_CHECKING:
    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

# The columns of a survey, a row for each seat: mean, spread, and what each share of the line adds.
# A share is the slots as bits, so that there are 16 of them.
MEAN, SPREAD, ADDS = 0, 1, 2

NO_CLAIM = -1
"""Stands for the claim where none is to follow."""

BREADTH = 6
"""How many placements are thought through to the end of the round."""

FORESIGHT = 0.5
"""How far others are believed to claim as they should, at a table of more than two."""

LEAD = 0.0005
"""What a point ahead counts beside the victory: a game that is won or lost is still played well."""


@compiled
def free_slots(state: Words) -> int:
    """The slots of the line that nobody has claimed, as bits."""
    free = 0
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT + slot] > 0 and state[NEXT_SEATS + slot] == NOBODY:
            free |= 1 << slot
    return free


@compiled
def survey_seat(
    state: Words,
    seat: int,
    available: int,
    layers: Layers,
    bench: Bench,
) -> None:
    """Write one seat's row of the survey."""
    survey = bench.survey
    ranks, kings = settle(state, seat, available, layers, bench)
    grid = state[GRID]
    rank = ranks / kings if kings > 0 else UNKNOWN_RANK
    mean, spread = value_kingdom(bench.kingdoms, SETTLED, grid, available, rank, layers, bench)
    survey[seat, MEAN] = mean
    survey[seat, SPREAD] = spread
    for share in range(16):
        survey[seat, ADDS + share] = 0.0
    to_claim = 0
    for king in range(state[TURN], state[KINGS]):
        to_claim += state[LINE_SEATS + king] == seat
    free = free_slots(state) if to_claim > 0 else 0
    last = state[LINE_LENGTH] - 1
    trial = bench.kingdoms
    for slot in range(4):
        if (free >> slot) & 1:
            rank = (ranks + slot / last) / (kings + 1)
            domino = state[NEXT + slot]
            _, value = value_placements(
                trial, SETTLED, grid, domino, available, rank, layers, bench, 0.0, enough(grid)
            )
            survey[seat, ADDS + (1 << slot)] = value - mean
            if to_claim > 1:
                copy_kingdom(trial, BEST, trial, WITH_FIRST)
                for second in range(slot + 1, 4):
                    if (free >> second) & 1:
                        rank = (ranks + (slot + second) / last) / (kings + 2)
                        domino = state[NEXT + second]
                        _, value = value_placements(
                            trial, WITH_FIRST, grid, domino, available, rank, layers, bench, 0.0, 1
                        )
                        survey[seat, ADDS + (1 << slot | 1 << second)] = value - mean


@compiled
def survey_table(
    state: Words,
    but: int,
    available: int,
    layers: Layers,
    bench: Bench,
) -> None:
    """Write the rows of all seats but one."""
    for seat in range(state[PLAYERS]):
        if seat != but:
            survey_seat(state, seat, available, layers, bench)


@inlined
def expect_surveyed(state: Words, bench: Bench) -> None:
    """Set the means to what the survey says of what everybody has, claims since it included."""
    for seat in range(state[PLAYERS]):
        bench.means[seat] = bench.survey[seat, MEAN] + bench.survey[seat, ADDS + bench.held[seat]]


@inlined
def normal(deviation: float) -> float:
    """How likely a normal variable is to be less than so many spreads above its mean."""
    return 0.5 + 0.5 * erf(deviation / 1.4142135623730951)


@compiled
def prospect(state: Words, seat: int, bench: Bench) -> float:
    """How likely a seat is to win with the means to be expected, and a little for the lead."""
    survey, means = bench.survey, bench.means
    chance = 1.0
    lead = 0.0
    for other in range(state[PLAYERS]):
        if other != seat:
            ahead = means[seat] - means[other]
            spread = sqrt(survey[seat, SPREAD] ** 2 + survey[other, SPREAD] ** 2)
            chance *= normal(ahead / spread)
            lead += ahead
    return chance + LEAD * lead


@inlined
def expect_shares(state: Words, seat: int, bench: Bench) -> None:
    """Set the means to what the survey says once everybody has the share thought of.

    ``seat`` is sure of its own claims; of others' only where there are two players, who have
    nobody else to reckon with.
    """
    for owner in range(state[PLAYERS]):
        adds = bench.survey[owner, ADDS + bench.shares[owner]]
        if owner != seat and state[PLAYERS] > 2:
            adds *= FORESIGHT
        bench.means[owner] = bench.survey[owner, MEAN] + adds


@compiled
def draft_on(state: Words, seat: int, king: int, free: int, bench: Bench) -> float:
    """The seat's prospect when the kings from ``king`` on have claimed, each for its owner's best.

    ``bench.shares`` are the slots that each seat has claimed in thought before, and ``free`` those
    that are left.
    """
    # A tree search with its own stack, as compiled functions do not call themselves: on each level
    # a king, what is free for it, which slot it tries, and the prospects of all with its best one.
    shares, frees, tried, best = bench.shares, bench.frees, bench.tried, bench.best
    players = state[PLAYERS]
    level = 0
    frees[0] = free
    tried[0] = -1
    best[0, :] = -1e9
    while True:
        if king + level == state[KINGS] or frees[level] == 0:
            expect_shares(state, seat, bench)
            for owner in range(players):
                best[level, owner] = prospect(state, owner, bench)
        else:
            slot = tried[level] + 1
            while slot < 4 and not (frees[level] >> slot) & 1:
                slot += 1
            if slot < 4:
                tried[level] = slot
                shares[state[LINE_SEATS + king + level]] |= 1 << slot
                level += 1
                frees[level] = frees[level - 1] & ~(1 << slot)
                tried[level] = -1
                best[level, :] = -1e9
                continue
        if level == 0:
            return float(best[0, seat])
        level -= 1
        owner = state[LINE_SEATS + king + level]
        shares[owner] &= ~(1 << tried[level])
        if best[level + 1, owner] > best[level, owner]:
            best[level, :] = best[level + 1, :]


@compiled
def weigh_claim(state: Words, seat: int, slot: int, free: int, bench: Bench) -> float:
    """The prospect if the acting king claims the domino at ``slot``, one of the ``free``.

    ``state`` is in that king's turn, before its claim.
    """
    bench.shares[:] = bench.held
    bench.shares[seat] |= 1 << slot
    return draft_on(state, seat, state[TURN] + 1, free & ~(1 << slot), bench)


@compiled
def weigh_claims(state: Words, seat: int, bench: Bench) -> tuple[int, float]:
    """The slot to claim and the prospect it gives, from a survey of all seats.

    Without a line to claim from the slot is -1.
    """
    free = free_slots(state)
    if free == 0:
        expect_surveyed(state, bench)
        return -1, prospect(state, seat, bench)
    chosen = -1
    best = -1e9
    for slot in range(4):
        if (free >> slot) & 1:
            weight = weigh_claim(state, seat, slot, free, bench)
            if weight > best:
                best = weight
                chosen = slot
    return chosen, best


@compiled
def rank_placements(
    state: Words,
    available: int,
    layers: Layers,
    bench: Bench,
    breadth: int,
) -> int:
    """Write the acting king's most promising placements, best first; returns how many.

    They stand in ``bench.actions``, and the final scores they promise in ``bench.values``. A domino
    that fits nowhere gives the discard.
    """
    actions, values = bench.actions, bench.values
    seat = acting_seat(state)
    sit_down(state, seat, bench)
    at = kingdom_of(seat)
    domino = acting_domino(state)
    grid = state[GRID]
    trial = bench.kingdoms
    listed = list_placements(
        state,
        at,
        grid,
        domino,
        2 * breadth,
        bench.context[MIDDLE],
        layers.glance,
        bench.glances,
        bench.listed,
        bench.liked,
    )
    count = 0
    for number in range(listed):
        action = bench.listed[number]
        copy_kingdom(state, at, trial, TRIAL)
        put_domino(trial, TRIAL, domino, action)
        value, _ = value_kingdom(trial, TRIAL, grid, available, UNKNOWN_RANK, layers, bench)
        count = rank_in(values, actions, count, breadth, value, action)
    if count == 0:
        actions[0] = DISCARD
        values[0] = 0.0
        return 1
    return count


@compiled
def think_turn(state: Words, layers: Layers, bench: Bench, breadth: int) -> tuple[int, int]:
    """The action that gives the acting seat the best prospect at the end of the round.

    ``breadth`` placements are thought through. With a placement comes the claim that is to follow,
    or ``NO_CLAIM``.
    """
    available = look_at_table(state, layers, bench)
    claiming = state[PHASE] == CLAIM_PHASE  # else its own row follows from its placement
    survey_table(state, -1 if claiming else acting_seat(state), available, layers, bench)
    return think_on(state, available, layers, bench, breadth)


@compiled
def think_on(
    state: Words, available: int, layers: Layers, bench: Bench, breadth: int
) -> tuple[int, int]:
    """``think_turn`` where the table has been surveyed, before this turn or an earlier one of the
    round.

    The survey and ``bench.held`` are then what they are after that turn.
    """
    seat = acting_seat(state)
    if state[PHASE] == CLAIM_PHASE:
        slot, _ = weigh_claims(state, seat, bench)
        bench.held[seat] |= 1 << slot
        return CLAIM + int(state[NEXT + slot]), NO_CLAIM
    count = rank_placements(state, available, layers, bench, breadth)
    chosen = int(bench.actions[0])
    claimed = -1
    best = -1e9
    after = bench.after[: len(state)]
    bench.held[seat] = 0  # its kingdom is surveyed with all that it has claimed
    for number in range(count):
        copy_state(state, after)
        apply(after, bench.actions[number])
        survey_seat(after, seat, available, layers, bench)
        slot, value = weigh_claims(after, seat, bench)
        if value > best:
            best = value
            chosen = int(bench.actions[number])
            claimed = slot
            bench.row[:] = bench.survey[seat]
    bench.survey[seat] = bench.row
    if claimed < 0:
        return chosen, NO_CLAIM
    bench.held[seat] = 1 << claimed
    return chosen, CLAIM + int(state[NEXT + claimed])


@compiled(WORDS, LAYERS, BENCH, WORD)
def think(state: Words, layers: Layers, bench: Bench, breadth: int) -> int:
    """The first action of ``think_turn``."""
    action, _ = think_turn(state, layers, bench, breadth)
    return action
