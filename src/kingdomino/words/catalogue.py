"""A language's words: translated texts, plurals, terms in their forms, what is said as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from kingdomino.errors import KingdominoError, Phrase, Term, Value
from kingdomino.words.terms import form_context, kind_of

_PLACEHOLDER = re.compile(r"\{(\w+)\}(?:\[(\w+)\])?")
"""A value's name in braces; after it in brackets, in translations only, the form it stands in."""

COMMAND, SERVER = "command", "server"
"""The readers for whom Python speaks: who calls the command, and who sees a page's pictures."""


class MissingWordsError(LookupError):
    """The words of a language have not been built."""


class Catalogue:
    """The words of one language. What is not translated stays English."""

    def __init__(self, language: str, translations: NullTranslations | None = None) -> None:
        self.language = language
        self._translations = translations or NullTranslations()

    def t(self, text: str, /, **values: object) -> str:
        """A text in this language; ``{name}`` is replaced by the value of that name.

        The value of ``{terrain}`` and the like is the English word; see ``kingdomino.words.terms``.
        """
        return self._fill(self._translations.gettext(text), values)

    def tc(self, context: str, text: str, /, **values: object) -> str:
        """A text that would be ambiguous without its context."""
        return self._fill(self._translations.pgettext(context, text), values)

    def tn(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A text that depends on a number, which also stands for ``{n}``."""
        return self._fill(self._translations.ngettext(one, many, n), {"n": n, **values})

    def _fill(self, text: str, values: Mapping[str, object]) -> str:
        if not values:
            return text
        return _PLACEHOLDER.sub(lambda found: self._put(found, values), text)

    def _put(self, found: re.Match[str], values: Mapping[str, object]) -> str:
        """What stands for a placeholder."""
        name, form = found[1], found[2] or ""
        if name not in values:
            return found[0]
        value = values[name]
        kind = value.kind if isinstance(value, Term) else kind_of(name)
        if kind is None:
            return str(value)
        return self._translations.pgettext(form_context(kind, form), str(value))

    def tell(self, said: KingdominoError | Value) -> str:
        """What an error or a phrase says, in this language: its template and its values.

        Terms and phrases among the values are translated, and so is what joins a list. A text is
        not: somebody has written it, or it is the same everywhere.
        """
        if isinstance(said, KingdominoError):
            said = said.phrase
        if isinstance(said, Term):
            return self.tc(said.kind, said.name)
        if isinstance(said, Phrase):
            values = {
                name: value if isinstance(value, Term) else self.tell(value)
                for name, value in said.values.items()
            }
            if said.plural is None or said.count is None:
                return self.t(said.template, **values)
            return self.tn(said.template, said.plural, said.count, **values)
        if isinstance(said, tuple):
            *others, last = map(self.tell, said) if said else [""]
            if not others:
                return last
            return self.t("{others} and {last}", others=", ".join(others), last=last)
        return str(said)


@cache
def find_catalogue(language: str, reader: str = COMMAND) -> Catalogue:
    """What a reader is told in one of our languages, read when first asked for.

    ``MissingWordsError`` says what to do in a checkout where nothing has been built yet.
    """
    if language == "en":
        return Catalogue("en")
    path = files("kingdomino") / "locale" / language / "LC_MESSAGES" / f"{reader}.mo"
    try:
        with path.open("rb") as file:
            return Catalogue(language, GNUTranslations(file))
    except FileNotFoundError:
        raise _missing(language) from None


def page_words(language: str) -> bytes:
    """What the browser's pages say in one of our languages other than English, as JSON."""
    path = files("kingdomino") / "locale" / language / "page.json"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise _missing(language) from None


def _missing(language: str) -> MissingWordsError:
    return MissingWordsError(
        f"the words of the language {language} are not built: run `make words`, "
        "or `python -m tools.catalogues`, in the checkout"
    )
