"""The command line and the terminal game in other languages than English."""

import subprocess
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from kingdomino.words import speak
from tests.cli.command import run, run_process

KINGDOM = "w w1 f/w C f1"


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
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
    assert "--grid er 5 eða 7, ekki 6." in run_in("is", "score", KINGDOM, "--grid", "6")


def test_json_is_the_same_in_every_language() -> None:
    assert run_in("lv", "score", KINGDOM, "--json") == run_in("en", "score", KINGDOM, "--json")


def test_help_is_translated() -> None:
    assert "Rozegraj tu partię" in run_in("pl", "--help")


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
