"""Pictures of kingdoms as SVG, and as PNG for those who want to send one."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from kingdomino.game.company import call, read_company
from kingdomino.words import Catalogue, find_catalogue

if TYPE_CHECKING:
    from kingdomino.game.cells import Cell
    from kingdomino.game.game import Game
    from kingdomino.rules.dominoes import Square

SIDE = 40
GAP = 24
HEAD = 40
ENGLISH = find_catalogue("en")

FONTS = "Palatino, Georgia, DejaVu Serif, Liberation Serif, Noto Serif, DejaVu Sans, serif"
"""Whoever looks at the SVG has some of these; who draws the PNG knows no other way to find one."""


@functools.cache
def _artwork() -> str:
    """The drawings of the pages, to be referred to: one sheet serves both."""
    sheet = files("kingdomino").joinpath("web", "artwork.svg").read_text(encoding="utf-8")
    return sheet[sheet.index("<defs>") : sheet.index("</svg>")]


@dataclass(frozen=True, slots=True)
class Portrait:
    """A kingdom to be drawn, with a name and points above it."""

    name: str
    points: int
    colour: str
    squares: dict[Cell, Square]
    grid: int


def portray(game: Game, words: Catalogue = ENGLISH) -> list[Portrait]:
    """The kingdoms of a game, each with its player and points; ``words`` translates."""
    company = read_company(game.names, game.colours, game.tags)
    names = call(company, functools.partial(words.tc, "level"), words.t("Guest"))
    return [
        Portrait(name, score.total, colour.value, kingdom.cells, game.rules.grid)
        for name, score, colour, kingdom in zip(
            names, game.scores(), game.colours, game.kingdoms, strict=True
        )
    ]


def draw(portraits: Sequence[Portrait]) -> str:
    """An SVG of kingdoms side by side, two to a row."""
    columns = min(2, len(portraits))
    frames = [_frame(portrait) for portrait in portraits]
    cells = max(max(right - left, top - bottom) + 1 for left, bottom, right, top in frames)
    box = cells * SIDE
    rows = -(-len(portraits) // columns)
    width = columns * (box + GAP) + GAP
    height = rows * (box + HEAD + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONTS}">',
        _artwork(),
        f'<rect width="{width}" height="{height}" fill="#efe6d5"/>',
    ]
    for number, (portrait, frame) in enumerate(zip(portraits, frames, strict=True)):
        x = GAP + number % columns * (box + GAP)
        y = GAP + number // columns * (box + HEAD + GAP)
        parts.append(f'<g transform="translate({x} {y})">')
        parts += _draw_kingdom(portrait, frame, box)
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


def _frame(portrait: Portrait) -> tuple[int, int, int, int]:
    """West, south, east and north of what is drawn: the kingdom, with room to its full size."""
    xs = [x for x, _ in portrait.squares] + [0]
    ys = [y for _, y in portrait.squares] + [0]
    west, east = _widen(min(xs), max(xs), portrait.grid)
    south, north = _widen(min(ys), max(ys), portrait.grid)
    return west, south, east, north


def _widen(low: int, high: int, grid: int) -> tuple[int, int]:
    """As wide as the grid at least, with the room to spare on both sides."""
    spare = max(0, grid - 1 - (high - low))
    return low - spare // 2, high + spare - spare // 2


def _draw_kingdom(portrait: Portrait, frame: tuple[int, int, int, int], box: int) -> list[str]:
    west, south, east, north = frame
    size = min(20, 26 * 10 // max(1, len(portrait.name)))  # a long name ends before the points
    parts = [
        f'<use href="#sign-{portrait.colour}" transform="translate(13 15) scale(.8)"/>',
        f'<text x="34" y="22" font-size="{size}" font-weight="bold" fill="#2d2720">'
        f"{escape(portrait.name)}</text>",
        f'<text x="{box}" y="23" font-size="24" font-weight="bold" fill="#2d2720" '
        f'text-anchor="end">{portrait.points}</text>',
        f'<g transform="translate({-west * SIDE} {HEAD + north * SIDE}) scale({SIDE / 100})">',
    ]
    for y in range(north, south - 1, -1):
        for x in range(west, east + 1):
            at = f'transform="translate({x * 100} {-y * 100})"'
            square = portrait.squares.get((x, y))
            if square is not None:
                parts.append(f"<g {at}>{_draw_square(square, mirrored=(x + y) % 2 == 1)}</g>")
            elif (x, y) == (0, 0):
                parts.append(f'<use href="#castle-{portrait.colour}" {at}/>')
            else:
                parts.append(
                    f'<rect x="2" y="2" width="96" height="96" rx="9" fill="#e3d7c1" {at}/>'
                )
    return [*parts, "</g>"]


def _draw_square(square: Square, *, mirrored: bool) -> str:
    """Land, mirrored for variety; crowns always read the same way."""
    turned = ' transform="matrix(-1 0 0 1 100 0)"' if mirrored else ""
    parts = [f'<use href="#terrain-{square.terrain[0]}"{turned}/>']
    if square.crowns:
        parts.append(
            f'<rect x="4" y="4" width="{4 + 30 * square.crowns}" height="30" rx="9" '
            'fill="#2a1d10" fill-opacity=".72"/>'
        )
    parts += [
        f'<use href="#crown" transform="translate({21 + 30 * crown} 19.5)"/>'
        for crown in range(square.crowns)
    ]
    parts.append(
        '<rect x="1.5" y="1.5" width="97" height="97" rx="7" fill="none" stroke="#2b2015" '
        'stroke-opacity=".4" stroke-width="2"/>'
    )
    return "".join(parts)


def rasterise(svg: str) -> bytes:
    """The same picture as PNG, twice the size."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=2))
