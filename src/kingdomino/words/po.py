"""Reading gettext catalogues as translators keep them, without compiling them first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPED = re.compile(r"\\(.)")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(slots=True)
class Message:
    """An entry of a catalogue: the English text, its translations, and where it is used."""

    text: str = ""
    plural: str | None = None
    forms: list[str] = field(default_factory=list)
    """The translation; for a text with a plural one for each form of the language."""
    places: list[str] = field(default_factory=list)
    fuzzy: bool = False


def read_po(text: str) -> list[Message]:
    """All entries of a ``.po`` file, the header first; ``ValueError`` names a line it cannot be."""
    return list(_read(text.splitlines()))


def _read(lines: list[str]) -> Iterator[Message]:
    message, current, begun = Message(), "", False
    for number, line in enumerate([*lines, ""], start=1):
        if not line.strip():
            if begun:
                yield message
            message, current, begun = Message(), "", False
        elif line.startswith("#~"):
            continue
        elif line.startswith("#:"):
            message.places += line[2:].split()
        elif line.startswith("#,"):
            message.fuzzy = "fuzzy" in line
        elif not line.startswith("#"):
            found = _TEXT.search(line)
            if found is None:
                raise ValueError(f"line {number} is no part of a catalogue: {line}")
            if not line.startswith('"'):
                current, begun = line[: found.start()].strip(), True
            _add(message, current, _ESCAPED.sub(_unescape, found[1]))


def _unescape(match: re.Match[str]) -> str:
    return _PLAIN.get(match[1], match[1])


def _add(message: Message, keyword: str, text: str) -> None:
    """Add a piece of text to the part of the message that a keyword began."""
    if keyword == "msgid":
        message.text += text
    elif keyword == "msgid_plural":
        message.plural = (message.plural or "") + text
    else:  # msgstr, msgstr[0], msgstr[1] …
        index = int(keyword[7:-1]) if keyword.startswith("msgstr[") else 0
        message.forms += [""] * (index + 1 - len(message.forms))
        message.forms[index] += text
