"""The kernel's states, actions and random draws. The rules themselves are in tests/rulebook."""

import itertools
import random
import tracemalloc
from collections import Counter

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.rules import kernel
from kingdomino.rules.chance import stream
from kingdomino.rules.kernel import (
    CLAIM,
    CLAIM_PHASE,
    DISCARD,
    DRAW,
    LINE_SEATS,
    OVER,
    PHASE,
    PLACE,
    UNSEEN,
)
from kingdomino.rules.ruleset import Rules
from tests.conftest import as_many_as
from tests.rulebook.table import SETUPS
from tests.rules.states import buffer, dealt, play
from tests.strategies import ALL_RULES


def numbers_in(word: int) -> set[int]:
    """The dominoes of a word in which bit n - 1 stands for domino n."""
    return {number for number in range(1, 49) if int(word) >> (number - 1) & 1}


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_new_table_has_lone_castles_and_all_dominoes_unseen(rules: Rules) -> None:
    state = kernel.new_state(rules)
    assert state[PHASE] == DRAW
    assert numbers_in(state[UNSEEN]) == set(range(1, 49))
    for seat in range(rules.players):
        at = kernel.kingdom_of(seat)
        assert np.array_equal(state[at : at + kernel.KINGDOM_WORDS], kd.Kingdom(rules.grid).words)
    assert len(state) == kernel.kingdom_of(rules.players) <= kernel.STATE_WORDS


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_table_is_cleared_to_what_it_was_when_new(rules: Rules) -> None:
    state = play(rules, seed=1)
    kernel.clear(state)
    assert np.array_equal(state, kernel.new_state(rules))


def test_equal_kingdoms_are_equal_words_whatever_came_first() -> None:
    first, second = kd.Place(1, (1, 0), (2, 0)), kd.Place(2, (0, 1), (0, 2))
    swapped = kd.Place(2, (2, 0), (1, 0)), kd.Place(1, (0, 2), (0, 1))
    kingdoms = []
    for order in itertools.chain(itertools.permutations([first, second]), [swapped]):
        kingdom = kd.Kingdom()
        for place in order:
            kingdom.place(place)
        kingdoms.append(kingdom.words.tobytes())
    assert len(set(kingdoms)) == 1


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_equal_tables_are_equal_states(rules: Rules) -> None:
    # The same table set up from its text, without any of its past.
    for stop in random.Random(str(rules)).sample(range(2 * rules.kings * rules.rounds + 1), 4):
        state = play(rules, seed=stop, actions=stop)
        position = kd.Position(rules, state)
        assert np.array_equal(kd.Position.from_text(str(position)).state, state)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_legal_actions_come_in_ascending_order_and_suit_the_phase(rules: Rules) -> None:
    legal = buffer()
    for actions in range(2 * rules.kings * rules.rounds + 1):
        state = play(rules, seed=7, actions=actions)
        found = legal[: kernel.legal_actions(state, legal)].tolist()
        assert found == sorted(set(found))
        match int(state[PHASE]):
            case kernel.PLACE:
                assert found == [DISCARD] or found[-1] < 256
            case kernel.CLAIM_PHASE:
                assert found
                assert all(CLAIM < action <= CLAIM + 48 for action in found)
            case kernel.OVER:
                assert found == []
    assert state[PHASE] == OVER


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_nothing_is_legal_until_the_line_is_laid_out(rules: Rules) -> None:
    state, _ = dealt(rules, seed=1)
    assert state[PHASE] == DRAW
    assert kernel.legal_actions(state, buffer()) == 0


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_domino_that_fits_has_a_placement(rules: Rules) -> None:
    for seed in range(as_many_as(20, 2)):
        state = play(rules, seed)
        for seat, domino in itertools.product(range(rules.players), range(1, 49)):
            at = kernel.kingdom_of(seat)
            found = kernel.placements(state, at, rules.grid, domino)
            assert kernel.fits(state, at, rules.grid, domino) == any(found)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_an_action_on_a_copy_leaves_the_state_alone(rules: Rules) -> None:
    state, legal = play(rules, seed=3, actions=20), buffer()
    before, after = state.copy(), []
    for number in range(kernel.legal_actions(state, legal)):
        copied = np.empty_like(state)
        copied[:] = state
        kernel.apply(copied, int(legal[number]))
        after.append(copied.tobytes())
    assert np.array_equal(state, before)
    assert len(set(after)) == len(after)
    assert before.tobytes() not in after


@pytest.mark.compiled_only
def test_playing_on_flat_arrays_allocates_nothing() -> None:
    rules = Rules(players=2)
    state, pile = dealt(rules, seed=1)
    copied, legal = state.copy(), buffer()
    kernel.draw_line(state, pile, 0)

    def play_some() -> None:
        for _ in range(200):
            copied[:] = state
            while copied[PHASE] != DRAW:
                kernel.legal_actions(copied, legal)
                kernel.apply(copied, legal[0])

    play_some()
    tracemalloc.start()
    play_some()
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4096, "hundreds of games, and not even one more state is kept"
    assert kept < 1024


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_redeal_keeps_the_set_of_unseen_dominoes(rules: Rules) -> None:
    state, rng = play(rules, seed=5, actions=30), stream(0)
    before, piles = state.copy(), set()
    for _ in range(10):
        pile = buffer(48)
        count = kernel.redeal(state, pile, rng)
        assert set(pile[:count].tolist()) == numbers_in(state[UNSEEN])
        assert len(set(pile[:count].tolist())) == count
        assert not pile[count:].any()
        piles.add(pile.tobytes())
    assert np.array_equal(state, before)
    assert len(piles) == 10 or int(state[UNSEEN]).bit_count() < 8


def test_a_redeal_puts_every_domino_in_every_place_equally_often() -> None:
    state, rng, pile = kernel.new_state(Rules(players=4)), stream(2), buffer(48)
    deals = as_many_as(48 * 200, 48 * 12)
    found = np.zeros((48, 48))
    for _ in range(deals):
        kernel.redeal(state, pile, rng)
        found[np.arange(48), pile - 1] += 1
    expected = deals / 48
    surplus = ((found - expected) ** 2 / expected).sum() - 47 * 47
    assert abs(surplus) < 5 * (2 * 47 * 47) ** 0.5


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_all_opening_orders_are_equally_likely(rules: Rules) -> None:
    rng, state = stream(3), kernel.new_state(rules)
    kings = [seat for seat in range(rules.players) for _ in range(rules.kings_each)]
    if rules.duel_opening:  # A claims one, B claims two, A takes the last
        orders = {(0, 1, 1, 0), (1, 0, 0, 1)}
    else:
        orders = set(itertools.permutations(kings))
    draws = 300 * len(orders)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        kernel.draw_kings(state, rules.duel_opening, rng)
        found[tuple(state[LINE_SEATS : LINE_SEATS + rules.kings].tolist())] += 1
    assert found.keys() == orders
    assert all(abs(count - 300) < 5 * 300**0.5 for count in found.values())


def test_a_line_is_laid_out_in_ascending_order_and_is_unseen_no_more() -> None:
    state, pile = dealt(Rules(players=3), seed=8)
    assert kernel.draw_line(state, pile, 0) == 3
    drawn = pile[:3].tolist()
    assert state[kernel.NEXT : kernel.NEXT + 4].tolist() == [*sorted(drawn), 0]
    assert numbers_in(state[UNSEEN]) == set(range(1, 49)) - set(drawn)
    assert state[PHASE] == CLAIM_PHASE


def test_the_actions_of_a_placement_name_its_two_cells() -> None:
    cell = 8 * 3 + 4
    assert kernel.halves(64 * kernel.EAST + cell) == (cell, cell + 1)
    assert kernel.halves(64 * kernel.NORTH + cell) == (cell, cell + 8)
    assert kernel.halves(64 * kernel.WEST + cell) == (cell + 1, cell)
    assert kernel.halves(64 * kernel.SOUTH + cell) == (cell + 8, cell)


def test_after_a_placement_the_same_king_claims() -> None:
    state = play(Rules(players=2), seed=1, actions=4)
    seat, legal = kernel.acting_seat(state), buffer()
    assert state[PHASE] == PLACE
    kernel.legal_actions(state, legal)
    kernel.apply(state, int(legal[0]))
    assert state[PHASE] == CLAIM_PHASE
    assert kernel.acting_seat(state) == seat
