"""The spaces that all environments share: what an agent is shown, and what it may answer.

The mask of legal actions is no part of the observation: it is in the info, under ``action_mask``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from gymnasium.spaces import Box, Discrete, Space

from kingdomino.env.observation import Layout
from kingdomino.rules.kernel import ACTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.env.observation import Bytes


def observation_space(players: int) -> Space[Bytes]:
    """The space of observations for so many players."""
    layout = Layout(players)
    low = np.zeros(layout.size, dtype=np.uint8)
    return cast("Space[Bytes]", Box(low, layout.highest, dtype=np.uint8))


def action_space() -> Discrete:
    """The kernel's numbers for actions: 0 to 304."""
    return Discrete(ACTIONS)


class DrawnAction(np.int64):
    """An action that a space drew without being given a mask.

    It was legal when it was drawn. Where it no longer is, because the game has gone on or begun
    anew, it stands for another that is: ``settle`` says which.
    """

    def settle(self, legal: list[int]) -> int:
        """Itself if it is legal, else the legal action that its number falls on."""
        return int(self) if int(self) in legal else legal[int(self) % len(legal)]


class LegalActions(Discrete):
    """The same space, of which ``sample`` draws legal actions only, even without a mask.

    So programs that know nothing of masks, such as Gymnasium's and PettingZoo's own checks, play
    legally. A copy is a plain ``Discrete``.
    """

    def __init__(self, list_legal: Callable[[], list[int]]) -> None:
        super().__init__(ACTIONS)
        self._list_legal = list_legal

    def sample(
        self,
        mask: NDArray[np.int8] | None = None,
        probability: NDArray[Any] | None = None,  # their own type for it is a mask's
    ) -> np.int64:
        """A random action: by the mask or the probabilities, or any that is legal now."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        legal = self._list_legal()
        if not legal:
            return super().sample()
        return DrawnAction(legal[self.np_random.integers(len(legal))])

    def __reduce__(self) -> tuple[type[Discrete], tuple[int]]:
        return Discrete, (ACTIONS,)
