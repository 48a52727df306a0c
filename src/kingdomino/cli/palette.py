"""The colours and characters that boards are drawn with."""

from __future__ import annotations

from dataclasses import dataclass

from kingdomino.game.seats import Colour
from kingdomino.rules.dominoes import Terrain

COLOURS: dict[Colour, str] = {
    Colour.PINK: "#e8609f",
    Colour.YELLOW: "#f4c20d",
    Colour.GREEN: "#2fae5b",
    Colour.BLUE: "#3f78e8",
}
"""Each player's colour."""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a terrain looks: its ground, the letter on it, the pattern in it and its crowns."""

    ground: str
    letter: str
    pattern: str
    crown: str


PAINTS: dict[Terrain, Paint] = {
    Terrain.WHEAT: Paint("#e8b93f", "#5b3f00", "#b98a17", "#8c1c13"),
    Terrain.FOREST: Paint("#24613a", "#cfeed6", "#3f8a57", "#ffd75e"),
    Terrain.LAKE: Paint("#2a78bd", "#e3f3ff", "#5ea3de", "#ffe27a"),
    Terrain.GRASSLAND: Paint("#a3d160", "#2d4a0c", "#7aa93a", "#8c1c13"),
    Terrain.SWAMP: Paint("#8b6274", "#fbe9f1", "#ab8596", "#ffe27a"),
    Terrain.MINE: Paint("#4a4453", "#e6e0ee", "#6f677b", "#ffc93c"),
}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of a board, one column wide each."""

    crown: str
    castle: str
    king: str
    free: str
    mark: str
    yes: str
    no: str
    dash: str
    times: str
    patterns: dict[Terrain, str]


_PATTERNS = ("wheat", "forest", "lake", "grassland", "swamp", "mine")


def _patterns(characters: str) -> dict[Terrain, str]:
    return {Terrain(name): glyph for name, glyph in zip(_PATTERNS, characters, strict=True)}


UNICODE = Glyphs("♛", "♜", "♚", "·", "●", "✓", "✗", "–", "×", _patterns("⁞♠≈ˬ∴▴"))
ASCII = Glyphs("*", "#", "@", ".", "+", "+", "x", "-", "x", _patterns("|^~,:."))
