"""What the learned evaluation sees of a kingdom: numbers that say how it stands and may grow.

A kingdom is described by itself, together with what the table has in store for it: which dominoes
are still to be had, by which rules, who else wants them, and how early its king will choose next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.compiled import compiled, inlined, lowest, popcount
from kingdomino.rules.dominoes import DOMINOES, TERRAINS
from kingdomino.rules.kernel import (
    BORDER,
    COLUMNS,
    CROWNS_HIGH,
    CROWNS_LOW,
    DISCARDS,
    GRID,
    HARMONY,
    LAND,
    LINE_LENGTH,
    MIDDLE_KINGDOM,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    OCCUPIED,
    PLAYERS,
    ROWS,
    UNSEEN,
    kingdom_of,
    room_beside,
)
from kingdomino.rules.territories import fill
from kingdomino.rules.torus import (
    OFF_CENTRE,
    around,
    bit,
    step_east,
    step_north,
    step_south,
    step_west,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float32]

PER_TERRAIN = 14
CONTEXT = 6 * PER_TERRAIN  # where what the table has in store begins
MIDDLE = 17  # where, in that, it says whether the castle belongs in the middle
RIVALRY = 20  # where, in that, what the others build begins
WANTS = 3 * 6  # how many numbers say what a seat builds
CONTEXT_FEATURES = RIVALRY + WANTS
SHAPE = CONTEXT + CONTEXT_FEATURES  # where the kingdom's shape begins
FEATURES = SHAPE + 28

# What is remembered of the land of each terrain: its cells and crowns as bits, and what follows
# from them. Kingdoms that differ by a domino have most of their land in common.
CELLS, LOW, HIGH, SQUARES, POINTS, TERRITORIES, MAIN, MAIN_CROWNS, OTHER_CROWNS, SECOND_WORTH = (
    range(10)
)
LAND_WORDS = 10

UNKNOWN_RANK = -1.0
"""The rank of a king that has not chosen yet."""


def _squares_of(terrain: int, *, crowns: bool) -> list[int]:
    """For each domino number, how many squares (or crowns) of a terrain are on it."""
    counts = [0]
    for domino in DOMINOES:
        halves = [square for square in domino[1:] if square.terrain == TERRAINS[terrain]]
        counts.append(sum(square.crowns if crowns else 1 for square in halves))
    return counts


_SQUARES = np.array([_squares_of(t, crowns=False) for t in range(6)], dtype=np.float32)
_CROWNS = np.array([_squares_of(t, crowns=True) for t in range(6)], dtype=np.float32)


def _with_terrains(mask: int) -> int:
    """The dominoes, as bits, that show one of the terrains whose bits are set in ``mask``."""
    wanted = {TERRAINS[t] for t in range(6) if mask >> t & 1}
    return sum(
        1 << (domino.number - 1)
        for domino in DOMINOES
        if {domino.a.terrain, domino.b.terrain} & wanted
    )


CHEQUERED = int(np.array(0x55AA_55AA_55AA_55AA, dtype=np.uint64).astype(np.int64))
"""Every second cell of the board, as on a chessboard: a domino covers one of each colour."""

_SHOWING = np.array([_with_terrains(mask) for mask in range(64)], dtype=np.int64)


@compiled
def available_dominoes(state: Words) -> int:
    """The dominoes, as bits, that somebody may still claim: unseen ones and free ones in line."""
    available = state[UNSEEN]
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == NOBODY and state[NEXT + slot] > 0:
            available |= bit(state[NEXT + slot] - 1)
    return int(available)


@compiled
def describe_table(state: Words, available: int, context: Floats) -> None:
    """Write what the table has in store, the same for every kingdom, into ``context``."""
    for feature in range(RIVALRY):
        context[feature] = 0.0
    rest = available
    while rest != 0:
        domino = lowest(rest) + 1
        rest &= rest - 1
        for terrain in range(6):
            context[terrain] += _SQUARES[terrain, domino]
            context[6 + terrain] += _CROWNS[terrain, domino]
    count = max(popcount(available), 1)
    for terrain in range(6):
        context[terrain] *= np.float32(2.0) / count
        context[6 + terrain] *= np.float32(6.0) / count
    context[12] = np.float32(count / 48)
    context[13] = np.float32(state[PLAYERS] == 2)
    context[14] = np.float32(state[PLAYERS] == 3)
    context[15] = np.float32(state[PLAYERS] == 4)
    context[16] = np.float32(state[LINE_LENGTH] > state[PLAYERS] and state[PLAYERS] == 3)
    context[MIDDLE] = np.float32(state[MIDDLE_KINGDOM])
    context[18] = np.float32(state[HARMONY])
    context[19] = 1.0


@compiled
def divide_land(land: int, low: int, high: int, known: Words) -> None:
    """Write what there is to know of the land of one terrain, given its cells and its crowns."""
    points = 0
    territories = 0
    main = 0
    main_worth = -1
    main_crowns = 0
    other_crowns = 0
    second_worth = 0
    rest = land
    while rest != 0:
        territory = fill(bit(lowest(rest)), land)
        rest &= ~territory
        size = popcount(territory)
        crowns = popcount(low & territory) + 2 * popcount(high & territory)
        points += size * crowns
        territories += 1
        worth = size * (2 * crowns + 1)
        if worth > main_worth:
            other_crowns += main_crowns
            second_worth = max(main_worth, 0)
            main_worth = worth
            main = territory
            main_crowns = crowns
        else:
            other_crowns += crowns
            second_worth = max(second_worth, worth)
    known[CELLS] = land
    known[LOW] = low
    known[HIGH] = high
    known[SQUARES] = popcount(land)
    known[POINTS] = points
    known[TERRITORIES] = territories
    known[MAIN] = main
    known[MAIN_CROWNS] = main_crowns
    known[OTHER_CROWNS] = other_crowns
    known[SECOND_WORTH] = second_worth


@inlined
def know_land(land: int, low: int, high: int, known: Words) -> Words:
    """What there is to know of the land of one terrain, divided anew only if it has changed."""
    if known[CELLS] != land or known[LOW] != low or known[HIGH] != high:
        divide_land(land, low, high, known)
    return known


@compiled
def describe_wants(state: Words, seat: int, lands: Words, wants: Floats) -> None:
    """Write what a seat builds: the size, crowns and open edges of its main territories.

    ``lands`` is what is known of its land, and will then be known of it as it is now.
    """
    at = kingdom_of(seat)
    low = state[at + CROWNS_LOW]
    high = state[at + CROWNS_HIGH]
    window, _, _ = room_beside(
        state[at + OCCUPIED], state[at + COLUMNS], state[at + ROWS], state[GRID]
    )
    for terrain in range(6):
        land = state[at + LAND + terrain]
        known = know_land(land, low & land, high & land, lands[terrain])
        main = known[MAIN]
        wants[3 * terrain] = popcount(main) * np.float32(0.1)
        wants[3 * terrain + 1] = known[MAIN_CROWNS] * np.float32(0.25)
        wants[3 * terrain + 2] = popcount(around(main) & window) * np.float32(0.15)


@compiled
def describe_rivalry(wants: Floats, players: int, seat: int, context: Floats) -> None:
    """Write what the others build, in the mean, into ``context``."""
    for want in range(WANTS):
        summed = np.float32(0.0)
        for other in range(players):
            if other != seat:
                summed += wants[other, want]
        context[RIVALRY + want] = summed / np.float32(players - 1)


@compiled
def describe_kingdom(
    words: Words,
    at: int,
    grid: int,
    available: int,
    context: Floats,
    rank: float,
    lands: Words,
    features: Floats,
) -> None:
    """Write the features of a kingdom.

    ``rank`` says how early its king chooses next: 0 first, 1 last, or ``UNKNOWN_RANK``. ``lands``
    is what is known of the land described last, and will then be known of this.
    """
    frame = (grid >> 1) & 1
    occupied = words[at + OCCUPIED]
    columns = words[at + COLUMNS]
    rows = words[at + ROWS]
    low = words[at + CROWNS_LOW]
    high = words[at + CROWNS_HIGH]
    window, lying, standing = room_beside(occupied, columns, rows, grid)
    fitting = 0
    squares = 0
    for terrain in range(6):
        land = words[at + LAND + terrain]
        known = know_land(land, low & land, high & land, lands[terrain])
        squares += known[SQUARES]
        main = known[MAIN]
        main_crowns = known[MAIN_CROWNS]
        border = words[at + BORDER + terrain]
        joins = popcount(lying & (border | step_west(border)))
        joins += popcount(standing & (border | step_south(border)))
        if joins > 0:
            fitting |= 1 << terrain
        beside = around(main) & window
        near = popcount(around(beside) & window)
        edges = popcount(beside)
        size = popcount(main)
        at_feature = terrain * PER_TERRAIN
        features[at_feature] = known[POINTS] * np.float32(0.05)
        features[at_feature + 1] = known[SQUARES] * np.float32(0.1)
        features[at_feature + 2] = size * np.float32(0.1)
        features[at_feature + 3] = main_crowns * np.float32(0.25)
        features[at_feature + 4] = edges * np.float32(0.15)
        features[at_feature + 5] = edges * main_crowns * np.float32(0.05)
        features[at_feature + 6] = known[OTHER_CROWNS] * np.float32(0.3)
        features[at_feature + 7] = known[TERRITORIES] * np.float32(0.25)
        features[at_feature + 8] = min(joins, 12) * np.float32(0.1)
        features[at_feature + 9] = main_crowns * context[terrain] * np.float32(0.3)
        features[at_feature + 10] = size * context[6 + terrain] * np.float32(0.1)
        features[at_feature + 11] = near * np.float32(0.1)
        features[at_feature + 12] = near * main_crowns * np.float32(0.05)
        features[at_feature + 13] = known[SECOND_WORTH] * np.float32(0.1)
    for feature in range(CONTEXT_FEATURES):
        features[CONTEXT + feature] = context[feature]
    pairs = lying | step_east(lying) | standing | step_north(standing)
    discards = words[at + DISCARDS]
    left = (grid * grid - 1) // 2 - squares // 2 - discards
    free = popcount(window)
    cramped = popcount(window & ~pairs)
    centred = ((columns | rows) & OFF_CENTRE[frame]) == 0
    width = popcount(columns)
    height = popcount(rows)
    fits = popcount(available & _SHOWING[fitting])
    features[SHAPE] = left * np.float32(1 / 12)
    features[SHAPE + 1] = left * left * np.float32(1 / 144)
    features[SHAPE + 2] = free * np.float32(1 / 25)
    features[SHAPE + 3] = cramped * np.float32(0.25)
    features[SHAPE + 4] = np.float32(cramped > 0)
    features[SHAPE + 5] = popcount(lying) * np.float32(1 / 16)
    features[SHAPE + 6] = popcount(standing) * np.float32(1 / 16)
    features[SHAPE + 7] = (grid - width) * np.float32(0.25)
    features[SHAPE + 8] = (grid - height) * np.float32(0.25)
    features[SHAPE + 9] = np.float32(centred)
    features[SHAPE + 10] = np.float32(centred) * context[MIDDLE]
    features[SHAPE + 11] = np.float32(discards == 0) * context[18]
    features[SHAPE + 12] = min(discards, 6) * np.float32(0.3)
    features[SHAPE + 13] = fits * np.float32(1.0) / max(popcount(available), 1)
    features[SHAPE + 14] = popcount(low | high) * np.float32(0.1)
    features[SHAPE + 15] = np.float32(rank >= 0)
    features[SHAPE + 16] = np.float32(max(rank, 0.0))
    features[SHAPE + 17] = np.float32(left == 0)
    describe_room(window, columns, rows, occupied, grid, features)


@compiled
def describe_room(
    window: int, columns: int, rows: int, occupied: int, grid: int, features: Floats
) -> None:
    """Write how well the free cells can be filled: areas cut off, odd ones, corners."""
    areas = 0
    odd = 0
    small = 0
    rest = window
    while rest != 0:
        area = fill(bit(lowest(rest)), window)
        rest &= ~area
        size = popcount(area)
        areas += 1
        odd += size & 1
        if size < 4:
            small += size
    width = popcount(columns)
    height = popcount(rows)
    full = width == grid and height == grid
    uneven = abs(popcount(window & CHEQUERED) - popcount(window & ~CHEQUERED)) if full else 0
    east, west = step_east(window), step_west(window)
    north, south = step_north(window), step_south(window)
    one = east | west | north | south
    two = (east & west) | (north & south) | ((east | west) & (north | south))
    features[SHAPE + 18] = areas * np.float32(0.25)
    features[SHAPE + 19] = odd * np.float32(0.5)
    features[SHAPE + 20] = small * np.float32(0.2)
    features[SHAPE + 21] = uneven * np.float32(0.25)
    features[SHAPE + 22] = np.float32(full)
    features[SHAPE + 23] = (width * height - popcount(occupied)) * np.float32(0.1)
    features[SHAPE + 24] = abs(width - height) * np.float32(0.2)
    features[SHAPE + 25] = popcount(window & ~one) * np.float32(0.3)
    features[SHAPE + 26] = popcount(window & one & ~two) * np.float32(0.15)
    features[SHAPE + 27] = popcount(window & two) * np.float32(0.05)
