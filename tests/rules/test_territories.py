"""Scoring in the kernel against a count by hand and by the referee."""

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.rules import kernel, territories
from kingdomino.rules.ruleset import Rules
from tests import oracle
from tests.conftest import as_many_as
from tests.rulebook.table import SETUPS
from tests.rules.states import buffer, play


def test_a_fill_stays_on_its_land() -> None:
    land = 0b1101_0110
    assert territories.fill(np.int64(0b10), np.int64(land)) == 0b0110
    assert territories.fill(np.int64(0b10000), np.int64(land)) == 0b1_0000


def test_points_are_squares_times_crowns_of_each_territory() -> None:
    words = kd.Kingdom.from_text("w1 w w2 / l C l3 / s s m2").words
    assert territories.points(words, 0) == 3 * 3 + 1 * 3 + 1 * 2
    assert territories.largest_territory(words, 0) == 3
    assert territories.crowns_within(words, 0, -1) == 8


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_territories_are_those_the_referee_finds(rules: Rules) -> None:
    for seed in range(as_many_as(20, 2)):
        state = play(rules, seed)
        for seat, kingdom in enumerate(kd.Position(rules, state).kingdoms):
            at, rows = kernel.kingdom_of(seat), np.zeros((48, 2), dtype=np.int64)
            count = territories.list_territories(state, at, rows)
            expected = oracle.territories(
                {cell: oracle.Square(*square) for cell, square in kingdom.cells.items()}
            )
            assert count == len(expected)
            assert territories.points(state, at) == sum(t.squares * t.crowns for t in expected)
            assert territories.largest_territory(state, at) == max(t.squares for t in expected)


@pytest.mark.parametrize("middle_kingdom", [False, True])
@pytest.mark.parametrize("harmony", [False, True])
def test_a_bonus_counts_only_where_it_is_played_for(middle_kingdom: bool, harmony: bool) -> None:
    rules = Rules(players=2, middle_kingdom=middle_kingdom, harmony=harmony)
    state = kernel.new_state(rules)
    at = kernel.kingdom_of(1)
    assert territories.total(state, 1) == 10 * middle_kingdom + 5 * harmony
    kernel.put_square(state, at, 3, 0, 1)  # three columns east: off centre
    assert territories.total(state, 1) == 1 + 5 * harmony
    state[at + kernel.DISCARDS] = 1
    assert territories.total(state, 1) == 1
    assert territories.total(state, 0) == 10 * middle_kingdom + 5 * harmony


def test_who_stands_higher_has_the_higher_number() -> None:
    ascending = [(0, 48, 60), (1, 0, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0), (300, 24, 30)]
    numbers = [territories.standing(*merits) for merits in ascending]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_standings_are_those_of_the_scores(rules: Rules) -> None:
    state, found = play(rules, seed=11), buffer(4)
    territories.standings(state, found)
    scores = kd.Position(rules, state).scores()
    assert found[: rules.players].tolist() == [score.standing for score in scores]
