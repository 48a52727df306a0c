"""Names that people give themselves: what everybody can see, and nothing besides."""

from __future__ import annotations

import unicodedata

from kingdomino.errors import SettingError

LONGEST_NAME = 24

EMOJI = "\ufe0f"
"""The one invisible sign that a name may hold: after a symbol it asks for its coloured form."""

BLANK = frozenset(
    [
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    ]
)
"""What counts as a letter, mark or symbol, but shows nothing: fillers, joiners, variation
selectors, the empty Braille pattern. (Controls and formats are not printable to begin with.)"""

MOST_MARKS = 4
"""How many accents one letter may carry; more would be drawn over what stands above and below."""


def clean_name(text: str) -> str:
    """A name as it is kept and shown: composed, single-spaced, without what nobody can see.

    ``SettingError`` if nothing visible is left, or if it could disturb what stands around it.
    """
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(
        character for at, character in enumerate(composed) if not _is_blank(composed, at)
    )
    name = " ".join(seen.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME or _is_overloaded(name):
        raise SettingError("a name is 1 to {most} printable characters", most=LONGEST_NAME)
    return name


def _is_blank(text: str, at: int) -> bool:
    if text[at] == EMOJI and at and unicodedata.category(text[at - 1]) == "So":
        return False
    return ord(text[at]) in BLANK


def _is_overloaded(name: str) -> bool:
    """Whether marks stand alone, or too many on one letter."""
    marks = 0
    for at, character in enumerate(name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (marks and (at == 0 or name[at - 1] == " ")):
            return True
    return False
