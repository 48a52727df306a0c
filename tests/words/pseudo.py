"""A language in which every translated text stands in brackets, so that any other is found."""

import re
from functools import cache

from tools.words import collect

from kingdomino.words.catalogue import Catalogue
from kingdomino.words.po import Message

_BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
_VALUE = re.compile(r"(\{\w+\})")
_WORD = re.compile(r"[^\W\d_]{3,}")


def bracket(text: str) -> str:
    """A text in the pseudo-language: its words in brackets, what is put into it outside."""
    parts = _VALUE.split(text)
    return "".join(part if _VALUE.fullmatch(part) or not part else f"⟦{part}⟧" for part in parts)


@cache
def pseudo_catalogue() -> Catalogue:
    """The catalogue of the pseudo-language: all texts that the sources have now."""
    messages = []
    for message in collect():
        if not message.id:
            continue
        texts = [message.id] if isinstance(message.id, str) else list(message.id)
        messages.append(
            Message(
                text=texts[0],
                plural=texts[1] if len(texts) > 1 else None,
                forms=[bracket(text) for text in texts],
                places=[place for place, _ in message.locations],
            )
        )
    return Catalogue("xx", messages)


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
