from pathlib import Path

import pytest

from kingdomino import words
from tests.cli.command import refuse, run

KINGDOM = "w w1 f f1 s/w w C f s1/l l1 g2 g s"


def test_a_kingdom_is_scored_with_its_breakdown():
    outcome = run("score", KINGDOM)
    assert (outcome.code, outcome.err) == (0, "")
    rows = [" ".join(line.split()) for line in outcome.out.split("\n")]
    assert "w wheat 4 × 1 = 4 e7" in rows
    assert "g grassland 2 × 2 = 4 g6" in rows
    assert "total 16" in rows
    assert "largest territory 4, crowns 6" in outcome.out


def test_bonuses_count_when_they_are_played_for():
    assert run("score", KINGDOM, "--middle", "--json").json["bonuses"] == {"middle_kingdom": 10}
    assert "5 dominoes short" in run("score", KINGDOM, "--harmony").out
    full = "/".join(["w w w w w", "f f f f f", "l l C l l", "f f f f f", "g g g g g"])
    assert run("score", full, "--harmony", "--json").json["bonuses"] == {"harmony": 5}


@pytest.mark.parametrize("text", [KINGDOM.upper(), KINGDOM.replace("/", "\n"), KINGDOM + "\r\n"])
def test_a_kingdom_may_be_typed_in_many_ways(text: str):
    assert run("score", "-", "--json", stdin=text).json["total"] == 16


def test_a_kingdom_may_come_from_a_pipe_or_a_file(tmp_path: Path):
    path = tmp_path / "kingdom.txt"
    path.write_text(KINGDOM)
    assert run("score", "--json", stdin=KINGDOM).json["total"] == 16
    assert run("score", str(path), "--json").json["total"] == 16


def test_a_large_kingdom_is_taken_to_be_of_the_duel():
    wide = "wwwCfff"
    assert run("score", wide, "--json").json["grid"] == 7
    assert "too large for 5×5" in refuse("score", wide, "--grid", "5")
    assert "too large for 7×7" in refuse("score", "w" + wide)
    assert "--grid is 5 or 7" in refuse("score", wide, "--grid", "6")


def test_doubts_are_told_and_the_kingdom_scored_all_the_same():
    outcome = run("score", "m3m3m3/.C.")
    assert outcome.code == 0
    assert "3 squares of mine with 3 crowns: the box holds 1" in outcome.err
    assert run("score", "m3m3m3/.C.", "--json").json["doubts"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Are you sure? Cut off from the castle: f6, f9."),
        ("et", "Oled kindel? Lossist ära lõigatud: f6, f9."),
        ("ru", "Вы уверены? Отрезано от замка: f6, f9."),
    ],
)
def test_a_doubt_is_a_sentence_of_its_own(
    language: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
):
    request.addfinalizer(lambda: words.speak("en"))
    monkeypatch.setenv("KINGDOMINO_LANGUAGE", language)
    assert sentence in run("score", "w../..f/.Cf/w..").err


def test_what_is_no_kingdom_is_refused():
    assert "neither a file nor a kingdom" in refuse("score", "no such thing")
    assert "neither a file nor a kingdom" in refuse("score", "www")
    assert "there is no castle" in refuse("score", "-", stdin="www")
    assert "line 2, column 2" in refuse("score", "-", stdin="wC\nwz")
    assert "there is no castle" in refuse("score", "-", stdin="")
