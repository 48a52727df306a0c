"""Training the learned evaluation from the command line."""

from __future__ import annotations

from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kingdomino.cli.console import make_console
from kingdomino.cli.errors import InputError
from kingdomino.players.network import WeightsError
from kingdomino.players.training import Generation, Training


def run_training(grid: int, minutes: float, folder: Path, threads: int) -> None:
    """Train until the time is used up, or Ctrl-C: what was learned is kept in ``folder``."""
    if grid not in (5, 7):
        raise InputError(f"the grid is 5 or 7, not {grid}")
    if minutes <= 0:
        raise InputError(f"the time is a positive number of minutes, not {minutes:g}")
    try:
        training = Training(grid, folder, minutes=minutes, threads=threads)
    except (WeightsError, OSError) as error:
        raise InputError(str(error)) from None
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=make_console(stderr=True)) as progress:
        task = progress.add_task("training", total=1.0)
        progress.update(task, completed=training.spent)

        def report(generation: Generation) -> None:
            progress.update(task, completed=training.spent)
            progress.console.print(
                f"generation {generation.number}: {generation.games} games, "
                f"error {generation.error:.2f} points, "
                f"{generation.wins:.0%} wins against full-greedy players"
            )

        training.run(report)
    print(training.weights)
