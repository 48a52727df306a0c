"""The words that people read, in their language. The English text is the key to all others.

``t`` and ``tn`` speak the language of this process, English until ``speak`` chooses another: that
is what the command line does. A server speaks to many people at once, and asks a ``Catalogue`` for
each.
"""

from __future__ import annotations

from kingdomino.errors import KingdominoError, Value
from kingdomino.words.catalogue import Catalogue, find_catalogue
from kingdomino.words.languages import LANGUAGES, choose_language, negotiate_language

__all__ = [
    "LANGUAGES",
    "NC_",
    "N_",
    "Catalogue",
    "choose_language",
    "find_catalogue",
    "negotiate_language",
    "speak",
    "t",
    "tc",
    "tell",
    "tn",
]

_spoken: Catalogue = find_catalogue("en")


def speak(language: str) -> None:
    """Have this process speak one of ``LANGUAGES`` from now on."""
    global _spoken
    _spoken = find_catalogue(language)


def spoken() -> Catalogue:
    """The catalogue of the language that this process speaks."""
    return _spoken


def t(text: str, /, **values: object) -> str:
    """A text in the process's language; ``{name}`` in it is replaced by the value of that name."""
    return _spoken.t(text, **values)


def tc(context: str, text: str, /, **values: object) -> str:
    """A text that would be ambiguous without its context, such as a button's ``Play``."""
    return _spoken.tc(context, text, **values)


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """A text that depends on a number, which also stands for ``{n}``."""
    return _spoken.tn(one, many, n, **values)


def tell(said: KingdominoError | Value) -> str:
    """What an error or a phrase says, in the process's language."""
    return _spoken.tell(said)


def N_(text: str) -> str:  # noqa: N802 (gettext's name for it)
    """Mark a text to be translated later, where it is shown."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: N802 (gettext's name for it)
    """Mark a text to be translated later in its context, by ``tc``."""
    return text
