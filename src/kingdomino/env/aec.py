"""The PettingZoo environment: agents take turns, each with what its seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, SupportsIndex, TypedDict

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from kingdomino.env.rendering import RENDER_MODES, check_render_mode, render
from kingdomino.env.rewards import Reward
from kingdomino.env.spaces import LegalActions, observation_space
from kingdomino.env.table import Table
from kingdomino.game.errors import IllegalAction
from kingdomino.rules.ruleset import Edition, Rules

if TYPE_CHECKING:
    from gymnasium.spaces import Space

    from kingdomino.env.observation import Bytes
    from kingdomino.game.game import Game


class Info(TypedDict):
    """What an agent is told beside its observation."""

    action_mask: NDArray[np.int8]
    """1 for every action that is legal now; none while another agent acts."""


class KingdominoAEC(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """Kingdomino for 2 to 4 agents, ``seat_0`` to ``seat_3``.

    Agents act in the order of the game: the same one places and then claims. An observation is an
    array of bytes as ``kingdomino.env.Layout`` describes it; ``infos[agent]["action_mask"]`` says
    which of the 305 actions are legal, none of them while another agent acts.
    """

    metadata: ClassVar = {
        "name": "kingdomino_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        edition: Edition = "classic",
        *,
        middle_kingdom: bool = False,
        harmony: bool = False,
        mighty_duel: bool = False,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        """An environment for these rules; raises ``RulesError`` or ``SettingError``."""
        super().__init__()
        self.rules = Rules(
            players=players,
            edition=edition,
            middle_kingdom=middle_kingdom,
            harmony=harmony,
            mighty_duel=mighty_duel,
        )
        self.render_mode = check_render_mode(render_mode)
        self._table = Table(self.rules, reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space(players))
        self.action_spaces = {
            agent: LegalActions(self._list_legal) for agent in self.possible_agents
        }
        self._chance: np.random.Generator | None = None

    @property
    def game(self) -> Game:
        """The game that is played, to be looked at: its record, its position, its actions."""
        return self._table.game

    def observation_space(self, agent: str) -> Space[Bytes]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[np.int64]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal a new game, the same for the same seed, or go on with ``options["game"]``.

        The first game of a seed is ``kingdomino.Game.new(rules, seed)``; later ones follow from it.
        """
        begun = (options or {}).get("game")
        if begun is not None:
            self._table.take_up(begun)
        else:
            if seed is None:
                self._chance = self._chance or np.random.default_rng()
                deal = int(self._chance.integers(2**63))
            else:
                self._chance, deal = np.random.default_rng(seed), seed
            self._table.deal(deal)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show()

    def observe(self, agent: str) -> Bytes:
        """What an agent may know now, in a new array."""
        return self._table.observe(self._seats[agent])

    def step(self, action: SupportsIndex | None) -> None:
        """Play the selected agent's action; ``IllegalAction`` if it is not legal, and then nothing
        has happened."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(
                "{agent} has to act: None is only for agents that are done", agent=agent
            )
        self._table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self._table.rewards.tolist(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.game.over)
        self._show()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Draw the table as the render mode says; ``human`` prints it to the terminal."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def _show(self) -> None:
        """Select who acts, and say what everybody may do."""
        self.agent_selection = self.possible_agents[self._table.seat]
        self.infos: dict[str, Info] = {
            agent: {"action_mask": self._table.mask(self._seats[agent])} for agent in self.agents
        }
        if self.render_mode == "human":
            self.render()

    def _list_legal(self) -> list[int]:
        return [] if self.game.over else self.game.legal_numbers()

    def __str__(self) -> str:
        return "kingdomino_v0"


def env(
    players: int = 2,
    edition: Edition = "classic",
    *,
    middle_kingdom: bool = False,
    harmony: bool = False,
    mighty_duel: bool = False,
    reward: Reward = "win",
    render_mode: str | None = None,
) -> AECEnv:
    """The environment with PettingZoo's guard against calls in the wrong order."""
    return OrderEnforcingWrapper(
        raw_env(
            players,
            edition,
            middle_kingdom=middle_kingdom,
            harmony=harmony,
            mighty_duel=mighty_duel,
            reward=reward,
            render_mode=render_mode,
        )
    )


raw_env = KingdominoAEC
