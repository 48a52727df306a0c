"""A language's words: translated texts, plurals, terms in their forms, sentences told anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from importlib.resources import files

from kingdomino.errors import KingdominoError, Phrase, Term, Value
from kingdomino.words.terms import TERMS, form_context, kind_of

_PLACEHOLDER = re.compile(r"\{(\w+)\}(?:\[(\w+)\])?")
"""A value's name in braces; after it in brackets, in translations only, the form it stands in."""

_LIST = re.compile(r"[\w-]+(?:, [\w-]+)* and [\w-]+")

_SENTENCES = ("kingdomino.words.sentences", "kingdomino.cli.sentences")
"""The modules that list templates of finished sentences."""

COMMAND, SERVER = "command", "server"
"""The readers for whom Python speaks: who calls the command, and who sees a page's pictures."""


class MissingWordsError(LookupError):
    """The words of a language have not been built."""


class Catalogue:
    """The words of one language. What is not translated stays English."""

    def __init__(self, language: str, translations: NullTranslations | None = None) -> None:
        self.language = language
        self._translations = translations or NullTranslations()
        self._templates: list[tuple[re.Pattern[str], str]] | None = None

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
                if not values:
                    return self.retell(said.template)  # it may be a sentence finished already
                return self.t(said.template, **values)
            return self.tn(said.template, said.plural, said.count, **values)
        if isinstance(said, tuple):
            *others, last = map(self.tell, said) if said else [""]
            if not others:
                return last
            return self.t("{others} and {last}", others=", ".join(others), last=last)
        return str(said)

    def retell(self, sentence: str) -> str:
        """A finished English sentence in this language, recognised by its template.

        What the engine says is English, for it knows neither people nor languages. Values in a
        sentence are told anew too; a sentence that nobody knows stays as it is.
        """
        if self.language == "en" or not sentence:
            return sentence
        if self._templates is None:
            self._templates = [
                (template_pattern(template), self.t(template)) for template in _list_templates()
            ]
        for known in (self.t(sentence), *(self.tc(kind, sentence) for kind in TERMS)):
            if known != sentence:
                return known
        for pattern, text in self._templates:
            found = pattern.fullmatch(sentence)
            if found:
                values = {name: self.retell(value) for name, value in found.groupdict().items()}
                return self._fill(text, values)
        if _LIST.fullmatch(sentence):
            return ", ".join(map(self.retell, re.split(", | and ", sentence)))
        return sentence


def _list_templates() -> list[str]:
    """The templates of finished sentences, the most specific first.

    One that begins with a word is surer of its sentence than one that begins with a value.
    """
    listed = [
        text
        for module in map(import_module, _SENTENCES)
        for name, texts in vars(module).items()
        if name.isupper() and isinstance(texts, tuple)
        for text in texts
        if "{" in text
    ]
    return sorted(
        dict.fromkeys(listed),
        key=lambda text: (text.startswith("{"), -len(_PLACEHOLDER.sub("", text))),
    )


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


def template_pattern(template: str) -> re.Pattern[str]:
    """What a finished sentence looks like that was made from a template."""
    parts = re.split(r"\{(\w+)\}", template)
    texts = [re.escape(part) for part in parts[::2]]
    names = [
        f"(?P={name})" if name in parts[1:at:2] else f"(?P<{name}>.+?)"
        for at, name in list(enumerate(parts))[1::2]
    ]
    return re.compile("".join(a + b for a, b in zip(texts, [*names, ""], strict=True)), re.DOTALL)
