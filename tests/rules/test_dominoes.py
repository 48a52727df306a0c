"""The 48 dominoes."""

import csv
from pathlib import Path

import pytest

from kingdomino.rules.dominoes import DOMINOES, LETTERS, TERRAINS, Square, Terrain, domino


def test_the_dominoes_are_those_of_the_printed_list() -> None:
    path = Path(__file__).parent.parent / "data" / "dominoes.csv"
    with path.open(encoding="utf-8") as table:
        printed = [tuple(row.values()) for row in csv.DictReader(table)]
    assert printed == [
        (str(number), a.terrain, str(a.crowns), b.terrain, str(b.crowns))
        for number, a, b in DOMINOES
    ]


def test_a_domino_is_found_by_its_number() -> None:
    assert domino(1).number == 1
    assert domino(48) == (48, Square(Terrain.WHEAT, 0), Square(Terrain.MINE, 3))


@pytest.mark.parametrize("number", [-1, 0, 49])
def test_there_is_no_domino_beyond_48(number: int) -> None:
    with pytest.raises(ValueError, match=f"there is no domino {number}: they are numbered 1 to 48"):
        domino(number)


def test_the_first_twelve_dominoes_have_two_like_halves() -> None:
    assert [domino.number for domino in DOMINOES if domino.alike] == list(range(1, 13))


def test_every_terrain_has_a_letter_of_its_own() -> None:
    assert "".join(LETTERS) == "wflgsm"
    assert tuple(LETTERS.values()) == TERRAINS
    assert Terrain.WHEAT == "wheat"
