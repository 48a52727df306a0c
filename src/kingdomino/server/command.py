"""The command ``kingdomino serve``. What it does is imported only when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

WITHOUT_ARGUMENTS = ("serve", "--open")
"""What ``kingdomino`` alone stands for."""


def serve(
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on; all by default.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", "-p", help="The port to listen on; 4848 by default.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            help="Where games are kept, as sqlite:///path; in your data directory by default.",
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", help="The address at which people reach the server."),
    ] = None,
    thinkers: Annotated[
        int | None, typer.Option("--thinkers", help="How many processes think for bots.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser on the first page.")
    ] = False,
) -> None:
    """Serve the game to browsers and bots.

    Every option can be set in the environment, such as KINGDOMINO_PORT. The same as
    kingdomino alone, which also opens the browser.

    For example: kingdomino serve --port 8000 --database sqlite:///games.db
    """
    from kingdomino.server.serving import serve
    from kingdomino.server.settings import read_settings

    settings = read_settings(
        host=host, port=port, database=database, base_url=base_url, thinkers=thinkers
    )
    serve(settings, open_browser=browser)


def backup(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The file to write.", show_default=False)
    ],
    database: Annotated[
        str | None,
        typer.Option("--database", help="Where games are kept, as for kingdomino serve."),
    ] = None,
) -> None:
    """Copy all games to a file, while the server runs or not.

    A server that runs as a service has its games elsewhere than you: name them with --database.

    To go back to it, stop the server and serve that file, or a copy of it.

    For example: kingdomino backup games-monday.db
    """
    from kingdomino.server.database import back_up
    from kingdomino.server.settings import read_settings, with_database
    from kingdomino.words import t, tn

    settings = read_settings(database=database)
    source = with_database(settings).database
    count = back_up(source, file, may_be_empty=bool(settings.database))
    print(tn("{n} table copied to {file}.", "{n} tables copied to {file}.", count, file=file))
    if not settings.database:
        print(t("These are your own games, from {path}.", path=source.removeprefix("sqlite:///")))
