"""Mirror images, compiled: which placements come to the same, but for how the kingdom is turned.

A kingdom that has hardly begun often looks the same turned or mirrored about its castle, and then
so do the placements in it: the 24 beside a lone castle are of 4 kinds only. Whoever thinks through
the best few placements would think the same thought several times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.compiled import compiled, inlined, lowest, popcount
from kingdomino.rules.kernel import CROWNS_HIGH, CROWNS_LOW, LAND, OCCUPIED, TURNABLE, halves
from kingdomino.rules.torus import CELLS, SIDE, bit, index_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from kingdomino.rules.compiled import Words

MOST_SQUARES = 9
"""Kingdoms of more squares, castle included, are not looked at: symmetry has gone by then."""

_TURNS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)

IMAGES = np.array(
    [[index_of(*turn(cell % SIDE, cell // SIDE)) for cell in range(CELLS)] for turn in _TURNS]
)
"""Where each cell comes to lie in each of the seven ways to turn or mirror a kingdom."""


@inlined
def image_of(cells: int, way: int) -> int:
    """Cells, turned or mirrored in one of the seven ways."""
    image = 0
    while cells != 0:
        image |= bit(IMAGES[way, lowest(cells)])
        cells &= cells - 1
    return image


@compiled
def symmetries_of(words: Words, at: int) -> int:
    """The ways, as bits, in which a young kingdom can be turned or mirrored and stay the same."""
    symmetries = 0
    if popcount(words[at + OCCUPIED]) > MOST_SQUARES:
        return symmetries
    for way in range(len(IMAGES)):
        if image_of(words[at + OCCUPIED], way) != words[at + OCCUPIED]:
            continue
        alike = True
        for layer in (CROWNS_LOW, CROWNS_HIGH):
            alike = alike and image_of(words[at + layer], way) == words[at + layer]
        for terrain in range(6):
            land = words[at + LAND + terrain]
            alike = alike and image_of(land, way) == land
        symmetries |= int(alike) << way
    return symmetries


@inlined
def _name(a: int, b: int, domino: int) -> int:
    """A number for a placement, the same whichever of two like halves is called the first."""
    return min(a, b) * CELLS + max(a, b) if TURNABLE[domino] == 0 else a * CELLS + b


@compiled
def is_mirrored(action: int, domino: int, symmetries: int) -> bool:
    """Whether a placement is the mirror image of another, and not the one that stands for all."""
    a, b = halves(action)
    name = _name(a, b, domino)
    while symmetries != 0:
        way = lowest(symmetries)
        symmetries &= symmetries - 1
        if _name(IMAGES[way, a], IMAGES[way, b], domino) < name:
            return True
    return False
