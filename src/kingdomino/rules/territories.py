"""Scoring: territories by flood fill, bonuses, and who stands higher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.rules.compiled import WORD, WORDS, WORDS_2D, compiled, inlined, lowest, popcount
from kingdomino.rules.kernel import (
    COLUMNS,
    CROWNS_HIGH,
    CROWNS_LOW,
    DISCARDS,
    GRID,
    HARMONY,
    LAND,
    MIDDLE_KINGDOM,
    PLAYERS,
    ROWS,
    kingdom_of,
)
from kingdomino.rules.torus import OFF_CENTRE, bit, step_east, step_north, step_south, step_west

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

MIDDLE_KINGDOM_POINTS = 10
HARMONY_POINTS = 5


@inlined
def fill(seed: int, land: int) -> int:
    """All cells of ``land`` that hang together with those of ``seed``."""
    filled = seed
    while True:
        row = filled | step_east(filled) | step_west(filled)
        grown = (row | step_north(filled) | step_south(filled)) & land
        if grown == filled:
            return filled
        filled = grown


@inlined(WORDS, WORD, WORD)
def crowns_within(words: Words, at: int, cells: int) -> int:
    """How many crowns lie on these cells of the kingdom."""
    low = popcount(words[at + CROWNS_LOW] & cells)
    return low + 2 * popcount(words[at + CROWNS_HIGH] & cells)


@inlined(WORDS, WORD)
def points(words: Words, at: int) -> int:
    """What the territories of the kingdom are worth: squares × crowns of each, added up."""
    total = 0
    crowned = words[at + CROWNS_LOW] | words[at + CROWNS_HIGH]
    for terrain in range(6):
        land = words[at + LAND + terrain]
        seeds = land & crowned
        while seeds != 0:
            territory = fill(bit(lowest(seeds)), land)
            seeds &= ~territory
            total += popcount(territory) * crowns_within(words, at, territory)
    return total


@compiled(WORDS, WORD, WORDS_2D)
def list_territories(words: Words, at: int, found: Words) -> int:
    """Write a row (terrain, cells) for each territory into ``found``; returns how many there are.

    A kingdom has at most 48 squares, so 48 rows are always enough.
    """
    count = 0
    for terrain in range(6):
        land = words[at + LAND + terrain]
        while land != 0:
            territory = fill(bit(lowest(land)), land)
            land &= ~territory
            found[count, 0] = terrain
            found[count, 1] = territory
            count += 1
    return count


@compiled(WORDS, WORD)
def largest_territory(words: Words, at: int) -> int:
    """The number of squares of the kingdom's largest territory, crowned or not."""
    largest = 0
    for terrain in range(6):
        land = words[at + LAND + terrain]
        while land != 0:
            territory = fill(bit(lowest(land)), land)
            land &= ~territory
            largest = max(largest, popcount(territory))
    return largest


@inlined(WORDS, WORD, WORD)
def is_centred(words: Words, at: int, grid: int) -> bool:
    """Whether the kingdom lies inside the full-size frame centred on its castle."""
    return bool(((words[at + COLUMNS] | words[at + ROWS]) & OFF_CENTRE[(grid >> 1) & 1]) == 0)


@inlined(WORDS, WORD)
def is_harmonious(words: Words, at: int) -> bool:
    """Whether none of the kingdom's dominoes was thrown away."""
    return bool(words[at + DISCARDS] == 0)


@compiled(WORDS, WORD)
def total(state: Words, seat: int) -> int:
    """The seat's points with the bonuses that the state's rules give."""
    at = kingdom_of(seat)
    score = points(state, at)
    if state[MIDDLE_KINGDOM] and is_centred(state, at, state[GRID]):
        score += MIDDLE_KINGDOM_POINTS
    if state[HARMONY] and is_harmonious(state, at):
        score += HARMONY_POINTS
    return score


@compiled(WORD, WORD, WORD)
def standing(total: int, largest: int, crowns: int) -> int:
    """A number that is higher for whoever stands higher: by total, largest territory, crowns."""
    return (total << 16) | (largest << 8) | crowns


@compiled(WORDS, WORDS)
def standings(state: Words, found: Words) -> None:
    """Write every seat's standing into ``found``."""
    for seat in range(state[PLAYERS]):
        at = kingdom_of(seat)
        found[seat] = standing(
            total(state, seat), largest_territory(state, at), crowns_within(state, at, -1)
        )
