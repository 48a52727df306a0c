import pytest

from kingdomino.arena.ratings import Rating, rate_entrants
from kingdomino.arena.results import GameResult


def play(deal: int, seats: tuple[int, ...], ranks: tuple[int, ...]) -> GameResult:
    return GameResult(deal, 0, 0, seats, tuple(50 - rank for rank in ranks), ranks, (), "")


def test_everyone_begins_alike() -> None:
    assert rate_entrants([], 3) == [Rating(25, pytest.approx(25 / 3))] * 3


def test_who_wins_more_is_rated_higher_and_more_surely() -> None:
    games = [play(deal, (0, 1, 2), (1, 2, 3)) for deal in range(20)]
    first, second, third = rate_entrants(games, 3)
    assert first.mu > second.mu > third.mu
    assert all(rating.sigma < 8 for rating in (first, second, third))
    assert first.interval[0] < first.mu < first.interval[1]


def test_the_order_in_which_games_end_makes_no_difference() -> None:
    games = [play(deal, (0, 1), (1 + deal % 3 % 2, 2 - deal % 3 % 2)) for deal in range(20)]
    assert rate_entrants(games, 2) == rate_entrants(games[::-1], 2)


def test_ties_keep_equals_equal() -> None:
    first, second = rate_entrants([play(1, (0, 1), (1, 1))], 2)
    assert first.mu == second.mu


def test_a_field_has_one_rating() -> None:
    one, field = rate_entrants([play(deal, (0, 1, 1, 1), (1, 2, 3, 4)) for deal in range(9)], 2)
    assert one.mu > 25 > field.mu
