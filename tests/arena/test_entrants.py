import pytest

from kingdomino.arena.entrants import read_entrants
from kingdomino.players.player import Budget


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
    entrants = read_entrants(["random", "random", "random@5", "random"], Budget())
    assert [entrant.name for entrant in entrants] == [
        "random", "random (2)", "random@5", "random (3)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "@5", "a\nb", "random@", "random@x", "random@1.5", "random@0"]
)
def test_what_is_no_entrant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_entrants([text], Budget())
