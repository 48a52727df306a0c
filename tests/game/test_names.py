"""What squares are called."""

import pytest

from kingdomino.game.names import name_square, name_terrain
from kingdomino.rules.dominoes import TERRAINS, Square, Terrain


@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("crowns", range(4))
def test_a_square_is_called_by_its_land_and_crowns(terrain: Terrain, crowns: int) -> None:
    square = Square(terrain, crowns)
    assert str(name_square(square)) == str(square)
    assert name_square(square).values == {"terrain": name_terrain(terrain)}


def test_crowns_are_counted() -> None:
    shown = [str(name_square(Square(Terrain.WHEAT, crowns))) for crowns in range(3)]
    assert shown == ["wheat without crowns", "wheat with 1 crown", "wheat with 2 crowns"]
