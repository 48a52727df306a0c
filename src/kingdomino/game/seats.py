"""The players' colours: each seat at the table has one, and its letter stands for it in text."""

from __future__ import annotations

from enum import StrEnum

from kingdomino.errors import Term


class Colour(StrEnum):
    """The colour of a player's castle and kings."""

    PINK = "Pink"
    YELLOW = "Yellow"
    GREEN = "Green"
    BLUE = "Blue"

    @property
    def phrase(self) -> Term:
        """The word for the colour."""
        return Term("colour", self.value)

    @property
    def letter(self) -> str:
        """The letter that stands for the colour in records: P, Y, G or B."""
        return self.value[0]


COLOURS: dict[str, Colour] = {colour.letter: colour for colour in Colour}
"""The colours by letter. Seats take them in this order unless told otherwise."""


def check_colours(colours: tuple[Colour, ...] | None, players: int) -> tuple[Colour, ...]:
    """The colours of the seats, by default in the usual order; ``ValueError`` if they do not do."""
    if colours is None:
        return tuple(Colour)[:players]
    if len(colours) != players:
        raise ValueError(f"{players} players need {players} colours, not {len(colours)}")
    if len(set(colours)) < players:
        raise ValueError("no two players can have the same colour")
    return tuple(Colour(colour) for colour in colours)
