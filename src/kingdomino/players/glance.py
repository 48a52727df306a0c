"""A first glance at placements, compiled: which of them are worth being judged at all.

The learned evaluation takes most of a microsecond for a kingdom, a glance a twentieth of it. It is
a weighted sum of a few numbers, whose weights are part of the network and are fitted to what the
network itself thinks of placements. The best placement of all is nearly always among the first
few that a glance likes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.mirrors import is_mirrored, symmetries_of
from kingdomino.rules.compiled import compiled, inlined, lowest, popcount
from kingdomino.rules.kernel import (
    COLUMNS,
    CROWNS_HIGH,
    CROWNS_LOW,
    CROWNS_ON,
    LAND,
    OCCUPIED,
    ROWS,
    TERRAIN_OF,
    halves,
    placements,
    room_beside,
)
from kingdomino.rules.territories import fill
from kingdomino.rules.torus import (
    NEIGHBOURS,
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

GLANCES = 17
"""How many numbers a glance weighs."""


@inlined
def land_points(land: int, low: int, high: int) -> int:
    """What the territories of one terrain are worth."""
    points = 0
    seeds = land & (low | high)
    while seeds != 0:
        territory = fill(bit(lowest(seeds)), land)
        seeds &= ~territory
        points += popcount(territory) * (popcount(low & territory) + 2 * popcount(high & territory))
    return points


@inlined
def points_of_domino(words: Words, at: int, domino: int) -> int:
    """What the territories of the domino's two terrains are worth in a kingdom."""
    low, high = words[at + CROWNS_LOW], words[at + CROWNS_HIGH]
    a, b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
    points = land_points(words[at + LAND + a], low, high)
    if a != b:
        points += land_points(words[at + LAND + b], low, high)
    return points


@compiled
def glance_at(
    words: Words,
    at: int,
    grid: int,
    domino: int,
    action: int,
    before: int,
    middle: float,
    numbers: Floats,
) -> None:
    """Write what a glance sees of the kingdom after a placement.

    ``before`` is what ``points_of_domino`` gave before it; ``middle`` is 1 where a castle in the
    middle is worth something, else 0.
    """
    a, b = halves(action)
    terrain_a, terrain_b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
    crowns_a, crowns_b = CROWNS_ON[2 * domino], CROWNS_ON[2 * domino + 1]
    occupied = words[at + OCCUPIED]
    columns = words[at + COLUMNS] | (1 << (a & 7)) | (1 << (b & 7))
    rows = words[at + ROWS] | (1 << (a >> 3)) | (1 << (b >> 3))
    low = words[at + CROWNS_LOW] | ((crowns_a & 1) << a) | ((crowns_b & 1) << b)
    high = words[at + CROWNS_HIGH] | ((crowns_a >> 1) << a) | ((crowns_b >> 1) << b)
    alike_a = popcount(NEIGHBOURS[a] & words[at + LAND + terrain_a])
    alike_b = popcount(NEIGHBOURS[b] & words[at + LAND + terrain_b])
    land_a = words[at + LAND + terrain_a] | bit(a)
    land_b = words[at + LAND + terrain_b] | bit(b)
    points = 0
    if terrain_a == terrain_b:
        land_a |= bit(b)
        land_b = land_a
    else:
        points = land_points(land_b, low, high)
    points += land_points(land_a, low, high)
    free, lying, standing = room_beside(occupied | bit(a) | bit(b), columns, rows, grid)
    pairs = lying | step_east(lying) | standing | step_north(standing)
    off_centre = ((columns | rows) & OFF_CENTRE[(grid >> 1) & 1]) != 0
    east, west = step_east(free), step_west(free)
    north, south = step_north(free), step_south(free)
    beside_one = east | west | north | south
    beside_two = (east & west) | (north & south) | ((east | west) & (north | south))
    territory = fill(bit(a), land_a)
    crowns = popcount(low & territory) + 2 * popcount(high & territory)
    size = popcount(territory)
    edges = popcount(around(territory) & free)
    open_crowns = crowns * edges
    if terrain_a != terrain_b:
        territory = fill(bit(b), land_b)
        other_crowns = popcount(low & territory) + 2 * popcount(high & territory)
        other_edges = popcount(around(territory) & free)
        crowns += other_crowns
        size += popcount(territory)
        edges += other_edges
        open_crowns += other_crowns * other_edges
    lonely_crowns = 0
    if alike_a == 0:
        lonely_crowns += crowns_a
    if alike_b == 0:
        lonely_crowns += crowns_b
    width, height = popcount(columns), popcount(rows)
    numbers[0] = points - before
    numbers[1] = crowns
    numbers[2] = size
    numbers[3] = edges
    numbers[4] = open_crowns
    numbers[5] = alike_a + alike_b
    numbers[6] = (alike_a == 0) + (alike_b == 0)
    numbers[7] = lonely_crowns
    numbers[8] = popcount(NEIGHBOURS[a] & occupied) + popcount(NEIGHBOURS[b] & occupied)
    numbers[9] = popcount(free)
    numbers[10] = popcount(free & ~pairs)
    numbers[11] = popcount(free & beside_one & ~beside_two)
    numbers[12] = popcount(lying) + popcount(standing)
    numbers[13] = width + height
    numbers[14] = abs(width - height)
    numbers[15] = off_centre
    numbers[16] = off_centre * middle


@inlined
def rank_in(
    worths: NDArray[np.floating], actions: Words, count: int, most: int, worth: float, action: int
) -> int:
    """Put an action into a ranking of at most ``most``, best first; returns how many it then has.

    Of equals the first stays first.
    """
    place = count
    while place > 0 and worths[place - 1] < worth:
        if place < most:
            worths[place] = worths[place - 1]
            actions[place] = actions[place - 1]
        place -= 1
    if place < most:
        worths[place] = worth
        actions[place] = action
    return min(count + 1, most)


@compiled
def list_placements(
    words: Words,
    at: int,
    grid: int,
    domino: int,
    most: int,
    middle: float,
    weights: Floats,
    numbers: Floats,
    listed: Words,
    liked: Floats,
) -> int:
    """Write the placements that a glance likes best into ``listed``, at most ``most`` of them.

    Returns how many there are. Of those that are mirror images of each other there is only one.
    ``numbers`` and ``liked`` are room to work on. If all are to be listed anyhow no glance is
    needed, and they stand as they come.
    """
    ways = placements(words, at, grid, domino)
    total = popcount(ways[0]) + popcount(ways[1]) + popcount(ways[2]) + popcount(ways[3])
    before = points_of_domino(words, at, domino) if total > most else 0
    symmetries = symmetries_of(words, at)
    count = 0
    for way in range(4):
        cells = ways[way]
        while cells != 0:
            cell = lowest(cells)
            cells ^= bit(cell)
            action = 64 * way + cell
            if symmetries != 0 and is_mirrored(action, domino, symmetries):
                continue
            if total <= most:
                listed[count] = action
                count += 1
                continue
            glance_at(words, at, grid, domino, action, before, middle, numbers)
            worth = np.float32(0.0)
            for number in range(GLANCES):
                worth += weights[number] * numbers[number]
            count = rank_in(liked, listed, count, most, float(worth), action)
    return count
