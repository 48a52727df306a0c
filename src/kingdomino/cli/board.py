"""Kingdoms and dominoes, drawn in a terminal.

Each terrain has a ground of its own colour, a letter and a pattern, so that a board can be read
without colours too. Columns a–m and rows 1–13 along the edges are those of the notation.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from kingdomino.cli.palette import ASCII, COLOURS, PAINTS, UNICODE, Glyphs
from kingdomino.game.cells import Cell, cell_name
from kingdomino.rules.dominoes import Square, Terrain, domino
from kingdomino.words import tc, tn

if TYPE_CHECKING:
    from kingdomino.game.kingdom import Kingdom
    from kingdomino.game.seats import Colour

CASTLE: Cell = (0, 0)
FURTHEST = 2  # a domino is two cells long, so nothing further than this can be reached at once

FADED = Style(dim=True)


@dataclass(frozen=True, slots=True)
class Look:
    """How boards are drawn: large squares of 4×2 characters or small ones of 3×1."""

    glyphs: Glyphs = UNICODE
    large: bool = True

    @classmethod
    def of(cls, *, unicode: bool, large: bool = True) -> Look:
        """The look for a terminal that knows Unicode or does not."""
        return cls(UNICODE if unicode else ASCII, large)

    @property
    def width(self) -> int:
        """The columns that a square takes."""
        return 4 if self.large else 3

    @property
    def height(self) -> int:
        """The lines that a square takes."""
        return 2 if self.large else 1


def draw_kingdom(
    kingdom: Kingdom,
    colour: Colour,
    look: Look,
    *,
    open_cells: bool = True,
    marked: Collection[Cell] = (),
) -> Text:
    """A kingdom with its coordinates.

    ``open_cells`` adds the free cells that the next domino could reach inside the frame; the
    squares on ``marked`` cells stand out.
    """
    squares = kingdom.cells
    (west, south), (east, north) = _extent(kingdom, open_cells)
    picture = Text(no_wrap=True)
    for y in range(north, south - 1, -1):
        tiles = []
        for x in range(west, east + 1):
            if (x, y) == CASTLE:
                tiles.append(_castle(colour, look))
            elif (x, y) in squares:
                tiles.append(_square(squares[x, y], look, (x, y) in marked))
            else:
                tiles.append(_free(look, open_cells))
        for line in range(look.height):
            label = cell_name((0, y))[1:] if line == 0 else ""
            picture.append(f"{label:>2} ", FADED)
            for tile in tiles:
                picture.append_text(tile[line])
            picture.append("\n")
    picture.append("   ")
    for x in range(west, east + 1):
        picture.append(f" {cell_name((x, 0))[0]}".ljust(look.width), FADED)
    return picture


def _extent(kingdom: Kingdom, open_cells: bool) -> tuple[Cell, Cell]:
    """The south-western and north-eastern corners of what is drawn."""
    xs = [x for x, _ in kingdom.cells] + [0]
    ys = [y for _, y in kingdom.cells] + [0]
    if not open_cells:
        return (min(xs), min(ys)), (max(xs), max(ys))
    (west, south), (east, north) = kingdom.frame
    return (
        (max(west, min(xs) - FURTHEST), max(south, min(ys) - FURTHEST)),
        (min(east, max(xs) + FURTHEST), min(north, max(ys) + FURTHEST)),
    )


def _square(square: Square, look: Look, marked: bool) -> list[Text]:
    """A square of land, line by line."""
    paint, glyphs = PAINTS[square.terrain], look.glyphs
    ground = Style(bgcolor=paint.ground)
    letter = ground + Style(color=paint.letter, bold=True, underline=marked)
    crown = ground + Style(color=paint.crown, bold=True)
    pattern = ground + Style(color=paint.pattern)
    initial = square.terrain[0].upper() if marked else square.terrain[0]
    if not look.large:
        crowns = glyphs.crown if square.crowns else " "
        count = str(square.crowns) if square.crowns > 1 else " "
        return [Text.assemble((initial, letter), (crowns + count, crown))]
    texture = glyphs.patterns[square.terrain]
    corner = (glyphs.mark, letter) if marked else (texture, pattern)
    top = Text.assemble((" ", ground), (initial, letter), (" ", ground), corner)
    if square.crowns:
        below = Text(f" {glyphs.crown * square.crowns}".ljust(4), crown)
    else:
        below = Text(f" {texture} {texture}", pattern)
    return [top, below]


def _castle(colour: Colour, look: Look) -> list[Text]:
    style = Style(bgcolor=COLOURS[colour], color="#ffffff", bold=True)
    glyph = look.glyphs.castle
    if look.large:
        return [Text(f" {glyph}{glyph} ", style), Text(f" {colour.letter}  ", style)]
    return [Text(f" {glyph}{colour.letter}", style)]


def _free(look: Look, reachable: bool) -> list[Text]:
    dot = look.glyphs.free if reachable else " "
    lines = [Text(f" {dot}".ljust(look.width), FADED)]
    return [*lines, Text(" " * look.width)] if look.large else lines


def draw_domino(number: int, look: Look) -> Text:
    """A domino face up on one line, its first half on the left."""
    picture = Text(no_wrap=True)
    for square in domino(number)[1:]:
        paint = PAINTS[square.terrain]
        ground = Style(bgcolor=paint.ground)
        picture.append(f" {square.terrain[0]}", ground + Style(color=paint.letter, bold=True))
        crowns = (look.glyphs.crown * square.crowns).ljust(3)
        picture.append(crowns, ground + Style(color=paint.crown, bold=True))
    return picture


def describe_domino(number: int) -> str:
    """A domino in words, such as ``wheat | mine with 3 crowns``."""
    return " | ".join(describe_square(square) for square in domino(number)[1:])


def describe_square(square: Square) -> str:
    """A square in words, such as ``lake with 1 crown``."""
    terrain, crowns = square.terrain, square.crowns
    if not crowns:
        return name_terrain(terrain)
    return tn("{terrain} with {n} crown", "{terrain} with {n} crowns", crowns, terrain=terrain)


def name_terrain(terrain: Terrain) -> str:
    """A terrain in the language that is spoken."""
    return tc("terrain", str(terrain))


def name_colour(colour: Colour) -> str:
    """A player's colour in the language that is spoken."""
    return tc("colour", str(colour))


def count_points(number: int) -> str:
    """``1 point``, ``2 points``, and so on."""
    return tn("{n} point", "{n} points", number)
