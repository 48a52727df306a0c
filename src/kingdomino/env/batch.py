"""Thousands of games at once, stepped by compiled code on all cores: Gymnasium's vector API."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kingdomino.cores import count_cores
from kingdomino.env import stepping
from kingdomino.env.errors import SettingError
from kingdomino.env.observation import Layout
from kingdomino.env.rewards import Reward, number_reward
from kingdomino.env.spaces import action_space, observation_space
from kingdomino.game.errors import IllegalAction
from kingdomino.game.faults import refuse_number
from kingdomino.game.position import Position
from kingdomino.players import policies
from kingdomino.players.greed import new_desk
from kingdomino.rules.kernel import ACTIONS, ROUND
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

Infos = dict[str, Any]
"""What is told beside an observation: arrays with a row for each game, by name."""

_SHARES_EACH = 2  # so that who is early can take over from who is late


class KingdominoVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games of Kingdomino, one row each, in arrays that are made once and written to by steps.

    Without ``opponents`` you play every seat: a row of the observation is what the seat in
    ``infos["seat"]`` may know, which is the one that acts next, and ``infos["action_mask"]`` what
    it may do; ``rewards`` are those of the seats that just acted, and ``infos["rewards"]`` has
    every seat's. With ``opponents`` the other seats are played by that policy, and everything is
    told from the learner's seat.

    What follows a game that ends is Gymnasium's ``autoreset_mode``. With ``SAME_STEP`` the next
    begins within the same step: the observation is already that of the new game, and
    ``infos["final_obs"]`` and ``infos["final_info"]`` are of the one that ended. With ``NEXT_STEP``
    the next step begins it, whatever the action; with ``DISABLED`` you do, by ``reset`` with a
    ``reset_mask``. In all modes ``infos`` has ``final_points`` and ``winners`` for every seat, and
    ``final_seat``, the one that acted last; they count where ``terminations`` is set. Games end by
    themselves and are never truncated.

    All arrays are the environment's own and change with the next step: copy what you keep.
    """

    metadata = {  # noqa: RUF012 (declared by the base class)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }
    """An environment has its own, with its own mode."""

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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
    ) -> None:
        """So many games by these rules.

        ``opponents`` is ``"random"``, ``"greedy-placement"`` or ``"full-greedy"``; the learner then
        has ``seat``, or one drawn for each game. ``autoreset_mode`` is one of Gymnasium's, or its
        value, such as ``"NextStep"``. ``threads`` defaults to one for each core.
        Raises ``RulesError`` or ``SettingError``.
        """
        self._settings = {
            name: value for name, value in locals().items() if name not in ("self", "__class__")
        }
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
        self.autoreset_mode = _check_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
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
        self._final_observations = self.tables.final_observations.view(np.uint8)
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
    ) -> tuple[Bytes, Infos]:
        """Deal all games anew, or those that ``options["reset_mask"]`` says; there are no others.

        The same seed gives the same games, however many threads there are; game i of seed s does
        not depend on how many games are beside it. A list has a seed for each game. Games that are
        not dealt anew, and their chance, stay as they are.
        """
        chosen = self._choose_games(options or {})
        if seed is not None or not self._dealt:
            self._seed(seed, chosen)
        duel_opening = self.rules.duel_opening
        if self._policy is None:
            self._share(
                lambda worker, first, last: stepping.deal_games(
                    self.tables, chosen, first, last, duel_opening
                )
            )
        else:
            policy, seat = self._policy, self._seat
            self._share(
                lambda worker, first, last: stepping.deal_games_against(
                    self.tables,
                    chosen,
                    first,
                    last,
                    duel_opening,
                    policy,
                    seat,
                    self._desks[worker],
                )
            )
        self._dealt = True
        return self._observations, self._infos()

    def _choose_games(self, options: dict[str, object]) -> NDArray[np.bool_]:
        """Which games a reset is for."""
        unknown = [name for name in options if name != "reset_mask"]
        if unknown:
            raise SettingError(
                "the batch has no option {option}: it knows reset_mask", option=repr(unknown[0])
            )
        if "reset_mask" not in options:
            return np.ones(self.num_envs, dtype=np.bool_)
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise SettingError(
                "the reset_mask of {games} games is an array of as many truth values, "
                "not one of shape {shape} and type {type}",
                games=self.num_envs,
                shape=str(mask.shape),
                type=str(mask.dtype),
            )
        if not self._dealt and not mask.all():
            raise SettingError("reset all games once before some of them")
        return np.ascontiguousarray(mask)

    def _seed(self, seed: int | list[int | None] | None, chosen: NDArray[np.bool_]) -> None:
        """Give each chosen game its own stream of chance, and another for random actions."""
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise SettingError(
                    "{games} games need as many seeds, not {found}",
                    games=self.num_envs,
                    found=len(seed),
                )
            entropies = [np.random.SeedSequence(_check_seed(one)) for one in seed]
            self._np_random_seed = -1
        else:
            whole = np.random.SeedSequence(_check_seed(seed))
            entropies = whole.spawn(self.num_envs)
            self._np_random_seed = cast(int, whole.entropy)
        words = np.array([entropy.generate_state(2, np.uint64) for entropy in entropies])
        self.tables.streams[chosen, 0] = words[chosen, 0].view(np.int64)
        self._action_streams[chosen, 0] = words[chosen, 1].view(np.int64)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Bytes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Play one action in every game.

        Raises ``IllegalAction`` if one of them is not legal, or a game is over and nobody but you
        deals the next; nothing has then been played.
        """
        self._expect_games()
        chosen = self._check_actions(actions)
        duel_opening, reward = self.rules.duel_opening, self._reward
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        if self._policy is None:
            self._share(
                lambda worker, first, last: stepping.step_games(
                    self.tables, chosen, first, last, duel_opening, reward, same_step
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
                    same_step,
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

        A game that is over gets a 0. The array is the environment's own, and is written to by the
        next call. Raises ``SettingError`` before the first reset.
        """
        self._expect_games()
        self._share(
            lambda worker, first, last: stepping.sample_games(
                self.tables.masks, self._action_streams, self._actions, first, last
            )
        )
        return self._actions

    def get_state(self) -> dict[str, np.ndarray]:
        """All that decides how the games go on, as arrays of their own: to come back to them.

        Between environments with the same settings it can be handed on, and be kept in a file, by
        ``numpy.savez`` for one. It holds the piles: it is no observation.
        """
        self._expect_games()
        state = {name: array.copy() for name, array in self.tables._asdict().items()}
        return {"rules": self.tables.states[0, :ROUND].copy(), **state} | {
            "action_streams": self._action_streams.copy()
        }

    def set_state(self, state: Mapping[str, np.ndarray]) -> None:
        """Go on from what ``get_state`` gave; ``SettingError`` if that is of another batch."""
        rules = stepping.set_tables(self.rules, 1).states[0, :ROUND]
        arrays = {**self.tables._asdict(), "action_streams": self._action_streams}
        fits = (
            state.keys() == {"rules", *arrays}
            and np.array_equal(state["rules"], rules)
            and all(
                (state[name].shape, state[name].dtype) == (array.shape, array.dtype)
                for name, array in arrays.items()
            )
        )
        if not fits:
            raise SettingError(
                "that is no state of {games} games of {rules}: take one from get_state",
                games=self.num_envs,
                rules=str(self.rules),
            )
        for name, array in arrays.items():
            np.copyto(array, state[name])
        self._dealt = True

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles are environments of their own, where this one is."""
        return _restore, (self._settings, self.get_state() if self._dealt else None)

    def close_extras(self, **kwargs: object) -> None:
        """Let the threads go; whoever steps on does so on one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _expect_games(self) -> None:
        if not self._dealt:
            raise SettingError("reset the environment before the first step")

    def _check_actions(self, actions: ArrayLike) -> Words:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                "{games} games need an array of as many whole numbers, not one of shape "
                "{shape} and type {dtype}",
                games=self.num_envs,
                shape=chosen.shape,
                dtype=chosen.dtype,
            )
        chosen = np.ascontiguousarray(chosen, dtype=np.int64)
        waiting = self.tables.waiting
        if self.autoreset_mode == AutoresetMode.DISABLED and waiting.any():
            raise IllegalAction(
                "game {game} is over: deal it anew, with reset(options={options})",
                game=int(np.argmax(waiting)),
                options="{'reset_mask': …}",
            )
        wrong = stepping.find_illegal(self._masks, chosen, waiting)
        if wrong >= 0:
            position = Position(self.rules, self.tables.states[wrong])
            reason = refuse_number(position, int(chosen[wrong]))
            raise IllegalAction("game {number}: {reason}", number=wrong, reason=reason)
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

    def _infos(self) -> Infos:
        tables = self.tables
        ended = tables.terminations
        infos: Infos = {
            "action_mask": self._masks,
            "seat": tables.seats,
            "rewards": tables.rewards,
            "final_points": tables.final_points,
            "_final_points": ended,
            "final_seat": tables.final_seats,
            "_final_seat": ended,
            "winners": tables.winners,
            "_winners": ended,
        }
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos |= self._final_infos(ended)
        return infos

    def _final_infos(self, ended: NDArray[np.bool_]) -> Infos:
        """What Gymnasium wants to be told of the games that ended, beside the new ones."""
        observations = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended):
            observations[game] = self._final_observations[game]
        final = {
            "action_mask": np.zeros_like(self._masks),
            "seat": self.tables.final_seats,
            "rewards": self.tables.rewards,
            "points": self.tables.final_points,
            "winners": self.tables.winners,
        }
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": final | {f"_{name}": ended for name in final},
            "_final_info": ended,
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


def _restore(settings: dict[str, Any], state: dict[str, np.ndarray] | None) -> KingdominoVectorEnv:
    env = KingdominoVectorEnv(**settings)
    if state is not None:
        env.set_state(state)
    return env


def _check_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        raise SettingError(
            "the autoreset_mode is {modes}, not {mode}",
            modes=", ".join(f'"{known.value}"' for known in AutoresetMode),
            mode=repr(mode),
        ) from None


def _check_count(what: str, count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise SettingError(
            "the number of {what} is 1 or more, not {count}", what=what, count=repr(count)
        )
    return count


def _check_seed(seed: object) -> int | None:
    if seed is None:
        return None
    if not isinstance(seed, (int, np.integer)) or seed < 0:
        raise SettingError("a seed is a whole number, zero or more, not {seed}", seed=repr(seed))
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
            "the opponents of a batch are {names}, not {opponents}: kingdomino/Kingdomino-v0 "
            "has all players",
            names=names,
            opponents=repr(opponents),
        )
    if seat is not None and seat not in range(players):
        raise SettingError(
            "there is no seat {seat}: the seats are 0 to {most}", seat=seat, most=players - 1
        )
    return POLICIES[opponents], -1 if seat is None else seat
