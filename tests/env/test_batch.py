"""Thousands of games at once: legal, repeatable, rewarded, and safe from what is not legal."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import kingdomino as kd
from kingdomino.env import KingdominoVectorEnv, SettingError
from kingdomino.env.observation import Observer
from kingdomino.rules import kernel
from tests.conftest import as_many_as
from tests.env.description import SETTINGS, describe, name_setting


def play(env: KingdominoVectorEnv, steps: int) -> None:
    for _ in range(steps):
        env.step(env.sample_actions())


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_masks_are_the_kernels_legal_actions_in_thousands_of_games(
    setting: dict[str, object],
) -> None:
    env = KingdominoVectorEnv(as_many_as(200, 1), **setting)
    _, infos = env.reset(seed=5)
    room, ended = np.zeros(256, dtype=np.int64), 0
    for _ in range(as_many_as(250, 100)):
        for state, mask in zip(env.tables.states, infos["action_mask"], strict=True):
            count = kernel.legal_actions(state, room)
            assert mask.sum() == count
            assert mask[room[:count]].all()
        _, _, ends, _, infos = env.step(env.sample_actions())
        ended += int(ends.sum())
    assert ended >= as_many_as(400, 1)


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_observations_are_those_of_the_acting_seat(setting: dict[str, object]) -> None:
    env = KingdominoVectorEnv(4, **setting)
    seen, infos = env.reset(seed=6)
    observer = Observer(env.rules.players)
    for step in range(as_many_as(210, 40)):
        for game, state in enumerate(env.tables.states):
            seat = int(infos["seat"][game])
            assert seat == kd.Position(env.rules, state).seat
            np.testing.assert_array_equal(seen[game], observer.observe(state, seat))
            if step % 20 == 0:
                np.testing.assert_array_equal(
                    seen[game], describe(kd.Position(env.rules, state), seat)
                )
        env.step(env.sample_actions())


def test_steps_write_to_the_same_arrays() -> None:
    env = KingdominoVectorEnv(3)
    seen, infos = env.reset(seed=1)
    before = seen.copy()
    again, _, _, _, more = env.step(env.sample_actions())
    assert again is seen
    assert more["action_mask"] is infos["action_mask"]
    assert np.shares_memory(seen, env.tables.observations)
    assert (seen != before).any()


def test_games_do_not_depend_on_threads_or_on_their_neighbours() -> None:
    envs = [KingdominoVectorEnv(games, threads=threads) for games, threads in ((7, 1), (7, 3))]
    few = KingdominoVectorEnv(2, threads=1)
    for env in (*envs, few):
        env.reset(seed=9)
        play(env, 60)
    for one, other in zip(envs[0].tables, envs[1].tables, strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(few.tables.states, envs[0].tables.states[:2])
    for env in (*envs, few):
        env.close()
        env.close()
        play(env, 1)


def test_seeds_decide_the_games() -> None:
    env = KingdominoVectorEnv(3)
    first = env.reset(seed=1)[0].copy()
    following = env.reset()[0].copy()
    assert (first != following).any()
    np.testing.assert_array_equal(env.reset(seed=1)[0], first)
    np.testing.assert_array_equal(env.reset()[0], following)
    one_each = env.reset(seed=[4, 5, 4])[0]
    np.testing.assert_array_equal(one_each[0], one_each[2])
    assert (one_each[0] != one_each[1]).any()
    assert (env.reset(seed=2)[0] != first).any()


def test_without_a_seed_no_two_batches_are_alike() -> None:
    boards = [KingdominoVectorEnv(2).reset()[0].tobytes() for _ in range(2)]
    assert boards[0] != boards[1]


@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_game_that_ends_is_settled_and_followed_by_the_next(
    players: int, opponents: str | None
) -> None:
    for reward in ("win", "sparse", "score", "margin"):
        env = KingdominoVectorEnv(
            6, players, harmony=True, reward=reward, opponents=opponents, threads=1
        )
        env.reset(seed=3)
        earned = np.zeros((6, players))
        ended = 0
        for _ in range(250):
            acted = env.seats.copy()
            _, own, ends, cut, infos = env.step(env.sample_actions())
            np.testing.assert_array_equal(own, infos["rewards"][np.arange(6), acted])
            earned += infos["rewards"]
            assert not cut.any()
            for game in np.flatnonzero(ends):
                ended += 1
                check_rewards(reward, infos["final_points"][game], earned[game])
                earned[game] = 0
                assert env.tables.states[game, kernel.ROUND] == 0
            if reward != "score":
                assert not earned[~ends].any()
        assert ended >= 6


def check_rewards(reward: str, points: np.ndarray, earned: np.ndarray) -> None:
    players = len(points)
    leads = [points[seat] - np.delete(points, seat).max() for seat in range(players)]
    if reward in ("score", "margin"):
        np.testing.assert_allclose(earned, leads)
    elif reward == "sparse":
        assert earned.sum() == pytest.approx(1)
        assert earned[np.argmax(points)] > 0 or (points == points.max()).sum() > 1
    else:
        assert earned.sum() == pytest.approx(0, abs=1e-6)
        if max(leads) > 0:
            assert earned[np.argmax(points)] == pytest.approx(1)
            assert sorted(earned)[:-1] == pytest.approx([-1 / (players - 1)] * (players - 1))


@pytest.mark.compiled_only
def test_against_a_policy_it_is_always_the_learners_turn() -> None:
    env = KingdominoVectorEnv(40, 3, opponents="full-greedy", seat=2)
    _, infos = env.reset(seed=1)
    wins = games = 0
    while games < 200:
        assert (infos["seat"] == 2).all()
        for state in env.tables.states[:5]:
            assert kd.Position(env.rules, state).seat == 2
        _, rewards, ends, _, infos = env.step(env.sample_actions())
        games += int(ends.sum())
        wins += int((rewards[ends] == 1).sum())
    assert wins < games / 5  # at random, against two greedy ones


@pytest.mark.parametrize("opponents", ["random", "greedy-placement"])
def test_the_learner_sits_in_every_seat_unless_told_where(opponents: str) -> None:
    env = KingdominoVectorEnv(30, 4, opponents=opponents)
    _, infos = env.reset(seed=1)
    assert set(infos["seat"].tolist()) == {0, 1, 2, 3}


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    env = KingdominoVectorEnv(3)
    env.reset(seed=1)
    play(env, 4)
    actions = env.sample_actions().copy()
    before = [table.copy() for table in env.tables]
    for wrong, reason in (
        (300, "game 1: action 300 is not legal: .* has to place domino"),
        (305, "game 1: there is no action 305: actions are numbered 0 to 304"),
        (-1, "game 1: there is no action -1"),
        (256, "game 1: action 256 is not legal"),
    ):
        bad = actions.copy()
        bad[1] = wrong
        with pytest.raises(kd.IllegalAction, match=reason):
            env.step(bad)
        for table, old in zip(env.tables, before, strict=True):
            np.testing.assert_array_equal(table, old)
    for odd in (actions[:2], actions.astype(float), [[1, 2, 3]]):
        with pytest.raises(kd.IllegalAction, match="3 games need an array of as many whole"):
            env.step(odd)
    env.step(actions)  # the environment is as good as before
    env.step([int(np.flatnonzero(mask)[0]) for mask in env.action_masks])


@pytest.mark.parametrize(
    ("setting", "error", "reason"),
    [
        ({"players": 5}, kd.RulesError, "for 2, 3 or 4 players, not 5"),
        ({"edition": "antique"}, kd.RulesError, '"classic" or "revised", not \'antique\''),
        ({"players": 3, "mighty_duel": True}, kd.RulesError, "Mighty Duel is for 2 players"),
        ({"reward": "fun"}, SettingError, '"win", "sparse", "score" or "margin", not \'fun\''),
        ({"num_envs": 0}, SettingError, "the number of games is 1 or more, not 0"),
        ({"threads": 0}, SettingError, "the number of threads is 1 or more, not 0"),
        ({"opponents": "champion"}, SettingError, "the opponents of a batch are random"),
        ({"opponents": "random", "seat": 2}, SettingError, "no seat 2: the seats are 0 to 1"),
        ({"seat": 1}, SettingError, "only chosen where there are opponents"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    setting: dict[str, object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        KingdominoVectorEnv(**setting)


def test_wrong_seeds_and_steps_before_a_reset_are_refused() -> None:
    env = KingdominoVectorEnv(2)
    with pytest.raises(SettingError, match="reset the environment before"):
        env.step([0, 0])
    with pytest.raises(SettingError, match="2 games need as many seeds, not 1"):
        env.reset(seed=[1])
    with pytest.raises(SettingError, match="zero or more, not -3"):
        env.reset(seed=-3)
    env.reset(seed=1)
    play(env, 3)


def test_gymnasium_makes_the_batch_and_its_wrappers_work_on_it() -> None:
    env = gymnasium.make_vec("kingdomino/Kingdomino-v0", num_envs=4, players=3)
    assert isinstance(env.unwrapped, KingdominoVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    batch = env.unwrapped
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    seen, _ = wrapped.reset(seed=1)
    assert seen in env.observation_space
    assert seen[0] in env.single_observation_space
    episodes = 0
    for _ in range(as_many_as(150, 80)):
        actions = batch.sample_actions()
        assert actions in env.action_space
        seen, rewards, ends, cut, infos = wrapped.step(actions)
        assert seen in env.observation_space
        assert rewards.dtype == np.float32
        assert ends.dtype == cut.dtype == np.bool_
        episodes += int(infos.get("_episode", np.zeros(4)).sum())
    assert episodes >= 4
    wrapped.close()


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.compiled_only
def test_gymnasium_can_also_put_single_environments_together(mode: str) -> None:
    env = gymnasium.make_vec(
        "kingdomino/Kingdomino-v0", num_envs=2, vectorization_mode=mode, opponents="random"
    )
    seen, infos = env.reset(seed=1)
    assert seen.shape == (2, env.single_observation_space.shape[0])
    for _ in range(20):
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        seen, _, _, _, infos = env.step(actions)
        assert seen in env.observation_space
    env.close()
