"""Holdings: how much of the public tables that wait for players one address holds.

Without a bound a few addresses could fill the lobby, or take all its seats and never play. Tables
by link are between people who know each other, and are not counted. Kept in memory only: addresses
are never stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.errors import Phrase
from kingdomino.server.errors import Refusal

if TYPE_CHECKING:
    from kingdomino.server.table import Table


class Holdings:
    """Who has set up or sat down at which waiting public table, and from where."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[str, dict[str, str]] = {}
        """By table, the address of each visitor."""

    def expect_room(self, address: str) -> None:
        """``Refusal`` if this address holds as much as it may."""
        if self.count(address) >= self._most:
            raise Refusal(
                "too_many",
                Phrase.counted(
                    "{n} seat at a public table that waits is held from your address: "
                    "play there first, or give it back",
                    "{n} seats at public tables that wait are held from your address: "
                    "play at one of them first, or give one back",
                    self._most,
                ),
            )

    def count(self, address: str) -> int:
        """How much this address holds."""
        return sum(list(held.values()).count(address) for held in self._held.values())

    def add(self, table: Table, visitor: str, address: str) -> None:
        """A visitor from this address has set up the table, or sat down at it."""
        if table.public and table.status == "open":
            self._held.setdefault(table.id, {})[visitor] = address

    def follow(self, table: Table) -> None:
        """Forget who holds nothing of the table any more; everybody, once it has begun."""
        held = self._held.get(table.id)
        if held is None:
            return
        if table.status == "open":
            for visitor in set(held) - {table.host, *table.people}:
                del held[visitor]
        else:
            del self._held[table.id]
