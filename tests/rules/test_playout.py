"""Random games inside the kernel: legal, uniform, and the same for ever."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdomino as kd
from kingdomino.rules import kernel, playout, territories
from kingdomino.rules.chance import stream
from kingdomino.rules.kernel import CLAIM_PHASE, NEXT_SEATS, OVER, PHASE
from kingdomino.rules.ruleset import Rules
from tests.conftest import as_many_as
from tests.rulebook.table import SETUPS
from tests.rules.states import Words, buffer, dealt, play

# Checksums over 20 random games each. They change only when a rule does.
SIGNATURES = {
    "classic 2p": 7564318866049347837,
    "classic 3p": -3233200370838113076,
    "classic 4p": -7014002274444728431,
    "classic 2p duel": 5032110269868163494,
    "revised 2p": -3447178972180958382,
    "revised 3p": 8696241367458154646,
    "revised 4p": -7014002274444728431,
}


def sign(rules: Rules, games: int = 20) -> int:
    state = kernel.new_state(rules)
    return playout.sign_games(state, buffer(48), buffer(), rules.duel_opening, games, stream(2026))


@given(st.integers(1, 2**64 - 1), st.data())
def test_the_nth_bit_is_the_nth_lowest(word: int, data: st.DataObject) -> None:
    bits = [bit for bit in range(64) if word >> bit & 1]
    n = data.draw(st.integers(0, len(bits) - 1))
    signed = np.uint64(word).astype(np.int64)
    assert playout.nth_bit(signed, n) == bits[n]


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_games_are_the_same_for_ever(rules: Rules) -> None:
    assert sign(rules) == SIGNATURES[str(rules)]


def test_a_bonus_changes_the_signature() -> None:
    rules = Rules(players=2)
    bonus = Rules(players=2, harmony=True, middle_kingdom=True)
    assert sign(rules, 2) != sign(bonus, 2)


def assert_uniform(found: Counter[bytes], expected: set[bytes], draws: int) -> None:
    """Every outcome came up, and a chi-square test sees no bias."""
    assert found.keys() == expected
    mean = draws / len(expected)
    surplus = sum((count - mean) ** 2 / mean for count in found.values()) - (len(expected) - 1)
    assert abs(surplus) < 5 * (2 * len(expected)) ** 0.5


def placements_after(state: Words, domino: int, seat: int, grid: int) -> set[bytes]:
    """The states that each legal placement of a domino leads to."""
    at, found = kernel.kingdom_of(seat), set()
    ways = kernel.placements(state, at, grid, domino)
    for way, cell in itertools.product(range(4), range(64)):
        if int(ways[way]) >> cell & 1:
            placed = state.copy()
            kernel.put_domino(placed, at, domino, 64 * way + cell)
            found.add(placed.tobytes())
    return found


@pytest.mark.parametrize(
    ("players", "edition", "actions", "domino"),
    [(2, "classic", 0, 1), (2, "classic", 0, 48), (3, "classic", 20, 13), (2, "revised", 40, 24)],
)
def test_every_legal_placement_is_equally_likely(
    players: int, edition: str, actions: int, domino: int
) -> None:
    rules = Rules(players=players, edition=edition)
    state, rng = play(rules, seed=4, actions=actions), stream(1)
    possible = placements_after(state, domino, 0, rules.grid)
    draws = as_many_as(400, 40) * len(possible)
    found: Counter[bytes] = Counter()
    for _ in range(draws):
        placed = state.copy()
        word = playout.next_word(rng)
        playout.place_at_random(placed, kernel.kingdom_of(0), rules.grid, domino, word)
        found[placed.tobytes()] += 1
    assert len(possible) > 10
    assert_uniform(found, possible, draws)


def test_a_domino_that_fits_nowhere_is_thrown_away() -> None:
    words = kd.Kingdom.from_text("fffff/fffff/ffCff/fffff/fff.f").words
    before = words.copy()
    playout.place_at_random(words, 0, 5, 48, 0)
    assert words[kernel.DISCARDS] == before[kernel.DISCARDS] + 1
    words[kernel.DISCARDS] -= 1
    assert np.array_equal(words, before)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
@pytest.mark.parametrize("claimed", [0, 1, 2])
def test_every_free_domino_is_claimed_equally_often(rules: Rules, claimed: int) -> None:
    state, rng = play(rules, seed=6, actions=claimed), stream(2)
    assert state[PHASE] == CLAIM_PHASE
    legal = buffer()
    possible = set()
    for number in range(kernel.legal_actions(state, legal)):
        placed = state.copy()
        kernel.apply(placed, int(legal[number]))
        possible.add(placed.tobytes())
    draws = as_many_as(400, 60) * len(possible)
    found: Counter[bytes] = Counter()
    for _ in range(draws):
        placed = state.copy()
        playout.claim_at_random(placed, playout.next_word(rng))
        found[placed.tobytes()] += 1
    assert len(possible) == rules.line_length - claimed
    assert_uniform(found, possible, draws)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_playout_ends_as_a_game_does_from_any_moment(rules: Rules) -> None:
    length = 2 * rules.kings * rules.rounds
    for actions in range(0, length + 1, as_many_as(3, 19)):
        state = play(rules, seed=actions, actions=actions)
        before = kd.Position(rules, state.copy())
        playout.play_out(state, buffer(48), stream(actions))
        assert state[PHASE] == OVER
        after = kd.Position(rules, state)
        # What lies on the table at the end is a position that the rules allow.
        assert kd.Position.from_text(str(after)) == after
        assert after.unseen <= before.unseen
        for grown, kingdom in zip(after.kingdoms, before.kingdoms, strict=True):
            assert kingdom.cells.items() <= grown.cells.items()
            assert len(grown.cells) == 2 * (rules.dominoes_each - grown.discards)


def test_a_playout_of_a_finished_game_changes_nothing() -> None:
    state = play(Rules(players=2), seed=1)
    before = state.copy()
    playout.play_out(state, buffer(48), stream(1))
    assert np.array_equal(state, before)


def test_playouts_differ_and_the_same_seed_gives_the_same_one() -> None:
    ends = []
    for seed in (1, 2, 1):
        state, _ = dealt(Rules(players=4), seed=0)
        playout.play_out(state, buffer(48), stream(seed))
        ends.append(state.tobytes())
    assert ends[0] == ends[2] != ends[1]


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_playout_draws_every_domino_equally_often(rules: Rules) -> None:
    state, rng = kernel.new_state(rules), stream(9)
    games = as_many_as(2000, 40)
    left_out = np.zeros(48)
    for _ in range(games):
        playout.deal_and_play_out(state, buffer(48), rules.duel_opening, rng)
        left_out += [int(state[kernel.UNSEEN]) >> bit & 1 for bit in range(48)]
    share = 1 - rules.deck_size / 48
    assert left_out.sum() == games * (48 - rules.deck_size)
    deviation = (games * share * (1 - share)) ** 0.5
    assert (abs(left_out - games * share) <= 5 * deviation).all()


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_points_of_many_games_are_the_totals_added_up(rules: Rules) -> None:
    one, other = kernel.new_state(rules), kernel.new_state(rules)
    rng, twin = stream(5), stream(5)
    points = playout.play_games(one, buffer(48), rules.duel_opening, 5, rng)
    expected = 0
    for _ in range(5):
        playout.deal_and_play_out(other, buffer(48), rules.duel_opening, twin)
        expected += sum(territories.total(other, seat) for seat in range(rules.players))
    assert points == expected > 0
    assert np.array_equal(one, other)
    assert (one[NEXT_SEATS : NEXT_SEATS + 4] == kernel.NOBODY).all()
