"""Pieces and set-up."""

import csv
from collections import Counter
from pathlib import Path

import pytest

import kingdomino as kd
from tests.rulebook.table import SETUPS, finished, opened, turns


def test_there_are_48_dominoes_numbered_1_to_48() -> None:
    assert [domino.number for domino in kd.DOMINOES] == list(range(1, 49))


def test_every_domino_has_the_two_squares_of_the_printed_list() -> None:
    path = Path(__file__).parent.parent / "data" / "dominoes.csv"
    with path.open(encoding="utf-8") as table:
        printed = [
            (
                int(row["number"]),
                (row["terrain_a"], int(row["crowns_a"])),
                (row["terrain_b"], int(row["crowns_b"])),
            )
            for row in csv.DictReader(table)
        ]
    assert [tuple(domino) for domino in kd.DOMINOES] == printed


def test_there_are_six_terrains() -> None:
    terrains = {square.terrain for domino in kd.DOMINOES for square in (domino.a, domino.b)}
    assert terrains == {"wheat", "forest", "lake", "grassland", "swamp", "mine"}


def test_the_lower_the_number_the_plainer_the_domino() -> None:
    crowns = [domino.a.crowns + domino.b.crowns for domino in kd.DOMINOES]
    assert crowns == sorted(crowns)
    assert (crowns[0], crowns[-1]) == (0, 3)


@pytest.mark.parametrize(
    ("edition", "players", "kings_each", "dominoes", "line", "claimed", "rounds", "grid"),
    [
        ("classic", 2, 2, 24, 4, 4, 6, 5),
        ("classic", 3, 1, 36, 3, 3, 12, 5),
        ("classic", 4, 1, 48, 4, 4, 12, 5),
        ("revised", 2, 2, 48, 4, 4, 12, 7),
        ("revised", 3, 1, 48, 4, 3, 12, 5),
        ("revised", 4, 1, 48, 4, 4, 12, 5),
    ],
)
def test_the_numbers_of_each_set_up(
    edition: str,
    players: int,
    kings_each: int,
    dominoes: int,
    line: int,
    claimed: int,
    rounds: int,
    grid: int,
) -> None:
    rules = kd.Rules(players=players, edition=edition)
    assert rules.kings_each == kings_each
    assert rules.deck_size == dominoes
    assert rules.line_length == line
    assert rules.kings == claimed
    assert rules.rounds == rounds
    assert rules.grid == grid


def test_the_classic_edition_is_played_unless_another_is_named() -> None:
    assert kd.Rules(players=3) == kd.Rules(players=3, edition="classic")


def test_the_revised_two_player_game_is_always_the_duel() -> None:
    duel = kd.Rules(players=2, edition="revised", mighty_duel=True)
    assert duel == kd.Rules(players=2, edition="revised")
    assert (duel.grid, duel.deck_size, duel.rounds) == (7, 48, 12)


@pytest.mark.parametrize(
    "impossible",
    [
        {"players": 0},
        {"players": 1},
        {"players": 5},
        {"players": -2},
        {"players": 2, "edition": "modern"},
        {"players": 2, "edition": ""},
        {"players": 3, "mighty_duel": True},
        {"players": 4, "mighty_duel": True},
        {"players": 3, "edition": "revised", "mighty_duel": True},
        {"players": 4, "edition": "revised", "mighty_duel": True},
    ],
    ids=str,
)
def test_impossible_rules_are_refused_with_a_sentence(impossible: dict[str, object]) -> None:
    with pytest.raises(kd.RulesError) as refusal:
        kd.Rules(**impossible)
    assert isinstance(refusal.value, ValueError)
    assert len(str(refusal.value).split()) > 3


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_as_many_dominoes_are_in_play_as_the_set_up_says(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=1)
    seen = {slot.domino for slot in game.line}
    assert len(seen) + len(game.pile) == rules.deck_size
    assert seen.isdisjoint(game.pile)
    for _ in turns(game):
        seen |= {slot.domino for slot in game.line + game.next_line}
    assert len(seen) == rules.deck_size
    assert seen <= set(range(1, 49))


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_what_is_left_out_stays_unseen(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=2)
    assert len(game.unseen) == 48 - rules.line_length
    assert game.unseen >= set(game.pile)
    assert len(finished(rules, seed=2).unseen) == 48 - rules.deck_size


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_every_player_begins_with_a_lone_castle(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=3)
    assert len(game.kingdoms) == rules.players
    assert all(kingdom.cells == {} for kingdom in game.kingdoms)
    assert all(kingdom.discards == 0 for kingdom in game.kingdoms)
    assert [score.total for score in game.scores()] == [0] * rules.players


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_line_is_laid_out_in_ascending_order(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=4)
    assert len(game.line) == rules.line_length
    for _ in turns(game):
        for line in (game.line, game.next_line):
            assert [slot.domino for slot in line] == sorted(slot.domino for slot in line)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_dominoes_come_as_shuffled_and_not_in_order(rules: kd.Rules) -> None:
    first_lines = {kd.Game.new(rules, seed=seed).line for seed in range(20)}
    assert len(first_lines) > 15


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_every_king_is_drawn_once(rules: kd.Rules) -> None:
    for seed in range(20):
        opening = kd.Game.new(rules, seed=seed).opening
        assert Counter(opening) == dict.fromkeys(range(rules.players), rules.kings_each)


@pytest.mark.parametrize(
    ("rules", "orders"),
    [
        (kd.Rules(players=2), 6),
        (kd.Rules(players=2, mighty_duel=True), 6),
        (kd.Rules(players=3), 6),
        (kd.Rules(players=4), 24),
        (kd.Rules(players=3, edition="revised"), 6),
        (kd.Rules(players=4, edition="revised"), 24),
    ],
    ids=str,
)
def test_kings_drawn_blind_come_in_any_order(rules: kd.Rules, orders: int) -> None:
    assert len({kd.Game.new(rules, seed=seed).opening for seed in range(400)}) == orders


def test_in_the_revised_duel_the_first_drawn_claims_one_the_other_two_the_first_the_last() -> None:
    rules = kd.Rules(players=2, edition="revised")
    openings = {kd.Game.new(rules, seed=seed).opening for seed in range(40)}
    assert openings == {(0, 1, 1, 0), (1, 0, 0, 1)}


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_in_opening_order_each_king_is_put_on_a_free_domino(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=5)
    first_line = [slot.domino for slot in game.line]
    claimed: dict[int, int] = {}
    for seat in game.opening:
        assert (game.round, game.phase, game.seat, game.domino) == (0, "claim", seat, None)
        assert game.next_line == ()
        assert [slot.domino for slot in game.line] == first_line
        assert {slot.domino: slot.seat for slot in game.line if slot.seat is not None} == claimed
        free = [domino for domino in first_line if domino not in claimed]
        assert set(game.legal_actions()) == {kd.Claim(domino) for domino in free}
        for domino in claimed:
            with pytest.raises(kd.IllegalAction):
                game.play(kd.Claim(domino))
        claimed[free[-1]] = seat
        game.play(kd.Claim(free[-1]))
    assert {slot.domino: slot.seat for slot in game.line} == claimed


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_then_the_second_line_is_laid_out_beside_it(rules: kd.Rules) -> None:
    game = opened(rules)
    assert game.round == 1
    assert len(game.next_line) == rules.line_length
    assert all(slot.seat is None for slot in game.next_line)
    assert len(game.pile) == rules.deck_size - 2 * rules.line_length
