"""The torus behaves like a plane, as long as a kingdom leaves a row and a column free."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.rules import torus
from kingdomino.rules.torus import SIDE, WINDOWS, index_of

words = st.integers(-(2**63), 2**63 - 1)

Cell = tuple[int, int]


def cells_of(word: int) -> set[Cell]:
    """The cells of a word, with coordinates 0 to 7."""
    return {(cell % 8, cell // 8) for cell in range(64) if int(word) >> cell & 1}


@pytest.mark.parametrize(
    ("step", "dx", "dy"),
    [
        (torus.step_east, 1, 0),
        (torus.step_west, -1, 0),
        (torus.step_north, 0, 1),
        (torus.step_south, 0, -1),
    ],
    ids=["east", "west", "north", "south"],
)
@given(word=words)
def test_a_step_moves_every_cell_to_its_neighbour(
    step: Callable[[int], int], dx: int, dy: int, word: int
) -> None:
    moved = {((x + dx) % SIDE, (y + dy) % SIDE) for x, y in cells_of(word)}
    assert cells_of(step(np.int64(word))) == moved


@pytest.mark.parametrize("cell", range(64))
def test_the_cells_around_a_cell(cell: int) -> None:
    x, y = cell % 8, cell // 8
    assert cells_of(torus.bit(cell)) == {(x, y)}
    assert torus.east_of(cell) == index_of(x + 1, y)
    assert torus.north_of(cell) == index_of(x, y + 1)
    around = {((x + dx) % 8, (y + dy) % 8) for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]}
    assert cells_of(torus.NEIGHBOURS[cell]) == around


@given(word=words)
def test_what_lies_around_some_cells_are_they_and_their_neighbours(word: int) -> None:
    expected = cells_of(word)
    for x, y in cells_of(word):
        expected |= {((x + dx) % 8, (y + dy) % 8) for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]}
    assert cells_of(torus.around(np.int64(word))) == expected


def test_the_castle_is_the_first_cell() -> None:
    assert index_of(0, 0) == 0
    assert torus.bit(0) == torus.CASTLE
    assert index_of(-1, -1) == index_of(7, 7) == 63


def runs(grid: int) -> list[tuple[int, int]]:
    """The westernmost and easternmost column of every kingdom that fits the grid."""
    return [
        (west, east) for west in range(1 - grid, 1) for east in range(grid) if east - west < grid
    ]


def as_byte(columns: range) -> int:
    return sum(1 << (x % 8) for x in columns)


@pytest.mark.parametrize(
    ("grid", "west", "east"), [(grid, *run) for grid in (5, 7) for run in runs(grid)]
)
def test_the_windows_are_what_the_frame_leaves_open_on_the_plane(
    grid: int, west: int, east: int
) -> None:
    def fits(*more: int) -> bool:
        columns = [west, east, *more]
        return max(columns) - min(columns) < grid

    # A domino touches the kingdom, so no half of it lies further than 2 away.
    near = range(west - 2, east + 3)
    cells = {x % 8 for x in near if fits(x)}
    pairs = {x % 8 for x in near if x + 1 in near and fits(x, x + 1)}
    columns, column_pairs, rows, row_pairs = WINDOWS[grid // 7, as_byte(range(west, east + 1))]
    assert cells_of(columns) == {(x, y) for x in cells for y in range(8)}
    assert cells_of(column_pairs) == {(x, y) for x in pairs for y in range(8)}
    assert cells_of(rows) == {(x, y) for x in range(8) for y in cells}
    assert cells_of(row_pairs) == {(x, y) for x in range(8) for y in pairs}


@pytest.mark.parametrize("frame", [0, 1])
def test_columns_that_no_kingdom_can_occupy_have_no_windows(frame: int) -> None:
    possible = {as_byte(range(west, east + 1)) for west, east in runs(7)}
    for byte in set(range(256)) - possible:
        assert not WINDOWS[frame, byte].any()


@pytest.mark.parametrize(("west", "east"), runs(7))
def test_a_run_of_columns_tells_how_far_it_reaches(west: int, east: int) -> None:
    run = as_byte(range(west, east + 1))
    assert (torus.REACH_WEST[run], torus.REACH_EAST[run]) == (-west, east)


@pytest.mark.parametrize(("frame", "grid"), [(0, 5), (1, 7)])
def test_off_centre_is_more_than_half_a_grid_from_the_castle(frame: int, grid: int) -> None:
    centre = as_byte(range(-(grid // 2), grid // 2 + 1))
    assert torus.OFF_CENTRE[frame] == 0xFF - centre
