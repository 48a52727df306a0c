"""The command ``kingdomino``, put together from the packages that each bring a part of it.

``kingdomino.cli`` holds what is done in a terminal. ``env`` and ``server`` do not know it, nor each
other, so their commands are added here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from kingdomino.cli import run
from kingdomino.cli.app import DEFAULT_RULES, JsonOption, RulesOption, app
from kingdomino.cli.errors import InputError
from kingdomino.errors import verbatim
from kingdomino.server.command import WITHOUT_ARGUMENTS, backup, serve
from kingdomino.words import t
from kingdomino.words.system import find_cause

app.command()(serve)
app.command()(backup)


def main(arguments: list[str] | None = None) -> None:
    """Run the command with these arguments, by default those it was started with.

    Without any it serves the game and opens the browser. Always ends in ``SystemExit``, as
    ``kingdomino.cli.run`` does.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    run(app, arguments or list(WITHOUT_ARGUMENTS))


@app.command()
def dataset(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER",
            help="Who plays all seats: a name as for the arena, with a budget after @ if any.",
            show_default=False,
        ),
    ],
    out: Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="Where to write it.")],
    rules: RulesOption = DEFAULT_RULES,
    games: Annotated[int, typer.Option("--games", "-g", help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", "-s", help="What all chance comes from.")] = 2026,
    playouts: Annotated[
        int, typer.Option("--playouts", help="Playouts that value each position; 0 for no values.")
    ] = 8,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="How many processes; one for each core by default."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write self-play games as Parquet, for learning.

    Ctrl-C stops it at any time; the same command goes on where it stopped. Games that are there are
    kept, so a larger number of games adds to them.

    For example: kingdomino dataset full-greedy --games 10000 --out games
    """
    with _explained_by_env("dataset"):
        from pathlib import Path

        from kingdomino.cli.sources import find_own_players
        from kingdomino.env.dataset import Recipe, write_dataset
        from kingdomino.players.registry import create_player

        find_own_players()
        recipe = Recipe(player, rules, games, seed, playouts)
        create_player(player)  # who is not there is refused before a bar is drawn
        with _counting(games) as report:
            played = write_dataset(Path(out), recipe, jobs=jobs, report=report)
    if json:
        from kingdomino.cli.console import print_json

        print_json(
            {
                "folder": out,
                "games": games,
                "played_now": played,
                "parts": len(recipe.parts),
                "player": player,
                "rules": rules,
                "seed": seed,
            }
        )
    else:
        print(out)


@contextmanager
def _counting(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr that shows how many of the games are there."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from kingdomino.cli.console import make_console

    text = TextColumn("{task.description}")
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True)) as progress:
        task = progress.add_task(t("games"), total=games)
        yield lambda there: progress.update(task, completed=there)


@contextmanager
def _explained_by_env(extra: str) -> Iterator[None]:
    """Turn what ``kingdomino.env`` refuses, or an extra that is missing, into an ``InputError``."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "kingdomino").startswith("kingdomino"):
            raise
        raise InputError(
            "this command needs {module}, which is not installed: {command}",
            module=error.name,
            command=f'pip install "kingdomino[{extra}]"',
        ) from None
    except OSError as error:
        if error.filename is None:
            raise InputError(verbatim(find_cause(error))) from None
        raise InputError(
            "{path} cannot be written: {reason}.", path=error.filename, reason=find_cause(error)
        ) from None
