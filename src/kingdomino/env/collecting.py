"""Collecting a dataset in a terminal, with a bar that shows how far it is."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kingdomino.env.dataset import Recipe, write_dataset


def collect_games(
    player: str,
    folder: str,
    rules: str,
    games: int,
    seed: int,
    playouts: int,
    jobs: int | None,
) -> dict[str, str | int]:
    """Write what is missing of a dataset and say what is there.

    Raises ``SettingError``, ``RulesError`` or ``UnknownPlayer``.
    """
    recipe = Recipe(player, rules, games, seed, playouts)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=games)
        played = write_dataset(
            Path(folder),
            recipe,
            jobs=jobs,
            report=lambda there: progress.update(task, completed=there),
        )
    return {
        "folder": folder,
        "games": games,
        "played_now": played,
        "parts": len(recipe.parts),
        "player": player,
        "rules": rules,
        "seed": seed,
    }
