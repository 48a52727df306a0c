"""The terminal: a Rich console that prints text as it is, and its plain questions."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console


def make_console(*, stderr: bool = False) -> Console:
    """A console for stdout or stderr that never reads markup into players' names.

    It leaves colour out when ``NO_COLOR`` is set or nobody is looking.
    """
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def is_interactive() -> bool:
    """Whether a person sits at the keyboard and looks at the screen."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def knows_unicode(console: Console) -> bool:
    """Whether the console can print a crown."""
    return console.encoding.lower().replace("-", "").startswith("utf")


def print_json(value: object) -> None:
    """Print a value as JSON, for other programs to read."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def thinking(console: Console, sentence: str | None) -> AbstractContextManager[object]:
    """Show a sentence that moves while something takes its time, if somebody is looking.

    Without a sentence nothing is shown.
    """
    if sentence is None or not console.is_terminal or console.is_dumb_terminal:
        return nullcontext()
    if not knows_unicode(console):
        sentence = sentence.replace("…", "...")
    return console.status(sentence, spinner="dots" if knows_unicode(console) else "line")


def ask(prompt: str) -> str:
    """One line from the person at the keyboard, without blanks around it.

    ``EOFError`` when there is no more input.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise EOFError
    try:
        return input(prompt).strip()
    except UnicodeDecodeError:
        return "?"  # bytes that are no text: no command, and so answered with what would be one
