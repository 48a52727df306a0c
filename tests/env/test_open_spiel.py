"""The bridge to OpenSpiel: its own tests, its own algorithms."""

import random

import numpy as np
import pyspiel
import pytest

import kingdomino as kd
import kingdomino.env.open_spiel
from tests.env.description import SETTINGS, name_setting


@pytest.mark.compiled_only
@pytest.mark.parametrize("setting", SETTINGS[::2], ids=name_setting)
def test_it_passes_the_random_simulation_test(setting: dict[str, object]) -> None:
    game = pyspiel.load_game("python_kingdomino", setting)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_chance_draws_every_king_and_every_domino_alike() -> None:
    state = pyspiel.load_game("python_kingdomino").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(0)
    assert state.chance_outcomes() == [(0, pytest.approx(1 / 3)), (1, pytest.approx(2 / 3))]
    for seat in (0, 1, 1):
        state.apply_action(seat)
    assert state.chance_outcomes() == [(number, 1 / 48) for number in range(1, 49)]
    for drawn, number in enumerate((40, 7, 12, 9)):
        assert [outcome for outcome, _ in state.chance_outcomes()].count(number) == 1
        assert len(state.chance_outcomes()) == 48 - drawn
        state.apply_action(number)
    assert state.legal_actions() == [263, 265, 268, 296]
    assert state.action_to_string(263) == "-7"
    assert state.current_player() == 0


def test_the_duel_draws_one_king() -> None:
    state = pyspiel.load_game("python_kingdomino(edition=revised)").new_initial_state()
    state.apply_action(1)
    for number in (1, 2, 3, 4):
        state.apply_action(number)
    seats = []
    for _ in range(4):
        seats.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert seats == [1, 0, 0, 1]


def test_a_copy_is_a_state_of_its_own() -> None:
    chance = random.Random(1)
    state = pyspiel.load_game("python_kingdomino(players=3)").new_initial_state()
    for _ in range(30):
        twin, text = state.clone(), str(state)
        assert str(twin) == text
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == text
        state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.compiled_only
def test_its_tree_search_plays_the_game() -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("python_kingdomino")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, 1.4, 6, evaluator, random_state=rng)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.history()) < 30:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_what_cannot_be_played_is_refused() -> None:
    for text, reason in (
        ("players=5", "for 2, 3 or 4 players, not 5"),
        ("edition=antique", "the edition is"),
        ("reward=fun", 'the reward is "win" or "margin"'),
    ):
        with pytest.raises(kd.RulesError, match=reason):
            pyspiel.load_game(f"python_kingdomino({text})")
