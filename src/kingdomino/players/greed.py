"""Compiled greed: the points that placing a domino adds, and the choices that maximise them.

What a square adds depends only on the territories of its terrain that it joins. So the free cells
of a kingdom fall into a few *sites* for each terrain, the cells that join the same territories, and
the best place for a domino is found by comparing pairs of sites instead of trying every placement.

The working space is a *desk*, made by ``new_desk``: territories and sites in rows, by slot. Slots 0
to 5 hold the terrains of a kingdom as it stands, slots 6 and 7 those of the domino that is being
tried somewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.chance import below
from kingdomino.rules.compiled import compiled, inlined, lowest, popcount
from kingdomino.rules.kernel import (
    BORDER,
    CLAIM,
    COLUMNS,
    CROWNS_ON,
    DISCARD,
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
    ROUND,
    ROUNDS,
    ROWS,
    TERRAIN_OF,
    acting_domino,
    acting_seat,
    halves,
    kingdom_of,
    placements,
)
from kingdomino.rules.territories import (
    HARMONY_POINTS,
    MIDDLE_KINGDOM_POINTS,
    crowns_within,
    fill,
    is_centred,
)
from kingdomino.rules.torus import (
    NEIGHBOURS,
    bit,
    index_of,
    step_east,
    step_north,
    step_south,
    step_west,
)

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

_NOTHING = -(1 << 20)  # less than any placement can add

# The slots of a desk for the two terrains of a domino on trial, and where the sites' slots begin.
_TRIAL_A, _TRIAL_B, _SITES = 6, 7, 8
_SLOTS, _ROWS = 16, 65
# The last row of a slot: how many rows are in use, and for sites the most that a square with 0, 1,
# 2 or 3 crowns adds at any of them.
_LAST = _ROWS - 1
_USED, _MOST = 0, 1

# The columns of a territory and of a site. A site's size, crowns and points are those of all the
# territories it joins, which are set as bits in its last column.
_BORDER, _SIZE, _CROWNS, _POINTS, _JOINED = range(5)
_CELLS, _CELLS_WEST, _CELLS_SOUTH = 0, 5, 6
_COLUMNS = 7


def _inner(grid: int) -> int:
    reach = range(-(grid // 2), grid // 2 + 1)
    word = sum(1 << index_of(x, y) for x in reach for y in reach)
    return word - 2**64 if word >= 2**63 else word


_INNER = np.array([_inner(5), _inner(7)], dtype=np.int64)
"""The cells of the full-size frame centred on the castle, for 5×5 and 7×7."""


def new_desk() -> Words:
    """Working space for the functions here. What it holds between calls means nothing."""
    return np.zeros((_SLOTS, _ROWS, _COLUMNS), dtype=np.int64)


# --- What a square would join ------------------------------------------------------------------


@compiled
def _survey(words: Words, at: int, terrain: int, desk: Words) -> None:
    """List the territories of a terrain and the sites they make, in the terrain's own slot."""
    land = words[at + LAND + terrain]
    count = 0
    while land != 0:
        territory = fill(bit(lowest(land)), land)
        land &= ~territory
        beside = step_east(territory) | step_west(territory)
        size = popcount(territory)
        crowns = crowns_within(words, at, territory)
        desk[terrain, count, _BORDER] = beside | step_north(territory) | step_south(territory)
        desk[terrain, count, _SIZE] = size
        desk[terrain, count, _CROWNS] = crowns
        desk[terrain, count, _POINTS] = size * crowns
        count += 1
    desk[terrain, _LAST, _USED] = count
    _find_sites(desk, terrain, ~words[at + OCCUPIED])


@inlined
def _extend(
    desk: Words, terrain: int, slot: int, cells: int, border: int, size: int, crowns: int
) -> None:
    """Write into ``slot`` the territories of a terrain after new squares have been added to it."""
    count = 1
    for row in range(desk[terrain, _LAST, _USED]):
        if desk[terrain, row, _BORDER] & cells:
            border |= desk[terrain, row, _BORDER]
            size += desk[terrain, row, _SIZE]
            crowns += desk[terrain, row, _CROWNS]
        else:
            for column in range(4):
                desk[slot, count, column] = desk[terrain, row, column]
            count += 1
    desk[slot, 0, _BORDER] = border
    desk[slot, 0, _SIZE] = size
    desk[slot, 0, _CROWNS] = crowns
    desk[slot, 0, _POINTS] = size * crowns
    desk[slot, _LAST, _USED] = count


@inlined
def _worth(desk: Words, site_slot: int, site: int, crowns: int) -> int:
    """How many points a square with so many crowns adds at a site."""
    size = desk[site_slot, site, _SIZE] + 1
    return int(size * (desk[site_slot, site, _CROWNS] + crowns) - desk[site_slot, site, _POINTS])


@compiled
def _find_sites(desk: Words, slot: int, free: int) -> None:
    """Sort the free cells by the territories of this slot that they join."""
    sites = _SITES + slot
    desk[sites, 0, _CELLS] = free
    for column in range(1, 5):
        desk[sites, 0, column] = 0
    count = 1
    for row in range(desk[slot, _LAST, _USED]):
        border = desk[slot, row, _BORDER]
        for site in range(count):
            cells = desk[sites, site, _CELLS]
            beside = cells & border
            if beside != 0:
                joining = site
                if beside != cells:
                    desk[sites, site, _CELLS] = cells ^ beside
                    joining = count
                    count += 1
                desk[sites, joining, _CELLS] = beside
                for column in range(1, 4):
                    joined = desk[sites, site, column] + desk[slot, row, column]
                    desk[sites, joining, column] = joined
                desk[sites, joining, _JOINED] = desk[sites, site, _JOINED] | bit(row)
    desk[sites, _LAST, _USED] = count
    for crowns in range(4):
        desk[sites, _LAST, _MOST + crowns] = 0
    for site in range(count):
        desk[sites, site, _CELLS_WEST] = step_west(desk[sites, site, _CELLS])
        desk[sites, site, _CELLS_SOUTH] = step_south(desk[sites, site, _CELLS])
        for crowns in range(4):
            worth = _worth(desk, sites, site, crowns)
            if worth > desk[sites, _LAST, _MOST + crowns]:
                desk[sites, _LAST, _MOST + crowns] = worth


@inlined
def _worth_of_pair(desk: Words, slot: int, site: int, other: int, crowns: int) -> int:
    """How many points two squares of one terrain, lying together, add at two sites."""
    joined = desk[_SITES + slot, site, _JOINED] | desk[_SITES + slot, other, _JOINED]
    size = 2
    points = 0
    while joined != 0:
        row = lowest(joined)
        joined &= joined - 1
        size += desk[slot, row, _SIZE]
        crowns += desk[slot, row, _CROWNS]
        points += desk[slot, row, _POINTS]
    return size * crowns - points


# --- The best place for a domino ---------------------------------------------------------------


@inlined
def _has_middle(state: Words, at: int) -> bool:
    return bool(state[MIDDLE_KINGDOM] != 0) and is_centred(state, at, state[GRID])


@inlined
def _loss_by_discard(state: Words, at: int) -> int:
    return HARMONY_POINTS if state[HARMONY] != 0 and state[at + DISCARDS] == 0 else 0


@compiled
def _best_of(
    desk: Words,
    slot_a: int,
    slot_b: int,
    domino: int,
    east: int,
    north: int,
    west: int,
    south: int,
    least: int,
) -> int:
    """The most points that one of these placements adds, or ``least`` if none adds more."""
    best = least
    if (east | north | west | south) == 0:
        return best
    sites_a, sites_b = _SITES + slot_a, _SITES + slot_b
    crowns_a, crowns_b = CROWNS_ON[2 * domino], CROWNS_ON[2 * domino + 1]
    for a in range(desk[sites_a, _LAST, _USED] - 1, -1, -1):
        cells_a = desk[sites_a, a, _CELLS]
        west_of_a = desk[sites_a, a, _CELLS_WEST]
        south_of_a = desk[sites_a, a, _CELLS_SOUTH]
        lying_a, standing_a = east & cells_a, north & cells_a
        lying_b, standing_b = west & west_of_a, south & south_of_a
        if (lying_a | standing_a | lying_b | standing_b) == 0:
            continue
        worth_a = _worth(desk, sites_a, a, crowns_a)
        for b in range(desk[sites_b, _LAST, _USED] - 1, -1, -1):
            if slot_a == slot_b:
                worth = _worth_of_pair(desk, slot_a, a, b, crowns_a + crowns_b)
            else:
                worth = worth_a + _worth(desk, sites_b, b, crowns_b)
            if worth > best:
                cells_b = desk[sites_b, b, _CELLS]
                lying = (lying_a & desk[sites_b, b, _CELLS_WEST]) | (lying_b & cells_b)
                standing = (standing_a & desk[sites_b, b, _CELLS_SOUTH]) | (standing_b & cells_b)
                if (lying | standing) != 0:
                    best = worth
    return best


@inlined
def _best_gain(
    words: Words, at: int, middle: bool, domino: int, desk: Words, a: int, b: int, least: int
) -> int:
    """The most points that placing or discarding a domino adds, or ``least`` if that is more.

    The domino's terrains are surveyed in slots a and b; ``middle`` says that Middle Kingdom is
    still to be lost.
    """
    if a != b:
        most_a = desk[_SITES + a, _LAST, _MOST + CROWNS_ON[2 * domino]]
        most_b = desk[_SITES + b, _LAST, _MOST + CROWNS_ON[2 * domino + 1]]
        if most_a + most_b <= least:
            return least
    grid = words[GRID]
    east, north, west, south = placements(words, at, grid, domino)
    if (east | north | west | south) == 0:
        return max(least, -_loss_by_discard(words, at))
    if not middle:
        return _best_of(desk, a, b, domino, east, north, west, south, least)
    inner = _INNER[(grid >> 1) & 1]
    lying = inner & step_west(inner)
    standing = inner & step_south(inner)
    best = _best_of(
        desk, a, b, domino, east & lying, north & standing, west & lying, south & standing, least
    )
    least = best + MIDDLE_KINGDOM_POINTS
    east, north, west, south = east & ~lying, north & ~standing, west & ~lying, south & ~standing
    return _best_of(desk, a, b, domino, east, north, west, south, least) - MIDDLE_KINGDOM_POINTS


@inlined
def _worth_at(desk: Words, slot: int, crowns: int, cell: int) -> int:
    """How many points a square with so many crowns adds on a cell."""
    size, points = 1, 0
    for row in range(desk[slot, _LAST, _USED]):
        if (desk[slot, row, _BORDER] >> cell) & 1:
            size += desk[slot, row, _SIZE]
            crowns += desk[slot, row, _CROWNS]
            points += desk[slot, row, _POINTS]
    return size * crowns - points


@inlined
def _worth_of_domino_at(desk: Words, domino: int, a: int, b: int) -> int:
    """How many points a domino adds with its halves on these cells, bonuses aside."""
    terrain_a, terrain_b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
    crowns_a, crowns_b = CROWNS_ON[2 * domino], CROWNS_ON[2 * domino + 1]
    if terrain_a != terrain_b:
        worth_a = _worth_at(desk, terrain_a, crowns_a, a)
        return worth_a + _worth_at(desk, terrain_b, crowns_b, b)
    size, crowns, points = 2, crowns_a + crowns_b, 0
    for row in range(desk[terrain_a, _LAST, _USED]):
        if (desk[terrain_a, row, _BORDER] & (bit(a) | bit(b))) != 0:
            size += desk[terrain_a, row, _SIZE]
            crowns += desk[terrain_a, row, _CROWNS]
            points += desk[terrain_a, row, _POINTS]
    return int(size * crowns - points)


@inlined
def _leaves_middle(grid: int, a: int, b: int) -> bool:
    """Whether one of two cells lies outside the frame centred on the castle."""
    inner = _INNER[(grid >> 1) & 1]
    return bool((((inner >> a) & (inner >> b)) & 1) == 0)


# --- Choices -----------------------------------------------------------------------------------


@compiled
def gain(state: Words, action: int, desk: Words) -> int:
    """How many points a placement or discard adds to the acting seat's score, bonuses included."""
    at = kingdom_of(acting_seat(state))
    if action == DISCARD:
        return -_loss_by_discard(state, at)
    domino = acting_domino(state)
    _survey(state, at, TERRAIN_OF[2 * domino], desk)
    _survey(state, at, TERRAIN_OF[2 * domino + 1], desk)
    a, b = halves(action)
    points = _worth_of_domino_at(desk, domino, a, b)
    if _has_middle(state, at) and _leaves_middle(state[GRID], a, b):
        points -= MIDDLE_KINGDOM_POINTS
    return points


@compiled
def greedy_claim(state: Words, desk: Words, rng: Words) -> int:
    """The claim of the domino that would add most points at once; among equals a random one."""
    at = kingdom_of(acting_seat(state))
    middle = _has_middle(state, at)
    surveyed = 0
    best = _NOTHING
    chosen = 0
    equals = 0
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == NOBODY:
            domino = state[NEXT + slot]
            a, b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
            if not (surveyed >> a) & 1:
                _survey(state, at, a, desk)
            surveyed |= 1 << a
            if not (surveyed >> b) & 1:
                _survey(state, at, b, desk)
            surveyed |= 1 << b
            points = _best_gain(state, at, middle, domino, desk, a, b, best - 1)
            if points > best:
                best, chosen, equals = points, domino, 1
            elif points == best:
                equals += 1
                if below(rng, equals) == 0:
                    chosen = domino
    return CLAIM + chosen


@compiled
def greedy_placement(state: Words, ahead: bool, desk: Words, rng: Words) -> int:
    """The placement that adds most points; among equals a random one.

    With ``ahead`` the points are those of the placement and of the best claim after it, as if the
    claimed domino were placed at once.
    """
    at = kingdom_of(acting_seat(state))
    grid = state[GRID]
    domino = acting_domino(state)
    ways = placements(state, at, grid, domino)
    if (ways[0] | ways[1] | ways[2] | ways[3]) == 0:
        return DISCARD
    middle = _has_middle(state, at)
    ahead = ahead and state[ROUND] < state[ROUNDS]
    terrain_a, terrain_b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
    claimable = _claimable_terrains(state) if ahead else 0
    needed = claimable | (1 << terrain_a) | (1 << terrain_b)
    for terrain in range(6):
        if (needed >> terrain) & 1:
            _survey(state, at, terrain, desk)
    best = _NOTHING
    chosen = DISCARD
    equals = 0
    for way in range(4):
        cells = ways[way]
        while cells != 0:
            cell = lowest(cells)
            cells ^= bit(cell)
            action = 64 * way + cell
            a, b = halves(action)
            points = _worth_of_domino_at(desk, domino, a, b)
            stays = middle
            if middle and _leaves_middle(grid, a, b):
                points -= MIDDLE_KINGDOM_POINTS
                stays = False
            if ahead:
                least = best - points - 1
                points += _best_claim_after(state, at, domino, a, b, stays, claimable, desk, least)
            if points > best:
                best, chosen, equals = points, action, 1
            elif points == best:
                equals += 1
                if below(rng, equals) == 0:
                    chosen = action
    return chosen


@inlined
def _claimable_terrains(state: Words) -> int:
    """The terrains on the free dominoes of the next line, as bits."""
    terrains = 0
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == NOBODY:
            domino = state[NEXT + slot]
            terrains |= (1 << TERRAIN_OF[2 * domino]) | (1 << TERRAIN_OF[2 * domino + 1])
    return terrains


@compiled
def _best_claim_after(
    state: Words,
    at: int,
    domino: int,
    a: int,
    b: int,
    middle: bool,
    claimable: int,
    desk: Words,
    least: int,
) -> int:
    """The most points that a free domino would add after a placement, or ``least`` if that is more.

    The desk holds the survey of the kingdom before it, for all terrains in question.
    """
    terrain_a, terrain_b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
    crowns_a, crowns_b = CROWNS_ON[2 * domino], CROWNS_ON[2 * domino + 1]
    # Put the domino down as far as the search for placements looks, and take it up again below.
    occupied, columns, rows = state[at + OCCUPIED], state[at + COLUMNS], state[at + ROWS]
    border_a, border_b = state[at + BORDER + terrain_a], state[at + BORDER + terrain_b]
    state[at + OCCUPIED] = occupied | bit(a) | bit(b)
    state[at + COLUMNS] = columns | (1 << (a & 7)) | (1 << (b & 7))
    state[at + ROWS] = rows | (1 << (a >> 3)) | (1 << (b >> 3))
    state[at + BORDER + terrain_a] |= NEIGHBOURS[a]
    state[at + BORDER + terrain_b] |= NEIGHBOURS[b]
    free = ~state[at + OCCUPIED]
    if terrain_a == terrain_b:
        both, around = bit(a) | bit(b), NEIGHBOURS[a] | NEIGHBOURS[b]
        if (claimable >> terrain_a) & 1:
            _extend(desk, terrain_a, _TRIAL_A, both, around, 2, crowns_a + crowns_b)
            _find_sites(desk, _TRIAL_A, free)
    else:
        if (claimable >> terrain_a) & 1:
            _extend(desk, terrain_a, _TRIAL_A, bit(a), NEIGHBOURS[a], 1, crowns_a)
            _find_sites(desk, _TRIAL_A, free)
        if (claimable >> terrain_b) & 1:
            _extend(desk, terrain_b, _TRIAL_B, bit(b), NEIGHBOURS[b], 1, crowns_b)
            _find_sites(desk, _TRIAL_B, free)
    best = least
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == NOBODY:
            other = state[NEXT + slot]
            slot_a = _slot_of(TERRAIN_OF[2 * other], terrain_a, terrain_b)
            slot_b = _slot_of(TERRAIN_OF[2 * other + 1], terrain_a, terrain_b)
            best = _best_gain(state, at, middle, other, desk, slot_a, slot_b, best)
    state[at + OCCUPIED], state[at + COLUMNS], state[at + ROWS] = occupied, columns, rows
    state[at + BORDER + terrain_b] = border_b
    state[at + BORDER + terrain_a] = border_a
    return best


@inlined
def _slot_of(terrain: int, trial_a: int, trial_b: int) -> int:
    """The slot that holds a terrain while a domino of two others is on trial."""
    if terrain == trial_a:
        return _TRIAL_A
    if terrain == trial_b:
        return _TRIAL_B
    return terrain
