"""The catalogues of all languages: complete, without leftovers, and fitting what is said."""

import re
from functools import cache

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po
from tools.words import PLURALS, collect, path_of

from kingdomino.words import LANGUAGES, find_catalogue
from kingdomino.words import po as own

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACEHOLDER = re.compile(r"\{\w+\}")

each_language = pytest.mark.parametrize("language", OTHERS)


@cache
def texts() -> Catalog:
    return collect()


@cache
def catalogue(language: str) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def forms(string: object) -> list[str]:
    return [string] if isinstance(string, str) else list(string or [""])


def test_every_language_has_a_catalogue() -> None:
    assert sorted(PLURALS) == sorted(OTHERS)


@each_language
def test_nothing_is_missing_and_nothing_is_left_over(language: str) -> None:
    said = {message.id for message in texts() if message.id}
    known = {message.id for message in catalogue(language) if message.id}
    assert said - known == set(), "make words adds what is missing"
    assert known - said == set(), "make words removes what nobody says any more"
    assert not catalogue(language).obsolete


@each_language
def test_everything_is_translated_and_nothing_is_in_doubt(language: str) -> None:
    for message in catalogue(language):
        if message.id:
            assert all(forms(message.string)), f"not translated: {message.id}"
            assert not message.fuzzy, f"in doubt: {message.id}"


@each_language
def test_placeholders_are_those_of_the_english_text(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        wanted = set(PLACEHOLDER.findall("".join(forms(message.id))))
        for form in forms(message.string):
            assert set(PLACEHOLDER.findall(form)) == wanted, f"{message.id} became {form}"


@each_language
def test_plurals_have_as_many_forms_as_the_language(language: str) -> None:
    count = int(PLURALS[language][len("nplurals=")])
    for message in catalogue(language):
        if message.pluralizable and message.id:
            assert len(forms(message.string)) == count, message.id


@each_language
def test_our_reader_reads_what_translators_tools_read(language: str) -> None:
    theirs = {
        (message.id if isinstance(message.id, str) else message.id[0]): forms(message.string)
        for message in catalogue(language)
        if message.id
    }
    ours = own.read_po(path_of(language).read_text("utf-8"))
    assert {message.text: message.forms for message in ours if message.text} == theirs


def test_a_line_that_is_no_catalogue_is_named() -> None:
    with pytest.raises(ValueError, match="line 2"):
        own.read_po('msgid "crown"\nmsgstr crown\n')


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "pl",
            {
                0: "0 koron",
                1: "1 korona",
                2: "2 korony",
                5: "5 koron",
                12: "12 koron",
                22: "22 korony",
            },
        ),
        ("ru", {1: "1 корона", 3: "3 короны", 11: "11 корон", 21: "21 корона", 100: "100 корон"}),
        ("lt", {1: "1 karūna", 2: "2 karūnos", 10: "10 karūnų", 11: "11 karūnų", 21: "21 karūna"}),
        ("lv", {0: "0 kroņu", 1: "1 kronis", 2: "2 kroņi", 11: "11 kroņi", 21: "21 kronis"}),
        ("is", {1: "1 kóróna", 2: "2 kórónur", 11: "11 kórónur", 21: "21 kóróna"}),
        ("et", {1: "1 kroon", 2: "2 krooni", 21: "21 krooni"}),
        ("hu", {1: "1 korona", 5: "5 korona"}),
        ("en", {0: "0 crowns", 1: "1 crown", 2: "2 crowns"}),
    ],
)
def test_crowns_are_counted_as_people_count_them(language: str, wanted: dict[int, str]) -> None:
    words = find_catalogue(language)
    assert {n: words.tn("{n} crown", "{n} crowns", n) for n in wanted} == wanted


@each_language
def test_a_browser_is_told_the_same_plurals(language: str) -> None:
    words = find_catalogue(language)
    told = words.for_browsers()["plurals"]
    assert isinstance(told, str)
    for n in (*range(200), 999, 1011, 1021, 1100, 1102):
        assert int(told[n if n < 200 else 100 + n % 100]) == words.plural_form(n), n
