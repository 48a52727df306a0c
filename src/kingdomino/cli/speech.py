"""The help of the command in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

import typer
from typer.core import TyperGroup

from kingdomino.words import spoken, t

EXAMPLE = "For example:"
"""What a paragraph begins with that shows a command."""


class _Explained(Protocol):
    """A command or option of Typer's: something with a help text."""

    help: str | None


def _list_explained(group: TyperGroup) -> Iterator[_Explained]:
    """The command itself, all its subcommands, and all their options."""
    for command in (group, *group.commands.values()):
        yield cast(_Explained, command)
        for option in command.params:
            if hasattr(option, "help"):
                yield cast(_Explained, option)


def list_help(app: typer.Typer) -> list[str]:
    """All texts of an app's help, paragraph by paragraph, each once."""
    group = cast(TyperGroup, typer.main.get_command(app))
    texts = [explained.help for explained in _list_explained(group) if explained.help]
    parts = [_paragraph(part) for text in texts for part in text.split("\n\n")]
    spoken = [part for part in parts if not part.startswith(EXAMPLE)]
    return list(dict.fromkeys([*spoken, EXAMPLE, *filter(None, [group.epilog])]))


def translate_help(app: typer.Typer) -> TyperGroup:
    """The app as a command whose help is in the language that is spoken."""
    group = cast(TyperGroup, typer.main.get_command(app))
    if spoken().language != "en":
        for explained in _list_explained(group):
            if explained.help:
                parts = [_translate(_paragraph(part)) for part in explained.help.split("\n\n")]
                explained.help = "\n\n".join(parts)
        group.epilog = t(group.epilog) if group.epilog else None
    return group


def _translate(paragraph: str) -> str:
    """A paragraph in the language that is spoken; an example is a command, and stays one."""
    if paragraph.startswith(EXAMPLE):
        return t(EXAMPLE) + paragraph.removeprefix(EXAMPLE)
    return t(paragraph)


def _paragraph(text: str) -> str:
    """A paragraph of help on one line, as the catalogues have it."""
    return " ".join(text.split())
