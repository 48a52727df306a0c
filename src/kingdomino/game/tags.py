"""The tags of a record: which names it understands itself, and what may stand in the others."""

from __future__ import annotations

import re

from kingdomino.game.seats import Colour

OWN_TAGS = frozenset({"Rules", "Seed", "Contributions", "Scores", *Colour})
"""Tags that say something the record understands. All others are kept as they are."""

COMPUTERS = "Computers"
"""The tag that says which seats are computer players, as ``Yellow knight``."""

GUESTS = "Guests"
"""The tag that says which seats belong to people who gave no name, as ``Pink, Green``."""

TAG_NAME = re.compile("[A-Z][A-Za-z]*")


def check_tags(tags: dict[str, str]) -> None:
    """Raise ``ValueError`` unless these tags can be added to a record."""
    for name, value in tags.items():
        if not TAG_NAME.fullmatch(name):
            raise ValueError(f"a tag's name is a capital and letters, not {name!r}")
        if name in OWN_TAGS:
            raise ValueError(f"the record writes the tag {name} itself")
        if not value.isprintable():
            raise ValueError(f"the tag {name} is one line of printable characters")
