from collections import Counter

import pytest

from kingdomino.arena.pairing import (
    count_deals,
    count_games_each_deal,
    list_tables,
    schedule,
)
from tests.arena.contests import make_contest

NAMES = ["random", "greedy-placement", "full-greedy", "mc-random", "uct-random"]


def test_two_seats_are_for_every_pair() -> None:
    assert list_tables(3, 2) == [(0, 1), (0, 2), (1, 2)]


def test_four_seats_are_for_every_four() -> None:
    assert len(list_tables(6, 4)) == 15


def test_fewer_entrants_than_seats_share_them_evenly() -> None:
    assert list_tables(2, 4) == [(0, 0, 1, 1)]
    assert list_tables(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    assert list_tables(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert list_tables(1, 4) == [(0, 0, 0, 0)]


def test_one_sits_against_a_field_of_the_other() -> None:
    assert list_tables(2, 4, against_field=True) == [(0, 1, 1, 1)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("entrants", [1, 2, 3, 4, 5])
def test_in_a_round_robin_everyone_has_every_seat_equally_often(seats: int, entrants: int) -> None:
    contest = make_contest(*NAMES[:entrants], rules=f"{seats}p", games=50)
    taken: dict[int, Counter[tuple[int, int]]] = {}
    for fixture in schedule(contest):
        taken.setdefault(fixture.deal, Counter()).update(enumerate(fixture.seats))
    for counts in taken.values():
        assert len(counts) == seats * entrants
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_against_a_field_has_every_seat_once_in_each_deal(seats: int) -> None:
    contest = make_contest("random", "full-greedy", rules=f"{seats}p", games=5, against_field=True)
    fixtures = list(schedule(contest))
    first = [fixture.seats.index(0) for fixture in fixtures if fixture.deal == 1]
    assert sorted(first) == list(range(seats))
    assert all(fixture.seats.count(0) == 1 for fixture in fixtures)


def test_no_game_is_played_twice() -> None:
    contest = make_contest(*NAMES[:3], rules="4p", games=100)
    fixtures = list(schedule(contest))
    assert len({(fixture.deal, fixture.table, fixture.seats) for fixture in fixtures}) == len(
        fixtures
    )
    assert len({fixture.key for fixture in fixtures}) == len(fixtures)


def test_games_are_rounded_up_to_whole_deals() -> None:
    contest = make_contest(*NAMES[:3], games=13)
    assert count_games_each_deal(contest) == 6
    assert count_deals(contest) == 3
    assert len(list(schedule(contest))) == 18


def test_a_longer_contest_begins_like_a_shorter_one() -> None:
    short = list(schedule(make_contest(*NAMES, rules="4p", games=10)))
    long = list(schedule(make_contest(*NAMES, rules="4p", games=100)))
    assert long[: len(short)] == short


def test_neighbours_change_from_deal_to_deal() -> None:
    fixtures = schedule(make_contest(*NAMES[:4], rules="4p", games=200))
    followers = {
        fixture.seats[(fixture.seats.index(0) + 1) % 4]
        for fixture in fixtures
        if fixture.rotation == 0
    }
    assert followers == {1, 2, 3}
