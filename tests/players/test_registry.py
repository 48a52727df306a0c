"""Players by name: ours, other people's, and what is said about those that do not exist."""

import random
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

import kingdomino as kd
from kingdomino.game.view import View
from kingdomino.players import registry
from kingdomino.players.player import Budget
from kingdomino.players.registry import PlayerError, UnknownPlayer, create_player, player_names
from tests.players.table import AT_ONCE, THINKING, play_game


class Miser:
    """Claims the lowest domino, and places where it falls: a player in ten lines."""

    def choose(self, view: View, rng: random.Random) -> kd.Action:
        actions = view.legal_actions()
        return actions[0] if view.phase == "claim" else rng.choice(actions)


class Thinker(Miser):
    """A player that takes a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget


NOT_A_PLAYER = 7


def test_every_reference_player_has_a_name() -> None:
    assert set(AT_ONCE + THINKING) <= set(player_names())


def test_a_player_of_ones_own_is_named_by_module_and_class() -> None:
    miser = create_player(f"{__name__}:Miser")
    rules = kd.Rules(players=3)
    game = play_game([miser, create_player("random"), create_player("full-greedy")], rules, seed=1)
    assert game.over
    for position, (_, action) in zip(game.positions(), game.history, strict=False):
        if position.seat == 0 and isinstance(action, kd.Claim):
            assert action == position.legal_actions()[0]


def test_a_budget_is_handed_to_players_that_take_one() -> None:
    thinker = create_player(f"{__name__}:Thinker", Budget(work=5))
    assert isinstance(thinker, Thinker)
    assert thinker.budget == Budget(work=5)
    frugal = create_player(f"{__name__}:Thinker")
    assert isinstance(frugal, Thinker)
    assert frugal.budget == Budget()


def test_installed_packages_announce_players(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("miser", f"{__name__}:Miser", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints([point]))
    assert "miser" in player_names()
    assert isinstance(create_player("miser"), Miser)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownPlayer, match=r"no player 'grandma': choose random, .*module:Class"):
        create_player("grandma")


@pytest.mark.parametrize("name", ["nowhere.to.be.found:Miser", f"{__name__}:Grandma"])
def test_a_player_that_cannot_be_loaded_says_why(name: str) -> None:
    with pytest.raises(UnknownPlayer, match="cannot be loaded"):
        create_player(name)


def test_not_everything_makes_a_player() -> None:
    with pytest.raises(
        PlayerError, match="is not a player, nor a class or function that makes one"
    ):
        create_player(f"{__name__}:NOT_A_PLAYER")


class Picky:
    """A player that cannot be made without being told more."""

    def __init__(self, taste: str) -> None:
        self.taste = taste

    def choose(self, view: View, rng: random.Random) -> kd.Action:
        raise NotImplementedError


class Bystander:
    """Decides nothing."""


MISER = Miser()


def test_a_player_is_named_with_its_budget_or_given() -> None:
    thinker = create_player(f"{__name__}:Thinker@0.5s", Budget(work=5))
    assert isinstance(thinker, Thinker)
    assert thinker.budget == Budget(seconds=0.5)
    given = create_player(Thinker, Budget(work=5))
    assert isinstance(given, Thinker)
    assert given.budget == Budget(work=5)
    for itself in (MISER, f"{__name__}:MISER"):
        assert create_player(itself) is MISER
    made = create_player(lambda: MISER)
    assert made is MISER


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (f"{__name__}:Miser@0.1s", "Miser' decides without a budget: leave out '@0.1s'"),
        ("full-greedy@5", "'full-greedy' decides without a budget: leave out '@5'"),
        (f"{__name__}:MISER@5", "MISER' decides without a budget"),
        ("champion@soon", "'soon' is no budget for champion: write seconds such as @0.5s"),
        (Picky, "Picky' cannot be made: TypeError: .* missing 1 required positional argument"),
        (Bystander, "Bystander' is no player: it has no method choose"),
        (7, "'builtins:int' is not a player, nor a class or function"),
        (None, "is not a player, nor a class or function"),
        ("", "'' is no player: write a name, or module:Class"),
    ],
)
def test_a_player_that_cannot_be_had_is_refused_in_a_sentence(player: object, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        create_player(player)


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"work": 0}]
)
def test_a_budget_is_positive(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="budget"):
        Budget(**wrong)


@pytest.mark.compiled_only
def test_nothing_is_compiled_before_a_player_is_used() -> None:
    code = (
        "from kingdomino.players.registry import create_player, player_names\n"
        f"players = [create_player(name) for name in {AT_ONCE + THINKING}]\n"
        "from kingdomino.players import greed, montecarlo, policies, uct\n"
        "for function in (greed.gain, policies.choose, montecarlo.try_turns, uct.grow):\n"
        "    assert not function.signatures, function\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
