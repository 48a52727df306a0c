"""A language in which every translated text stands in brackets, so that any other is found."""

import re
from functools import cache
from gettext import NullTranslations

from tools.words import collect

from kingdomino.words.catalogue import Catalogue

_BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
_VALUE = re.compile(r"(\{\w+\})")
_WORD = re.compile(r"[^\W\d_]{3,}")


def bracket(text: str) -> str:
    """A text in the pseudo-language: its words in brackets, what is put into it outside."""
    if not re.search(r"[^\W\d_]", _VALUE.sub("", text)):
        return text  # nothing but quotation marks and the like
    parts = _VALUE.split(text)
    return "".join(part if _VALUE.fullmatch(part) or not part else f"⟦{part}⟧" for part in parts)


class Brackets(NullTranslations):
    """Translates all texts that the sources have now, each in its context, and no others."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {
            (message.context, text)
            for message in collect()
            if message.id
            for text in ([message.id] if isinstance(message.id, str) else message.id)
        }

    def gettext(self, message: str) -> str:
        return bracket(message) if (None, message) in self.known else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return bracket(message) if (context, message) in self.known else message


@cache
def pseudo_catalogue() -> Catalogue:
    """The catalogue of the pseudo-language."""
    return Catalogue("xx", Brackets())


def find_untranslated(printed: str, data: str = "") -> list[str]:
    """The words outside brackets that are neither among ``data``, in blanks, nor typed as such.

    Names of options, commands and files are the same in every language.
    """
    while _BRACKETED.search(printed):
        printed = _BRACKETED.sub(" ", printed)
    printed = re.sub(r"(?<![\w-])--?[a-z][\w-]*", " ", printed)  # options
    printed = re.sub(r"'[^'\n]*'", " ", printed)  # what somebody typed
    printed = re.sub(r"\S*/\S*", " ", printed)  # paths
    printed = re.sub(r"\bx?[0-9a-f]{16,}\b", " ", printed)  # checksums and seeds
    known = set(data.split())
    return [word for word in _WORD.findall(printed) if word not in known]
