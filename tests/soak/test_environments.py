"""Hundreds of thousands of games in the batch, held against the kernel."""

import numpy as np
import pytest
from numpy.typing import NDArray

from kingdomino.env import KingdominoVectorEnv
from kingdomino.env.dataset import observe_states
from kingdomino.rules import kernel, territories
from kingdomino.rules.compiled import compiled
from tests.env.description import SETTINGS, name_setting

Words = NDArray[np.int64]

GAMES, STEPS = 4096, 400


@compiled
def find_wrong_mask(states: Words, masks: np.ndarray, room: Words) -> int:
    """The first state whose mask is not of its legal actions, or −1."""
    for row in range(len(states)):
        count = kernel.legal_actions(states[row], room)
        total = 0
        for action in range(masks.shape[1]):
            total += masks[row, action]
        for number in range(count):
            total -= masks[row, room[number]]
        if total != 0:
            return row
        for number in range(count):
            if masks[row, room[number]] != 1:
                return row
    return -1


@compiled
def find_wrong_points(states: Words, points: Words) -> int:
    """The first state whose points are not what its territories are worth, or −1."""
    for row in range(len(states)):
        for seat in range(points.shape[1]):
            if territories.total(states[row], seat) != points[row, seat]:
                return row
    return -1


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_the_batch_never_parts_from_the_kernel(setting: dict[str, object]) -> None:
    env = KingdominoVectorEnv(GAMES, **setting)
    env.reset(seed=2026)
    room, ended = np.zeros(256, dtype=np.int64), 0
    for step in range(STEPS):
        tables = env.tables
        assert find_wrong_mask(tables.states, env.action_masks, room) == -1
        assert find_wrong_points(tables.states, tables.points) == -1
        if step % 5 == 0:
            seats = env.seats.astype(np.int64)
            seen, _ = observe_states(tables.states, seats, env.rules.players)
            assert np.array_equal(seen, env.observations)
        _, _, ends, _, _ = env.step(env.sample_actions())
        ended += int(ends.sum())
    print(f"{ended} games of {env.rules}")
    assert ended > GAMES
