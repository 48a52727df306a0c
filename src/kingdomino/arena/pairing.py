"""Who plays whom, on which deal, and in which seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kingdomino.arena.contest import Contest
from kingdomino.arena.randomness import order_generator

Table = tuple[int, ...]
"""The entrants, by number, that sit down together."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played."""

    deal: int
    """The number of the deal, from 1."""
    table: int
    """Which of the contest's tables plays, from 0."""
    rotation: int
    """By how many seats the table has moved on, from 0."""
    seats: tuple[int, ...]
    """The entrant in each seat."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells this game from all others of the contest, and sorts them."""
        return self.deal, self.table, self.rotation


def list_tables(entrants: int, seats: int, *, against_field: bool = False) -> list[Table]:
    """Every table of the contest.

    In a round robin these are all choices of as many different entrants as there are seats. If
    there are not that many entrants, everyone sits in equally many seats, and those left over go to
    every choice of entrants in turn. Over all tables, everyone has equally many seats.
    """
    if against_field:
        return [(0, *[1] * (seats - 1))]
    each, left_over = divmod(seats, entrants)
    return [
        tuple(sorted([*list(range(entrants)) * each, *extra]))
        for extra in combinations(range(entrants), left_over)
    ]


def count_games_each_deal(contest: Contest) -> int:
    """How many games are played on every deal."""
    return len(_deal_fixtures(contest, 1))


def count_deals(contest: Contest) -> int:
    """How many deals are played: enough for all games wanted."""
    return -(-contest.games // count_games_each_deal(contest))


def schedule(contest: Contest) -> Iterator[Fixture]:
    """All games of the contest, deal by deal."""
    for deal in range(1, count_deals(contest) + 1):
        yield from _deal_fixtures(contest, deal)


def _deal_fixtures(contest: Contest, deal: int) -> list[Fixture]:
    """Every table plays the deal once in each position: all seats for everyone."""
    seats = contest.rules.players
    tables = list_tables(len(contest.entrants), seats, against_field=contest.against_field)
    fixtures: list[Fixture] = []
    for number, table in enumerate(tables):
        order = list(table)
        if len(set(order)) == seats:  # who follows whom is a matter of chance, not of the alphabet
            order_generator(contest.seed, deal, number).shuffle(order)
        rotations = 1 if len(set(order)) == 1 else seats
        fixtures += [
            Fixture(deal, number, shift, tuple(order[shift:] + order[:shift]))
            for shift in range(rotations)
        ]
    return fixtures
