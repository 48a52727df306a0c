"""The PettingZoo environment passes PettingZoo's tests and keeps to the rules."""

import warnings

import numpy as np
import pettingzoo
import pytest

import kingdomino as kd
from kingdomino.env import SettingError, kingdomino_v0
from tests.conftest import as_many_as
from tests.env.description import SETTINGS, name_setting

with warnings.catch_warnings():
    # PettingZoo's tests import games of its own, which warn of themselves. Nothing else is let off.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_it_passes_the_api_test(setting: dict[str, object]) -> None:
    api_test(kingdomino_v0.env(**setting), num_cycles=as_many_as(100, 10))


@pytest.mark.parametrize("reward", ["win", "sparse", "score", "margin"])
def test_it_passes_the_api_test_with_every_reward(reward: str) -> None:
    api_test(kingdomino_v0.env(players=3, reward=reward), num_cycles=as_many_as(100, 10))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_passes_the_seed_test(players: int) -> None:
    seed_test(lambda: kingdomino_v0.env(players=players), num_cycles=as_many_as(100, 10))


def test_it_passes_the_render_test() -> None:
    render_test(kingdomino_v0.env)


@pytest.mark.compiled_only
def test_it_passes_the_performance_benchmark() -> None:
    performance_benchmark(kingdomino_v0.env())


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_pettingzoo_makes_it_by_name() -> None:
    env = pettingzoo.make("aec", "kingdomino/kingdomino_v0", players=3)
    assert isinstance(env.unwrapped, kingdomino_v0.KingdominoAEC)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]


def test_the_first_game_of_a_seed_is_the_librarys_own() -> None:
    env = kingdomino_v0.raw_env(players=3, harmony=True)
    env.reset(seed=2026)
    assert env.game == kd.Game.new(kd.Rules(players=3, harmony=True), 2026)
    env.reset()
    second = str(env.game)
    env.reset(seed=2026)
    env.reset()
    assert str(env.game) == second


def test_agents_act_in_the_order_of_the_game_until_all_are_done() -> None:
    env = kingdomino_v0.env(players=3, reward="score")
    env.reset(seed=1)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, _, over, _, info = env.last()
        game = env.unwrapped.game
        if over:
            env.step(None)
            continue
        assert agent == f"seat_{game.seat}"
        assert np.flatnonzero(info["action_mask"]).tolist() == game.legal_numbers()
        for other in env.agents:
            assert env.infos[other]["action_mask"].any() == (other == agent)
        env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        for other, reward in env.rewards.items():
            total[other] += reward
    points = [score.total for score in env.unwrapped.game.scores()]
    for seat, agent in enumerate(total):
        best = max(points[:seat] + points[seat + 1 :])
        assert total[agent] == points[seat] - best
    assert env.agents == []


def test_an_illegal_action_is_refused_with_the_reason_and_the_game_goes_on() -> None:
    env = kingdomino_v0.env()
    env.reset(seed=2026)
    before = str(env.unwrapped.game)
    for action, reason in (
        (256 + 1, "action 257 is not legal: domino 1 is not in the line: free to claim"),
        (8, "action 8 is not legal: .* has to claim a domino, not to place one"),
        (256, "action 256 is not legal"),
        (999, "there is no action 999: actions are numbered 0 to 304"),
        (1.5, "an action is a whole number from 0 to 304, not 1.5"),
        (None, "has to act"),
    ):
        with pytest.raises(kd.IllegalAction, match=reason):
            env.step(action)
        assert str(env.unwrapped.game) == before
    agent = env.agent_selection
    env.step(env.action_space(agent).sample(env.last()[4]["action_mask"]))
    for _ in range(5):
        env.step(np.int32(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    assert env.unwrapped.game.phase in ("place", "claim")


def test_a_game_can_be_taken_up_where_it_stands() -> None:
    rules = kd.Rules(players=2)
    game = kd.Game.new(rules, 7)
    for _ in range(9):
        game.play(game.legal_actions()[0])
    env = kingdomino_v0.env()
    env.reset(options={"game": game})
    assert env.unwrapped.game == game
    env.step(env.unwrapped.game.legal_numbers()[0])
    assert env.unwrapped.game != game
    for wrong, reason in (
        (kd.Game.new(kd.Rules(players=3), 1), "the game is classic 3p, but"),
        (finish(game), "over"),
        ("classic 2p", "is a kingdomino.Game, not 'classic 2p'"),
    ):
        with pytest.raises(SettingError, match=reason):
            env.reset(options={"game": wrong})
    env.step(env.unwrapped.game.legal_numbers()[0])


def finish(game: kd.Game) -> kd.Game:
    game = game.copy()
    while not game.over:
        game.play(game.legal_actions()[0])
    return game


@pytest.mark.parametrize(
    ("setting", "error", "reason"),
    [
        ({"players": 5}, kd.RulesError, "for 2, 3 or 4 players, not 5"),
        ({"edition": "antique"}, kd.RulesError, "the edition is"),
        ({"reward": "fun"}, SettingError, "the reward is"),
        ({"render_mode": "opera"}, SettingError, "the render mode is"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    setting: dict[str, object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        kingdomino_v0.env(**setting)
