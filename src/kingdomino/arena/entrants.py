"""Who enters the arena: a player by name or given, what it may spend, and what tables call it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kingdomino.players.player import Budget, Player
from kingdomino.players.registry import PlayerLike, invite


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a contest."""

    player: str
    """The name without a budget, or the module and class of whoever was given."""
    budget: Budget
    name: str
    given: PlayerLike | None = None
    """Whoever was given instead of named."""

    def create(self, budget: Budget | None = None) -> Player:
        """The player, with this budget instead of its own if there is one."""
        who = self.player if self.given is None else self.given
        return invite(who).create(budget or self.budget)


def read_entrants(players: Sequence[PlayerLike], budget: Budget) -> tuple[Entrant, ...]:
    """The entrants that are named, as ``champion@0.1s`` or ``mine:Crowner``, or given.

    Those without a budget of their own have ``budget``. Who comes twice is numbered. Raises
    ``PlayerError`` if there is nobody like that.
    """
    entrants: list[Entrant] = []
    for player in players:
        invitation = invite(player)
        names = {entrant.name for entrant in entrants}
        name, count = invitation.name, 1
        while name in names:
            count += 1
            name = f"{invitation.name} ({count})"
        entrants.append(
            Entrant(
                invitation.name.partition("@")[0],
                invitation.budget or budget,
                name,
                None if isinstance(player, str) else player,
            )
        )
    return tuple(entrants)
