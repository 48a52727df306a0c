"""docs/environments.md describes the environments as they are."""

import inspect

import pytest

import kingdomino as kd
from kingdomino.env import KingdominoEnv, KingdominoVectorEnv, Layout, kingdomino_v0
from kingdomino.env.dataset import make_schema
from kingdomino.env.observation import PLANE_NAMES
from kingdomino.env.rewards import REWARDS
from kingdomino.rules.kernel import ACTIONS
from tests.docs.pages import code, read_page, run_examples, table

PAGE = read_page("docs/environments.md")


def test_the_examples_do_what_they_show() -> None:
    assert run_examples("docs/environments.md") >= 7


def test_the_planes_are_listed_in_order() -> None:
    rows = table(PAGE, "plane", "name", "holds on each cell")
    assert [row["name"] for row in rows] == list(PLANE_NAMES)
    assert [int(row["plane"]) for row in rows] == list(range(len(PLANE_NAMES)))


def test_the_parts_of_the_table_are_as_long_as_the_page_says() -> None:
    fields = Layout(2).fields
    listed: dict[str, int] = {}
    for row in table(PAGE, "part", "bytes", "holds"):
        names, length = row["part"].split(" … "), int(row["bytes"].split()[0])
        if len(names) == 2:
            first = code(names[0])[:-1]
            listed |= {f"{first}{number}": length for number in range(4)}
            assert code(names[1]) == f"{first}3"
        else:
            listed[code(names[0])] = length
    assert listed == {name: part.stop - part.start for name, part in fields.items()}


def test_the_sizes_are_right() -> None:
    sizes = [Layout(players).size for players in (2, 3, 4)]
    assert f"21 · 64 + 280 = {sizes[0]} bytes, with three {sizes[1]}, with four {sizes[2]}" in PAGE
    assert f"Discrete({ACTIONS})" in PAGE


def test_all_rewards_are_listed() -> None:
    rows = table(PAGE, "`reward`", "when", "worth")
    assert [code(row["`reward`"]).strip('"') for row in rows] == list(REWARDS)


@pytest.mark.parametrize("maker", [KingdominoVectorEnv, KingdominoEnv, kingdomino_v0.env])
def test_every_environment_takes_the_settings(maker: object) -> None:
    arguments = inspect.signature(maker).parameters
    for name in ("players", "edition", "middle_kingdom", "harmony", "mighty_duel", "reward"):
        assert name in arguments
    rules = kd.Rules()
    assert arguments["players"].default == rules.players
    assert arguments["edition"].default == rules.edition
    assert arguments["reward"].default == "win"


def test_the_columns_of_a_dataset_are_listed() -> None:
    rows = table(PAGE, "column", "type", "holds")
    listed = {code(row["column"]): row["type"] for row in rows}
    schema = make_schema(kd.Rules())
    assert listed == {field.name: str(field.type).split("[")[0] for field in schema}


def test_the_length_of_a_game_is_what_the_page_says() -> None:
    lengths = {
        str(rules): 2 * rules.kings * rules.rounds
        for rules in (
            kd.Rules(players=2),
            kd.Rules(players=2, mighty_duel=True),
            kd.Rules(players=3),
            kd.Rules(players=4),
        )
    }
    assert [*lengths.values()] == [48, 96, 72, 96]
    assert "48 in the classic game for two, 96 in a duel and with four, 72 with three" in PAGE
