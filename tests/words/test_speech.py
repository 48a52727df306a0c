"""The command line and the terminal game in other languages than English."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from kingdomino.words import LANGUAGES, speak
from tests.cli.command import run, run_process

KINGDOM = "w w1 f/w C f1"


@pytest.fixture(autouse=True)
def back_to_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)  # where a game is saved on leaving
    yield
    speak("en")


def run_in(language: str, *arguments: str, stdin: str = "") -> str:
    with patch.dict("os.environ", {"KINGDOMINO_LANGUAGE": language}):
        outcome = run(*arguments, stdin=stdin)
    return outcome.out + outcome.err


def test_a_kingdom_is_scored_in_estonian() -> None:
    told = run_in("et", "score", KINGDOM)
    assert "viljapõld" in told
    assert "maatükk" in told
    assert "Oled kindel?" in told


def test_a_game_is_played_in_russian() -> None:
    told = run_in(
        "ru", "play", "-r", "2p", "-s", "1", "-n", "Анна", "-n", "Борис", stdin="help\nquit\n"
    )
    assert "Анна" in told
    assert "какую плитку выбираете?" in told
    assert "королевства" in told


def test_an_error_is_a_sentence_in_icelandic() -> None:
    assert "--grid á að vera 5 eða 7, ekki 6." in run_in("is", "score", KINGDOM, "--grid", "6")


def test_json_is_the_same_in_every_language() -> None:
    assert run_in("lv", "score", KINGDOM, "--json") == run_in("en", "score", KINGDOM, "--json")


def test_help_is_translated() -> None:
    assert "Rozegraj tu partię" in run_in("pl", "--help")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_is_described_in_more_words_than_fit_the_line(language: str) -> None:
    commands = run_in(language, "--help").split("\n\n")[-2]
    assert "play " in commands
    assert "..." not in commands


def test_wrong_usage_is_explained_in_polish() -> None:
    assert run_in("pl", "show") == "Brakuje argumentu 'PLIK'. Zobacz: kingdomino show --help\n"
    told = run_in("pl", "arena", "random", "--games", "x")
    assert told.startswith("Niepoprawna wartość, '--games' / '-g': tu ma być liczba całkowita.")


def test_levels_are_chosen_by_their_names_in_lithuanian_or_english() -> None:
    for name in ("riteris", "knight", "3"):
        told = run_in("lt", "play", "-s", "1", stdin=f"{name}\nRasa\nquit\n")
        assert "Riteris" in told


def test_the_language_comes_from_the_locale() -> None:
    environment = {
        "KINGDOMINO_LANGUAGE": "",
        "LANGUAGE": "",
        "LC_ALL": "hu_HU.UTF-8",
        "PYTHONUTF8": "1",
    }
    done: subprocess.CompletedProcess[bytes] = run_process(
        "score", KINGDOM, environment=environment
    )
    assert "gabonaföld" in done.stdout.decode()
