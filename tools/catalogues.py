"""Build what is read of the catalogues: for each language one file for each of its readers.

Translators keep one ``.po`` file for each language; its entries say who reads them. From it are
built ``command.mo`` and ``server.mo``, which Python reads by its own ``gettext``, and
``page.json``, which browsers fetch. ``make`` and the tests do this whenever a ``.po`` is newer, and
so does every build of the package (``tools/build_hook.py``). Nothing but the standard library is
needed.
"""

from __future__ import annotations

import json
import os
import re
import struct
from ast import literal_eval
from collections.abc import Iterator
from dataclasses import dataclass, field
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

LOCALES = Path(__file__).parent.parent / "src" / "kingdomino" / "locale"

PYTHON_READERS = ("command", "server")
PAGE = "page"
"""Who reads: see ``tools/words.py``, which writes it into the catalogues."""

PLURALS = 200
"""For how many numbers a browser is told the plural form; larger ones follow their last two digits
in all our languages."""

SEPARATOR = "\x04"
"""What stands between a context and its text in keys, as gettext has it."""


@dataclass(slots=True)
class Entry:
    """An entry of a catalogue: the English text, its translations, and who reads them."""

    texts: dict[str, str] = field(default_factory=dict)
    """By keyword, as in the file: ``msgctxt``, ``msgid``, ``msgid_plural``, ``msgstr[0]``."""
    readers: list[str] = field(default_factory=list)
    """Who reads them; everybody, if it is not said."""

    @property
    def key(self) -> str:
        """The English text with its context, under which programs look it up."""
        text = self.texts["msgid"]
        return SEPARATOR.join([self.texts["msgctxt"], text]) if "msgctxt" in self.texts else text

    def is_for(self, reader: str) -> bool:
        """Whether a reader has to be told this."""
        return not self.readers or reader in self.readers

    @property
    def forms(self) -> list[str]:
        """The translations: one, or one for each plural form."""
        return [text for keyword, text in self.texts.items() if keyword.startswith("msgstr")]


def read_entries(path: Path) -> list[Entry]:
    """All entries of a ``.po`` file, the header first; ``ValueError`` names a line it cannot be."""
    return list(_read(path))


def _read(path: Path) -> Iterator[Entry]:
    entry, keyword = Entry(), ""
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), ""], start=1):
        if not line:
            if entry.texts:
                yield entry
            entry = Entry()
        elif line.startswith("#."):
            entry.readers += re.split(r"[,\s]+", line[2:].strip())
        elif not line.startswith("#"):
            found = re.fullmatch(r'(msg\w+(?:\[\d\])?)? ?(".*")', line)
            if found is None:
                raise ValueError(f"{path}, line {number}: no part of a catalogue: {line}")
            keyword = found[1] or keyword
            text = entry.texts.get(keyword, "")
            entry.texts[keyword] = text + literal_eval(found[2])


def write_mo(entries: list[Entry]) -> bytes:
    """The entries as gettext's ``.mo`` file."""
    pairs = []
    for entry in entries:
        key = entry.key
        if "msgid_plural" in entry.texts:
            key += "\0" + entry.texts["msgid_plural"]
        pairs.append((key.encode(), "\0".join(entry.forms).encode()))
    pairs.sort()
    count, header = len(pairs), 28
    tables, strings = [b"", b""], b""
    start = header + 16 * count
    for index in (0, 1):
        for pair in pairs:
            tables[index] += struct.pack("<II", len(pair[index]), start + len(strings))
            strings += pair[index] + b"\0"
    numbers = (0x950412DE, 0, count, header, header + 8 * count, 0, start)
    return struct.pack("<7I", *numbers) + tables[0] + tables[1] + strings


def plural_digits(header: Entry) -> str:
    """The plural form of every number below ``PLURALS`` as a digit, found out by ``gettext``."""
    probe = Entry({"msgid": "one", "msgid_plural": "many"})
    probe.texts |= {f"msgstr[{form}]": str(form) for form in range(4)}
    translations = GNUTranslations(BytesIO(write_mo([header, probe])))
    return "".join(translations.ngettext("one", "many", n) for n in range(PLURALS))


def write_page(language: str, header: Entry, entries: list[Entry]) -> bytes:
    """The entries as the JSON that browsers fetch."""
    words = {
        entry.key: entry.forms if "msgid_plural" in entry.texts else entry.forms[0]
        for entry in entries
    }
    content = {
        "language": language,
        "plurals": plural_digits(header),
        "words": words,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def build_language(source: Path) -> None:
    """Build what is read of one language's ``.po`` file."""
    folder = source.parent
    header, *entries = read_entries(source)
    told = [entry for entry in entries if all(entry.forms)]
    for reader in PYTHON_READERS:
        read = [entry for entry in told if entry.is_for(reader)]
        _write(folder / f"{reader}.mo", write_mo([header, *read]))
    language = folder.parent.name
    read = [entry for entry in told if entry.is_for(PAGE)]
    _write(folder.parent / f"{PAGE}.json", write_page(language, header, read))


def _write(path: Path, content: bytes) -> None:
    """Put a file in its place at once: another process may be reading it, or building it too."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def built_files(source: Path) -> list[Path]:
    """What is built of a ``.po`` file."""
    folder = source.parent
    files = [folder / f"{reader}.mo" for reader in PYTHON_READERS]
    return [*files, folder.parent / f"{PAGE}.json"]


def build(locales: Path = LOCALES) -> list[str]:
    """Build what is missing or older than its source; returns the languages that were built."""
    built = []
    for source in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        newest = max(source.stat().st_mtime_ns, Path(__file__).stat().st_mtime_ns)
        files = built_files(source)
        if not all(path.exists() and path.stat().st_mtime_ns > newest for path in files):
            build_language(source)
            built.append(source.parent.parent.name)
    return built


if __name__ == "__main__":
    print("Built:", ", ".join(build()) or "nothing, all is fresh")
