"""Means and rates with 95 % intervals, from games that hang together.

Games of one deal are alike: a good deal is good for whoever gets it. So the deals are what is
counted, not the games: the spread is taken between deals (the ratio estimator of cluster sampling,
so that a deal which was interrupted half way counts for what it is worth), with Student's t for as
many deals as there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import pi, sqrt, tan
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Interval = tuple[float, float]

CONFIDENCE = 0.95


@dataclass(slots=True)
class Sample:
    """Observations of one quantity, summed up by deal."""

    totals: npt.NDArray[np.float64]
    counts: npt.NDArray[np.float64]

    @classmethod
    def of(cls, observations: Iterable[tuple[int, float]]) -> Sample:
        """The sample of pairs of a deal's number and a value."""
        totals: dict[int, float] = {}
        counts: dict[int, int] = {}
        for deal, value in observations:
            totals[deal] = totals.get(deal, 0.0) + value
            counts[deal] = counts.get(deal, 0) + 1
        return cls(
            np.array(list(totals.values()), dtype=np.float64),
            np.array(list(counts.values()), dtype=np.float64),
        )

    @property
    def size(self) -> int:
        """How many observations there are."""
        return int(self.counts.sum())

    @property
    def deals(self) -> int:
        """How many deals they come from."""
        return len(self.counts)

    @property
    def mean(self) -> float:
        """The mean of all observations; 0 if there is none."""
        return float(self.totals.sum() / self.counts.sum()) if self.deals else 0.0

    @property
    def spread(self) -> float:
        """The variance between deals of what a deal adds to the mean; at least two deals."""
        residuals = (self.totals - self.mean * self.counts) / self.counts.mean()
        return float((residuals**2).sum() / (self.deals - 1))


def mean_interval(sample: Sample) -> Interval | None:
    """The 95 % interval of a mean; ``None`` from fewer than two deals."""
    if sample.deals < 2:
        return None
    half = student_quantile(sample.deals - 1) * sqrt(sample.spread / sample.deals)
    return sample.mean - half, sample.mean + half


def rate_interval(sample: Sample) -> Interval:
    """The 95 % interval of a rate between 0 and 1: Wilson's, for as many games as count.

    How many independent games the sample is worth follows from the spread between deals, to which
    one deal of independent games is added: few deals that happen to agree prove little. If all
    games were won, or none, every deal counts as one game.
    """
    if sample.deals < 2:
        return 0.0, 1.0
    rate, deals = min(1.0, max(0.0, sample.mean)), sample.deals
    coin = rate * (1 - rate)
    # A rate that differs from 0 or 1 by rounding alone is 0 or 1.
    if coin < 1e-12:
        return wilson_interval(round(rate), deals, NormalDist().inv_cdf((1 + CONFIDENCE) / 2))
    spread = ((deals - 1) * sample.spread + coin / float(sample.counts.mean())) / deals
    worth = coin * deals / spread
    return wilson_interval(rate, worth, student_quantile(deals - 1))


def wilson_interval(rate: float, size: float, quantile: float) -> Interval:
    """Wilson's score interval of a rate seen in so many independent trials."""
    weight = quantile**2 / size
    centre = (rate + weight / 2) / (1 + weight)
    half = quantile * sqrt(rate * (1 - rate) / size + weight / (4 * size)) / (1 + weight)
    # Wilson's interval holds its rate, but for rounding.
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def student_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors a two-sided interval reaches, with so many degrees of freedom.

    Exact for 1 and 2, then the expansion of Cornish and Fisher: right to three digits.
    """
    tail = (1 + confidence) / 2
    if freedom == 1:
        return tan(pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) * sqrt(2 / (4 * tail * (1 - tail)))
    z = NormalDist().inv_cdf(tail)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
