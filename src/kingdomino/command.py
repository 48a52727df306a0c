"""The command ``kingdomino``, put together from the packages that each bring a part of it.

``kingdomino.cli`` holds what is done in a terminal. ``env`` and ``server`` do not know it, nor each
other, so their commands are added here.
"""

from __future__ import annotations

import sys

from kingdomino.cli import run
from kingdomino.cli.app import app
from kingdomino.server.command import WITHOUT_ARGUMENTS, backup, serve
from kingdomino.server.errors import ServerError

app.command()(serve)
app.command()(backup)


def main(arguments: list[str] | None = None) -> None:
    """Run the command with these arguments, by default those it was started with.

    Without any it serves the game and opens the browser. Always ends in ``SystemExit``, as
    ``kingdomino.cli.run`` does.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    run(app, arguments or list(WITHOUT_ARGUMENTS), explained=(ServerError,))
