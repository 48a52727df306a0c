"""What the tests of the catalogues share: the texts of the sources, and those of each language."""

from functools import cache

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po
from tools.words import collect, path_of

from kingdomino.words import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]

each_language = pytest.mark.parametrize("language", OTHERS)


@cache
def texts() -> Catalog:
    """All texts that the sources have."""
    return collect()


@cache
def catalogue(language: str) -> Catalog:
    """A language's catalogue, as translators keep it."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def forms(string: object) -> list[str]:
    """The text, or all its plural forms."""
    return [string] if isinstance(string, str) else list(string or [""])  # type: ignore[call-overload, no-any-return]
