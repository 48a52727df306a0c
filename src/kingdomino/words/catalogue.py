"""A language's words: translated texts, plurals, and finished sentences told anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

from kingdomino.errors import KingdominoError, Phrase, Term, Value, fill
from kingdomino.words.po import Message, read_po

DOMAIN = "kingdomino"

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LIST = re.compile(r"[\w-]+(?:, [\w-]+)* and [\w-]+")

_SENTENCES = "words/sentences.py"
_COMMAND_SENTENCES = "cli/sentences.py"
"""Where the templates of finished sentences are listed; their entries say so."""

# Where an entry must be used to be of interest to a browser, and what of it is not: what the
# server tells only the person who starts it.
_FOR_BROWSERS = ("/web/", "/server/", _SENTENCES)
_FOR_HOSTS = re.compile(r"/server/(?:command|database|serving|settings)\.py")

PLURALS = 200
"""For how many numbers a browser is told the plural form; larger ones follow their last two digits
in all our languages."""


class Catalogue:
    """The words of one language. What is not translated stays English."""

    def __init__(self, language: str, messages: Iterable[Message] = ()) -> None:
        self.language = language
        self.messages = [message for message in messages if any(message.forms)]
        header = next((each.forms[0] for each in self.messages if not each.text), "")
        self.plural_form = _read_plurals(header)
        self._texts = {each.text: each.forms for each in self.messages if each.text}
        self._templates: list[tuple[re.Pattern[str], str]] | None = None

    def t(self, text: str, /, **values: object) -> str:
        """A text in this language; ``{name}`` is replaced by the value of that name."""
        forms = self._texts.get(text)
        return _fill(forms[0] if forms else text, values)

    def tn(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A text that depends on a number, which also stands for ``{n}``."""
        forms = self._texts.get(one)
        if forms is None:
            forms = [one, many]
        text = forms[min(self.plural_form(n), len(forms) - 1)]
        return _fill(text, {"n": n, **values})

    def tell(self, said: KingdominoError | Value) -> str:
        """What an error or a phrase says, in this language: its template and its values.

        Terms and phrases among the values are translated, and so is what joins a list. A text is
        not: somebody has written it, or it is the same everywhere.
        """
        if isinstance(said, KingdominoError):
            said = said.phrase
        if isinstance(said, Term):
            return self.t(said.name)
        if isinstance(said, Phrase):
            values = {name: self.tell(value) for name, value in said.values.items()}
            if said.plural is None or said.count is None:
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
        if sentence in self._texts:
            return self._texts[sentence][0]
        if self._templates is None:
            self._templates = [
                (template_pattern(message.text), message.forms[0])
                for message in self._list_templates(_SENTENCES, _COMMAND_SENTENCES)
            ]
        for pattern, text in self._templates:
            found = pattern.fullmatch(sentence)
            if found:
                values = {name: self.retell(value) for name, value in found.groupdict().items()}
                return _fill(text, values)
        if _LIST.fullmatch(sentence):
            return ", ".join(map(self.retell, re.split(", | and ", sentence)))
        return sentence

    def _list_templates(self, *places: str) -> list[Message]:
        """The templates of finished sentences from these places, the most specific first.

        One that begins with a word is surer of its sentence than one that begins with a value.
        """
        templates = [
            message
            for message in self.messages
            if "{" in message.text
            and any(mark in place for place in message.places for mark in places)
        ]
        return sorted(
            templates,
            key=lambda message: (
                message.text.startswith("{"),
                -len(_PLACEHOLDER.sub("", message.text)),
            ),
        )

    def for_browsers(self) -> dict[str, object]:
        """What a page needs of this: texts, sentences, and the plural form of every number."""
        words: dict[str, str | list[str]] = {
            message.text: message.forms if message.plural else message.forms[0]
            for message in self.messages
            if message.text and any(_is_for_browsers(place, message) for place in message.places)
        }
        sentences = [[each.text, each.forms[0]] for each in self._list_templates(_SENTENCES)]
        return {
            "language": self.language,
            "plurals": "".join(str(self.plural_form(n)) for n in range(PLURALS)),
            "words": words,
            "sentences": sentences,
        }


@cache
def find_catalogue(language: str) -> Catalogue:
    """The catalogue of one of our languages, read when first asked for."""
    if language == "en":
        return Catalogue("en")
    path = files("kingdomino") / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    return Catalogue(language, read_po(path.read_text(encoding="utf-8")))


def _is_for_browsers(place: str, message: Message) -> bool:
    """Whether a message that is used in this place is one of a browser's words."""
    if _SENTENCES in place and "{" in message.text:
        return False  # a template, which goes among the sentences
    return any(mark in place for mark in _FOR_BROWSERS) and not _FOR_HOSTS.search(place)


def template_pattern(template: str) -> re.Pattern[str]:
    """What a finished sentence looks like that was made from a template."""
    parts = re.split(r"\{(\w+)\}", template)
    texts = [re.escape(part) for part in parts[::2]]
    names = [f"(?P<{name}>.+?)" for name in parts[1::2]]
    return re.compile("".join(a + b for a, b in zip(texts, [*names, ""], strict=True)), re.DOTALL)


def _fill(text: str, values: Mapping[str, object]) -> str:
    if not values:
        return text
    return fill(text, values)


def _read_plurals(header: str) -> Callable[[int], int]:
    """The function from a number to its plural form that a catalogue's header describes."""
    found = re.search(r"plural=([^;\n]+);", header)
    if found is None:
        return lambda n: int(n != 1)
    from gettext import c2py

    function: Callable[[int], int] = c2py(found[1])
    return function
