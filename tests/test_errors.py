"""Errors and phrases as data: said in English, sent, pickled, and told in other languages."""

import json
import pickle

import pytest

from kingdomino.errors import KingdominoError, Phrase, SettingError, Term, quote
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.server.errors import STATUS, Refusal
from kingdomino.words import find_catalogue

POLISH = find_catalogue("pl")


def test_an_error_is_a_code_a_template_and_values() -> None:
    error = IllegalAction("{cell} is taken", cell="g8")
    assert (error.code, error.template, error.values) == (
        "illegal",
        "{cell} is taken",
        {"cell": "g8"},
    )
    assert str(error) == "g8 is taken"
    assert isinstance(error, ValueError)


def test_a_reason_may_be_another_error_or_a_phrase() -> None:
    error = KingdominoError("{where}: {reason}", where="a.txt", reason=IllegalAction("no"))
    assert str(error) == "a.txt: no"
    assert error.values["reason"] == Phrase("no")


def test_values_are_said_by_what_they_are() -> None:
    colours = [Term("colour", "Pink"), Term("colour", "Blue"), Term("colour", "Green")]
    phrase = Phrase("{who}, {number}, {share}", who=colours, number=7, share=0.5)
    assert str(phrase) == "Pink, Blue and Green, 7, 0.5"
    assert str(Phrase("{none}{one}", none=[], one=["Ann"])) == "Ann"


def test_a_number_chooses_between_one_and_several() -> None:
    games = [Phrase.counted("{n} game", "{n} games", n) for n in (1, 2)]
    assert [str(phrase) for phrase in games] == ["1 game", "2 games"]


def test_what_was_typed_is_quoted_and_spelled_out() -> None:
    assert str(quote("g\x1b9")) == r"'g\x1b9'"


def test_a_value_is_never_taken_for_a_template() -> None:
    error = KingdominoError("{name} is {what}", name="{what}", what="here")
    assert str(error) == "{what} is here"
    assert POLISH.tell(error) == "{what} is here"


@pytest.mark.parametrize(
    "error",
    [
        IllegalAction("{cell} is taken", cell="g8"),
        NotationError("a second castle", 2, 7),
        Refusal("stale", "the game has gone on"),
        SettingError(Phrase.counted("{n} game", "{n} games", 3)),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_can_be_pickled_with_all_it_has(error: KingdominoError) -> None:
    error.add_note("in deal 3")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.describe(), vars(again)) == (
        str(error),
        error.describe(),
        vars(error),
    )


def test_the_place_in_a_text_is_part_of_what_is_said() -> None:
    error = NotationError("{text} is no seed", 2, 7, text=quote("zz"))
    assert str(error) == "line 2, column 7: 'zz' is no seed"
    assert (error.line, error.column, str(error.reason)) == (2, 7, "'zz' is no seed")
    assert str(NotationError("a second castle")) == "a second castle"


def test_what_is_sent_is_plain_json_and_the_english_sentence() -> None:
    error = KingdominoError(
        "no {terrain} at {cells}: {reason}",
        terrain=Term("terrain", "wheat"),
        cells=["g8", "g9"],
        reason=Phrase.counted("{n} crown", "{n} crowns", 2),
    )
    assert json.loads(json.dumps(error.describe())) == {
        "code": "refused",
        "reason": "no wheat at g8 and g9: 2 crowns",
        "template": "no {terrain} at {cells}: {reason}",
        "values": {
            "terrain": {"kind": "terrain", "term": "wheat"},
            "cells": ["g8", "g9"],
            "reason": {"template": "{n} crown", "plural": "{n} crowns", "values": {"n": 2}},
        },
    }


def test_an_error_is_told_in_the_readers_language_with_its_values() -> None:
    taken = IllegalAction("{first} and {second} are taken", first="g8", second="g9")
    error = NotationError(Phrase("{colour} does not play", colour=Term("colour", "Pink")), 3, 5)
    assert POLISH.tell(taken) == POLISH.t("{first} and {second} are taken", first="g8", second="g9")
    assert POLISH.tell(taken) != str(taken)
    assert POLISH.tc("colour", "Pink") in POLISH.tell(error)
    assert find_catalogue("en").tell(error) == str(error)


def test_what_a_person_has_written_is_not_translated() -> None:
    error = KingdominoError("{name} is here", name="Pink")
    assert POLISH.tell(error) == "Pink is here"


def test_a_list_ends_as_the_language_ends_it() -> None:
    assert POLISH.tell(("Ann", Term("colour", "Pink"))) == "Ann i Różowy"


def test_a_plural_is_the_languages_own() -> None:
    points = [Phrase.counted("{n} point", "{n} points", n) for n in (1, 2, 5)]
    assert len({POLISH.tell(phrase).split()[1] for phrase in points}) == 3


def test_the_status_follows_the_code() -> None:
    assert {Refusal(code, "no").status for code in ("stale", "too_large")} == {409, 413}
    assert all(400 <= status < 600 for status in STATUS.values())
