"""The results for other programs: JSON and CSV."""

from __future__ import annotations

import csv
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from kingdomino.arena.summary import Mean, Rate, Showing, Summary


def list_versions() -> dict[str, str]:
    """The versions of all that the results depend on."""
    found = {"python": platform.python_version()}
    return found | {name: version(name) for name in ("kingdomino", "numba", "numpy", "openskill")}


def to_json(summary: Summary, *, seconds: float | None = None, scheduled: int) -> dict[str, object]:
    """The whole summary as what JSON can hold."""
    contest = summary.contest
    budgets = {entrant.budget for entrant in contest.entrants}
    common = budgets.pop() if len(budgets) == 1 else None
    return {
        "rules": str(contest.rules),
        "mode": contest.mode,
        "seed": contest.seed,
        "games": summary.games,
        "deals": summary.deals,
        "scheduled": scheduled,
        "finished": summary.games == scheduled,
        "time": common.seconds if common else None,
        "work": common.work if common else None,
        "fair_share": summary.fair_share,
        "seconds": seconds,
        "players": [_player(showing, summary) for showing in summary.showings],
        "faults": [
            {
                "kind": fault.kind,
                "player": fault.player,
                "deal": fault.deal,
                "round": fault.round,
                "sentence": fault.sentence,
                "traceback": fault.traceback or None,
            }
            for fault in summary.faults
        ],
        "versions": list_versions(),
    }


def _player(showing: Showing, summary: Summary) -> dict[str, object]:
    entrant, rating, times = showing.entrant, showing.rating, showing.times
    kinds = [fault.kind for fault in summary.faults if fault.player == entrant.name]
    return {
        "name": entrant.name,
        "player": entrant.player,
        "time": entrant.budget.seconds,
        "work": entrant.budget.work,
        "seats": showing.seats,
        **_rate(showing.wins),
        "mean_score": showing.score.value,
        "mean_score_ci95": _interval(showing.score),
        "mean_lead": showing.lead.value,
        "mean_lead_ci95": _interval(showing.lead),
        "score_quantiles": showing.quantiles(),
        "score_counts": {str(score): showing.scores[score] for score in sorted(showing.scores)},
        "rating": {"mu": rating.mu, "sigma": rating.sigma, "ci95": list(rating.interval)},
        "decision_seconds": {
            "decisions": times.count,
            "mean": times.mean,
            "p95": times.p95,
            "max": times.longest,
        },
        "overruns": kinds.count("overrun"),
        "failures": len(kinds) - kinds.count("overrun"),
        "against": {
            name: {**_rate(rate), "pairings": rate.count} for name, rate in showing.against.items()
        },
    }


def _rate(rate: Rate) -> dict[str, object]:
    return {"win_rate": rate.value, "ci95": list(rate.interval)}


def _interval(mean: Mean) -> list[float] | None:
    return None if mean.interval is None else list(mean.interval)


COLUMNS = (
    "name", "time", "work", "seats", "win_rate", "win_rate_low", "win_rate_high",
    "mean_score", "mean_score_low", "mean_score_high",
    "mean_lead", "mean_lead_low", "mean_lead_high",
    "min", "5%", "25%", "median", "75%", "95%", "max",
    "rating_mu", "rating_sigma", "decisions", "decision_mean", "decision_p95", "decision_max",
    "overruns", "failures",
)  # fmt: skip


def write_csv(summary: Summary, path: Path) -> None:
    """Write a table with one row for each entrant."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for showing in summary.showings:
            writer.writerow(_row(showing, summary))


def _row(showing: Showing, summary: Summary) -> Sequence[object]:
    entrant, rating, times = showing.entrant, showing.rating, showing.times
    kinds = [fault.kind for fault in summary.faults if fault.player == entrant.name]
    quantiles = showing.quantiles()
    return (
        entrant.name, entrant.budget.seconds, entrant.budget.work, showing.seats,
        showing.wins.value, *showing.wins.interval,
        showing.score.value, *(showing.score.interval or (None, None)),
        showing.lead.value, *(showing.lead.interval or (None, None)),
        *(quantiles.get(name) for name in COLUMNS[13:20]),
        rating.mu, rating.sigma, times.count, times.mean, times.p95, times.longest,
        kinds.count("overrun"), len(kinds) - kinds.count("overrun"),
    )  # fmt: skip
