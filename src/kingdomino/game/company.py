"""Who plays, as a fact: people by the names they gave, computer players by their levels.

A name says nothing about who bears it: a person may be called Duke, or ``bot:duke``. A record's
tags do. ``Computers`` names the computer players' colours and levels, and ``Guests`` the colours of
people who gave no name; what stands at their colours is for those who read the record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kingdomino.game.seats import Colour
from kingdomino.game.tags import COMPUTERS, GUESTS

NOBODY = "none"
"""What ``Computers`` says where a person's name could be taken for a computer player's."""

NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII")

_LEVEL = re.compile("[a-z][a-z-]*")
_PLAYER = re.compile(r"[^\s,]+")
_OLD_NAME = re.compile("bot:([a-z][a-z-]*)")


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who plays: a person, or a computer player.

    A person's ``name`` is what that person wrote, and empty if nothing was. A computer player's
    ``level`` is the name of a level or of any other player, such as ``champion@0.1s``.
    """

    name: str = ""
    level: str | None = None


def call(
    members: Sequence[Member], words: Callable[[str], str] = str, guest: str = ""
) -> list[str]:
    """What to call everybody, so that no two computer players or guests are called alike.

    People are called by their names, as they wrote them; computer players by the titles of their
    levels, which ``words`` translates, with a numeral from the second on; and people without a name
    ``guest``, with numerals too. They stay without a name if there is no such word.
    """
    taken = {member.name for member in members if member.name}
    called = []
    for member in members:
        title = words(entitle(member.level)) if member.level else guest
        name = member.name or (_tell_apart(title, taken) if title else "")
        taken.add(name)
        called.append(name)
    return called


def entitle(level: str) -> str:
    """What a computer player is called: a level by its title, others by their names as they are."""
    return level.capitalize() if _LEVEL.fullmatch(level) else level


def _tell_apart(title: str, taken: set[str]) -> str:
    names = [title, *(f"{title} {numeral}" for numeral in NUMERALS)]
    return next(name for name in names if name not in taken)


# --- in a record


def write_company(
    members: Sequence[Member], colours: Sequence[Colour], guest: str = ""
) -> tuple[list[str], dict[str, str]]:
    """The names and the tags with which a record says who plays."""
    names = call(members, guest=guest)
    tags = {}
    seated = list(zip(colours, members, strict=True))
    computers = [f"{colour} {member.level}" for colour, member in seated if member.level]
    guests = [colour for colour, member in seated if not (member.level or member.name)]
    if computers or any(_OLD_NAME.fullmatch(name) for name in names):
        tags[COMPUTERS] = ", ".join(computers) or NOBODY
    if guests and guest:
        tags[GUESTS] = ", ".join(guests)
    return names, tags


def read_company(
    names: Sequence[str], colours: Sequence[Colour], tags: Mapping[str, str]
) -> tuple[Member, ...]:
    """Who plays, as a record's names and tags say it.

    What the tags say of nobody who plays is passed over. Without ``Computers`` a name such as
    ``bot:knight`` is a computer player's, as it was before there was that tag.
    """
    levels = {}
    for part in tags.get(COMPUTERS, "").split(", "):
        colour, _, level = part.partition(" ")
        if _PLAYER.fullmatch(level):
            levels[colour] = level
    guests = tags.get(GUESTS, "").split(", ")
    members = []
    for name, colour in zip(names, colours, strict=True):
        old = _OLD_NAME.fullmatch(name)
        if colour in levels:
            members.append(Member(level=levels[colour]))
        elif old is not None and COMPUTERS not in tags:
            members.append(Member(level=old[1]))
        else:
            members.append(Member("" if colour in guests else name))
    return tuple(members)
