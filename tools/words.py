"""Collect the texts that people read, and bring the catalogues of all languages up to date.

``make words`` runs this. It needs Babel; building and reading the catalogues does not.

Texts come from calls of ``t``, ``tc``, ``tn``, ``N_`` and ``NC_`` in Python and JavaScript, from
phrases and errors where they are made, from ``data-t…`` attributes of the pages, from the help of
every command, from the levels, and from the terms. A comment at each text says who reads it: what
is built for each reader follows that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from kingdomino.words.terms import NOMINATIVE, TERMS, form_context, kind_of
from tools.catalogues import build

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "kingdomino"
LOCALES = SOURCE / "locale"
DOMAIN = "kingdomino"

KEYWORDS: dict[str, object] = {
    "t": None,
    "tc": ((1, "c"), 2),
    "tn": (1, 2),
    "N_": None,
    "NC_": ((1, "c"), 2),
    # What is said as data.
    "Phrase": None,
    "counted": (1, 2),
    "Refusal": (2,),
    **dict.fromkeys(
        (
            "IllegalAction",
            "InputError",
            "JournalError",
            "KingdominoError",
            "NotationError",
            "PlayerError",
            "RulesError",
            "ServerError",
            "SettingError",
            "UnknownLevel",
            "UnknownPlayer",
            "WeightsError",
            "WorkerError",
        )
    ),
}

READERS = (
    ("web/", "page"),
    ("server/(command|database|serving|settings).py", "command"),
    ("server/", "page server"),
    ("words/system.py", "command"),
    ("(words|game|rules)/|errors.py", "page server command"),
    ("", "command"),
)
"""Who reads what a module says; the first that fits its path counts. What the game says is told by
whoever has a reader; the rest of the server speaks to browsers, but for what its host reads."""

FORM = re.compile(r"\{(\w+)\}\[(\w+)\]")
"""A placeholder whose term stands in a form."""

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


PROGRAMMERS = SOURCE / "env"
PEOPLE = (PROGRAMMERS / "dataset.py", PROGRAMMERS / "selfplay.py")
"""Whoever uses the environments programs, and reads English; but a dataset is made by a command."""


def path_of(language: str) -> Path:
    """Where a language's catalogue is."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@dataclass(frozen=True, slots=True)
class Said:
    """A text and the module that says it."""

    place: str
    text: str | tuple[str, str]
    context: str | None = None

    @property
    def readers(self) -> list[str]:
        """Who reads it."""
        module = self.place.removeprefix("src/kingdomino/")
        return next(who.split() for pattern, who in READERS if re.match(pattern, module))


def collect() -> Catalog:
    """All texts that the sources have now, each with its readers as a comment."""
    said = list(_texts())
    readers: dict[object, set[str]] = {}
    for each in said:
        readers.setdefault((each.context, each.text), set()).update(each.readers)
    catalog = Catalog(domain=DOMAIN, charset="utf-8")
    for each in said:
        catalog.add(
            each.text,
            locations=[(each.place, 1)],
            context=each.context,
            auto_comments=[", ".join(sorted(readers[each.context, each.text]))],
        )
    return catalog


def _texts() -> Iterator[Said]:
    for path in sorted(SOURCE.rglob("*")):
        place = path.relative_to(ROOT).as_posix()
        if path.is_relative_to(PROGRAMMERS) and path not in PEOPLE:
            continue
        if path.suffix == ".py":
            found = extract("python", BytesIO(path.read_bytes()), keywords=KEYWORDS)
        elif path.suffix == ".js":
            found = extract("javascript", BytesIO(path.read_bytes()), keywords=KEYWORDS)
        elif path.suffix == ".html":
            yield from (Said(place, *each) for each in _attributes(path.read_text("utf-8")))
            continue
        else:
            continue
        for _, text, _, context in found:
            if text:
                yield Said(place, text if isinstance(text, str) else (text[0], text[1]), context)
    yield from _help()
    yield from _levels()
    for kind in TERMS:
        yield from _terms(kind)


def _terms(kind: str, form: str = "") -> Iterator[Said]:
    """The terms of a kind, in a form of a language."""
    for term in TERMS[kind]:
        yield Said("src/kingdomino/words/terms.py", term, form_context(kind, form))


def forms_of(catalog: Catalog) -> list[tuple[str, str]]:
    """The kinds and forms of terms that a language's translations ask for."""
    asked = {
        (kind, form)
        for message in catalog
        for text in _forms(message.string)
        for name, form in FORM.findall(text)
        if (kind := kind_of(name)) and form != NOMINATIVE
    }
    return sorted(asked)


def collect_for(language: Catalog, template: Catalog) -> Catalog:
    """All texts that a language's catalogue has to have: with terms in the forms it asks for."""
    catalog = Catalog(domain=DOMAIN, charset="utf-8")
    for message in template:
        if message.id:
            catalog[message.id] = message.clone()
    for kind, form in forms_of(language):
        for each in _terms(kind, form):
            catalog.add(
                each.text,
                locations=[(each.place, 1)],
                context=each.context,
                auto_comments=[", ".join(sorted(each.readers))],
            )
    return catalog


def _attributes(page: str) -> Iterator[tuple[str, str | None]]:
    """The texts of a page's ``data-t…`` attributes, with the context that ``data-c`` gives."""
    texts: list[tuple[str, str | None]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            context = dict(attrs).get("data-c")
            texts.extend(
                (value, context)
                for name, value in attrs
                if name.startswith("data-t")
                and value
                and (name == "data-t" or name.startswith("data-t-"))
            )

    Reader().feed(page)
    yield from texts


def _help() -> Iterator[Said]:
    """What ``--help`` prints: put together by Typer, so it is asked rather than the sources."""
    from kingdomino.cli.speech import list_help
    from kingdomino.command import app

    for text in list_help(app):
        yield Said("src/kingdomino/cli/app.py", text)


def _levels() -> Iterator[Said]:
    """What the levels of computer players are like."""
    from kingdomino.players.levels import LEVELS

    for level in LEVELS:
        yield Said("src/kingdomino/players/levels.py", level.character)


def update(language: str, template: Catalog) -> int:
    """Bring a language's catalogue up to date; returns how many texts wait for a translation."""
    path = path_of(language)
    catalog = Catalog(locale=language, domain=DOMAIN)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain=DOMAIN)
    catalog.update(collect_for(catalog, template), no_fuzzy_matching=True)
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
        '"Project-Id-Version: kingdomino\\n"\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
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
    build()
    return 0


if __name__ == "__main__":
    sys.exit(main())
