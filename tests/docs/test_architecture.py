"""docs/architecture.md describes the house as it stands."""

import pytest

import kingdomino as kd
from kingdomino.rules import kernel
from tests.docs.pages import ROOT, code, read_page, table

PAGE = read_page("docs/architecture.md")


def test_every_module_of_the_rules_and_the_game_is_listed() -> None:
    listed = [code(row["module"]) for row in table(PAGE, "module", "subject")]
    found = [
        f"{path.parent.name}.{path.stem}"
        for package in ("rules", "game")
        for path in (ROOT / "src/kingdomino" / package).glob("[!_]*.py")
    ]
    assert sorted(listed) == sorted(found)


@pytest.mark.parametrize(
    "row",
    table(PAGE, "word", "name", "holds") + table(PAGE, "word of a kingdom", "name", "holds"),
    ids=lambda row: row["name"],
)
def test_the_words_of_a_state_are_where_the_page_says(row: dict[str, str]) -> None:
    word, name, _ = row.values()
    assert getattr(kernel, code(name)) == int(word)


def test_a_state_is_as_large_as_the_page_says() -> None:
    sizes = {players: len(kernel.new_state(kd.Rules(players=players))) for players in (2, 4)}
    assert f"With two players it has {sizes[2]} words, with four {sizes[4]}." in PAGE


def test_the_action_in_the_example_has_the_number_that_the_page_gives() -> None:
    place = kd.parse_action("5:g8e")
    assert place == kd.Place(5, (0, 1), (1, 1))
    assert kd.Kingdom().check_placement(place) == 8
