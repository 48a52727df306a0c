"""The Gymnasium environment: one learner's seat, and any of our players in the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NotRequired, SupportsIndex, TypedDict

import gymnasium
import numpy as np
from numpy.typing import NDArray

from kingdomino.env.errors import SettingError
from kingdomino.env.rendering import RENDER_MODES, check_render_mode, render
from kingdomino.env.rewards import Reward
from kingdomino.env.spaces import LegalActions, observation_space
from kingdomino.env.table import Table
from kingdomino.players.registry import PlayerLike, invite_all
from kingdomino.rules.ruleset import Edition, Rules

if TYPE_CHECKING:
    from kingdomino.env.observation import Bytes
    from kingdomino.game.game import Game


class Info(TypedDict):
    """What a learner is told beside its observation."""

    action_mask: NDArray[np.int8]
    """1 for every action that is legal now."""
    seat: int
    """The learner's seat."""
    points: NotRequired[list[int]]
    """Every seat's points, when the game is over."""
    winners: NotRequired[list[int]]
    """The seats that have won, when the game is over."""


class KingdominoEnv(gymnasium.Env["Bytes", np.int64]):
    """Kingdomino from one seat.

    ``opponents`` is the player in all other seats, or one for each of them in turn after the
    learner's: any name that ``kingdomino arena`` knows, with a budget after @ if it is to have one
    (``"champion@50"``, ``"mc-random@10ms"``), your own ``module:Class``, a player, or a class or
    function that makes one. A budget of time makes games that no seed repeats.

    An observation is an array of bytes as ``kingdomino.env.Layout`` describes it, and
    ``info["action_mask"]`` says which of the 305 actions are legal.
    """

    metadata = {  # noqa: RUF012 (declared by the base class)
        "render_modes": list(RENDER_MODES),
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
        opponents: PlayerLike | Sequence[PlayerLike] = "full-greedy",
        seat: int | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        """An environment for these rules; the learner has ``seat``, or one drawn for each game.

        Raises ``RulesError``, ``SettingError`` or ``PlayerError``.
        """
        self.rules = Rules(
            players=players,
            edition=edition,
            middle_kingdom=middle_kingdom,
            harmony=harmony,
            mighty_duel=mighty_duel,
        )
        if seat is not None and seat not in range(players):
            raise SettingError(
                "there is no seat {seat}: the seats are 0 to {most}", seat=seat, most=players - 1
            )
        self.render_mode = check_render_mode(render_mode)
        self._table = Table(self.rules, reward)
        self._opponents = [each.create() for each in invite_all(opponents, players - 1)]
        self._fixed_seat = seat
        self.seat = seat or 0
        """The learner's seat in this game."""
        self._chance = Random(0)
        self.observation_space = observation_space(players)
        self.action_space = LegalActions(self._list_legal)

    @property
    def game(self) -> Game:
        """The game that is played, to be looked at: its record, its position, its actions."""
        return self._table.game

    # To a type checker a typed dictionary is no dictionary of anything, which Gymnasium has here.
    def reset(  # type: ignore[override]
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Bytes, Info]:
        """Deal a new game, the same for the same seed, or go on with ``options["game"]``."""
        super().reset(seed=seed)
        self._chance = Random(int(self.np_random.integers(2**63)))
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(self.rules.players))
        begun = (options or {}).get("game")
        if begun is None:
            self._table.deal(int(self.np_random.integers(2**63)))
        else:
            self._table.take_up(begun)
        self._let_others_play()
        self._show()
        return self._observe(), self._inform()

    def step(  # type: ignore[override]
        self, action: SupportsIndex
    ) -> tuple[Bytes, float, bool, bool, Info]:
        """Play the learner's action, and then the others' up to its next.

        Raises ``IllegalAction`` if it is not legal; nothing has then been played.
        """
        self._table.play(action)
        reward = float(self._table.rewards[self.seat]) + self._let_others_play()
        self._show()
        return self._observe(), reward, self.game.over, False, self._inform()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Draw the table as the render mode says; ``human`` prints it to the terminal."""
        return render(self.game, self.render_mode)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        return self._table.mask(self.seat).astype(np.bool_)

    def _let_others_play(self) -> float:
        """Play up to the learner's next turn; returns what it earns meanwhile."""
        earned = 0.0
        while not self.game.over and self.game.acting_seat != self.seat:
            acting = self.game.acting_seat
            player = self._opponents[(acting - self.seat) % self.rules.players - 1]
            action = player.choose(self.game.view(acting), self._chance)
            self._table.play(self.game.number_action(action))
            earned += float(self._table.rewards[self.seat])
        return earned

    def _observe(self) -> Bytes:
        return self._table.observe(self.seat)

    def _inform(self) -> Info:
        info: Info = {"action_mask": self._table.mask(self.seat), "seat": self.seat}
        if self.game.over:
            info["points"] = [score.total for score in self.game.scores()]
            info["winners"] = self.game.winners()
        return info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _list_legal(self) -> list[int]:
        return [] if self.game.over else self.game.legal_numbers()
