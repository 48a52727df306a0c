"""Training the learned evaluation from the command line."""

from __future__ import annotations

from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kingdomino.cli.console import make_console
from kingdomino.cli.errors import InputError
from kingdomino.players.shipped import TABLES
from kingdomino.players.training import Generation, Training
from kingdomino.words import t
from kingdomino.words.system import find_cause

SHARES = {"two": 0.3, "three": 0.15, "four": 0.35, "duel": 0.2}
"""How the time is divided among the kinds of table."""


def run_training(tables: list[str], minutes: float, folder: Path, threads: int) -> None:
    """Train until the time is used up, or Ctrl-C: what was learned is kept in ``folder``.

    The kinds of table share the minutes as ``SHARES`` says; one alone has all of them.
    """
    for table in tables:
        if table not in TABLES:
            raise InputError(
                "{table} is no table: choose {tables}.", table=table, tables=", ".join(TABLES)
            )
    if not minutes > 0:
        raise InputError("--minutes is a positive number, not {minutes}.", minutes=f"{minutes:g}")
    if threads < 1:
        raise InputError("--threads is 1 or more, not {threads}.", threads=threads)
    chosen = list(dict.fromkeys(tables)) or list(TABLES)
    whole = sum(SHARES[table] for table in chosen)
    for table in chosen:
        _train_table(table, minutes * SHARES[table] / whole, folder / table, threads)


def _train_table(table: str, minutes: float, folder: Path, threads: int) -> None:
    try:
        training = Training(table, folder, minutes=minutes, threads=threads)
    except OSError as error:
        raise InputError(
            "{path} cannot be written: {reason}.", path=folder, reason=find_cause(error)
        ) from None
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=make_console(stderr=True)) as progress:
        task = progress.add_task(t("training for {table}", table=table), total=1.0)
        progress.update(task, completed=training.spent)

        def report(generation: Generation) -> None:
            progress.update(task, completed=training.spent)
            progress.console.print(
                t(
                    "{table}, generation {number}: games {games}, error {error}; "
                    "against full-greedy: wins {wins}, points {points}",
                    table=table,
                    number=generation.number,
                    games=generation.games,
                    error=f"{generation.error:.2f}",
                    wins=f"{generation.wins:.0%}",
                    points=f"{generation.points:.1f}",
                )
            )

        try:
            training.run(report)
        finally:
            _draw(training)
    print(training.weights)


def _draw(training: Training) -> None:
    """Draw the strength over time beside the weights, if there is something to draw and to draw
    with."""
    if not training.history:
        return
    try:
        from kingdomino.cli.strength import draw_strength
    except ImportError:
        make_console(stderr=True).print(
            t(
                "{option} needs {module}: install {package}.",
                option="strength.svg",
                module="matplotlib",
                package="kingdomino[plot]",
            )
        )
        return
    title = t("Without search against full-greedy players, {rules}", rules=training.rules[0])
    draw_strength(training.history, title, training.folder / "strength.svg")
