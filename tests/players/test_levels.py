"""The levels for people: who they are, how long they take, and that each is a step up."""

import random

import pytest

import kingdomino as kd
from kingdomino.players.champion import Champion
from kingdomino.players.levels import (
    LEVELS,
    MOST_SECONDS,
    UnknownLevel,
    create_level,
    create_monarch,
    find_level,
)
from kingdomino.players.player import Budget, Player
from kingdomino.players.registry import create_player, player_names
from tests.conftest import as_many_as
from tests.players.clock import hold_clock
from tests.players.table import play_game, random_position
from tests.variants import RULES

NAMES = [level.name for level in LEVELS]
INSTANT = NAMES[:3]
LEARNED = NAMES[3:]


def quick(name: str) -> Player:
    """A level that is not given a second to think."""
    return create_monarch(Budget(work=10)) if find_level(name).thinks else create_level(name)


def test_there_are_five_levels_each_of_one_word_and_one_line() -> None:
    assert len(LEVELS) == len(set(NAMES)) == 5
    for level in LEVELS:
        assert level.name.isalpha()
        assert level.name.islower()
        assert 20 < len(level.character) <= 66
        assert "\n" not in level.character


def test_levels_are_players_by_name() -> None:
    assert set(NAMES) <= set(player_names())
    for level in LEVELS:
        assert type(create_player(level.name)) is type(create_level(level.name))


def test_an_unknown_level_lists_the_known_ones() -> None:
    with pytest.raises(UnknownLevel, match=r"no level 'jester': choose page, squire, .* monarch"):
        create_level("jester")


def test_the_monarch_has_just_under_a_second_unless_told_otherwise() -> None:
    for made, budget in [
        (create_level("monarch"), Budget(seconds=MOST_SECONDS)),
        (create_player("monarch"), Budget(seconds=MOST_SECONDS)),
        (create_player("monarch", Budget(work=5)), Budget(work=5)),
    ]:
        assert isinstance(made, Champion)
        assert made.budget == budget


@pytest.mark.parametrize("name", INSTANT)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_lower_levels_play_legally(rules: kd.Rules, name: str) -> None:
    player = create_level(name)
    for seed in range(as_many_as(5, 1)):
        assert play_game([player] * rules.players, rules, seed).over


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("rules", RULES[3::4], ids=str)  # test_every_player has the others
def test_the_upper_levels_play_legally(rules: kd.Rules, name: str) -> None:
    player = quick(name)
    assert play_game([player] * rules.players, rules, seed=3).over


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [RULES[3], RULES[7], RULES[15]], ids=str)
def test_the_same_seed_gives_the_same_game(rules: kd.Rules, name: str) -> None:
    games = [play_game([quick(name)] * rules.players, rules, seed=11) for _ in range(2)]
    assert games[0].history == games[1].history


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [RULES[3], RULES[7], RULES[15]], ids=str)
def test_no_level_thinks_for_longer_than_a_second(
    rules: kd.Rules, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = create_level(name)
    clock = hold_clock(monkeypatch, cost=0.01)
    for actions in (8, 9, 16):
        game = random_position(rules, actions, seed=actions)
        start = clock.now
        player.choose(game.view(game.acting_seat), random.Random(1))
        if find_level(name).thinks:
            assert 0.8 < clock.now - start < 1 or len(game.legal_actions()) == 1
        else:
            assert clock.looks == 0  # it decides at once


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("lower", "upper", "deals"), [("page", "squire", 60), ("squire", "knight", 60)]
)
def test_the_lower_levels_are_clear_steps(lower: str, upper: str, deals: int) -> None:
    assert win_rate(upper, lower, RULES[3], deals) >= 0.75


@pytest.mark.compiled_only
@pytest.mark.parametrize("rules", [RULES[3], RULES[7]], ids=str)
def test_the_duke_beats_the_knight(rules: kd.Rules) -> None:
    assert win_rate("duke", "knight", rules, 60) >= 0.75


def win_rate(name: str, other: str, rules: kd.Rules, deals: int) -> float:
    """How many games of two the first level wins; every deal is played from both seats."""
    wins = 0.0
    for seed in range(deals):
        for mine in (0, 1):
            players = [create_level(other), create_level(other)]
            players[mine] = create_level(name)
            winners = play_game(players, rules, seed).winners()
            wins += (mine in winners) / len(winners)
    return wins / (2 * deals)
