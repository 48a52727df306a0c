"""Ratings by OpenSkill: one number for everyone's strength, whatever the size of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from openskill.models import PlackettLuce

from kingdomino.arena.results import GameResult


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength and how uncertain it is; everyone begins at 25 ± 8⅓."""

    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the strength."""
        return self.mu - 1.96 * self.sigma, self.mu + 1.96 * self.sigma


def rate_entrants(games: Iterable[GameResult], entrants: int) -> list[Rating]:
    """Everyone's rating after these games, in the order of the schedule.

    Whoever sits in several seats of a game learns the mean of what these seats would.
    """
    model = PlackettLuce()
    begin = model.rating()
    ratings = [Rating(begin.mu, begin.sigma)] * entrants
    for game in sorted(games, key=lambda game: game.key):
        teams = [
            [model.rating(mu=ratings[entrant].mu, sigma=ratings[entrant].sigma)]
            for entrant in game.seats
        ]
        rated = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
        for entrant in set(game.seats):
            after = [rated[seat][0] for seat, who in enumerate(game.seats) if who == entrant]
            ratings[entrant] = Rating(
                fsum(rating.mu for rating in after) / len(after),
                fsum(rating.sigma for rating in after) / len(after),
            )
    return ratings
