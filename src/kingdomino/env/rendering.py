"""The table as people see it: text for a terminal, or a picture."""

from __future__ import annotations

import os
import sys
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.env.errors import SettingError
from kingdomino.game.seats import Colour
from kingdomino.rules.dominoes import Square, Terrain, domino

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.game.kingdom import Kingdom
    from kingdomino.game.position import Position, Slot

    Picture = NDArray[np.uint8]

RENDER_MODES = ("human", "ansi", "rgb_array")

Paint = tuple[int, int, int]

GROUND: dict[Terrain, Paint] = {
    Terrain.WHEAT: (232, 185, 63),
    Terrain.FOREST: (36, 97, 58),
    Terrain.LAKE: (42, 120, 189),
    Terrain.GRASSLAND: (163, 209, 96),
    Terrain.SWAMP: (139, 98, 116),
    Terrain.MINE: (74, 68, 83),
}
BANNER: dict[Colour, Paint] = {
    Colour.PINK: (232, 96, 159),
    Colour.YELLOW: (244, 194, 13),
    Colour.GREEN: (47, 174, 91),
    Colour.BLUE: (63, 120, 232),
}
PAPER: Paint = (245, 242, 234)
EMPTY: Paint = (226, 221, 208)
CROWN: Paint = (255, 250, 240)
EDGE: Paint = (40, 36, 32)

CELL = 16  # pixels
GAP = 8


def check_render_mode(mode: str | None) -> str | None:
    """The mode itself; ``SettingError`` if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise SettingError(
            'the render mode is "human", "ansi", "rgb_array" or None, not {mode}', mode=repr(mode)
        )
    return mode


def render(position: Position, mode: str | None) -> Picture | str | None:
    """The table in this mode; ``human`` prints it and returns nothing, as does no mode at all."""
    if mode == "rgb_array":
        return paint(position)
    if mode == "ansi":
        return write(position)
    if mode == "human":
        print(write(position, colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ))
    return None


# --- Text --------------------------------------------------------------------------------------


def write(position: Position, *, colour: bool = True) -> str:
    """The kingdoms side by side, the lines with their kings, and whose turn it is."""
    boards = [
        _write_kingdom(position, seat, kingdom, colour)
        for seat, kingdom in enumerate(position.kingdoms)
    ]
    width = 2 * position.rules.grid + 16
    rows = [
        "  ".join(_pad(line, width) for line in lines).rstrip()
        for lines in zip_longest(*boards, fillvalue="")
    ]
    return "\n".join([_write_moment(position), *_write_lines(position, colour), *rows])


def _write_moment(position: Position) -> str:
    if position.over:
        names = " and ".join(position.colours[seat] for seat in position.winners())
        return f"{position.rules}: the game is over, won by {names}"
    return (
        f"{position.rules}, round {position.round} of {position.rules.rounds}: "
        f"{position.colours[position.acting_seat]} has to {position.phase}"
    )


def _write_lines(position: Position, colour: bool) -> list[str]:
    lines = []
    for name, line in (("line", position.line), ("next line", position.next_line)):
        slots = "   ".join(_write_slot(position, slot, colour) for slot in line)
        lines.append(f"{name + ':':<11}{slots}".rstrip())
    return lines


def _write_slot(position: Position, slot: Slot, colour: bool) -> str:
    number, a, b = domino(slot.domino)
    king = "" if slot.seat is None else f" {position.colours[slot.seat].letter}"
    return f"{number} {_write_square(a, colour)}{_write_square(b, colour)}{king}"


def _write_kingdom(position: Position, seat: int, kingdom: Kingdom, colour: bool) -> list[str]:
    squares = kingdom.cells
    score = position.scores()[seat]
    rows = [f"{position.colours[seat]}: {score.total} points"]
    xs = [x for x, _ in squares] + [0]
    ys = [y for _, y in squares] + [0]
    for y in range(max(ys), min(ys) - 1, -1):
        cells = []
        for x in range(min(xs), max(xs) + 1):
            if (x, y) == (0, 0):
                cells.append(_tint("##", BANNER[position.colours[seat]], colour))
            elif (x, y) in squares:
                cells.append(_write_square(squares[x, y], colour))
            else:
                cells.append(" .")
        rows.append("".join(cells))
    return rows


def _write_square(square: Square, colour: bool) -> str:
    crowns = str(square.crowns) if square.crowns else " "
    return _tint(square.terrain[0] + crowns, GROUND[square.terrain], colour)


def _tint(text: str, ground: Paint, colour: bool) -> str:
    if not colour:
        return text
    red, green, blue = ground
    ink = 30 if red + green + blue > 380 else 97
    return f"\x1b[48;2;{red};{green};{blue};{ink}m{text}\x1b[0m"


def _pad(line: str, width: int) -> str:
    """The line with blanks up to a width that colours do not count for."""
    shown = len(line)
    start = line.find("\x1b")
    while start >= 0:
        end = line.index("m", start)
        shown -= end + 1 - start
        start = line.find("\x1b", end)
    return line + " " * max(0, width - shown)


# --- A picture ---------------------------------------------------------------------------------


def paint(position: Position) -> Picture:
    """The kingdoms side by side, their castles in the middle, and below them the two lines.

    Its size depends on the rules only. The acting seat's kingdom has a frame in its colour.
    """
    players, side = position.rules.players, 2 * position.rules.grid - 1
    board = side * CELL
    height = 3 * GAP + board + 2 * (CELL + GAP)
    width = GAP + players * (board + GAP)
    picture = np.empty((height, width, 3), dtype=np.uint8)
    picture[:] = PAPER
    for seat, kingdom in enumerate(position.kingdoms):
        left = GAP + seat * (board + GAP)
        banner = BANNER[position.colours[seat]]
        if position.seat == seat:
            picture[GAP - 4 : GAP + board + 4, left - 4 : left + board + 4] = banner
        picture[GAP : GAP + board, left : left + board] = EMPTY
        middle = position.rules.grid - 1
        _fill(picture, GAP + middle * CELL, left + middle * CELL, banner)
        for (x, y), square in kingdom.cells.items():
            _paint_square(picture, GAP + (middle - y) * CELL, left + (middle + x) * CELL, square)
    for row, line in enumerate((position.line, position.next_line)):
        top = 2 * GAP + board + row * (CELL + GAP)
        for place, slot in enumerate(line):
            _paint_slot(picture, top, GAP + place * (3 * CELL + GAP), slot, position.colours)
    return picture


def _paint_slot(
    picture: Picture, top: int, left: int, slot: Slot, colours: tuple[Colour, ...]
) -> None:
    """A domino, and to its right the king on it."""
    for half, square in enumerate(domino(slot.domino)[1:]):
        _paint_square(picture, top, left + half * CELL, square)
    if slot.seat is not None:
        king = slice(top + 3, top + CELL - 3), slice(left + 2 * CELL + 3, left + 3 * CELL - 3)
        picture[king] = BANNER[colours[slot.seat]]


def _paint_square(picture: Picture, top: int, left: int, square: Square) -> None:
    """A square of land with a light dot for each crown."""
    _fill(picture, top, left, GROUND[square.terrain])
    for crown in range(square.crowns):
        start = left + 2 + 4 * crown
        picture[top + 2 : top + 6, start : start + 3] = EDGE
        picture[top + 3 : top + 6, start : start + 3] = CROWN


def _fill(picture: Picture, top: int, left: int, ground: Paint) -> None:
    picture[top : top + CELL, left : left + CELL] = EDGE
    picture[top + 1 : top + CELL - 1, left + 1 : left + CELL - 1] = ground
