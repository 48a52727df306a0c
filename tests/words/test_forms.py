"""Terms and names in sentences: no word stands bare where its language needs a form of it.

Three rules, which docs/languages.md tells translators. A term (a terrain, a colour, a level) may
stand bare only apart from the sentence, between punctuation; within words a translation names its
form. A form that is named is one that terms have. A person's name has no forms, so no word that
governs a case stands directly before it, nor an ending after it.
"""

import re

import pytest
from tools.words import FORM

from kingdomino.words import Catalogue, find_catalogue
from kingdomino.words.terms import TERMS, kind_of
from tests.words.texts import catalogue, each_language, forms

NAMES = ("name", "names", "last_name")
"""The placeholders that stand for what people are called."""

APART_BEFORE = re.compile(r"(?:^|[:(\[·–—|=/,;.„“«\"]\s?)$")
APART_AFTER = re.compile(r"^(?:$|[:)\]·|=/,;.…?!“”»\"]|\s[–—·|(×=−])")

GOVERNING = {
    "et": "koos|ilma|enne|pärast|peale|vastu",
    "hu": "a\\(z\\)|az|a",
    "is": "fyrir|frá|til|með|hjá|af|við|um|gegn|án|að|á|eftir|handa|móti",
    "lt": "vietoj|už|nuo|su|prieš|pas|dėl|be|iš|po|prie|apie|į",
    "lv": "ar|par|no|pret|bez|pie|aiz|uz|pēc|līdz|pirms|zem",
    "pl": "za|dla|od|do|bez|przez|przeciw|z|u|na|w|o|po|przed|zamiast|ku|dzięki|według",
    "ru": "за|для|от|до|без|через|против|с|со|у|на|в|о|по|перед|вместо|к|из|при",
}
"""The words of each language that put what follows into a case (in Hungarian, the articles)."""

FOLLOWING = {
    "et": "asemel|eest|vastu|juures|jaoks|poolt|kaasa",
    "hu": "$^",
    "is": "$^",
    "lt": "$^",
    "lv": "vietā|dēļ|pusē",
    "pl": "$^",
    "ru": "$^",
}
"""The words that put what stands before them into a case, where a language has such."""


def find_faults(language: str, text: str) -> list[str]:
    """What is wrong with the terms and names in a translation."""
    faults = []
    for found in re.finditer(r"\{(\w+)\}(\[\w+\])?", text):
        before, after, placeholder = text[: found.start()], text[found.end() :], found[0]
        if kind_of(found[1]):
            apart = APART_BEFORE.search(before) and APART_AFTER.search(after)
            if not found[2] and not apart:
                faults.append(f"{placeholder} needs a form, as [nominative], or to stand apart")
        elif found[2]:
            faults.append(f"{placeholder} is no term, and has no forms")
        elif found[1] in NAMES:
            if re.search(rf"(?:^|\s)(?:{GOVERNING[language]})\s$", before, re.IGNORECASE):
                faults.append(f"a case is governed before {placeholder}")
            noun = re.search(r"[^\W\d_]+\s$", before)
            if not noun and re.match(rf"\s(?:{FOLLOWING[language]})\b", after):
                faults.append(f"a case is governed after {placeholder}")
            if re.match(r"[-\w]", after):
                faults.append(f"an ending is glued to {placeholder}")
    return faults


@each_language
def test_no_sentence_puts_a_bare_word_where_its_language_needs_a_form(language: str) -> None:
    faults = {
        form: found
        for message in catalogue(language)
        if message.id
        for form in forms(message.string)
        if (found := find_faults(language, form))
    }
    assert faults == {}


@pytest.mark.parametrize(
    ("language", "text", "right"),
    [
        ("pl", "nie stykają się z {terrain} ani z zamkiem", False),
        ("pl", "nie stykają się z {terrain}[instrumental] ani z zamkiem", True),
        ("pl", "obok nie ma pasującego terenu ({terrain}, {other_terrain})", True),
        ("pl", "{terrain}: {squares} × {crowns}", True),
        ("ru", "ходит {colour}", False),
        ("lv", "gājiens: {colour}", True),
        ("pl", "Bot gra za {name}.", False),
        ("pl", "Bot gra za gracza {name}.", True),
        ("lv", "{name} vietā spēlē bots.", False),
        ("lv", "Spēlētāja {name} vietā spēlē bots.", True),
        ("hu", "{name}nak", False),
        ("et", "{points}[genitive]", False),
    ],
)
def test_the_rules_find_a_bare_word(language: str, text: str, right: bool) -> None:
    assert (find_faults(language, text) == []) is right


@each_language
def test_every_form_that_is_named_is_there(language: str) -> None:
    words = find_catalogue(language)
    for message in catalogue(language):
        for text in forms(message.string):
            for name, form in FORM.findall(text):
                kind = kind_of(name)
                assert kind, text
                for term in TERMS[kind]:
                    told = words.t(f"{{{name}}}[{form}]", **{name: term})
                    assert told not in ("", term), f"{term} has no {form}"


def test_a_term_is_told_in_the_form_that_a_translation_asks_for() -> None:
    class Polish(type(find_catalogue("en")._translations)):  # type: ignore[misc]
        def gettext(self, text: str) -> str:
            return {"no {terrain} beside it": "obok nie ma {terrain}[genitive]"}.get(text, text)

        def pgettext(self, context: str, text: str) -> str:
            return {("terrain:genitive", "forest"): "lasu"}.get((context, text), text)

    polish = Catalogue("pl", Polish())
    assert polish.t("no {terrain} beside it", terrain="forest") == "obok nie ma lasu"
    assert find_catalogue("en").t("no {terrain} beside it", terrain="forest") == (
        "no forest beside it"
    )
