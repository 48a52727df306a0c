"""Pictures of kingdoms as SVG, and as PNG for those who want to send one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from kingdomino.rules.dominoes import Square, Terrain

if TYPE_CHECKING:
    from kingdomino.game.cells import Cell
    from kingdomino.game.game import Game

SIDE = 40
GAP = 24
HEAD = 34

COLOURS: dict[Terrain, str] = {
    Terrain.WHEAT: "#e8c24a",
    Terrain.FOREST: "#2f6b3c",
    Terrain.LAKE: "#3f83c4",
    Terrain.GRASSLAND: "#9cc653",
    Terrain.SWAMP: "#8d8271",
    Terrain.MINE: "#453f46",
}
CASTLES = {"Pink": "#d9588c", "Yellow": "#e0a91b", "Green": "#2f9d5b", "Blue": "#3b6fd4"}

# A mark for each terrain, so that nobody has to tell them apart by colour: ear, tree, wave, tuft,
# reed, pick. Drawn in a square of 40.
MARKS: dict[Terrain, str] = {
    Terrain.WHEAT: "M20 33V13M20 17l-5-5M20 17l5-5M20 23l-5-5M20 23l5-5",
    Terrain.FOREST: "M20 8l8 13h-5l6 8H11l6-8h-5zM20 29v5",
    Terrain.LAKE: "M8 17q4-5 8 0t8 0t8 0M8 25q4-5 8 0t8 0t8 0",
    Terrain.GRASSLAND: "M12 28v-8M16 28V16M20 28v-9M24 28V15M28 28v-7",
    Terrain.SWAMP: "M10 29h20M15 29V16M15 16v-5M25 29V19M25 19v-5",
    Terrain.MINE: "M11 17q9-9 18 0M20 13v19",
}
CROWN = "M0 9V2l3.5 3L6 0l2.5 5L12 2v7z"


@dataclass(frozen=True, slots=True)
class Portrait:
    """A kingdom to be drawn, with a line of text above it."""

    title: str
    colour: str
    squares: dict[Cell, Square]
    grid: int


def portray(game: Game) -> list[Portrait]:
    """The kingdoms of a game, each with its player and points."""
    scores = game.scores()
    return [
        Portrait(
            f"{game.names[seat] or colour}: {scores[seat].total}",
            colour.value,
            kingdom.cells,
            game.rules.grid,
        )
        for seat, (colour, kingdom) in enumerate(zip(game.colours, game.kingdoms, strict=True))
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
        f'width="{width}" height="{height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#f6f0e2"/>',
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
    west, south = min(xs), min(ys)
    return (
        west,
        south,
        max(max(xs), west + portrait.grid - 1),
        max(max(ys), south + portrait.grid - 1),
    )


def _draw_kingdom(portrait: Portrait, frame: tuple[int, int, int, int], box: int) -> list[str]:
    west, _, _, north = frame
    castle = CASTLES[portrait.colour]
    parts = [
        f'<text x="0" y="20" font-size="18" font-weight="bold" fill="#2b2620">'
        f"{escape(portrait.title)}</text>",
        f'<rect y="{HEAD}" width="{box}" height="{box}" rx="4" fill="#e9e0cb" stroke="{castle}" '
        'stroke-width="3"/>',
    ]
    for (x, y), square in portrait.squares.items():
        at = f'transform="translate({(x - west) * SIDE} {HEAD + (north - y) * SIDE})"'
        parts.append(f"<g {at}>{_draw_square(square)}</g>")
    left, top = -west * SIDE, HEAD + north * SIDE
    parts.append(
        f'<g transform="translate({left} {top})"><rect width="40" height="40" fill="{castle}"/>'
        '<path d="M8 32V12h5v4h4v-4h6v4h4v-4h5v20h-9v-7h-6v7z" fill="#fff"/></g>'
    )
    return parts


def _draw_square(square: Square) -> str:
    ink = "#fff" if square.terrain in (Terrain.FOREST, Terrain.MINE, Terrain.LAKE) else "#2b2620"
    parts = [
        f'<rect x=".5" y=".5" width="39" height="39" rx="3" fill="{COLOURS[square.terrain]}"/>',
        f'<path d="{MARKS[square.terrain]}" fill="none" stroke="{ink}" stroke-width="2" '
        'stroke-opacity=".45"/>',
    ]
    parts += [
        f'<path d="{CROWN}" transform="translate({2 + crown * 12.5} 3)" fill="#ffd94a" '
        'stroke="#5b4300" stroke-width=".8"/>'
        for crown in range(square.crowns)
    ]
    return "".join(parts)


def rasterise(svg: str) -> bytes:
    """The same picture as PNG, twice the size."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=2))
