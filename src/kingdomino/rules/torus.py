"""The board: an 8×8 torus of bits, one 64-bit word per layer.

Cell ``(x, y)`` is bit ``8 * (y mod 8) + (x mod 8)``, so the castle at ``(0, 0)`` is bit 0. A
kingdom is at most 7 wide and 7 high: there is always an empty column and an empty row between it
and its own wrapped image, and the torus behaves like a plane without edges.

Which columns a kingdom occupies is one byte, its *columns*; which rows, another. A connected
kingdom occupies a run of columns that contains column 0, so the byte tells its extent, and the
tables here turn it into the window of cells that the frame leaves open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from kingdomino.rules.compiled import inlined

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIDE = 8
CELLS = SIDE * SIDE

CASTLE = 1  # the castle's cell, as a word

_BIT = cast(int, np.int64(1))  # a word of 64 bits also where nothing is compiled

_WEST_COLUMN = 0x0101_0101_0101_0101
_ALL_BUT_EAST_COLUMN = 0x7F7F_7F7F_7F7F_7F7F
_ALL_BUT_TOP_ROW = 0x00FF_FFFF_FFFF_FFFF


@inlined
def bit(cell: int) -> int:
    """The word that holds only the cell with this index."""
    return _BIT << cell


@inlined
def step_east(cells: int) -> int:
    """Every cell's eastern neighbour: a rotation within each byte."""
    return ((cells & _ALL_BUT_EAST_COLUMN) << 1) | ((cells >> 7) & _WEST_COLUMN)


@inlined
def step_west(cells: int) -> int:
    """Every cell's western neighbour."""
    return ((cells >> 1) & _ALL_BUT_EAST_COLUMN) | ((cells & _WEST_COLUMN) << 7)


@inlined
def step_north(cells: int) -> int:
    """Every cell's northern neighbour: a rotation of the word."""
    return (cells << 8) | ((cells >> 56) & 0xFF)


@inlined
def step_south(cells: int) -> int:
    """Every cell's southern neighbour."""
    return ((cells >> 8) & _ALL_BUT_TOP_ROW) | (cells << 56)


@inlined
def around(cells: int) -> int:
    """The cells beside these, and these."""
    return cells | step_east(cells) | step_west(cells) | step_north(cells) | step_south(cells)


@inlined
def east_of(cell: int) -> int:
    """The index of the cell east of the one with this index."""
    return (cell & 56) | ((cell + 1) & 7)


@inlined
def north_of(cell: int) -> int:
    """The index of the cell north of the one with this index."""
    return (cell + 8) & 63


def index_of(x: int, y: int) -> int:
    """The index of the bit for cell ``(x, y)``."""
    return 8 * (y & 7) + (x & 7)


def _reach(run: int) -> int:
    return next(x for x in range(SIDE) if not run >> (x + 1) & 1)


REACH_EAST: tuple[int, ...] = tuple(_reach(run) for run in range(256))
"""How far east of column 0 a run of columns reaches (or north, for a run of rows)."""

_MIRRORED = [sum(1 << (-x & 7) for x in range(SIDE) if run >> x & 1) for run in range(256)]
REACH_WEST: tuple[int, ...] = tuple(_reach(run) for run in _MIRRORED)
"""How far west of column 0 a run of columns reaches (or south, for a run of rows)."""


def _signed(word: int) -> int:
    """The 64-bit pattern ``word`` as the signed number that numpy stores."""
    return word - 2**64 if word >= 2**63 else word


def _neighbours() -> NDArray[np.int64]:
    words = []
    for cell in range(CELLS):
        y, x = divmod(cell, SIDE)
        around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        words.append(_signed(sum(1 << index_of(*place) for place in around)))
    return np.array(words, dtype=np.int64)


NEIGHBOURS = _neighbours()
"""For each cell, the four cells around it."""


def _open_columns(run: int, grid: int) -> tuple[int, int]:
    """The columns a domino may use beside a kingdom that occupies ``run``, and the columns where
    the western half of a domino lying across two columns may be."""
    if not run & 1 or run == 0xFF:
        return 0, 0  # no kingdom looks like this
    west, east = -REACH_WEST[run], REACH_EAST[run]
    if run != sum(1 << (x & 7) for x in range(west, east + 1)):
        return 0, 0
    # A domino is 2 long, so it never reaches further than 2 beyond the kingdom.
    first, last = max(west - 2, east - grid + 1), min(east + 2, west + grid - 1)
    cells = sum({1 << (x & 7) for x in range(first, last + 1)})
    # Counted on the plane: the pair across the seam, which a 7×7 kingdom that is 6 wide would seem
    # to have room for, is not among them.
    pairs = sum({1 << (x & 7) for x in range(first, last)})
    return cells, pairs


def _windows(grid: int) -> NDArray[np.int64]:
    """For each run of columns: the open cells and the open western ends of pairs, by column and,
    read as rows, by row."""
    table = np.zeros((256, 4), dtype=np.int64)
    for run in range(256):
        cells, pairs = _open_columns(run, grid)
        by_column = [sum(columns << 8 * y for y in range(SIDE)) for columns in (cells, pairs)]
        by_row = [
            sum(0xFF << 8 * y for y in range(SIDE) if rows >> y & 1) for rows in (cells, pairs)
        ]
        table[run] = [_signed(word) for word in (*by_column, *by_row)]
    return table


COLUMN_CELLS, COLUMN_PAIRS, ROW_CELLS, ROW_PAIRS = range(4)

WINDOWS = np.stack([_windows(5), _windows(7)])
"""``WINDOWS[frame, run, which]``: the cells that the frame leaves open, 0 for 5×5 and 1 for 7×7."""


def _middle(grid: int) -> int:
    reach = grid // 2
    return sum(1 << (x & 7) for x in range(-reach, reach + 1))


OFF_CENTRE = np.array([0xFF & ~_middle(5), 0xFF & ~_middle(7)], dtype=np.int64)
"""``OFF_CENTRE[frame]``: the columns (or rows) outside the frame centred on the castle."""
