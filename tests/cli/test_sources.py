"""Input that cannot be used: one sentence, exit code 2, never a traceback."""

from pathlib import Path

import pytest

from tests.cli.command import refuse, run

READERS = ("show", "replay", "verify", "perft", "score")


@pytest.mark.parametrize("command", READERS)
def test_a_directory_is_no_file(command: str, tmp_path: Path):
    assert "is a directory" in refuse(command, str(tmp_path))


@pytest.mark.parametrize("command", READERS)
def test_a_binary_file_is_no_text(command: str):
    assert "binary" in refuse(command, "-", stdin=b"\x7fELF\0\0")


@pytest.mark.parametrize("command", READERS)
def test_only_utf_8_is_text(command: str):
    assert "not UTF-8 text: see line 2" in refuse(command, "-", stdin=b"[\n\xff\xfe")


@pytest.mark.parametrize("command", ["show", "replay", "verify", "perft"])
def test_a_missing_file_is_named(command: str):
    assert refuse(command, "missing.txt") == "There is no file 'missing.txt'."


@pytest.mark.parametrize("command", ["show", "replay", "verify", "perft"])
def test_an_empty_file_is_no_game(command: str):
    assert "stdin is empty" in refuse(command, "-")


@pytest.mark.parametrize("command", ["show", "perft"])
def test_what_is_neither_record_nor_position(command: str):
    assert "neither a record" in refuse(command, "-", stdin="hello")
    assert "'foo' is no word" in refuse(command, "-", stdin="foo-2p PY 0")
    assert "the fields are" in refuse(command, "-", stdin="classic-2p PY 0")


def test_a_huge_file_is_no_game():
    assert "too large" in refuse("show", "-", stdin=b"[" * 1_000_001)


@pytest.mark.parametrize("command", ["show", "replay", "perft"])
def test_an_illegal_action_is_explained(command: str):
    record = '[Rules "classic 2p"]\n[Pink ""] [Yellow ""]\n\n0. 1,2,3,4 P-9 P Y Y\n'
    sentence = refuse(command, "-", stdin=record)
    assert "round 0, Pink (line 4): domino 9 is not in the line" in sentence


def test_windows_line_ends_and_byte_order_marks_do_no_harm(finished: Path):
    text = b"\xef\xbb\xbf" + finished.read_bytes().replace(b"\n", b"\r\n")
    assert run("verify", "-", stdin=text).code == 0


@pytest.mark.parametrize(
    "arguments", [["bogus"], ["show"], ["show", "--bogus"], ["perft", "--depth", "x"]]
)
def test_wrong_usage_points_to_the_help(arguments: list[str]):
    assert "--help" in refuse(*arguments)
