"""The game for OpenSpiel: importing this registers ``python_kingdomino``.

>>> import pyspiel
>>> import kingdomino.env.open_spiel
>>> game = pyspiel.load_game("python_kingdomino(players=3,harmony=True)")

All players see the same table, so to OpenSpiel this is a game of perfect information in which
chance draws the kings and then every line, domino by domino. The order of a pile is never decided
before it is drawn, so there is nothing to hide.

Actions are the kernel's numbers. A chance outcome is a seat while the kings are drawn, and the
number of a domino after that. The observation tensor has the bytes of the observation of all other
environments, as numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from kingdomino.env.observation import Layout, Observer
from kingdomino.env.rendering import write
from kingdomino.env.rewards import MARGIN, WIN, write_rewards
from kingdomino.game.position import Position
from kingdomino.rules import kernel
from kingdomino.rules.ruleset import Rules, RulesError
from kingdomino.rules.territories import standings, total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

SHORT_NAME = "python_kingdomino"

_REWARDS = {"win": WIN, "margin": MARGIN}
_MOST_POINTS = 1000  # beyond what any kingdom can be worth: a bound for utilities

_DEFAULTS: dict[str, object] = {
    "players": 2,
    "edition": "classic",
    "middle_kingdom": False,
    "harmony": False,
    "mighty_duel": False,
    "reward": "win",
}


def _describe(reward: str, players: int) -> pyspiel.GameType:
    zero_sum = reward == "win" or players == 2
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Kingdomino",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM
        if zero_sum
        else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class KingdominoGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """Kingdomino by the rules that the parameters name.

    They are those of the other environments; the reward is ``win`` or ``margin``. What cannot be
    played raises ``RulesError``.
    """

    def __init__(self, params: dict[str, object] | None = None) -> None:
        chosen = _DEFAULTS | (params or {})
        reward = str(chosen.pop("reward"))
        if reward not in _REWARDS:
            raise RulesError(
                'for OpenSpiel the reward is "win" or "margin", not {reward}', reward=repr(reward)
            )
        self.rules = Rules(**chosen)  # type: ignore[arg-type]  # it says what is wrong with them
        self.reward = _REWARDS[reward]
        most = 1.0 if reward == "win" else float(_MOST_POINTS)
        kings, rounds = self.rules.kings, self.rules.rounds
        type_ = _describe(reward, self.rules.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=kernel.ACTIONS,
            max_chance_outcomes=49,
            num_players=self.rules.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if type_.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=2 * kings * rounds,
        )
        super().__init__(type_, info, params or {})

    def new_initial_state(self) -> KingdominoState:
        """The empty table: no king is drawn and no domino."""
        return KingdominoState(self, self.rules, self.reward)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, object] | None = None,
    ) -> KingdominoObserver | IIGObserverForPublicInfoGame:
        """What is used to look at a state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return KingdominoObserver(self.rules.players, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """How many draws there are in a game."""
        return self.rules.kings + self.rules.deck_size


class KingdominoState(pyspiel.State):  # type: ignore[misc]
    """A table, and what chance has drawn for it so far."""

    def __init__(self, game: KingdominoGame, rules: Rules, reward: int) -> None:
        super().__init__(game)
        self._rules = rules
        self._reward = reward
        self._words = kernel.new_state(rules)
        self._kings: list[int] = []  # the opening order as far as it is drawn
        self._line = 0  # the dominoes drawn of a line that is not laid out yet

    @property
    def words(self) -> Words:
        """The kernel's words for this state."""
        return self._words

    @property
    def position(self) -> Position:
        """The state as the rest of this library knows it."""
        return Position(self._rules, self._words)

    def current_player(self) -> int:
        """The seat that acts, or chance, or nobody."""
        phase = self._words.item(kernel.PHASE)
        if phase == kernel.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if phase == kernel.DRAW:
            return int(pyspiel.PlayerId.CHANCE)
        return self._words.item(kernel.LINE_SEATS + self._words.item(kernel.TURN))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._words.item(kernel.PHASE) == kernel.OVER

    def _legal_actions(self, player: int) -> list[int]:
        buffer = np.empty(256, dtype=np.int64)
        count = kernel.legal_actions(self._words, buffer)
        legal: list[int] = buffer[:count].tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may draw next, and how likely that is."""
        if len(self._kings) < self._rules.kings:
            left = [
                self._rules.kings_each - self._kings.count(seat)
                for seat in range(self._rules.players)
            ]
            return [(seat, kings / sum(left)) for seat, kings in enumerate(left) if kings]
        unseen = self._words.item(kernel.UNSEEN) & ~self._line
        odds = 1 / unseen.bit_count()
        return [(number, odds) for number in range(1, 49) if unseen >> (number - 1) & 1]

    def _apply_action(self, action: int) -> None:
        if self._words.item(kernel.PHASE) != kernel.DRAW:
            kernel.apply(self._words, action)
        elif len(self._kings) < self._rules.kings:
            self._draw_king(action)
        else:
            self._line |= 1 << (action - 1)
            if self._line.bit_count() == self._rules.line_length:
                kernel.lay_line(self._words, self._line)
                self._line = 0

    def _draw_king(self, seat: int) -> None:
        if self._rules.duel_opening:  # one king is drawn, and the rest of the order follows
            self._kings = [seat, 1 - seat, 1 - seat, seat]
        else:
            self._kings.append(seat)
        first = kernel.LINE_SEATS
        self._words[first : first + len(self._kings)] = self._kings

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            drawing_kings = len(self._kings) < self._rules.kings
            return f"king of seat {action}" if drawing_kings else f"domino {action}"
        return str(self.position.find(action))

    def returns(self) -> list[float]:
        """What every seat has won."""
        players = self._rules.players
        rewards = np.zeros(players)  # exact enough to add up to 0 as OpenSpiel counts
        if self.is_terminal():
            points = np.array([total(self._words, seat) for seat in range(players)])
            found = np.zeros(players, dtype=np.int64)
            standings(self._words, found)
            write_rewards(self._reward, True, points, points, found, rewards)
        won: list[float] = rewards.tolist()
        return won

    def __str__(self) -> str:
        """The kernel's words and what is drawn: equal for equal states."""
        if self._words.item(kernel.PHASE) == kernel.DRAW:
            drawn = [number for number in range(1, 49) if self._line >> (number - 1) & 1]
            return f"chance draws; kings {self._kings}, dominoes {drawn}; {self._digest()}"
        return write(self.position, colour=False) + f"\nunseen {sorted(self.position.unseen)}"

    def _digest(self) -> str:
        return ",".join(map(str, self._words.tolist()))


class KingdominoObserver:
    """What a seat may know, as OpenSpiel asks for it."""

    def __init__(self, players: int, params: dict[str, object] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, such as {params}")
        layout = Layout(players)
        self._observer = Observer(players)
        self.tensor: NDArray[np.float32] = np.zeros(layout.size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: KingdominoState, player: int) -> None:
        """Fill the tensor with what a player may know of a state."""
        self.tensor[:] = self._observer.observe(state.words, player)

    def string_from(self, state: KingdominoState, player: int) -> str:
        """The same in words."""
        return f"seat {player}\n{state}"


pyspiel.register_game(_describe("win", 2), KingdominoGame)
