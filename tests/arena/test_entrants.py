import pytest

from kingdomino.arena.entrants import read_entrants
from kingdomino.players.player import Budget
from kingdomino.players.registry import PlayerError
from tests.arena.contests import Miser


def test_a_player_has_the_common_budget_unless_it_brings_its_own() -> None:
    entrants = read_entrants(
        ["random", "mc-random@500", "mc-random@0.5s", "uct-random@200ms"], Budget(seconds=2)
    )
    assert [entrant.player for entrant in entrants] == [
        "random", "mc-random", "mc-random", "uct-random",
    ]  # fmt: skip
    assert [(entrant.budget.seconds, entrant.budget.work) for entrant in entrants] == [
        (2, None), (None, 500), (0.5, None), (0.2, None),
    ]  # fmt: skip


def test_who_comes_twice_is_numbered() -> None:
    entrants = read_entrants(["random", "random", "mc-random@5", "random"], Budget())
    assert [entrant.name for entrant in entrants] == [
        "random", "random (2)", "mc-random@5", "random (3)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "@5", "a\nb", "uct-random@", "uct-random@x", "uct-random@1.5", "uct-random@0"]
)
def test_what_is_no_entrant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_entrants([text], Budget())


def test_players_may_be_given_as_themselves_or_as_their_class() -> None:
    one = Miser()
    entrants = read_entrants([one, Miser, f"{Miser.__module__}:Miser"], Budget())
    label = f"{Miser.__module__}:Miser"
    assert [entrant.player for entrant in entrants] == [label] * 3
    assert [entrant.name for entrant in entrants] == [label, f"{label} (2)", f"{label} (3)"]
    assert entrants[0].create() is one
    assert all(type(entrant.create()) is Miser for entrant in entrants)


def test_a_budget_for_a_player_that_takes_none_is_refused() -> None:
    with pytest.raises(PlayerError, match=r"'random' decides without a budget: leave out '@0.1s'"):
        read_entrants(["random@0.1s"], Budget())
