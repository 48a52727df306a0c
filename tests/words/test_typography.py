"""Typography, as each language has it: quotation marks, dashes, spaces, percent signs.

What English has, because a command or a record is written so, a translation may have, too.
"""

import re

import pytest

from tests.words.texts import catalogue, each_language, forms, texts

QUOTES = {
    "et": "„“",
    "hu": "„”",
    "is": "„“",
    "lt": "„“",
    "lv": "„”",
    "pl": "„”",
    "ru": "«»",
}
"""The quotation marks of each language; where the second is missing, only this one closes."""

ALL_QUOTES = set("„“”«»\"'‘’‚")

DASH = {"et": "–", "hu": "–", "is": "–", "lt": "–", "lv": "–", "pl": "–", "ru": "—"}
"""The dash between words, with spaces; between numbers it is always a short one without."""

PERCENT = {
    "et": "5%",
    "hu": "5%",
    "is": "5%",
    "lt": "5\N{NO-BREAK SPACE}%",
    "lv": "5\N{NO-BREAK SPACE}%",
    "pl": "5%",
    "ru": "5\N{NO-BREAK SPACE}%",
}


def find_faults(language: str, text: str, english: str) -> list[str]:
    """What is wrong with the typography of a translation."""
    faults = []
    quotes = "".join(sign for sign in text if sign in ALL_QUOTES - set(english))
    if quotes.replace(QUOTES[language], ""):
        faults.append(f"quotation marks: {QUOTES[language]}")
    dashes = re.findall(r"(?<=\s)[-–—](?=\s)", text)
    if any(dash != DASH[language] and f" {dash} " not in english for dash in dashes):
        faults.append(f"the dash is {DASH[language]}")
    if re.search(r"[^\W\d][–—][^\W\d]", text) and not re.search(r"\w[–—]\w", english):
        faults.append("a dash between words has spaces")
    if any(percent[1:] != PERCENT[language][1:] for percent in re.findall(r"\d\s?%", text)):
        faults.append(f"percent: {PERCENT[language]}")
    return faults + find_common_faults(text, english)


def find_common_faults(text: str, english: str) -> list[str]:
    """What would be wrong in any language."""
    faults = []
    if re.search(r"\s…", text) or "..." in text:
        faults.append("an ellipsis is … without a space before it")
    if re.search(r"[^\n] {2}", text) and "  " not in english:
        faults.append("two spaces")
    if re.search(r"\s[,;!?](?=\s|$)", text) or (
        re.search(r"\s:(?=\s|$)", text) and not re.search(r"\s:", english)
    ):
        faults.append("a space before punctuation")
    if (text[:1].isspace(), text[-1:].isspace()) != (english[:1].isspace(), english[-1:].isspace()):
        faults.append("spaces at the beginning or end")
    abbreviated = re.fullmatch(r"\w+\.", text) and text[0].islower()
    if (abbreviated or text.endswith("}.")) and not english.endswith("."):
        text = text[:-1]  # an abbreviation, or an ordinal number
    ends = [each[-1] in ".:?!…" and each[-1] for each in (text, english) if each]
    if bool(ends[0]) != bool(ends[-1]) or (":" in ends and ends[0] != ends[1]):
        faults.append("the end is punctuated otherwise than in English")
    return faults


@each_language
def test_translations_are_set_as_the_language_is(language: str) -> None:
    faults = {
        text: found
        for message in catalogue(language)
        if message.id
        for text in forms(message.string)
        if (found := find_faults(language, text, forms(message.id)[0]))
    }
    assert faults == {}


def test_english_is_set_well() -> None:
    faults = {
        text: found
        for message in texts()
        if message.id
        for text in forms(message.id)
        if (found := find_common_faults(text, text))
    }
    for message in texts():
        for text in forms(message.id):
            if message.id and message.auto_comments == ["page"] and re.search(r"\w'\w", text):
                faults[text] = ["an apostrophe on a page is ’"]
    assert faults == {}


@pytest.mark.parametrize(
    ("language", "text", "english", "right"),
    [
        ("pl", "wpisz „pomoc”", "type help", True),
        ("pl", "wpisz “pomoc”", "type help", False),
        ("pl", 'tag [Pink "Ann"]', 'the tag [Pink "Ann"]', True),
        ("ru", "владение — это клетки", "a territory is squares", True),
        ("ru", "владение – это клетки", "a territory is squares", False),
        ("ru", "клавиши 0–3", "keys 0 to 3", True),
        ("et", "mõtleb …", "thinking…", False),
        ("hu", "95 %", "95%", False),
        ("lt", "taškai , karūnos", "points, crowns", False),
        ("lv", "Sākt.", "Start", False),
    ],
)
def test_the_rules_find_what_is_set_badly(
    language: str, text: str, english: str, right: bool
) -> None:
    assert (find_faults(language, text, english) == []) is right
