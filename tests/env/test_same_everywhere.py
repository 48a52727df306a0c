"""One game shown by every environment: the observations, masks and rewards are the same."""

import random

import numpy as np
import pyspiel
import pytest

import kingdomino as kd
import kingdomino.env.open_spiel
from kingdomino.env import KingdominoEnv, KingdominoVectorEnv, kingdomino_v0
from tests.env.description import SETTINGS, name_setting


def game_of(env: KingdominoVectorEnv) -> kd.Game:
    """The batch's first game, just dealt, as an object."""
    state = env.tables.states[0]
    opening = [seat for seat, _ in kd.Position(env.rules, state).waiting]
    return kd.Game(env.rules, env.tables.piles[0][: env.rules.deck_size].tolist(), opening)


def spiel_state(setting: dict[str, object], game: kd.Game) -> object:
    """The same deal in OpenSpiel, as far as it is on the table."""
    state = pyspiel.load_game("python_kingdomino", setting).new_initial_state()
    for seat in game.opening[:1] if game.rules.duel_opening else game.opening:
        state.apply_action(seat)
    return state


def draw(state: object, game: kd.Game) -> None:
    """Let chance draw in OpenSpiel what lies on the table of the game."""
    for slot in game.claim_line:
        if state.is_chance_node():
            state.apply_action(slot.domino)


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_all_environments_show_the_same(setting: dict[str, object]) -> None:
    chance = random.Random(4)
    batch = KingdominoVectorEnv(2, **setting)
    seen, infos = batch.reset(seed=11)
    game = game_of(batch)
    aec = kingdomino_v0.env(**setting)
    aec.reset(options={"game": game})
    state = spiel_state(setting, game)
    draw(state, game)
    while True:
        seat = int(infos["seat"][0])
        mine, _, _, _, info = aec.last()
        assert aec.agent_selection == f"seat_{seat}"
        np.testing.assert_array_equal(mine, seen[0])
        np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][0])
        assert state.current_player() == seat
        np.testing.assert_array_equal(state.observation_tensor(seat), seen[0])
        np.testing.assert_array_equal(state.legal_actions_mask(), infos["action_mask"][0])
        single = KingdominoEnv(**setting, opponents="random", seat=seat)
        alone, alone_info = single.reset(seed=1, options={"game": aec.unwrapped.game})
        np.testing.assert_array_equal(alone, seen[0])
        np.testing.assert_array_equal(alone_info["action_mask"], infos["action_mask"][0])

        action = chance.choice(np.flatnonzero(infos["action_mask"][0]).tolist())
        actions = batch.sample_actions().copy()
        actions[0] = action
        seen, _, ends, _, infos = batch.step(actions)
        aec.step(action)
        state.apply_action(action)
        draw(state, aec.unwrapped.game)
        if ends[0]:
            break
    assert state.is_terminal()
    rewards = infos["rewards"][0].tolist()
    assert state.returns() == pytest.approx(rewards)
    assert list(aec.rewards.values()) == rewards
    points = [score.total for score in aec.unwrapped.game.scores()]
    assert infos["final_points"][0].tolist() == points
