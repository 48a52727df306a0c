"""Actions: claim, place, discard, and their text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, SupportsIndex

from kingdomino.errors import quote
from kingdomino.game.cells import WAYS, Cell, cell_name, parse_cell
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.rules.dominoes import DOMINOES


@dataclass(frozen=True, slots=True)
class Claim:
    """Put the acting king on a free domino of the line. Text: ``-15``."""

    domino: int

    def __str__(self) -> str:
        return f"-{self.domino}"


@dataclass(frozen=True, slots=True)
class Place:
    """Put the domino's first half on cell ``a`` and its second on ``b``. Text: ``10:g6s``."""

    domino: int
    a: Cell
    b: Cell

    @property
    def turned(self) -> Place:
        """The same two cells the other way round."""
        return Place(self.domino, self.b, self.a)

    def __str__(self) -> str:
        (ax, ay), (bx, by) = self.a, self.b
        way = _WAY_LETTERS.get((bx - ax, by - ay), f"-{cell_name(self.b)}")
        return f"{self.domino}:{cell_name(self.a)}{way}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw away a domino that fits nowhere. Text: ``10x``."""

    domino: int

    def __str__(self) -> str:
        return f"{self.domino}x"


Action = Claim | Place | Discard

Playable = Action | str | SupportsIndex
"""An action in any of its three forms: the object, its text, or the kernel's number for it."""


class Move(NamedTuple):
    """An action that was played, and the seat whose it was."""

    seat: int
    action: Action


_WAY_LETTERS = {step: letter for letter, step in WAYS.items()}

_ACTION = re.compile(
    r"-?(?P<claim>[0-9]{1,2})"
    r"|(?P<place>[0-9]{1,2}):(?P<cell>[a-m][0-9]{1,2})(?P<way>[enws])"
    r"|(?P<discard>[0-9]{1,2})x"
)


def check_domino(number: int) -> None:
    """Raise ``IllegalAction`` unless there is a domino with this number."""
    if number not in _NUMBERS:
        raise IllegalAction(
            "there is no domino {domino}: they are numbered 1 to {most}",
            domino=number,
            most=len(DOMINOES),
        )


_NUMBERS = {domino.number for domino in DOMINOES}


def parse_action(text: str) -> Action:
    """The action that a text such as ``-15``, ``10:g6s`` or ``10x`` stands for.

    Raises ``NotationError``. A claim may be written without its dash.
    """
    match = _ACTION.fullmatch(text)
    if match is None:
        raise NotationError(
            "{text} is no action: write a claim as -15, a placement as 10:g6s, a discard as 10x",
            text=quote(text),
        )
    domino = int(match["claim"] or match["place"] or match["discard"])
    if domino not in _NUMBERS:
        raise NotationError(
            "there is no domino {domino}: they are numbered 1 to {most}",
            domino=domino,
            most=len(DOMINOES),
        )
    if match["claim"]:
        return Claim(domino)
    if match["discard"]:
        return Discard(domino)
    x, y = parse_cell(match["cell"])
    dx, dy = WAYS[match["way"]]
    return Place(domino, (x, y), (x + dx, y + dy))
