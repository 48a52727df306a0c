"""The results as a picture: win rates, scores and ratings."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kingdomino.arena.summary import Showing, Summary
from kingdomino.arena.tables import describe
from kingdomino.words import t

SUFFIXES = (".png", ".svg")

COLOURS = ("#c2378a", "#d99a00", "#3a8f3a", "#2f6fb3", "#7a5ea8", "#a0522d", "#5f6b6d", "#1b9aaa")


def draw_summary(summary: Summary, path: Path) -> None:
    """Draw win rates, score distributions and ratings to a PNG or SVG file."""
    ranking = summary.ranking()[::-1]  # the first bar of a chart is at the bottom
    figure = Figure(figsize=(12, 1.8 + 0.55 * max(3, len(ranking))), layout="constrained")
    wins, scores, ratings = figure.subplots(1, 3, sharey=True)
    colours = [COLOURS[place % len(COLOURS)] for place in range(len(ranking))]
    _draw_wins(wins, ranking, colours, summary.fair_share)
    _draw_scores(scores, ranking, colours)
    _draw_ratings(ratings, ranking, colours)
    wins.set_yticks(range(len(ranking)), [showing.entrant.name for showing in ranking])
    wins.set_ylim(-0.6, len(ranking) - 0.4)
    figure.suptitle(describe(summary, summary.games), fontsize=11)
    # The same results give the same file, byte for byte.
    with matplotlib.rc_context({"svg.hashsalt": "kingdomino"}):
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, dpi=150, metadata=metadata)


def _draw_wins(axes: Axes, ranking: list[Showing], colours: list[str], fair_share: float) -> None:
    axes.set_title(t("win rate, 95%"), fontsize=10)
    axes.set_xlim(-6, 106)
    axes.axvline(100 * fair_share, color="0.6", linestyle=":", linewidth=1)
    for place, showing in enumerate(ranking):
        low, high = showing.wins.interval
        axes.plot([100 * low, 100 * high], [place, place], color=colours[place], linewidth=2)
        axes.plot(100 * showing.wins.value, place, "o", color=colours[place])
        axes.annotate(
            f"{100 * showing.wins.value:.1f} %",
            (100 * showing.wins.value, place),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=8,
        )
    axes.set_xlabel(t("games (%)"))


def _draw_scores(axes: Axes, ranking: list[Showing], colours: list[str]) -> None:
    axes.set_title(t("points"), fontsize=10)
    most = max((max(showing.scores, default=0) for showing in ranking), default=0)
    width = max(1, most // 40)
    edges = np.arange(-0.5, most + width + 0.5, width)
    for place, showing in enumerate(ranking):
        values, weights = list(showing.scores.keys()), list(showing.scores.values())
        heights, _ = np.histogram(values, edges, weights=weights)
        tops = place - 0.35 + 0.75 * heights / max(1, heights.max())
        axes.stairs(tops, edges, baseline=place - 0.35, fill=True, color=colours[place], alpha=0.6)
        axes.plot([showing.score.value] * 2, [place - 0.35, place + 0.4], "k", linewidth=1)
    axes.set_xlabel(t("score, with its mean"))


def _draw_ratings(axes: Axes, ranking: list[Showing], colours: list[str]) -> None:
    axes.set_title(t("OpenSkill rating, 95%"), fontsize=10)
    for place, showing in enumerate(ranking):
        axes.plot(showing.rating.interval, [place, place], color=colours[place], linewidth=2)
        axes.plot(showing.rating.mu, place, "o", color=colours[place])
    axes.set_xlabel(t("rating"))
