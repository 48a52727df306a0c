"""Scores with their breakdown, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kingdomino.game.cells import Cell
from kingdomino.rules.dominoes import Terrain
from kingdomino.rules.territories import standing


@dataclass(frozen=True, slots=True)
class Territory:
    """A group of squares of one terrain that hang together."""

    terrain: Terrain
    squares: int
    crowns: int
    cells: frozenset[Cell] = field(default=frozenset(), repr=False)

    @property
    def points(self) -> int:
        """What the territory is worth: squares × crowns."""
        return self.squares * self.crowns


@dataclass(frozen=True, slots=True)
class Score:
    """What a kingdom is worth and why."""

    total: int
    """Points of all territories and bonuses."""
    territories: tuple[Territory, ...] = ()
    """All territories, crowned or not."""
    bonuses: dict[str, int] = field(default_factory=dict)
    """The bonuses earned: ``{"middle_kingdom": 10, "harmony": 5}`` or part of it."""
    largest: int = 0
    """The number of squares of the largest territory: the first tie-break."""
    crowns: int = 0
    """The number of crowns in the kingdom: the second tie-break."""

    @property
    def standing(self) -> int:
        """A number that is higher for whoever stands higher."""
        return standing(self.total, self.largest, self.crowns)


def winners(scores: Sequence[Score]) -> list[int]:
    """The seats that win, several if the victory is shared."""
    highest = max(score.standing for score in scores)
    return [seat for seat, score in enumerate(scores) if score.standing == highest]


def rank(scores: Sequence[Score]) -> list[int]:
    """Every seat's rank: 1 for the winners; seats that tie to the last share a rank."""
    return [1 + sum(other.standing > score.standing for other in scores) for score in scores]
