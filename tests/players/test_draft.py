"""Thinking the rest of a round through: the compiled tree of claims against a plain one."""

from math import erf, sqrt
from random import Random

import numpy as np
import pytest

from kingdomino import Game, Rules
from kingdomino.players import draft
from kingdomino.players.judgement import Bench, new_bench
from kingdomino.players.shipped import shipped_network
from kingdomino.rules import kernel

pytestmark = pytest.mark.compiled_only


def weigh_plainly(
    state: np.ndarray, thinker: int, claims: dict[int, int], kings: list[int], bench: Bench
) -> list[float]:
    """Everybody's prospects when the kings' owners claim in turn, each for its own best."""
    free = [
        slot
        for slot in range(state[kernel.LINE_LENGTH])
        if state[kernel.NEXT_SEATS + slot] == kernel.NOBODY and slot not in claims
    ]
    if kings and free:
        ways = [
            weigh_plainly(state, thinker, claims | {s: kings[0]}, kings[1:], bench) for s in free
        ]
        return max(ways, key=lambda prospects: prospects[kings[0]])
    players = range(state[kernel.PLAYERS])
    means = []
    for seat in players:
        share = sum(1 << slot for slot, owner in claims.items() if owner == seat)
        belief = 1.0 if seat == thinker or len(players) == 2 else draft.FORESIGHT
        means.append(
            bench.survey[seat, draft.MEAN] + belief * bench.survey[seat, draft.ADDS + share]
        )
    prospects = []
    for seat in players:
        chance, lead = 1.0, 0.0
        for other in players:
            if other != seat:
                ahead = means[seat] - means[other]
                spread = sqrt(sum(bench.survey[s, draft.SPREAD] ** 2 for s in (seat, other)))
                chance *= 0.5 + 0.5 * erf(ahead / (spread * sqrt(2)))
                lead += ahead
        prospects.append(chance + draft.LEAD * lead)
    return prospects


@pytest.mark.parametrize(
    "text", ["classic 2p", "classic 3p", "revised 3p", "classic 4p", "duel 2p"]
)
@pytest.mark.parametrize("seed", range(8))
def test_claims_are_thought_through_as_a_plain_tree_does(text: str, seed: int) -> None:
    rng = Random(seed)
    game = Game.new(Rules.from_text(text), seed=seed)
    for _ in range(rng.randrange(30)):
        game.play(rng.choice(game.legal_actions()))
    while game.phase != "claim":
        game.play(rng.choice(game.legal_actions()))
    state = game.view(game.acting_seat).state
    bench = new_bench()
    bench.survey[:] = np.random.default_rng(seed).uniform(0, 12, bench.survey.shape)
    bench.survey[:, draft.SPREAD] += 3
    bench.survey[:, draft.ADDS] = 0
    kings = [
        int(state[kernel.LINE_SEATS + k]) for k in range(state[kernel.TURN], state[kernel.KINGS])
    ]
    free = draft.free_slots(state)
    for slot in range(4):
        if free >> slot & 1:
            weight = draft.weigh_claim(state, kings[0], slot, free, bench)
            plain = weigh_plainly(state, kings[0], {slot: kings[0]}, kings[1:], bench)
            assert weight == pytest.approx(plain[kings[0]])


@pytest.mark.parametrize("text", ["classic 2p", "revised 3p", "classic 4p middle harmony"])
def test_the_claim_thought_of_with_a_placement_is_the_one_thought_of_after_it(text: str) -> None:
    rules = Rules.from_text(text)
    layers, bench = shipped_network(rules).layers, new_bench()
    other = 0
    for seed in range(100):
        rng = Random(seed)
        game = Game.new(rules, seed=seed)
        for _ in range(8 + 2 * (seed % 6)):
            game.play(rng.choice(game.legal_actions()))
        while game.phase != "place":
            game.play(rng.choice(game.legal_actions()))
        state = game.view(game.acting_seat).state.copy()
        seat = game.acting_seat
        placement, claim = draft.think_turn(state, layers, bench, 3)
        kernel.apply(state, placement)
        bench.held[seat] = 0  # before the claim, the others still surveyed as they were
        slot, _ = draft.weigh_claims(state, seat, bench)
        assert claim == kernel.CLAIM + state[kernel.NEXT + slot]
        # Surveyed anew, the others know of the placement, which may tip the balance between two.
        other += claim != draft.think(state, layers, bench, 3)
    assert other <= 3


@pytest.mark.parametrize("text", ["classic 2p", "revised 3p", "classic 4p middle harmony"])
def test_a_survey_serves_the_turns_that_follow_it_in_a_round(text: str) -> None:
    rules = Rules.from_text(text)
    layers, bench, fresh = shipped_network(rules).layers, new_bench(), new_bench()
    game = Game.new(rules, seed=3)
    rng = Random(3)
    while game.round < 2:
        game.play(rng.choice(game.legal_actions()))
    state = game.view(game.acting_seat).state.copy()
    assert state[kernel.TURN] == 0
    available = draft.look_at_table(state, layers, bench)
    draft.survey_table(state, -1, available, layers, bench)
    draft.look_at_table(state, layers, fresh)  # what is to be had is as it was then
    for _ in range(state[kernel.KINGS] - 1):
        action, claim = draft.think_on(state, available, layers, bench, 3)
        kernel.apply(state, action)
        kernel.apply(state, claim)
        draft.survey_table(state, -1, available, layers, fresh)
        for seat in range(rules.players):
            expected = bench.survey[seat, draft.MEAN]
            expected += bench.survey[seat, draft.ADDS + bench.held[seat]]
            assert expected == pytest.approx(fresh.survey[seat, draft.MEAN], abs=0.01)
