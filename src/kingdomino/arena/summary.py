"""What the games of a contest say about each entrant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import Entrant
from kingdomino.arena.ratings import Rating, rate_entrants
from kingdomino.arena.results import Fault, GameResult
from kingdomino.arena.statistics import Interval, Sample, mean_interval, rate_interval

QUANTILES = {"5%": 0.05, "25%": 0.25, "median": 0.5, "75%": 0.75, "95%": 0.95}


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate with its 95 % interval, and how many observations it rests on."""

    value: float
    interval: Interval
    count: int


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval, if there are enough deals for one."""

    value: float
    interval: Interval | None

    @classmethod
    def of(cls, sample: Sample) -> Mean:
        """The mean of a sample."""
        return cls(sample.mean, mean_interval(sample))


@dataclass(frozen=True, slots=True)
class DecisionTimes:
    """What decisions took, in seconds."""

    count: int
    mean: float
    p95: float
    longest: float

    @classmethod
    def of(cls, microseconds: npt.NDArray[np.float64]) -> DecisionTimes:
        """The times of these decisions; zeros if there were none."""
        if not len(microseconds):
            return cls(0, 0.0, 0.0, 0.0)
        seconds = microseconds / 1e6
        return cls(
            len(seconds),
            float(seconds.mean()),
            float(np.quantile(seconds, 0.95)),
            float(seconds.max()),
        )


@dataclass(frozen=True, slots=True)
class Showing:
    """How one entrant did. A seat is an appearance: one entrant may have several in a game."""

    entrant: Entrant
    seats: int
    wins: Rate
    """Victories for each seat taken; a shared victory counts as a fraction."""
    score: Mean
    lead: Mean
    """Points ahead of the best other seat."""
    scores: Counter[int]
    """How often it had each score."""
    rating: Rating
    times: DecisionTimes
    against: dict[str, Rate]
    """How often it stood above each other entrant at the same table; a tie counts as half."""

    def quantiles(self) -> dict[str, float]:
        """The distribution of the scores in seven numbers."""
        if not self.scores:
            return {}
        scores = np.repeat(list(self.scores.keys()), list(self.scores.values()))
        found = {"min": float(scores.min())}
        found |= {name: float(np.quantile(scores, part)) for name, part in QUANTILES.items()}
        return found | {"max": float(scores.max())}


@dataclass(frozen=True, slots=True)
class Summary:
    """What a contest has shown so far."""

    contest: Contest
    games: int
    deals: int
    showings: list[Showing]
    """In the order of the entrants."""
    faults: list[Fault]

    @property
    def fair_share(self) -> float:
        """The win rate of everyone if all were equal."""
        return 1 / self.contest.rules.players

    def ranking(self) -> list[Showing]:
        """The showings, best first: by win rate, then by points."""
        return sorted(
            self.showings, key=lambda showing: (-showing.wins.value, -showing.score.value)
        )


def summarise(contest: Contest, results: Sequence[GameResult]) -> Summary:
    """What these games show. Their order makes no difference."""
    results = sorted(results, key=lambda game: game.key)
    games = [game for game in results if game.finished]
    ratings = rate_entrants(games, len(contest.entrants))
    return Summary(
        contest,
        len(games),
        len({game.deal for game in games}),
        [_show(contest, games, number, rating) for number, rating in enumerate(ratings)],
        [fault for game in results for fault in game.faults],
    )


def _show(contest: Contest, games: Sequence[GameResult], number: int, rating: Rating) -> Showing:
    taken = [(game, seat) for game in games for seat, who in enumerate(game.seats) if who == number]
    wins = Sample.of((game.deal, game.win_share(seat)) for game, seat in taken)
    times = [np.array(game.microseconds[seat], dtype=np.float64) for game, seat in taken]
    return Showing(
        entrant=contest.entrants[number],
        seats=len(taken),
        wins=Rate(wins.mean, rate_interval(wins), wins.size),
        score=Mean.of(Sample.of((game.deal, game.scores[seat]) for game, seat in taken)),
        lead=Mean.of(Sample.of((game.deal, game.lead(seat)) for game, seat in taken)),
        scores=Counter(game.scores[seat] for game, seat in taken),
        rating=rating,
        times=DecisionTimes.of(np.concatenate(times) if times else np.empty(0)),
        against={
            entrant.name: rate
            for other, entrant in enumerate(contest.entrants)
            if other != number and (rate := _compare(taken, other)) is not None
        },
    )


def _compare(taken: Sequence[tuple[GameResult, int]], other: int) -> Rate | None:
    """How often these seats stood above those of another entrant, if they ever met."""
    sample = Sample.of(
        (game.deal, (1 + np.sign(game.ranks[rival] - game.ranks[seat])) / 2)
        for game, seat in taken
        for rival, who in enumerate(game.seats)
        if who == other
    )
    return Rate(sample.mean, rate_interval(sample), sample.size) if sample.deals else None
