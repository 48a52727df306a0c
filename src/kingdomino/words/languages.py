"""The languages there are, and which of them somebody wants."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = {
    "en": "English",
    "et": "Eesti",
    "hu": "Magyar",
    "is": "Íslenska",
    "lt": "Lietuvių",
    "lv": "Latviešu",
    "pl": "Polski",
    "ru": "Русский",
}
"""What each language calls itself, by its code."""

VARIABLES = ("KINGDOMINO_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a language; the first that is set counts."""


def choose_language(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for; English if we do not speak it."""
    for variable in VARIABLES:
        wanted = environment.get(variable, "")
        if not wanted:
            continue
        for part in wanted.split(":"):
            code = _shorten(part)
            if code in LANGUAGES:
                return code
        return "en"
    return "en"


def negotiate_language(accepted: str, chosen: str | None = None) -> str:
    """The language for a browser: the one it has chosen, or the best of ``Accept-Language``."""
    if chosen in LANGUAGES:
        return chosen
    best, best_weight = "en", 0.0
    for part in accepted[:1000].split(","):
        tag, _, quality = part.partition(";")
        try:
            weight = float(quality.partition("=")[2]) if quality.strip() else 1.0
        except ValueError:
            continue
        code = _shorten(tag)
        if code in LANGUAGES and weight > best_weight:
            best, best_weight = code, weight
    return best


def _shorten(tag: str) -> str:
    """The language of a locale or tag: ``pl`` for ``pl_PL.UTF-8`` and ``pl-PL``."""
    return tag.strip().lower().replace("-", "_").partition(".")[0].partition("_")[0]
