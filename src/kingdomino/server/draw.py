"""The draw: how a table's deals come about so that nobody can choose them.

The server has published the SHA-256 of its secrets. Each person's client *commits* to a
contribution by its SHA-256; when all have, the draw is *sealed*; then the contributions are
*revealed*, and shown when all are in. Whoever breaks off between makes the draw begin anew, with
new secrets and new commitments, and everybody sees it. ``docs/notation.md`` says what that proves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from kingdomino.game.deal import Deal
from kingdomino.game.match import DYNASTY_GAMES
from kingdomino.rules.ruleset import Rules
from kingdomino.server.errors import Refusal

Asked = Literal["commit", "reveal"]


@dataclass(frozen=True, slots=True)
class Draw:
    """How far a draw is. Visitors take part by their clients."""

    number: int = 1
    """Which draw of this table it is: 2 if one has been broken off."""
    sealed: bool = False
    commitments: Mapping[str, str] = field(default_factory=dict)
    """By visitor."""
    contributions: Mapping[str, str] = field(default_factory=dict)
    """Those that have been revealed, by visitor; the others see them when all are in."""

    def add_commitment(self, visitor: str, commitment: str) -> Draw:
        """The draw after a visitor has committed, or has thought better of it."""
        return replace(self, commitments={**self.commitments, visitor: commitment})

    def keep(self, visitors: Iterable[str]) -> Draw:
        """The draw with the commitments of these visitors only."""
        kept = {who: self.commitments[who] for who in visitors if who in self.commitments}
        return replace(self, commitments=kept)

    def seal(self) -> Draw:
        """The draw after everybody has committed."""
        return replace(self, sealed=True)

    def add_contribution(self, visitor: str, contribution: str) -> Draw:
        """The draw after a visitor has revealed."""
        return replace(self, contributions={**self.contributions, visitor: contribution})

    def renew(self) -> Draw:
        """The next draw, after this one was broken off: nothing of it counts."""
        return Draw(self.number + 1)

    def asks(self, visitor: str) -> Asked | None:
        """What the draw waits for from somebody who takes part."""
        if not self.sealed:
            return None if visitor in self.commitments else "commit"
        return None if visitor in self.contributions else "reveal"

    def check_commitment(self, visitor: str, commitment: str) -> None:
        """``Refusal`` if a visitor cannot commit to this now."""
        others = [other for who, other in self.commitments.items() if who != visitor]
        if commitment in others:
            raise Refusal("taken", "somebody else has committed to that: draw your own")
        if visitor in self.contributions:
            raise Refusal("closed", "your contribution has been revealed: it cannot be changed")

    def check_contribution(self, visitor: str, contribution: str) -> None:
        """``Refusal`` if a visitor cannot reveal this now."""
        if not self.sealed:
            raise Refusal("closed", "not everybody has committed: wait until the draw is sealed")
        if commit_to(contribution) != self.commitments.get(visitor):
            raise Refusal("illegal", "this is not the contribution that you committed to")


def commit_to(contribution: str) -> str:
    """The commitment of a contribution: its SHA-256, in hexadecimal."""
    return hashlib.sha256(contribution.encode()).hexdigest()


def draw_secrets(rules: Rules) -> list[str]:
    """A new secret for each game that is played at a table."""
    return [Deal.from_seed().secret for _ in range(DYNASTY_GAMES if rules.dynasty else 1)]
