"""The help of the command in the language that is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Protocol, cast

import typer
from typer.core import TyperGroup

from kingdomino.words import N_, spoken, t

EXAMPLE = "For example:"
"""What a paragraph begins with that shows a command."""

HEADINGS = (N_("Arguments"), N_("Options"), N_("Commands"), N_("Show this message and exit."))
"""What Typer adds to every help."""

METAVARS = (
    N_("OPTIONS"),
    N_("COMMAND"),
    N_("ARGS"),
    N_("FILE"),
    N_("DIR"),
    N_("PLAYER"),
    N_("KINGDOM"),
    N_("TABLE"),
    N_("TEXT"),
    N_("NUMBER"),
)
"""What stands for something that is to be typed."""

_METAVAR = re.compile(rf"\b({'|'.join(METAVARS)})\b")
_TYPES = {"<str>": "TEXT", "<list[str]>": "TEXT", "<int>": "NUMBER", "<float>": "NUMBER"}
_DEFAULT = re.compile(r"\[default: (.*)\]$", re.DOTALL)
_REQUIRED = re.compile(r"\[required\]$")


def translate_metavars(text: str) -> str:
    """A usage line, option or complaint with the metavars of the language that is spoken."""
    return _METAVAR.sub(lambda match: t(match[1]), text)


class Formatter(TyperGroup.context_class.formatter_class):  # type: ignore[name-defined, misc]
    """Typer's formatter of help, with its headings and notes in the language that is spoken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """How the command is typed."""
        super().write_usage(prog, translate_metavars(args), t("Usage:") + " ")

    def write_heading(self, heading: str) -> None:
        """What stands above arguments, options or commands."""
        super().write_heading(t(heading))

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Arguments, options or commands, each with what it does."""
        told = [(_tell_option(name), _tell_note(text)) for name, text in rows]
        super().write_dl(told, col_max, col_spacing)


def _tell_option(name: str) -> str:
    """An option or argument with what is to be typed after it."""
    for kind, metavar in _TYPES.items():
        name = name.replace(f" {kind}", f" {metavar}" if name.startswith("-") else "")
    return translate_metavars(name)


def _tell_note(text: str) -> str:
    """What an option does, with the notes that Typer adds."""
    required, default = t("required"), t("default: {value}", value=r"\1")
    text = _DEFAULT.sub(f"[{default}]", text)
    text = _REQUIRED.sub(f"[{required}]", text)
    return t(text)


class SpokenContext(TyperGroup.context_class):  # type: ignore[valid-type, misc]
    """A context whose help is formatted as above."""

    formatter_class = Formatter


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
    for command in (group, *group.commands.values()):
        command.context_class = SpokenContext
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
