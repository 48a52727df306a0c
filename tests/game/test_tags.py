"""The tags that a game may carry into its record."""

import re

import pytest

import kingdomino as kd
from kingdomino.game.tags import OWN_TAGS, check_tags


def test_a_tag_is_a_name_and_one_line_of_text() -> None:
    check_tags({})
    check_tags({"Event": 'At the "table"', "Date": "", "X": "ąþ"})


@pytest.mark.parametrize("name", ["", "event", "Two words", "Event1", "Event\n", 'A"'])
def test_a_tags_name_is_a_capital_and_letters(name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"a capital and letters, not {name!r}")):
        check_tags({name: "value"})


@pytest.mark.parametrize("name", sorted(OWN_TAGS))
def test_what_the_record_writes_itself_is_no_tag_of_the_game(name: str) -> None:
    with pytest.raises(ValueError, match=f"the record writes the tag {name} itself"):
        check_tags({name: "value"})


@pytest.mark.parametrize("value", ["two\nlines", "tab\t", "\x00"])
def test_a_tag_is_printable(value: str) -> None:
    with pytest.raises(ValueError, match="the tag Event is one line of printable characters"):
        check_tags({"Event": value})


def test_a_game_refuses_what_its_record_could_not_say() -> None:
    with pytest.raises(ValueError, match="the record writes the tag Seed itself"):
        kd.Game(kd.Rules(players=2), range(1, 25), (0, 1, 0, 1), tags={"Seed": "1"})
