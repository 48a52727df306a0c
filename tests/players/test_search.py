"""The champion's futures: what they come to, and for whom."""

from __future__ import annotations

from math import erf, prod, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.draft import LEAD, expect_surveyed, prospect, survey_table
from kingdomino.players.judgement import Bench, look_at_table, new_bench
from kingdomino.players.network import Layers
from kingdomino.players.shipped import shipped_network
from kingdomino.rules import kernel
from kingdomino.rules.chance import stream
from tests.players.table import random_position

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

pytestmark = pytest.mark.compiled_only

WIDELY = 2  # placements thought through


def begin_future(text: str, actions: int, seed: int) -> tuple[Words, Layers, Bench]:
    """A state whose unseen dominoes lie in some order on the bench."""
    rules = kd.Rules.from_text(text)
    state = random_position(rules, actions, seed).state.copy()
    bench = new_bench()
    kernel.redeal(state, bench.pile, stream(seed))
    return state, shipped_network(rules).layers, bench


def survey(state: Words, seat: int, layers: Layers, bench: Bench) -> float:
    """The seat's prospect as the position is."""
    survey_table(state, -1, look_at_table(state, layers, bench), layers, bench)
    expect_surveyed(state, bench)
    return float(prospect(state, seat, bench))


@pytest.mark.parametrize("text", ["classic 2p", "duel 2p middle harmony"])
@pytest.mark.parametrize("rounds", [1, 2, 9])
@pytest.mark.parametrize("actions", [5, 22, 42])
def test_what_one_of_two_gains_in_a_future_the_other_loses(
    text: str, rounds: int, actions: int
) -> None:
    values = []
    for seat in (0, 1):
        state, layers, bench = begin_future(text, actions, seed=actions)
        values.append(search.follow_future(state, seat, rounds, WIDELY, layers, bench))
    assert sum(values) == pytest.approx(1.0)


@pytest.mark.parametrize("breadth", [search.QUICK, WIDELY])
def test_each_round_of_a_future_is_surveyed_and_the_later_ones_count_for_less(breadth: int) -> None:
    state, layers, bench = begin_future("classic 4p middle harmony", 14, seed=3)
    after, surveys = state.copy(), []
    drawn = search.play_round(after, 0, breadth, layers, bench)
    for _ in range(3):
        drawn = search.play_round(after, drawn, breadth, layers, bench)
        surveys.append(survey(after, 1, layers, bench))
    trust = search.TRUST
    for rounds, shares in [
        (1, [1.0]),
        (2, [1 - trust, trust]),
        (3, [1 - trust, trust * (1 - trust), trust**2]),
    ]:
        value = search.follow_future(state.copy(), 1, rounds, breadth, layers, bench)
        assert value == pytest.approx(np.dot(shares, surveys[:rounds]))


def test_a_round_of_a_future_draws_what_lies_on_the_pile() -> None:
    state, layers, bench = begin_future("classic 3p", 9, seed=5)
    drawn, rounds = 0, int(state[kernel.ROUND])
    while state[kernel.PHASE] != kernel.OVER:
        drawn = search.play_round(state, drawn, search.QUICK, layers, bench)
        rounds += 1
        if state[kernel.PHASE] != kernel.OVER:
            assert int(state[kernel.ROUND]) == rounds
    assert drawn > 0
    assert all(not state[kernel.UNSEEN] >> domino - 1 & 1 for domino in bench.pile[:drawn])


def test_a_future_that_ended_is_worth_its_points() -> None:
    game = random_position(kd.Rules(players=3), 0, seed=1)
    while not game.over:
        game.play(game.legal_actions()[0])
    totals = [score.total for score in game.scores()]
    for seat, mine in enumerate(totals):
        leads = [mine - theirs for other, theirs in enumerate(totals) if other != seat]
        chances = [0.5 + 0.5 * erf(lead / search.LAST_LUCK / sqrt(2)) for lead in leads]
        value = search.final_prospect(game.state, seat)
        assert value == pytest.approx(prod(chances) + LEAD * sum(leads))
