"""Matches: one game, or the three of a Dynasty."""

import hashlib
import random

import pytest

import kingdomino as kd
from tests.rulebook.table import finished
from tests.strategies import play

SINGLE = kd.Rules(players=2)
DYNASTY = kd.Rules(players=2, dynasty=True)


def test_a_seed_decides_all_deals_of_a_dynasty() -> None:
    def deals(seed: int | bytes) -> list[str]:
        match, chance = kd.Match.new(DYNASTY, seed=seed), random.Random(1)
        while not match.over:
            match.play(chance.choice(match.game.legal_actions()))
        return [game.deal.secret for game in match.games]

    secrets = ["7 game 1", "7 game 2", "7 game 3"]
    expected = ["x" + hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
    assert deals(7) == expected
    assert len({*deals(7), *deals(8), *deals(b"\x07")}) == 9


def test_a_single_game_is_dealt_from_the_seed_itself() -> None:
    match = kd.Match.new(SINGLE, seed=7, names=["Ann", "Ben"])
    assert match.game.pile == kd.Game.new(SINGLE, seed=7).pile
    assert match.length == 1
    assert match.game.names == ("Ann", "Ben")


def test_names_and_colours_stay_through_a_dynasty() -> None:
    colours = (kd.Colour.BLUE, kd.Colour.GREEN)
    match = kd.Match.new(DYNASTY, seed=1, names=["Ann", "Ben"], colours=colours)
    chance = random.Random(1)
    while not match.over:
        match.play(str(chance.choice(match.game.legal_actions())))
    assert [game.names for game in match.games] == [("Ann", "Ben")] * 3
    assert [game.colours for game in match.games] == [colours] * 3
    totals = [[score.total for score in game.scores()] for game in match.games]
    assert match.totals() == [sum(points) for points in zip(*totals, strict=True)]


def test_a_match_can_be_taken_up_where_it_was_left() -> None:
    done, begun = finished(DYNASTY, seed=1), kd.Game.new(DYNASTY, seed=2)
    match = kd.Match([done, begun])
    assert match.game is begun
    assert not match.over
    play(begun, len(done.history) - 1, random.Random(1))
    match.play(begun.legal_actions()[0])
    assert len(match.games) == 3  # nothing settles the last deal, so it is a fresh one
    assert match.game.deal not in (None, begun.deal)


def test_an_illegal_action_does_not_end_a_match() -> None:
    match = kd.Match.new(SINGLE, seed=1)
    with pytest.raises(kd.IllegalAction):
        match.play(kd.Discard(1))
    assert match.game.history == ()


def test_a_match_is_of_one_to_three_games_by_the_same_rules() -> None:
    one, dynasty = finished(SINGLE), finished(DYNASTY)
    with pytest.raises(ValueError, match="a match has at least one game"):
        kd.Match([])
    with pytest.raises(ValueError, match="played by the same rules"):
        kd.Match([dynasty, one])
    with pytest.raises(ValueError, match="this match has 1 games at the most, not 2"):
        kd.Match([one, one])
    with pytest.raises(ValueError, match="this match has 3 games at the most, not 4"):
        kd.Match([dynasty] * 4)
    with pytest.raises(ValueError, match="begins when the one before it is over"):
        kd.Match([kd.Game.new(DYNASTY, seed=1), dynasty])
