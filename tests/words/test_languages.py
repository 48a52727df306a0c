"""Which language somebody wants, and what the engine says, told in it."""

import pytest

import kingdomino as kd
from kingdomino.errors import Phrase
from kingdomino.words import LANGUAGES, choose_language, find_catalogue, negotiate_language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANGUAGE": "de:is:en", "LANG": "C"}, "is"),
        ({"LC_MESSAGES": "ru_RU", "LANG": "en_GB"}, "ru"),
        ({"KINGDOMINO_LANGUAGE": "et", "LANG": "en_GB"}, "et"),
    ],
)
def test_the_environment_says_which_language(environment: dict[str, str], language: str) -> None:
    assert choose_language(environment) == language


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("", None, "en"),
        ("hu-HU,hu;q=0.9,en;q=0.8", None, "hu"),
        ("de-DE,de;q=0.9,lv;q=0.3,en;q=0.2", None, "lv"),
        ("en;q=0.5, lt;q=0.9", None, "lt"),
        ("lt;q=0", None, "en"),
        ("pl", "et", "et"),
        ("pl", "xx", "pl"),
        ("pl;q=much, ru;q=0.1", None, "ru"),
    ],
)
def test_the_browser_says_which_language(accepted: str, chosen: str | None, language: str) -> None:
    assert negotiate_language(accepted, chosen) == language


def say_them_all() -> list[Phrase]:
    """What the engine really says, something of each kind that players meet."""
    said: list[Phrase] = []

    def refuse(game: kd.Game, action: str) -> None:
        with pytest.raises(kd.IllegalAction) as error:
            game.play(action)
        said.append(error.value.phrase)

    game = kd.Game.new(kd.Rules(players=2), seed=2026)
    free = [domino for domino, _ in game.line]
    absent = next(number for number in range(1, 49) if number not in free)
    refuse(game, f"-{absent}")
    refuse(game, f"{free[0]}:g8n")
    game.play(f"-{free[0]}")
    refuse(game, f"-{free[0]}")
    while game.phase == "claim":
        game.play(game.legal_actions()[0])
    refuse(game, "-1")
    domino = game.domino
    other = next(slot.domino for slot in game.line if slot.domino != domino)
    refuse(game, f"{other}:g8n")
    kingdom = kd.Kingdom(grid=5)
    kingdom.place(kd.Place(1, (1, 0), (2, 0)))
    for place in (
        kd.Place(2, (0, 1), (2, 3)),
        kd.Place(2, (1, 0), (1, 1)),
        kd.Place(2, (0, 0), (1, 0)),
        kd.Place(2, (3, 0), (5, 0)),
        kd.Place(2, (-3, 0), (-4, 0)),
        kd.Place(3, (2, 1), (2, 2)),
        kd.Place(13, (4, 4), (4, 3)),
        kd.Place(18, (2, 1), (2, 2)),
    ):
        with pytest.raises(kd.IllegalAction) as error:
            kingdom.place(place)
        said.append(error.value.phrase)
    while not game.over:
        game.play(game.legal_actions()[0])
    refuse(game, "-1")
    for text in (
        "w3w3w3w3w3/C....",
        "Cm1m1m1m1/m1m1...",
        "wwwwwwwwC",
        "w..C",
        "l3Cl3",
        "wwC..f/...f.",
        "f.w/...C",
        "ffC/f../..w/www",
        ".w.ww/C.www",
    ):
        try:
            said += kd.Kingdom.from_text(text, 5).doubts()
        except kd.NotationError as error:
            said.append(error.reason)
    return said


def test_what_the_engine_says_is_told_in_every_language() -> None:
    for language in LANGUAGES:
        catalogue = find_catalogue(language)
        for phrase in say_them_all():
            assert (catalogue.tell(phrase) == str(phrase)) == (language == "en"), phrase


def test_an_error_is_told_with_the_errors_in_it() -> None:
    with pytest.raises(kd.NotationError) as error:
        kd.Kingdom.from_text("wC\n.g4")
    polish = find_catalogue("pl")
    reason = polish.t("{text} is no number of crowns here", text="„4”")
    told = polish.t("line {line}, column {column}: {reason}", line=2, column=3, reason=reason)
    assert polish.tell(error.value) == told


def test_a_list_is_joined_and_its_phrases_are_told() -> None:
    settings = (Phrase("rules"), Phrase("seed"))
    assert find_catalogue("pl").tell(settings) == "zasady i ziarno"


def test_terrains_stand_in_the_case_that_a_language_asks_for() -> None:
    with pytest.raises(kd.IllegalAction) as error:
        kd.Kingdom(grid=5).place(kd.Place(18, (2, 1), (2, 2)))
    assert "no forest or grassland beside it" in str(error.value)
    told = {language: find_catalogue(language).tell(error.value) for language in ("pl", "ru", "et")}
    assert "lasu ani łąki" in told["pl"]
    assert "ни леса, ни луга" in told["ru"]
    assert "metsa ega rohumaad" in told["et"]
