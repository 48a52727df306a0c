"""The referee itself, on cases that a person can count."""

import random

import pytest

from tests.oracle import (
    DOMINOES,
    Oracle,
    Score,
    Square,
    Territory,
    in_the_middle,
    placements,
    territories,
    winners,
)
from tests.policies import POLICIES, Policy, extent


def deal(
    players: int, edition: str = "classic", mighty_duel: bool = False, seed: int = 1
) -> Oracle:
    """A game with every bonus, dealt from a seed."""
    chance = random.Random(seed)
    opening = list(range(players)) * (2 if players == 2 else 1)
    chance.shuffle(opening)
    pile = chance.sample(range(1, 49), 48)
    return Oracle(players, edition, mighty_duel, True, True, opening, pile)


def test_it_knows_forty_eight_dominoes() -> None:
    assert sorted(DOMINOES) == list(range(1, 49))
    assert DOMINOES[48] == (Square("wheat", 0), Square("mine", 3))


@pytest.mark.parametrize("grid", [5, 7])
def test_a_first_domino_lies_in_24_ways_or_12_when_its_halves_are_alike(grid: int) -> None:
    for domino, (first, second) in DOMINOES.items():
        assert len(placements({}, domino, grid)) == (12 if first == second else 24)


def test_a_kingdom_five_wide_grows_no_wider() -> None:
    row = {(x, 0): Square("lake", 0) for x in (-2, -1, 1, 2)}
    assert ((3, 0), (4, 0)) not in placements(row, 7, grid=5)
    assert ((3, 0), (3, 1)) not in placements(row, 7, grid=5)
    assert ((2, 1), (2, 2)) in placements(row, 7, grid=5)
    assert ((3, 0), (4, 0)) in placements(row, 7, grid=7)


def test_territories_are_counted_one_by_one() -> None:
    kingdom = {
        (-1, 0): Square("wheat", 1),  # the castle does not join it to the wheat in the east
        (1, 0): Square("wheat", 0),
        (1, 1): Square("wheat", 2),
        (2, 1): Square("lake", 0),
    }
    assert territories(kingdom) == [
        Territory("lake", 1, 0),
        Territory("wheat", 1, 1),
        Territory("wheat", 2, 2),
    ]


def test_the_middle_is_two_squares_around_the_castle_and_three_in_the_duel() -> None:
    assert in_the_middle({(2, -2): Square("lake", 0)}, grid=5)
    assert not in_the_middle({(3, 0): Square("lake", 0)}, grid=5)
    assert in_the_middle({(3, -3): Square("lake", 0)}, grid=7)
    assert not in_the_middle({(0, 4): Square("lake", 0)}, grid=7)


def test_ties_are_broken_by_the_largest_territory_and_then_by_crowns() -> None:
    assert winners([Score(40, 3, 1, []), Score(39, 9, 9, [])]) == [0]
    assert winners([Score(40, 3, 9, []), Score(40, 4, 1, [])]) == [1]
    assert winners([Score(40, 4, 9, []), Score(40, 4, 1, [])]) == [0]
    assert winners([Score(40, 4, 9, []), Score(1, 1, 1, []), Score(40, 4, 9, [])]) == [0, 2]


@pytest.mark.parametrize(
    ("players", "edition", "mighty_duel", "rounds", "actions"),
    [
        (2, "classic", False, 6, 48),
        (2, "classic", True, 12, 96),
        (3, "classic", False, 12, 72),
        (4, "classic", False, 12, 96),
        (2, "revised", False, 12, 96),
        (3, "revised", False, 12, 72),
        (4, "revised", False, 12, 96),
    ],
)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_every_game_ends_after_its_last_round(
    policy: Policy, players: int, edition: str, mighty_duel: bool, rounds: int, actions: int
) -> None:
    oracle, chance, played = deal(players, edition, mighty_duel), random.Random(0), 0
    while not oracle.over:
        oracle.play(policy(oracle, sorted(oracle.legal_actions()), chance))
        played += 1
    assert (oracle.round, played) == (rounds, actions)
    assert (oracle.line, oracle.next_line, oracle.pile) == ([], [], [])
    for kingdom, discards in zip(oracle.kingdoms, oracle.discards, strict=True):
        assert len(kingdom) // 2 + discards == actions // 2 // players


def test_the_policies_reach_six_wide_duel_kingdoms_and_discards() -> None:
    six_wide, six_high, discards = 0, 0, 0
    for seed in range(5):
        oracle, chance = deal(2, mighty_duel=True, seed=seed), random.Random(seed)
        while not oracle.over:
            width, height = extent(oracle)
            six_wide += width == 6
            six_high += height == 6
            actions = sorted(oracle.legal_actions())
            discards += actions[0][0] == "discard"
            oracle.play(POLICIES["one short"](oracle, actions, chance))
    assert min(six_wide, six_high, discards) > 0
