"""Cells and their names."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.game.cells import Cell, cell_name, parse_cell
from kingdomino.game.errors import NotationError


@pytest.mark.parametrize(
    ("cell", "name"),
    [((0, 0), "g7"), ((-6, -6), "a1"), ((6, 6), "m13"), ((1, 0), "h7"), ((0, 1), "g8")],
)
def test_the_castle_is_g7_columns_run_east_and_rows_north(cell: Cell, name: str) -> None:
    assert cell_name(cell) == name
    assert parse_cell(name) == cell


def test_every_cell_has_a_name_of_its_own() -> None:
    cells = list(itertools.product(range(-6, 7), repeat=2))
    names = [cell_name(cell) for cell in cells]
    assert len(set(names)) == 169
    assert [parse_cell(name) for name in names] == cells


@pytest.mark.parametrize("cell", [(7, 0), (0, -7)])
def test_a_cell_too_far_away_is_named_by_its_coordinates(cell: Cell) -> None:
    assert cell_name(cell) == f"({cell[0]},{cell[1]})"


@pytest.mark.parametrize("name", ["", "g", "7", "n7", "G7", "gg", "g-1", "g777", "g7 ", "g²", "`7"])
def test_what_is_no_cell_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{name!r} is no cell: write a column")):
        parse_cell(name)


@pytest.mark.parametrize("name", ["g0", "g14", "g99", "g07", "g00"])
def test_rows_are_1_to_13(name: str) -> None:
    with pytest.raises(NotationError, match=f"{name!r} is no cell: the rows are 1 to 13"):
        parse_cell(name)


@given(st.text(max_size=5))
def test_any_text_is_a_cell_or_refused(text: str) -> None:
    try:
        cell = parse_cell(text)
    except NotationError:
        return
    assert cell_name(cell) == text
