"""The Gymnasium environment: one seat to learn in, our players in the others."""

import random
import subprocess
import sys
from typing import ClassVar, get_type_hints

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kingdomino as kd
from kingdomino.env import ENV_ID, KingdominoEnv, SettingError
from kingdomino.env.single import Info
from kingdomino.players.registry import PlayerError, UnknownPlayer
from tests.conftest import as_many_as
from tests.env.description import SETTINGS, name_setting


def play(env: KingdominoEnv, seed: int) -> tuple[float, list[int]]:
    """A game in which the learner takes the first legal action: what it earned, what it played."""
    _, info = env.reset(seed=seed)
    earned, actions, over = 0.0, [], False
    while not over:
        actions.append(int(np.flatnonzero(info["action_mask"])[0]))
        _, reward, over, cut, info = env.step(actions[-1])
        earned += reward
        assert not cut
    return earned, actions


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_it_passes_gymnasiums_check(setting: dict[str, object]) -> None:
    env = gymnasium.make(ENV_ID, opponents="random", **setting)
    check_env(env.unwrapped, skip_render_check=setting["players"] != 2)
    env.close()


def test_it_passes_the_check_as_it_is_made_by_default() -> None:
    check_env(gymnasium.make(ENV_ID).unwrapped)


def test_gymnasium_imports_it_by_name() -> None:
    code = (
        "import gymnasium; "
        "env = gymnasium.make('kingdomino.env:kingdomino/Kingdomino-v0', opponents='random'); "
        "env.reset(seed=1); print(env.spec.id)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ENV_ID


@pytest.mark.parametrize("reward", ["win", "sparse", "score", "margin"])
def test_the_learner_is_told_how_it_did(reward: str) -> None:
    env = KingdominoEnv(players=3, opponents="random", reward=reward)
    for seed in range(as_many_as(10, 1)):
        earned, _ = play(env, seed)
        points = [score.total for score in env.game.scores()]
        best = max(points[: env.seat] + points[env.seat + 1 :])
        if reward in ("score", "margin"):
            assert earned == points[env.seat] - best
        elif len(env.game.winners()) == 1:
            won = env.game.winners() == [env.seat]
            assert earned == pytest.approx({"win": (-0.5, 1), "sparse": (0, 1)}[reward][won])


def test_the_same_seed_is_the_same_game() -> None:
    env = KingdominoEnv(opponents="random")
    first, record = play(env, 4), str(env.game.record())
    assert play(env, 4) == first
    assert str(env.game.record()) == record
    play(env, 5)
    assert str(env.game.record()) != record


def test_seats_are_drawn_unless_one_is_chosen() -> None:
    env = KingdominoEnv(players=4, opponents="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}
    env = KingdominoEnv(players=4, opponents="random", seat=3)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(3)} == {3}
    assert env.game.acting_seat == 3


class Witness:
    """A player that remembers what it was shown."""

    shown: ClassVar[list[int]] = []

    def choose(self, view: kd.View, rng: object) -> kd.Action:
        assert not hasattr(view, "pile")
        Witness.shown.append(view.me)
        return view.legal_actions()[0]


def test_opponents_sit_in_the_seats_after_the_learner() -> None:
    Witness.shown.clear()
    name = f"{__name__}:Witness"
    env = KingdominoEnv(players=3, opponents=["random", name], seat=2)
    env.reset(seed=1)
    play(env, 1)
    assert set(Witness.shown) == {1}


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["page", "greedy-placement", "mc-random@2"])
def test_any_player_can_be_the_opponent(name: str) -> None:
    env = KingdominoEnv(opponents=name)
    play(env, 1)
    assert env.game.over


def test_an_illegal_action_is_refused_and_the_game_goes_on() -> None:
    env = gymnasium.make(ENV_ID, opponents="random")
    _, info = env.reset(seed=1)
    with pytest.raises(kd.IllegalAction, match="action 0 is not legal"):
        env.step(0)
    with pytest.raises(kd.IllegalAction, match="there is no action 305"):
        env.step(305)
    seen, *_ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert seen in env.observation_space
    assert env.unwrapped.action_masks().sum() >= 1


def test_a_finished_game_takes_no_more_actions() -> None:
    env = KingdominoEnv(opponents="random")
    play(env, 1)
    with pytest.raises(kd.IllegalAction, match="the game is over"):
        env.step(8)
    env.reset()
    assert not env.game.over


def test_a_drawn_action_is_legal_wherever_it_is_played() -> None:
    env = KingdominoEnv(opponents="random")
    env.action_space.seed(1)
    env.reset(seed=1)
    for seed in range(20):
        action = env.action_space.sample()
        assert env.game.legal_numbers().count(int(action)) == 1
        env.reset(seed=seed)
        env.step(action)


@pytest.mark.parametrize(
    ("setting", "error", "reason"),
    [
        ({"players": 5}, kd.RulesError, "for 2, 3 or 4 players, not 5"),
        ({"opponents": "nobody"}, UnknownPlayer, "there is no player 'nobody'"),
        ({"opponents": "random@x"}, PlayerError, "'x' is no budget for random"),
        ({"opponents": ["random", "random"]}, PlayerError, "one for each of the 1, not 2"),
        ({"opponents": 7}, PlayerError, "is not a player, nor a class or function"),
        ({"opponents": "full-greedy@1s"}, PlayerError, "decides without a budget"),
        ({"seat": 2}, SettingError, "there is no seat 2"),
        ({"reward": "fun"}, SettingError, "the reward is"),
        ({"render_mode": "opera"}, SettingError, "the render mode is"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    setting: dict[str, object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        KingdominoEnv(**setting)


class Numbers:
    """A player that answers with numbers, and remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: kd.View, rng: random.Random) -> int:
        self.asked += 1
        return view.legal_numbers()[0]


@pytest.mark.parametrize("given", [Numbers(), Numbers, lambda: Numbers()])
def test_opponents_may_be_given_instead_of_named(given: object) -> None:
    env = gymnasium.make(ENV_ID, players=3, opponents=given, disable_env_checker=True)
    several = gymnasium.make(ENV_ID, players=3, opponents=[given, "random"])
    for each in (env, several):
        _, info = each.reset(seed=1)
        each.step(np.flatnonzero(info["action_mask"])[0])
        history = each.unwrapped.game.history
        assert len({move.seat for move in history}) > 1


def test_the_info_is_what_its_type_says() -> None:
    env = KingdominoEnv()
    _, info = env.reset(seed=1)
    hints = get_type_hints(Info)
    assert info.keys() == {"action_mask", "seat"}
    over = False
    while not over:
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert info.keys() == hints.keys()
    assert (hints["seat"], hints["points"], hints["winners"]) == (int, list[int], list[int])
    assert "Info" in KingdominoEnv.step.__annotations__["return"]
