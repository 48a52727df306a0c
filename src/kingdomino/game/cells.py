"""Cells and their names: the castle at ``(0, 0)`` is ``g7``, x runs east, y runs north."""

from __future__ import annotations

from functools import lru_cache

from kingdomino.errors import quote
from kingdomino.game.errors import NotationError

Cell = tuple[int, int]

WAYS: dict[str, Cell] = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}
"""The four directions, in the kernel's order."""


@lru_cache(maxsize=1024)
def cell_name(cell: Cell) -> str:
    """The name of a cell, such as ``g7``; its coordinates if it is too far away to have one."""
    x, y = cell
    return f"{chr(ord('g') + x)}{y + 7}" if max(abs(x), abs(y)) <= 6 else f"({x},{y})"


def parse_cell(name: str) -> Cell:
    """The cell with this name; ``NotationError`` if there is none."""
    column, row = name[:1], name[1:]
    if not ("a" <= column <= "m" and row.isascii() and row.isdigit() and len(row) <= 2):
        raise NotationError(
            "{text} is no cell: write a column a to m and a row 1 to 13", text=quote(name)
        )
    if not 1 <= int(row) <= 13 or row.startswith("0"):
        raise NotationError("{text} is no cell: the rows are 1 to 13", text=quote(name))
    return ord(column) - ord("g"), int(row) - 7
