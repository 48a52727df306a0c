"""Who enters the arena: a player's name, and what it may spend on a decision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kingdomino.players.player import Budget

_OWN_BUDGET = re.compile(r"(?P<number>[0-9]*\.?[0-9]+)(?P<unit>s|ms|)")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the registry or a ``module:Class``, its budget, and what tables call it."""

    player: str
    budget: Budget
    name: str


def read_entrants(texts: Sequence[str], budget: Budget) -> tuple[Entrant, ...]:
    """The entrants that texts such as ``full-greedy``, ``champion@0.1s`` or ``mc-random@500`` name.

    After the @ stands a budget of its own, in seconds (``s``, ``ms``) or else in units of work; the
    others have ``budget``. Who comes twice is numbered. ``ValueError`` if a text is no entrant.
    """
    entrants: list[Entrant] = []
    for text in texts:
        player, own = _split(text, budget)
        names = {entrant.name for entrant in entrants}
        name, count = text, 1
        while name in names:
            count += 1
            name = f"{text} ({count})"
        entrants.append(Entrant(player, own, name))
    return tuple(entrants)


def _split(text: str, budget: Budget) -> tuple[str, Budget]:
    player, at, own = text.partition("@")
    if not player or not text.isprintable():
        raise ValueError(f"{text!r} is no player: write a name, or module:Class")
    if not at:
        return player, budget
    found = _OWN_BUDGET.fullmatch(own)
    if found is None or (not found["unit"] and "." in own):
        raise ValueError(
            f"{own!r} is no budget for {player}: write seconds such as @0.5s or @200ms, "
            "or units of work such as @500"
        )
    if not found["unit"]:
        return player, Budget(work=int(own))
    return player, Budget(seconds=float(found["number"]) / (1000 if found["unit"] == "ms" else 1))
