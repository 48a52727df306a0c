"""Perft: the number of ways to play on, by the kernel, by the referee, and as it always was."""

import copy

import pytest

import kingdomino as kd
from kingdomino.rules.kernel import PHASE
from tests.conftest import as_many_as
from tests.game.test_against_oracle import as_tuple, seat_at_the_same_table
from tests.oracle import Oracle
from tests.perft.make import Row, count, read, start
from tests.rulebook.table import SETUPS, finished

TABLES = [(rules, row) for rules in SETUPS for row in read(rules)]

tables = pytest.mark.parametrize(
    ("rules", "row"),
    [(rules, row) for rules, row in TABLES if row.count <= as_many_as(10**9, 2000)],
    ids=str,
)
shallow = pytest.mark.parametrize(
    ("rules", "row"),
    [(rules, row) for rules, row in TABLES if row.count <= as_many_as(1200, 100)],
    ids=str,
)


def count_by_hand(oracle: Oracle, depth: int) -> int:
    """The referee's count: it tries everything on a table of its own."""
    actions = oracle.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        table = copy.deepcopy(oracle)
        table.play(action)
        total += count_by_hand(table, depth - 1)
    return total


@tables
def test_the_kernel_counts_what_the_table_says(rules: kd.Rules, row: Row) -> None:
    assert count(start(rules, row.seed, row.played), row.depth) == row.count


@shallow
def test_the_referee_counts_the_same(rules: kd.Rules, row: Row) -> None:
    game = start(rules, row.seed, row.played)
    actions = [action for _, action in game.history]
    oracle = seat_at_the_same_table(kd.Game.new(rules, seed=row.seed))
    for action in actions:
        oracle.play(as_tuple(action))
    assert count_by_hand(oracle, row.depth) == row.count


def test_the_tables_go_deep() -> None:
    assert 10**6 < sum(row.count for _, row in TABLES) < 2 * 10**7
    assert {rules for rules, row in TABLES if row.played > 40} == set(SETUPS)


def test_there_is_one_way_to_play_nothing() -> None:
    assert count(kd.Game.new(kd.Rules(players=2), seed=1), 0) == 1


def test_a_game_that_is_over_goes_nowhere() -> None:
    game = finished(kd.Rules(players=2))
    assert (count(game, 1), count(game, 3)) == (0, 0)
    assert game.state[PHASE] == 3
