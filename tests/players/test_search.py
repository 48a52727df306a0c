"""The champion's futures: what they come to, and for whom."""

from __future__ import annotations

from math import erf, prod, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.judgement import Bench, new_bench
from kingdomino.players.network import Layers
from kingdomino.players.shipped import shipped_network
from kingdomino.rules import kernel
from kingdomino.rules.chance import stream
from tests.players.table import random_position

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

pytestmark = pytest.mark.compiled_only


def begin_future(text: str, actions: int, seed: int) -> tuple[Words, Layers, Bench]:
    """A state whose unseen dominoes lie in some order on the bench."""
    rules = kd.Rules.from_text(text)
    state = random_position(rules, actions, seed).state.copy()
    bench = new_bench()
    kernel.redeal(state, bench.pile, stream(seed))
    return state, shipped_network(rules).layers, bench


def weigh(state: Words, layers: Layers, bench: Bench) -> list[float]:
    """What a future has come to for each seat."""
    worth = np.zeros(4)
    search.weigh_future(state, layers, bench, worth)
    return worth.tolist()


@pytest.mark.parametrize("text", ["classic 2p", "duel 2p middle harmony"])
@pytest.mark.parametrize("rounds", [0, 1, 2, 9])
@pytest.mark.parametrize("actions", [5, 22, 42])
def test_what_one_of_two_gains_in_a_future_the_other_loses(
    text: str, rounds: int, actions: int
) -> None:
    state, layers, bench = begin_future(text, actions, seed=actions)
    search.follow_future(state, 0, rounds, layers, bench)
    assert sum(weigh(state, layers, bench)) == pytest.approx(1.0)


def test_a_future_is_worth_its_outlook_after_the_last_round_that_is_played() -> None:
    state, layers, bench = begin_future("classic 4p middle harmony", 14, seed=3)
    after, drawn = state.copy(), 0
    for rounds in range(4):
        drawn = search.play_round(after, drawn, layers, bench)
        future = state.copy()
        search.follow_future(future, 0, rounds, layers, bench)
        assert weigh(future, layers, bench) == pytest.approx(weigh(after, layers, bench), abs=1e-6)


def test_the_last_turn_of_a_round_is_followed_by_no_round_more_than_the_others() -> None:
    state, layers, bench = begin_future("classic 2p middle harmony", 9, seed=3)
    search.play_round(state, 0, layers, bench)
    assert state[kernel.PHASE] == kernel.DRAW
    future = state.copy()
    search.follow_future(future, 0, 0, layers, bench)
    assert future.tolist() == state.tolist()


def test_a_future_depends_on_nothing_but_its_number() -> None:
    state, layers, bench = begin_future("classic 2p middle harmony", 9, seed=4)

    def follow(number: int, futures: int) -> float:
        worth = np.zeros(4)
        search.try_position(state, 1, number, futures, 1, layers, bench, worth)
        return float(worth[0])

    alone = [follow(number, 1) for number in (9, 7, 8)]
    assert follow(7, 3) == pytest.approx(sum(alone), abs=1e-5)
    assert len({round(value, 6) for value in alone}) > 1


@pytest.mark.parametrize("text", ["classic 2p", "classic 3p", "revised 3p", "classic 4p"])
def test_futures_that_share_a_shuffle_draw_every_unseen_domino_next_once(text: str) -> None:
    state, _, bench = begin_future(text, 9, seed=4)
    line = int(state[kernel.LINE_LENGTH])
    unseen = [domino for domino in range(1, 49) if state[kernel.UNSEEN] >> domino - 1 & 1]
    shuffles = []
    for shuffle in range(2):
        drawn: list[int] = []
        for number in range(len(unseen) // line):
            begin = search.deal_future(state, 7, shuffle * len(unseen) // line + number, bench)
            drawn += bench.pile[begin : begin + line].tolist()
            assert sorted(bench.pile[begin : begin + len(unseen)].tolist()) == unseen
        assert sorted(drawn) == unseen
        shuffles.append(drawn)
    assert shuffles[0] != shuffles[1]


def test_a_round_of_a_future_draws_what_lies_on_the_pile() -> None:
    state, layers, bench = begin_future("classic 3p", 9, seed=5)
    drawn, rounds = 0, int(state[kernel.ROUND])
    while state[kernel.PHASE] != kernel.OVER:
        drawn = search.play_round(state, drawn, layers, bench)
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
        assert value == pytest.approx(prod(chances) + search.AHEAD * sum(leads))
