"""The command ``kingdomino``, put together from the packages that each bring a part of it.

``kingdomino.cli`` holds what is done in a terminal. ``env`` and ``server`` do not know it, nor each
other, so their commands are added here.
"""

from __future__ import annotations

from kingdomino.cli import run
from kingdomino.cli.app import app


def main(arguments: list[str] | None = None) -> None:
    """Run the command with these arguments, by default those it was started with.

    Always ends in ``SystemExit``, as ``kingdomino.cli.run`` does.
    """
    run(app, arguments)
