"""The weights that come with the package: a network for each kind of table."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from kingdomino.players.network import Network

if TYPE_CHECKING:
    from kingdomino.rules.ruleset import Rules

TABLES = ("two", "three", "four", "duel")
"""The kinds of table: two, three or four players with 5×5 kingdoms, and two with 7×7."""


def table_of(rules: Rules) -> str:
    """The kind of table that these rules are played at."""
    return "duel" if rules.duel else TABLES[rules.players - 2]


def shipped_network(rules: Rules) -> Network:
    """The network for a table with these rules; ``WeightsError`` if its file is damaged."""
    return _load(table_of(rules))


@cache
def _load(table: str) -> Network:
    with as_file(files("kingdomino.players") / "weights" / f"{table}.npz") as path:
        return Network.load(path)
