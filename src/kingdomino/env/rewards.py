"""What an agent is rewarded with: victory, points, or both at the very end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from kingdomino.env.errors import SettingError
from kingdomino.rules.compiled import FLAG, FLOATS, WORD, WORDS, compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

Reward = Literal["win", "sparse", "score", "margin"]
"""The rewards that an environment can give:

- ``win``: at the end 1 for the winner and −1 divided among the others, so that the sum is 0; who
  shares a victory divides what it brings;
- ``sparse``: at the end 1 for the winner, divided among those who share the victory; 0 for others;
- ``score``: after every action how much the seat's lead over its best opponent has grown, in
  points; over a game that adds up to the final lead;
- ``margin``: at the end the seat's lead over its best opponent, in points.
"""

REWARDS: tuple[Reward, ...] = get_args(Reward)
WIN, SPARSE, SCORE, MARGIN = range(4)


def number_reward(reward: str) -> int:
    """The number that compiled code knows a reward by; ``SettingError`` if there is none."""
    if reward not in REWARDS:
        names = ", ".join(f'"{name}"' for name in REWARDS[:-1])
        raise SettingError(
            'the reward is {names} or "{last}", not {reward}',
            names=names,
            last=REWARDS[-1],
            reward=repr(reward),
        )
    return REWARDS.index(reward)


@compiled(WORDS, WORD)
def lead(points: Words, seat: int) -> int:
    """A seat's lead over its best opponent, negative if it is behind."""
    best = -(1 << 30)
    for other in range(points.size):
        if other != seat:
            best = max(best, points[other])
    return int(points[seat] - best)


@compiled(WORD, FLAG, WORDS, WORDS, WORDS, FLOATS)
def write_rewards(
    kind: int,
    over: bool,
    before: Words,
    after: Words,
    standings: Words,
    rewards: NDArray[np.floating],
) -> None:
    """Write every seat's reward for what happened between two counts of all points.

    ``standings`` are those of the end, and not looked at before it.
    """
    players = after.size
    highest = standings[0]
    for seat in range(players):
        highest = max(highest, standings[seat])
    winners = 0
    for seat in range(players):
        winners += int(standings[seat] == highest)
    for seat in range(players):
        reward = 0.0
        if kind == SCORE:
            reward = float(lead(after, seat) - lead(before, seat))
        elif over and kind == MARGIN:
            reward = float(lead(after, seat))
        elif over:
            share = 1.0 / winners if standings[seat] == highest else 0.0
            reward = share if kind == SPARSE else (players * share - 1.0) / (players - 1.0)
        rewards[seat] = reward
