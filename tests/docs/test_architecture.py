"""The pages describe the house as it stands: its modules, its layers, its state."""

import re
import tomllib

import pytest

import kingdomino as kd
from kingdomino.rules import kernel
from tests.docs.pages import ROOT, blocks, code, read_page, table

PAGE = read_page("docs/architecture.md")
SOURCE = ROOT / "src" / "kingdomino"
LISTING = ("docs/architecture.md", "docs/arena.md", "docs/languages.md")
"""The pages that list modules of Python."""


def modules() -> set[str]:
    """The modules of the package, as pages call them; what lies deeper counts as its folder."""
    paths = [path.relative_to(SOURCE).with_suffix("") for path in SOURCE.rglob("[!_]*.py")]
    return {".".join(path.parts[:2]) for path in paths}


def listed(path: str) -> list[str]:
    """The modules that a page lists. Tools stand by their paths, and are none."""
    rows = table(read_page(path), "module", "subject")
    names = [code(cell) for row in rows for cell in row["module"].split(", ")]
    return [name for name in names if not name.endswith(".py")]


def layers_of_the_contract() -> list[set[str]]:
    """The layers from top to bottom that import-linter holds, without those that do not exist."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = [
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    existing = {path.stem for path in SOURCE.iterdir()}
    return [existing & set(re.findall(r"\w+", layer)) for layer in contract["layers"]]


def test_every_module_is_listed() -> None:
    assert {name for page in LISTING for name in listed(page)} == modules()


def test_no_page_lists_a_module_twice() -> None:
    for page in LISTING:
        assert len(set(listed(page))) == len(listed(page))


def test_the_picture_of_the_layers_is_the_contract_of_imports() -> None:
    picture = blocks(PAGE, "text")[0].text.splitlines()
    shown = [set(re.split("  +", line)[0].split(" | ")) for line in picture]
    assert shown == layers_of_the_contract()


def test_every_module_of_the_browser_client_is_named() -> None:
    page = read_page("docs/web.md")
    found = {path.stem for path in (SOURCE / "web").glob("*.js")}
    assert found - set(re.findall(r"`(\w+)`", page)) == set()
    rows = [row["module"] for row in table(page, "module", "holds")]
    assert {code(name) for row in rows for name in row.split(", ")} <= found


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
