"""The 48 dominoes of the box: what is printed on them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Terrain(StrEnum):
    """The six terrains. A member equals its English name: ``Terrain.WHEAT == "wheat"``."""

    WHEAT = "wheat"
    FOREST = "forest"
    LAKE = "lake"
    GRASSLAND = "grassland"
    SWAMP = "swamp"
    MINE = "mine"


TERRAINS: tuple[Terrain, ...] = tuple(Terrain)
"""The terrains in the kernel's order: a terrain's index here is its number there."""


class Square(NamedTuple):
    """One square of land: half a domino."""

    terrain: Terrain
    crowns: int = 0

    def __str__(self) -> str:
        crowns = ("without crowns", "with 1 crown", "with 2 crowns", "with 3 crowns")
        return f"{self.terrain} {crowns[self.crowns]}"


class Domino(NamedTuple):
    """A domino: the number on its back and the two squares on its face."""

    number: int
    a: Square
    b: Square

    @property
    def alike(self) -> bool:
        """Whether both halves are the same, so that turning the domino round changes nothing."""
        return self.a == self.b


# A half is the terrain's first letter and its crowns, if any.
_FACES = """
    w w     w w     f f     f f     f f     f f     l l     l l
    l l     g g     g g     s s     w f     w l     w g     w s
    f l     f g     w1 f    w1 l    w1 g    w1 s    w1 m    f1 w
    f1 w    f1 w    f1 w    f1 l    f1 g    l1 w    l1 w    l1 f
    l1 f    l1 f    l1 f    w g1    l g1    w s1    g s1    m1 w
    w g2    l g2    w s2    g s2    m2 w    s m2    s m2    w m3
"""

LETTERS: dict[str, Terrain] = {terrain[0]: terrain for terrain in TERRAINS}
"""The letter that stands for each terrain in text: w f l g s m."""


def _read_faces() -> tuple[Domino, ...]:
    halves = [Square(LETTERS[face[0]], int(face[1:] or 0)) for face in _FACES.split()]
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return tuple(Domino(number, a, b) for number, (a, b) in enumerate(pairs, start=1))


DOMINOES: tuple[Domino, ...] = _read_faces()
"""All 48 dominoes in ascending order: domino ``n`` is ``DOMINOES[n - 1]``."""


def domino(number: int) -> Domino:
    """The domino with this number; ``ValueError`` if there is none."""
    if not 1 <= number <= len(DOMINOES):
        raise ValueError(f"there is no domino {number}: they are numbered 1 to {len(DOMINOES)}")
    return DOMINOES[number - 1]
