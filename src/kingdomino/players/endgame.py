"""The exact endgame: when the last line lies open nothing is left to chance, and all is computed.

What a seat can make of its dominoes depends on nobody else. So the best final standing of each seat
with each share of the last line is found first; then the claims are played out among those, every
king for its owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.draft import LEAD
from kingdomino.rules.compiled import NUMBERS_2D, WORDS, WORDS_2D, compiled, lowest, popcount
from kingdomino.rules.kernel import (
    CLAIM,
    CLAIM_PHASE,
    DISCARDS,
    GRID,
    HARMONY,
    KINGDOM_WORDS,
    KINGS,
    LINE,
    LINE_LENGTH,
    LINE_SEATS,
    MIDDLE_KINGDOM,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    OVER,
    PHASE,
    PLAYERS,
    ROUND,
    ROUNDS,
    TURN,
    acting_seat,
    apply,
    kingdom_of,
    legal_actions,
    placements,
    put_domino,
)
from kingdomino.rules.territories import (
    HARMONY_POINTS,
    MIDDLE_KINGDOM_POINTS,
    crowns_within,
    is_centred,
    is_harmonious,
    largest_territory,
    points,
    standing,
)
from kingdomino.rules.torus import bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float64]

MOST_DOMINOES = 4
"""A seat has at most this many dominoes to place once the last line lies open."""

TOO_LARGE = -1
"""The answer where there is more to compute than the caller allows."""


@compiled(WORDS)
def is_endgame(state: Words) -> bool:
    """Whether the last line lies open, and the game is not over."""
    return bool(state[ROUND] >= state[ROUNDS] - 1 and state[PHASE] != OVER)


@compiled
def final_standing(kingdoms: Words, level: int, state: Words) -> int:
    """The standing of a finished kingdom, bonuses included."""
    words = kingdoms[level]
    total = points(words, 0)
    if state[MIDDLE_KINGDOM] and is_centred(words, 0, state[GRID]):
        total += MIDDLE_KINGDOM_POINTS
    if state[HARMONY] and is_harmonious(words, 0):
        total += HARMONY_POINTS
    return standing(total, largest_territory(words, 0), crowns_within(words, 0, -1))


@compiled
def best_standing(
    kingdoms: Words, untried: Words, dominoes: Words, count: int, state: Words, nodes: Words
) -> int:
    """The best standing that placing ``dominoes`` one after the other can end in.

    The kingdom stands in row 0 of ``kingdoms``; the rows below are worked on, and so is
    ``untried``: the placements of each domino that have not been tried yet. ``nodes[0]`` counts
    down; when it is used up the answer is ``TOO_LARGE``.
    """
    # A loop with its own stack: compiled code that calls itself does not survive being cached.
    best = -1
    level = 0
    fresh = True
    while level >= 0:
        if level == count:
            best = max(best, final_standing(kingdoms, level, state))
            level -= 1
            fresh = False
            continue
        if fresh:
            nodes[0] -= 1
            if nodes[0] < 0:
                return TOO_LARGE
            ways = placements(kingdoms[level], 0, state[GRID], dominoes[level])
            for way in range(4):
                untried[level, way] = ways[way]
            if (ways[0] | ways[1] | ways[2] | ways[3]) == 0:
                kingdoms[level + 1] = kingdoms[level]
                kingdoms[level + 1, DISCARDS] += 1
                level += 1
                continue
        way = 0
        while way < 4 and untried[level, way] == 0:
            way += 1
        if way == 4:
            level -= 1
            fresh = False
            continue
        cell = lowest(untried[level, way])
        untried[level, way] ^= bit(cell)
        kingdoms[level + 1] = kingdoms[level]
        put_domino(kingdoms[level + 1], 0, dominoes[level], 64 * way + cell)
        level += 1
        fresh = True
    return best


@compiled
def solve_seat(
    state: Words,
    seat: int,
    shares: Words,
    kingdoms: Words,
    untried: Words,
    dominoes: Words,
    nodes: Words,
) -> bool:
    """Write the seat's best standing with every share of the last line it may end up with.

    A share is a set of slots as bits; ``shares`` has a row for each seat. False if it is too large.
    """
    held = 0
    wanted = 0
    for king in range(state[TURN], state[KINGS]):
        if state[LINE_SEATS + king] == seat:
            wanted += 1
    taken = 0
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == seat:
            taken |= 1 << slot
    if state[NEXT] == 0:
        wanted = 0  # the last round: nothing is claimed any more
    for share in range(16):
        shares[seat, share] = -1
        if (share & taken) != taken or popcount(share) != popcount(taken) + wanted:
            continue
        open_slots = True
        for slot in range(4):
            if (share >> slot) & 1 and not (taken >> slot) & 1:
                open_slots &= state[NEXT_SEATS + slot] == NOBODY and state[NEXT + slot] > 0
        if not open_slots:
            continue
        held = 0
        for king in range(state[TURN], state[KINGS]):
            if state[LINE_SEATS + king] == seat and state[LINE + king] > 0:
                dominoes[held] = state[LINE + king]
                held += 1
        for slot in range(4):
            if (share >> slot) & 1:
                dominoes[held] = state[NEXT + slot]
                held += 1
        at = kingdom_of(seat)
        for word in range(KINGDOM_WORDS):
            kingdoms[0, word] = state[at + word]
        found = best_standing(kingdoms, untried, dominoes, held, state, nodes)
        if found == TOO_LARGE:
            return False
        shares[seat, share] = found
    return True


@compiled
def outcome(state: Words, seat: int, held: Words, shares: Words) -> float:
    """What a seat makes of the end: its part of the victory, and a little for the lead."""
    mine = shares[seat, held[seat]]
    ahead = True
    equals = 0
    lead = 0.0
    for other in range(state[PLAYERS]):
        theirs = shares[other, held[other]]
        ahead &= mine >= theirs
        equals += int(mine == theirs)
        lead += (mine >> 16) - (theirs >> 16)
    return (1.0 / equals if ahead else 0.0) + LEAD * lead


@compiled
def play_claims(state: Words, free: int, held: Words, shares: Words, values: Floats) -> int:
    """Let every king from the acting one on claim the slot that is best for its owner.

    Writes every seat's outcome into ``values[0]``; returns the slot that the acting king claims, or
    -1 if there is nothing to claim.
    """
    first = state[TURN]
    following = np.zeros(6, dtype=np.int64)  # the slot to try next, king by king
    tried = np.zeros(6, dtype=np.int64)  # the slot being tried
    chosen = np.full(6, -1)
    level = 0
    while True:
        if first + level < state[KINGS] and free != 0:
            slot = following[level]
            while slot < 4 and not (free >> slot) & 1:
                slot += 1
            if slot < 4:
                following[level] = slot + 1
                tried[level] = slot
                free &= ~(1 << slot)
                held[state[LINE_SEATS + first + level]] |= 1 << slot
                level += 1
                following[level] = 0
                chosen[level] = -1
                continue
        else:
            for seat in range(state[PLAYERS]):
                values[level, seat] = outcome(state, seat, held, shares)
        if level == 0:
            return int(chosen[0])
        level -= 1
        seat = state[LINE_SEATS + first + level]
        free |= 1 << tried[level]
        held[seat] &= ~(1 << tried[level])
        if chosen[level] < 0 or values[level + 1, seat] > values[level, seat]:
            chosen[level] = tried[level]
            for other in range(state[PLAYERS]):
                values[level, other] = values[level + 1, other]


@compiled(WORDS, WORDS, WORDS, WORDS_2D, WORDS, NUMBERS_2D, WORDS_2D, WORDS_2D, WORDS, WORDS)
def solve_endgame(
    state: Words,
    after: Words,
    actions: Words,
    shares: Words,
    held: Words,
    values: Floats,
    kingdoms: Words,
    untried: Words,
    dominoes: Words,
    nodes: Words,
) -> int:
    """The acting seat's best action, all the rest being played as well as can be.

    ``TOO_LARGE`` if it would take more than ``nodes[0]`` kingdoms to find out.
    """
    me = acting_seat(state)
    for seat in range(state[PLAYERS]):
        if seat != me and not solve_seat(state, seat, shares, kingdoms, untried, dominoes, nodes):
            return TOO_LARGE
    count = legal_actions(state, actions)
    claiming = state[PHASE] == CLAIM_PHASE
    best = -1e9
    chosen = TOO_LARGE
    for number in range(1 if claiming else count):
        after[:] = state
        if not claiming:
            apply(after, actions[number])
        # In the last round the turn may have passed on, even ended the game: what the kings still
        # hold is all that counts then, and solve_seat reads just that.
        if not solve_seat(after, me, shares, kingdoms, untried, dominoes, nodes):
            return TOO_LARGE
        free = 0
        for seat in range(state[PLAYERS]):
            held[seat] = 0
        for slot in range(state[LINE_LENGTH]):
            if state[NEXT + slot] > 0:
                if state[NEXT_SEATS + slot] == NOBODY:
                    free |= 1 << slot
                else:
                    held[state[NEXT_SEATS + slot]] |= 1 << slot
        slot = play_claims(state, free, held, shares, values)
        if values[0, me] > best:
            best = values[0, me]
            chosen = CLAIM + int(state[NEXT + slot]) if claiming else int(actions[number])
    return chosen


def find_best(state: Words, nodes: int) -> int:
    """The best action of an endgame, or ``TOO_LARGE`` if more than ``nodes`` kingdoms would have to
    be looked at. The state is left as it is."""
    return int(
        solve_endgame(
            state,
            state.copy(),
            np.zeros(256, dtype=np.int64),
            np.zeros((4, 16), dtype=np.int64),
            np.zeros(4, dtype=np.int64),
            np.zeros((6, 4)),
            np.zeros((MOST_DOMINOES + 1, KINGDOM_WORDS), dtype=np.int64),
            np.zeros((MOST_DOMINOES, 4), dtype=np.int64),
            np.zeros(MOST_DOMINOES, dtype=np.int64),
            np.array([nodes], dtype=np.int64),
        )
    )
