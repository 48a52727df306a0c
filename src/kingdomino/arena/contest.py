"""What is to be played: the rules, the entrants, how many games, and the seed of all chance."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from kingdomino.arena.entrants import Entrant
from kingdomino.errors import SettingError
from kingdomino.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Contest:
    """A round robin, or one player against a field of another. ``ValueError`` if it cannot be."""

    rules: Rules
    entrants: tuple[Entrant, ...]
    games: int
    """How many games are wanted; whole deals are played, so there may be a few more."""
    seed: str = "2026"
    against_field: bool = False
    """Whether the first entrant plays against a table full of the second."""

    def __post_init__(self) -> None:
        if not self.entrants:
            raise SettingError("an arena needs at least one player")
        if self.against_field and len(self.entrants) != 2:
            raise SettingError(
                "one against a field takes two players, the one and the field, not {players}",
                players=len(self.entrants),
            )
        if self.games < 1:
            raise SettingError("at least 1 game is played, not {games}", games=self.games)

    @property
    def mode(self) -> str:
        """The kind of contest."""
        return "one against field" if self.against_field else "round robin"

    def describe(self) -> dict[str, object]:
        """All that the course of a game depends on; two contests that agree here share games."""
        return {
            "rules": str(self.rules),
            "mode": self.mode,
            "seed": self.seed,
            "players": [
                {
                    "name": entrant.name,
                    "player": entrant.player,
                    "seconds": entrant.budget.seconds,
                    "work": entrant.budget.work,
                }
                for entrant in self.entrants
            ],
        }

    @property
    def fingerprint(self) -> str:
        """A short name for ``describe()``, fit for a folder."""
        text = json.dumps(self.describe(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
