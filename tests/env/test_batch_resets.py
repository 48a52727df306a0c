"""What follows a game that ends, what is dealt anew, and how a batch is kept and copied."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import kingdomino as kd
from kingdomino.env import KingdominoVectorEnv, SettingError
from kingdomino.env.observation import Observer
from kingdomino.rules import kernel
from tests.conftest import as_many_as

MODES = list(AutoresetMode)
STEPS = as_many_as(200, 100)


def first_legal(env: KingdominoVectorEnv) -> np.ndarray:
    """The first legal action of every game, 0 where there is none."""
    return env.action_masks.argmax(axis=1)


def play_games(mode: AutoresetMode, **settings: Any) -> list[list[dict[str, Any]]]:
    """How the games of four rows end, one after the other, and what the last step says of it."""
    env = KingdominoVectorEnv(4, autoreset_mode=mode, threads=1, **settings)
    seen, infos = env.reset(seed=3)
    games: list[list[dict[str, Any]]] = [[] for _ in range(4)]
    for _ in range(STEPS):
        seen, rewards, ends, _, infos = env.step(first_legal(env))
        for row in np.flatnonzero(ends):
            final = {name: infos[name][row] for name in ("final_points", "final_seat", "winners")}
            assert all(infos[f"_{name}"][row] for name in final)
            final["rewards"], final["reward"] = infos["rewards"][row], rewards[row]
            final["seen"] = infos["final_obs"][row] if "final_obs" in infos else seen[row]
            games[row].append({name: np.copy(value) for name, value in final.items()})
        if mode == AutoresetMode.DISABLED and ends.any():
            env.reset(options={"reset_mask": ends.copy()})
    return games


@pytest.mark.parametrize(
    "settings",
    [{}, {"players": 3, "reward": "score"}, {"opponents": "random"}],
    ids=["alone", "three", "opponents"],
)
def test_the_same_games_are_played_whatever_follows_their_end(settings: dict[str, Any]) -> None:
    ways = [play_games(mode, **settings) for mode in MODES]
    for one in ways[1:]:
        for games, others in zip(ways[0], one, strict=True):
            assert min(len(games), len(others)) >= 1
            for game, other in zip(games, others, strict=False):
                for name, value in game.items():
                    np.testing.assert_array_equal(value, other[name], err_msg=name)


@pytest.mark.parametrize("mode", MODES)
def test_the_end_is_told_as_the_game_itself_tells_it(mode: AutoresetMode) -> None:
    env = KingdominoVectorEnv(1, 2, harmony=True, autoreset_mode=mode)
    env.reset(seed=1)
    observer = Observer(2)
    while True:
        state, seat = env.tables.states[0].copy(), int(env.seats[0])
        action = int(first_legal(env)[0])
        seen, _, ends, _, infos = env.step([action])
        if ends[0]:
            break
    kernel.apply(state, action)
    assert infos["final_seat"][0] == seat
    final = kd.Position(env.rules, state)
    assert infos["final_points"][0].tolist() == [score.total for score in final.scores()]
    assert np.flatnonzero(infos["winners"][0]).tolist() == final.winners()
    shown = infos["final_obs"][0] if mode == AutoresetMode.SAME_STEP else seen[0]
    np.testing.assert_array_equal(shown, observer.observe(state, seat))
    if mode == AutoresetMode.SAME_STEP:
        told = infos["final_info"]
        assert told["seat"][0] == seat
        assert told["points"][0].tolist() == infos["final_points"][0].tolist()
        assert not told["action_mask"][0].any()
        assert env.tables.states[0, kernel.ROUND] == 0
    else:
        assert "final_obs" not in infos
        assert not infos["action_mask"][0].any()
        np.testing.assert_array_equal(env.tables.states[0], state)


def test_the_next_step_begins_the_next_game_whatever_the_action() -> None:
    env = KingdominoVectorEnv(3, autoreset_mode="NextStep")
    env.reset(seed=2)
    ends = np.zeros(3, dtype=bool)
    while not ends.any():
        _, _, ends, _, _ = env.step(env.sample_actions())
    over = ends.copy()
    assert env.tables.waiting.tolist() == over.tolist()
    actions = env.sample_actions().copy()
    assert not actions[over].any()
    actions[over] = 999
    _, rewards, ends, _, infos = env.step(actions)
    assert not ends[over].any()
    assert not rewards[over].any()
    assert infos["action_mask"][over].any(axis=1).all()
    assert not env.tables.waiting[over].any()


def test_a_game_that_nobody_deals_anew_takes_no_action() -> None:
    env = KingdominoVectorEnv(3, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=2)
    ends = np.zeros(3, dtype=bool)
    while not ends.any():
        _, _, ends, _, _ = env.step(env.sample_actions())
    before = env.tables.states.copy()
    row = int(np.argmax(ends))
    with pytest.raises(kd.IllegalAction, match=rf"game {row} is over: deal it anew, with reset\("):
        env.step(env.sample_actions())
    np.testing.assert_array_equal(env.tables.states, before)
    env.reset(options={"reset_mask": ends.copy()})
    env.step(env.sample_actions())


@pytest.mark.parametrize("opponents", [None, "random"])
def test_only_the_games_that_are_asked_for_are_dealt_anew(opponents: str | None) -> None:
    env = KingdominoVectorEnv(4, opponents=opponents)
    fresh = KingdominoVectorEnv(4, opponents=opponents)
    env.reset(seed=5)
    for _ in range(9):
        env.step(env.sample_actions())
    before = {name: array.copy() for name, array in env.tables._asdict().items()}
    mask = np.array([False, True, False, True])
    seen, infos = env.reset(seed=6, options={"reset_mask": mask})
    new, more = fresh.reset(seed=6)
    for name, array in env.tables._asdict().items():
        np.testing.assert_array_equal(array[~mask], before[name][~mask], err_msg=name)
    np.testing.assert_array_equal(seen[mask], new[mask])
    np.testing.assert_array_equal(infos["action_mask"][mask], more["action_mask"][mask])
    again = env.tables.states.copy()
    env.reset(options={"reset_mask": mask})
    assert (env.tables.states[mask] != again[mask]).any()


def test_options_and_masks_that_mean_nothing_are_refused() -> None:
    env = KingdominoVectorEnv(2)
    some = np.array([True, False])
    with pytest.raises(SettingError, match="reset all games once before some of them"):
        env.reset(options={"reset_mask": some})
    env.reset(seed=1)
    before = env.tables.states.copy()
    with pytest.raises(SettingError, match="no option 'reset_masks': it knows reset_mask"):
        env.reset(options={"reset_masks": some})
    for wrong in (np.array([1, 0]), np.array([True]), "some"):
        with pytest.raises(SettingError, match="reset_mask of 2 games is an array of as many"):
            env.reset(options={"reset_mask": wrong})
    np.testing.assert_array_equal(env.tables.states, before)
    with pytest.raises(SettingError, match='"NextStep", "SameStep", "Disabled", not \'Never\''):
        KingdominoVectorEnv(2, autoreset_mode="Never")


def test_there_are_no_actions_before_the_first_reset() -> None:
    env = KingdominoVectorEnv(2)
    for ask in (env.sample_actions, env.get_state):
        with pytest.raises(SettingError, match="reset the environment before the first step"):
            ask()


def follow(env: KingdominoVectorEnv, steps: int = 60) -> list[bytes]:
    """What is seen in so many steps of random play."""
    return [env.step(env.sample_actions())[0].tobytes() for _ in range(steps)]


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_state_can_be_kept_and_come_back_to(opponents: str | None) -> None:
    env = KingdominoVectorEnv(3, opponents=opponents, threads=1)
    env.reset(seed=1)
    follow(env, 7)
    kept = env.get_state()
    seen = follow(env)
    env.set_state(kept)
    assert follow(env) == seen
    other = KingdominoVectorEnv(3, opponents=opponents, threads=1)
    other.set_state(kept)
    assert follow(other) == seen
    for wrong in (KingdominoVectorEnv(2), KingdominoVectorEnv(3, harmony=True)):
        with pytest.raises(SettingError, match=r"that is no state of . games of classic 2p"):
            wrong.set_state(kept)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_a_copy_goes_on_by_itself(duplicate: Any) -> None:
    env = KingdominoVectorEnv(3, harmony=True, autoreset_mode="NextStep", threads=2)
    env.reset(seed=1)
    follow(env, 7)
    other = duplicate(env)
    assert other.autoreset_mode == AutoresetMode.NEXT_STEP
    assert other.rules == env.rules
    before = env.tables.states.copy()
    seen = follow(other)
    np.testing.assert_array_equal(env.tables.states, before)
    assert follow(env) == seen
    assert duplicate(KingdominoVectorEnv(1)).num_envs == 1


@pytest.mark.compiled_only
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
def test_gymnasiums_wrappers_work_on_the_batch(mode: AutoresetMode) -> None:
    env = gymnasium.make_vec("kingdomino/Kingdomino-v0", num_envs=3, autoreset_mode=mode)
    batch = env.unwrapped
    assert isinstance(batch, KingdominoVectorEnv)
    env = wrappers.DtypeObservation(env, np.float32)
    env = wrappers.TransformObservation(env, lambda seen: seen / 255)
    env = wrappers.RecordEpisodeStatistics(env)
    if mode == AutoresetMode.NEXT_STEP:
        env = wrappers.NormalizeObservation(env)
    env.reset(seed=1)
    for _ in range(60):
        seen, _, ends, _, _ = env.step(batch.sample_actions())
        assert seen.dtype == np.float32
        if mode == AutoresetMode.DISABLED and ends.any():
            env.reset(options={"reset_mask": ends.copy()})
    env.close()
