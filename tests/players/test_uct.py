"""The tree search is the literature's: what it tries first, and whom its bias favours."""

import random

import numpy as np
import pytest

from kingdomino.players import uct
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player
from tests.players.table import random_position
from tests.variants import RULES

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("name", ["uct-random", "uct-full-greedy"])
def test_turns_that_claim_the_lowest_domino_are_tried_first(name: str) -> None:
    game = random_position(RULES[3], 8, seed=2)
    assert game.phase == "place"
    assert len(game.legal_actions()) > 3
    player = create_player(name, Budget(work=3))
    for seed in range(5):
        trial = game.copy()
        assert trial.seat is not None
        trial.play(player.choose(trial.view(trial.seat), random.Random(seed)))
        assert trial.phase == "claim"
        claim = player.choose(trial.view(trial.seat), random.Random(seed))
        assert claim == trial.legal_actions()[0]


def children(*columns: tuple[int, int, int]) -> np.ndarray:
    """A root that has been left a thousand times, and its children with points, visits, wins."""
    nodes = np.zeros((len(columns) + 1, uct._COLUMNS), dtype=np.int64)
    nodes[0, uct._VISITS] = 1000
    nodes[0, uct._CHILD] = 1
    for number, (gain, visits, wins) in enumerate(columns, start=1):
        nodes[number, uct._GAIN] = gain
        nodes[number, uct._VISITS] = visits
        nodes[number, uct._WINS] = wins * uct._VICTORY
        nodes[number, uct._SIBLING] = number + 1 if number < len(columns) else 0
        nodes[number, uct._LEGAL] = 1
    return nodes


def test_points_count_beside_victories() -> None:
    assert uct._best_child(children((0, 100, 50), (4, 100, 50)), 0, 0.6, 0.1) == 2


def test_points_count_less_the_more_often_a_turn_is_tried() -> None:
    """A bias that faded with defeats alone would still prefer the first."""
    nodes = children((4, 1000, 500), (0, 1000, 501))
    assert uct._best_child(nodes, 0, 0.0, 0.1) == 2
    assert uct._best_child(children((4, 10, 5), (0, 1000, 501)), 0, 0.0, 0.1) == 1


def test_who_was_tried_less_is_tried_next() -> None:
    assert uct._best_child(children((0, 100, 50), (0, 10, 5)), 0, 0.6, 0.1) == 2
