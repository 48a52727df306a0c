"""Collect the texts that people read, and bring the catalogues of all languages up to date.

``make words`` runs this. It needs Babel; reading the catalogues does not.

Texts come from calls of ``t``, ``tn`` and ``N_`` in Python and JavaScript, from phrases and errors
where they are made, from ``data-t…`` attributes of the pages, from the help of every command, and
from the levels.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "kingdomino"
LOCALES = SOURCE / "locale"
DOMAIN = "kingdomino"

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "t": None,
    "tn": (1, 2),
    "N_": None,
    # What is said as data.
    "Phrase": None,
    "counted": (1, 2),
}

PLURALS = {
    "et": "nplurals=2; plural=(n != 1);",
    "hu": "nplurals=2; plural=(n != 1);",
    "is": "nplurals=2; plural=(n%10!=1 || n%100==11);",
    "lt": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) "
    "? 1 : 2);",
    "lv": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<10 || n%100>=20) ? 1 : 2);",
}


def path_of(language: str) -> Path:
    """Where a language's catalogue is."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def collect() -> Catalog:
    """All texts that the sources have now."""
    catalog = Catalog(domain=DOMAIN, charset="utf-8")
    for place, text in _texts():
        catalog.add(text, locations=[(place, 1)])
    return catalog


def _texts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    for path in sorted(SOURCE.rglob("*")):
        place = path.relative_to(ROOT).as_posix()
        if path.suffix == ".py":
            found = extract("python", BytesIO(path.read_bytes()), keywords=KEYWORDS)
        elif path.suffix == ".js":
            found = extract("javascript", BytesIO(path.read_bytes()), keywords=KEYWORDS)
        elif path.suffix == ".html":
            yield from ((place, text) for text in _attributes(path.read_text("utf-8")))
            continue
        else:
            continue
        for _, text, _, _ in found:
            if text:
                yield place, text if isinstance(text, str) else (text[0], text[1])
    yield from _help()
    yield from _levels()


def _attributes(page: str) -> Iterator[str]:
    texts: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            texts.extend(
                value
                for name, value in attrs
                if name.startswith("data-t")
                and value
                and (name == "data-t" or name.startswith("data-t-"))
            )

    Reader().feed(page)
    yield from texts


def _help() -> Iterator[tuple[str, str]]:
    """What ``--help`` prints: put together by Typer, so it is asked rather than the sources."""
    from kingdomino.cli.speech import list_help
    from kingdomino.command import app

    for text in list_help(app):
        yield "src/kingdomino/cli/app.py", text


def _levels() -> Iterator[tuple[str, str]]:
    """What the levels of computer players are like."""
    from kingdomino.players.levels import LEVELS

    for level in LEVELS:
        yield "src/kingdomino/players/levels.py", level.character


def update(language: str, template: Catalog) -> int:
    """Bring a language's catalogue up to date; returns how many texts wait for a translation."""
    path = path_of(language)
    catalog = Catalog(locale=language, domain=DOMAIN)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain=DOMAIN)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_write(catalog, language))
    return sum(not all(_forms(message.string)) for message in catalog if message.id)


def _forms(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def _write(catalog: Catalog, language: str) -> bytes:
    """The file: no dates and no line numbers in it, so that it changes only when a text does."""
    entries = BytesIO()
    write_po(entries, catalog, width=100, omit_header=True, sort_output=True, include_lineno=False)
    header = (
        'msgid ""\n'
        'msgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {PLURALS[language]}\\n"\n\n'
    )
    return header.encode() + entries.getvalue().rstrip(b"\n") + b"\n"


def main() -> int:
    """Update all catalogues and say what is missing."""
    template = collect()
    missing = {language: update(language, template) for language in PLURALS}
    texts = sum(bool(message.id) for message in template)
    print(f"{texts} texts.", end=" ")
    waiting = {language: count for language, count in missing.items() if count}
    print(f"To be translated: {waiting}" if waiting else "All are translated.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
