"""Thousands of games at once, stepped by compiled code on all cores: Gymnasium's vector API."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kingdomino.cores import count_cores
from kingdomino.env import stepping
from kingdomino.env.actions import explain_illegal
from kingdomino.env.errors import SettingError
from kingdomino.env.observation import Layout
from kingdomino.env.rewards import Reward, number_reward
from kingdomino.env.spaces import action_space, observation_space
from kingdomino.game.errors import IllegalAction
from kingdomino.players import policies
from kingdomino.players.greed import new_desk
from kingdomino.rules.kernel import ACTIONS
from kingdomino.rules.ruleset import Edition, Rules

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from kingdomino.env.observation import Bytes
    from kingdomino.rules.compiled import Words

POLICIES = {
    "random": policies.RANDOM,
    "greedy-placement": policies.GREEDY_PLACEMENT,
    "full-greedy": policies.FULL_GREEDY,
}
"""The players that can sit in the other seats of a batch: those that are compiled policies."""


_SHARES_EACH = 2  # so that who is early can take over from who is late


class KingdominoVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games of Kingdomino, one row each, in arrays that are made once and written to by steps.

    Without ``opponents`` you play every seat: a row of the observation is what the seat in
    ``infos["seat"]`` may know, which is the one that acts next, and ``infos["action_mask"]`` what
    it may do; ``rewards`` are those of the seats that just acted, and ``infos["rewards"]`` has
    every seat's. With ``opponents`` the other seats are played by that policy, and everything is
    told from the learner's seat.

    A game that ends is followed by the next within the same step (``AutoresetMode.SAME_STEP``), so
    the observation is already that of the new game; ``infos["final_points"]`` has the points of the
    one that ended. Games end by themselves and are never truncated.

    All arrays are the environment's own and change with the next step: copy what you keep.
    """

    metadata = {  # noqa: RUF012 (declared by the base class)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        edition: Edition = "classic",
        *,
        middle_kingdom: bool = False,
        harmony: bool = False,
        mighty_duel: bool = False,
        reward: Reward = "win",
        opponents: str | None = None,
        seat: int | None = None,
        threads: int | None = None,
    ) -> None:
        """So many games by these rules.

        ``opponents`` is ``"random"``, ``"greedy-placement"`` or ``"full-greedy"``; the learner then
        has ``seat``, or one drawn for each game. ``threads`` defaults to one for each core.
        Raises ``RulesError`` or ``SettingError``.
        """
        self.rules = Rules(
            players=players,
            edition=edition,
            middle_kingdom=middle_kingdom,
            harmony=harmony,
            mighty_duel=mighty_duel,
        )
        self.num_envs = _check_count("games", num_envs)
        self._reward = number_reward(reward)
        self._policy, self._seat = _check_opponents(opponents, seat, players)
        self.layout = Layout(players)
        self.single_observation_space = observation_space(players)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.render_mode = None

        self.tables = stepping.set_tables(self.rules, self.num_envs)
        """The games themselves."""
        self._masks = self.tables.masks.view(np.int8)[:, :ACTIONS]
        self._observations = self.tables.observations.view(np.uint8)
        self._truncations = np.zeros(self.num_envs, dtype=np.bool_)
        self._actions = np.zeros(self.num_envs, dtype=np.int64)
        self._action_streams = np.zeros((self.num_envs, 1), dtype=np.int64)
        self._dealt = False
        threads = count_cores() if threads is None else _check_count("threads", threads)
        workers = min(threads, self.num_envs)
        shares = min(_SHARES_EACH * workers if workers > 1 else 1, self.num_envs)
        cuts = np.linspace(0, self.num_envs, shares + 1).astype(int).tolist()
        self._shares = list(pairwise(cuts))
        self._desks = [new_desk() for _ in range(workers)]
        self._pool = ThreadPoolExecutor(workers - 1) if workers > 1 else None

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, object] | None = None,
    ) -> tuple[Bytes, dict[str, np.ndarray]]:
        """Deal all games anew.

        The same seed gives the same games, however many threads there are; game i of seed s does
        not depend on how many games are beside it. A list has a seed for each game.
        """
        if seed is not None or not self._dealt:
            self._seed(seed)
        duel_opening = self.rules.duel_opening
        if self._policy is None:
            self._share(
                lambda worker, first, last: stepping.deal_games(
                    self.tables, first, last, duel_opening
                )
            )
        else:
            policy, seat = self._policy, self._seat
            self._share(
                lambda worker, first, last: stepping.deal_games_against(
                    self.tables, first, last, duel_opening, policy, seat, self._desks[worker]
                )
            )
        self._dealt = True
        return self._observations, self._infos()

    def _seed(self, seed: int | list[int | None] | None) -> None:
        """Give every game its own stream of chance, and another for random actions."""
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise SettingError(f"{self.num_envs} games need as many seeds, not {len(seed)}")
            entropies = [np.random.SeedSequence(_check_seed(one)) for one in seed]
            self._np_random_seed = -1
        else:
            whole = np.random.SeedSequence(_check_seed(seed))
            entropies = whole.spawn(self.num_envs)
            self._np_random_seed = cast(int, whole.entropy)
        words = np.array([entropy.generate_state(2, np.uint64) for entropy in entropies])
        self.tables.streams[:, 0] = words[:, 0].view(np.int64)
        self._action_streams[:, 0] = words[:, 1].view(np.int64)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Bytes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, np.ndarray]
    ]:
        """Play one action in every game.

        Raises ``IllegalAction`` if one of them is not legal; nothing has then been played.
        """
        if not self._dealt:
            raise SettingError("reset the environment before the first step")
        chosen = self._check_actions(actions)
        duel_opening, reward = self.rules.duel_opening, self._reward
        if self._policy is None:
            self._share(
                lambda worker, first, last: stepping.step_games(
                    self.tables, chosen, first, last, duel_opening, reward
                )
            )
        else:
            policy, seat = self._policy, self._seat
            self._share(
                lambda worker, first, last: stepping.step_games_against(
                    self.tables,
                    chosen,
                    first,
                    last,
                    duel_opening,
                    reward,
                    policy,
                    seat,
                    self._desks[worker],
                )
            )
        return (
            self._observations,
            self.tables.own_rewards,
            self.tables.terminations,
            self._truncations,
            self._infos(),
        )

    def sample_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game, each equally likely, chosen by compiled code.

        The array is the environment's own, and is written to by the next call.
        """
        self._share(
            lambda worker, first, last: stepping.sample_games(
                self.tables.masks, self._action_streams, self._actions, first, last
            )
        )
        return self._actions

    def close_extras(self, **kwargs: object) -> None:
        """Let the threads go; whoever steps on does so on one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _check_actions(self, actions: ArrayLike) -> Words:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.num_envs} games need an array of as many whole numbers, "
                f"not one of shape {chosen.shape} and type {chosen.dtype}"
            )
        chosen = np.ascontiguousarray(chosen, dtype=np.int64)
        wrong = stepping.find_illegal(self._masks, chosen)
        if wrong >= 0:
            reason = explain_illegal(self.rules, self.tables.states[wrong], int(chosen[wrong]))
            raise IllegalAction(f"game {wrong}: {reason}")
        return chosen

    @property
    def observations(self) -> Bytes:
        """What the acting seats may know now: the array that steps write to."""
        return self._observations

    @property
    def action_masks(self) -> NDArray[np.int8]:
        """What the acting seats may do now: the array that steps write to."""
        return self._masks

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat that acts next in each game: the array that steps write to."""
        return self.tables.seats

    def _infos(self) -> dict[str, np.ndarray]:
        return {
            "action_mask": self._masks,
            "seat": self.tables.seats,
            "rewards": self.tables.rewards,
            "final_points": self.tables.final_points,
            "_final_points": self.tables.terminations,
        }

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Let all threads do shares of the games until none is left, this one the first.

        On a busy machine a thread may not come to work in time: then it is not waited for.
        """
        shares = deque(self._shares)

        def toil(worker: int) -> None:
            while shares:
                try:
                    first, last = shares.popleft()
                except IndexError:  # somebody else was quicker
                    return
                work(worker, first, last)

        helpers = (
            []
            if self._pool is None
            else [self._pool.submit(toil, worker) for worker in range(1, len(self._desks))]
        )
        toil(0)
        for helper in helpers:
            if not helper.cancel():
                helper.result()


def _check_count(what: str, count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise SettingError(f"the number of {what} is 1 or more, not {count!r}")
    return count


def _check_seed(seed: object) -> int | None:
    if seed is None:
        return None
    if not isinstance(seed, (int, np.integer)) or seed < 0:
        raise SettingError(f"a seed is a whole number, zero or more, not {seed!r}")
    return int(seed)


def _check_opponents(
    opponents: str | None, seat: int | None, players: int
) -> tuple[int | None, int]:
    """The opponents' policy and the learner's seat, −1 for any."""
    if opponents is None:
        if seat is not None:
            raise SettingError("a seat is only chosen where there are opponents in the others")
        return None, -1
    if opponents not in POLICIES:
        names = ", ".join(POLICIES)
        raise SettingError(
            f"the opponents of a batch are {names}, not {opponents!r}: "
            "kingdomino/Kingdomino-v0 has all players"
        )
    if seat is not None and seat not in range(players):
        raise SettingError(f"there is no seat {seat}: the seats are 0 to {players - 1}")
    return POLICIES[opponents], -1 if seat is None else seat
