"""Strength over the time of a training run, as a picture."""

from __future__ import annotations

from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

from kingdomino.players.training import Generation
from kingdomino.words import t


def draw_strength(history: list[Generation], title: str, path: Path) -> None:
    """Draw the share of victories and the points against full-greedy players to an SVG file."""
    minutes = [generation.seconds / 60 for generation in history]
    figure = Figure(figsize=(8, 4), layout="constrained")
    wins = figure.subplots()
    points = wins.twinx()
    wins.plot(minutes, [100 * generation.wins for generation in history], color="#2f6fb3")
    points.plot(minutes, [generation.points for generation in history], color="#d99a00")
    wins.set_xlabel(t("minutes of training"))
    wins.set_ylabel(t("games won (%)"), color="#2f6fb3")
    points.set_ylabel(t("points"), color="#a87600")
    wins.set_ylim(0, 100)
    wins.set_title(title, fontsize=11)
    # The same history gives the same file, byte for byte.
    with matplotlib.rc_context({"svg.hashsalt": "kingdomino"}):
        figure.savefig(path, metadata={"Date": None})
