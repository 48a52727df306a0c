"""The catalogues of all languages: complete, without leftovers, and fitting what is said."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tools.catalogues import LOCALES, build, built_files, read_entries
from tools.words import PLURALS, collect_for, path_of

from kingdomino.words import find_catalogue
from kingdomino.words.catalogue import MissingWordsError, page_words
from tests.words.texts import OTHERS, catalogue, each_language, forms, texts

PLACEHOLDER = re.compile(r"\{\w+\}")


def test_every_language_has_a_catalogue() -> None:
    assert sorted(PLURALS) == sorted(OTHERS)


@each_language
def test_nothing_is_missing_and_nothing_is_left_over(language: str) -> None:
    wanted = collect_for(catalogue(language), texts())
    said = {(message.context, message.id): message for message in wanted if message.id}
    known = {(message.context, message.id): message for message in catalogue(language)}
    del known[None, ""]
    assert said.keys() - known.keys() == set(), "make words adds what is missing"
    assert known.keys() - said.keys() == set(), "make words removes what nobody says any more"
    for key, message in said.items():
        assert known[key].auto_comments == message.auto_comments, "make words says who reads it"
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
def test_gettexts_own_compiler_accepts_the_catalogue(language: str) -> None:
    command = shutil.which("msgfmt")
    assert command, "tools/install-system-packages gettext"
    check = [command, "--check", "--output-file=/dev/null", str(path_of(language))]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# --- what is built


def test_builds_are_as_new_as_their_sources(tmp_path: Path) -> None:
    shutil.copytree(LOCALES / "pl", tmp_path / "pl")
    (source,) = tmp_path.glob("*/*/*.po")
    for path in built_files(source):
        path.unlink(missing_ok=True)
    assert build(tmp_path) == ["pl"]
    assert build(tmp_path) == []
    text = source.read_text("utf-8")
    source.write_text(text.replace('msgstr "las"', 'msgstr "bór"'), encoding="utf-8")
    assert build(tmp_path) == ["pl"]
    page = json.loads((tmp_path / "pl" / "page.json").read_text("utf-8"))
    assert page["words"]["terrain\x04forest"] == "bór"


def test_a_line_that_is_no_catalogue_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.po").write_text('msgid "crown"\nmsgstr crown\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read_entries(tmp_path / "a.po")


@each_language
def test_our_reader_reads_what_translators_tools_read(language: str) -> None:
    theirs = {
        (f"{message.context}\x04" if message.context else "") + forms(message.id)[0]: forms(
            message.string
        )
        for message in catalogue(language)
        if message.id
    }
    ours = {entry.key: entry.forms for entry in read_entries(path_of(language)) if entry.key}
    assert ours == theirs


@each_language
def test_every_reader_is_told_all_that_is_for_him(language: str) -> None:
    page = json.loads(page_words(language))
    readers = {reader: find_catalogue(language, reader) for reader in ("command", "server")}
    for message in catalogue(language):
        if not message.id:
            continue
        one, *many = forms(message.id)
        said = forms(message.string)
        for reader in message.auto_comments[0].split(", "):
            if reader == "page":
                key = f"{message.context}\x04{one}" if message.context else one
                assert page["words"][key] == (said if many else said[0])
            elif message.context:
                assert readers[reader].tc(message.context, one) == said[0]
            elif many:
                assert readers[reader].tn(one, many[0], 1) in (f.replace("{n}", "1") for f in said)
            else:
                assert readers[reader].t(one) == said[0]


def test_whatever_the_pages_say_is_for_their_reader() -> None:
    for message in texts():
        if any("/web/" in place for place, _ in message.locations):
            assert "page" in message.auto_comments[0].split(", "), message.id


def test_words_that_were_not_built_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdomino.words.catalogue.files", lambda package: Path("/nowhere"))
    for ask in (page_words, find_catalogue.__wrapped__):
        with pytest.raises(MissingWordsError, match="make words"):
            ask("pl")


# --- numbers


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("pl", {0: "0 punktów", 1: "1 punkt", 2: "2 punkty", 12: "12 punktów", 22: "22 punkty"}),
        ("ru", {1: "1 очко", 3: "3 очка", 11: "11 очков", 21: "21 очко", 100: "100 очков"}),
        ("lt", {1: "1 taškas", 2: "2 taškai", 10: "10 taškų", 11: "11 taškų", 21: "21 taškas"}),
        ("lv", {0: "0 punktu", 1: "1 punkts", 2: "2 punkti", 11: "11 punkti", 21: "21 punkts"}),
        ("is", {1: "1 stig", 2: "2 stig", 21: "21 stig"}),
        ("et", {1: "1 punkt", 2: "2 punkti", 21: "21 punkti"}),
        ("hu", {1: "1 pont", 5: "5 pont"}),
        ("en", {0: "0 points", 1: "1 point", 2: "2 points"}),
    ],
)
def test_points_are_counted_as_people_count_them(language: str, wanted: dict[int, str]) -> None:
    words = find_catalogue(language)
    assert {n: words.tn("{n} point", "{n} points", n) for n in wanted} == wanted


@each_language
def test_a_browser_is_told_the_same_plurals(language: str) -> None:
    words = find_catalogue(language)
    page = json.loads(page_words(language))
    points = page["words"]["{n} point"]
    for n in (*range(200), 999, 1011, 1021, 1100, 1102):
        form = int(page["plurals"][n if n < 200 else 100 + n % 100])
        assert points[form].replace("{n}", str(n)) == words.tn("{n} point", "{n} points", n), n
