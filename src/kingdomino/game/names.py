"""What terrains and squares are called, in whatever language they are read."""

from __future__ import annotations

from kingdomino.errors import Phrase, Term
from kingdomino.rules.dominoes import Square, Terrain


def name_terrain(terrain: Terrain) -> Term:
    """The word for a terrain."""
    return Term("terrain", terrain.value)


def name_square(square: Square) -> Phrase:
    """A square with its crowns, such as *wheat with 1 crown*."""
    terrain = name_terrain(square.terrain)
    match square.crowns:
        case 0:
            return Phrase("{terrain} without crowns", terrain=terrain)
        case 1:
            return Phrase("{terrain} with 1 crown", terrain=terrain)
        case 2:
            return Phrase("{terrain} with 2 crowns", terrain=terrain)
        case _:
            return Phrase("{terrain} with 3 crowns", terrain=terrain)
