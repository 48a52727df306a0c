"""The language that the command speaks, also in its help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

import typer


class _Explained(Protocol):
    """A command or option of Typer's: something with a help text."""

    help: str | None


def _explained(app: typer.Typer) -> Iterator[_Explained]:
    """The app's command, all its subcommands, and all their options."""
    group = typer.main.get_command(app)
    for command in (group, *getattr(group, "commands", {}).values()):
        yield cast(_Explained, command)
        for option in command.params:
            if hasattr(option, "help"):
                yield cast(_Explained, option)


def list_help(app: typer.Typer) -> list[str]:
    """All texts of an app's help, each once."""
    texts = [explained.help for explained in _explained(app) if explained.help]
    return list(dict.fromkeys(text for whole in texts for text in whole.split("\n\n")))
