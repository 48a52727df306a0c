"""What holds for every player: legal in every variant, repeatable, blind to the pile."""

import random

import pytest

import kingdomino as kd
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player, player_names
from tests.conftest import as_many_as
from tests.players.table import AT_ONCE, THINKING, play_game, random_position
from tests.variants import RULES


@pytest.mark.parametrize("name", AT_ONCE)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_quick_players_play_legally(rules: kd.Rules, name: str) -> None:
    player = create_player(name)
    for seed in range(as_many_as(5, 1)):
        assert play_game([player] * rules.players, rules, seed).over


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_thinking_players_play_legally(rules: kd.Rules, name: str) -> None:
    player = create_player(name, Budget(work=4))
    assert play_game([player] * rules.players, rules, seed=3).over


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", AT_ONCE + THINKING)
@pytest.mark.parametrize("rules", RULES[3::8], ids=str)
def test_the_same_seed_and_work_give_the_same_game(rules: kd.Rules, name: str) -> None:
    games = [
        play_game([create_player(name, Budget(work=15))] * rules.players, rules, seed=11)
        for _ in range(2)
    ]
    assert games[0].history == games[1].history


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", AT_ONCE + THINKING)
def test_another_seed_gives_other_choices(name: str) -> None:
    view = kd.Game.new(kd.Rules(players=4), seed=5).view(0)
    player = create_player(name, Budget(work=10))
    choices = {player.choose(view, random.Random(seed)) for seed in range(40)}
    assert len(choices) > 1 or name in ("full-greedy", "learned", "champion")


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", AT_ONCE + THINKING)
@pytest.mark.parametrize("rules", [RULES[3], RULES[7], RULES[15]], ids=str)
def test_the_order_of_the_pile_changes_no_decision(rules: kd.Rules, name: str) -> None:
    for actions in (0, 1, 6, 21):
        game = random_position(rules, actions, seed=actions)
        line_and_pile = [*dealt(game), *reversed(game.pile)]
        twin = kd.Game(rules, line_and_pile, game.opening)
        for _, action in game.history:
            twin.play(action)
        assert twin.pile != game.pile
        seat = game.seat
        assert seat is not None
        choices = [
            create_player(name, Budget(work=50)).choose(table.view(seat), random.Random(8))
            for table in (game, twin)
        ]
        assert choices[0] == choices[1]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", player_names())
@pytest.mark.parametrize(("middle", "harmony"), [(False, False), (True, True)])
def test_the_same_rules_under_two_names_give_the_same_decisions(
    name: str, middle: bool, harmony: bool
) -> None:
    revised, classic = (
        kd.Rules(2, edition, middle, harmony, mighty_duel=edition == "classic")
        for edition in ("revised", "classic")
    )
    for actions in (0, 2, 7, 40, 90):
        game = random_position(revised, actions, seed=actions)
        twin = kd.Game(classic, [*dealt(game), *reversed(game.pile)], game.opening)
        for _, action in game.history:
            twin.play(action)
        assert twin.state.tobytes() == game.state.tobytes()
        assert game.seat is not None
        choices = [
            create_player(name, Budget(work=30)).choose(table.view(game.seat), random.Random(8))
            for table in (game, twin)
        ]
        assert choices[0] == choices[1]


def dealt(game: kd.Game) -> list[int]:
    """The dominoes that have been drawn, in the order they were laid out."""
    twin = game.copy()
    pile = list(twin.pile)
    while twin.history:
        twin.undo()
    first = [slot.domino for slot in twin.line]
    second = list(twin.pile)
    return first + second[: len(second) - len(pile)]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", THINKING)
def test_a_choice_leaves_the_view_as_it_was(name: str) -> None:
    view = random_position(RULES[3], 22, seed=1).view(0)
    before = view.state.copy()
    create_player(name, Budget(work=20)).choose(view, random.Random(1))
    assert (view.state == before).all()


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["mc-full-greedy", "uct-full-greedy"])
def test_a_claim_that_was_not_foreseen_is_thought_about(name: str) -> None:
    game = random_position(RULES[3], 9, seed=2)
    assert game.phase == "claim"
    assert game.seat is not None
    player = create_player(name, Budget(work=30))
    choice = player.choose(game.view(game.seat), random.Random(0))
    assert choice in game.legal_actions()


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["mc-random", "uct-random"])
def test_the_claim_of_a_turn_is_decided_with_its_placement(name: str) -> None:
    game = random_position(RULES[3], 8, seed=2)
    assert game.phase == "place"
    assert game.seat is not None
    player = create_player(name, Budget(work=500))
    chance = random.Random(0)
    game.play(player.choose(game.view(game.seat), chance))
    spent = chance.getstate()
    claims = {player.choose(game.view(game.seat), chance) for _ in range(3)}
    assert len(claims) == 1
    assert chance.getstate() == spent
