"""The command ``kingdomino``: deal, show, replay, score, verify and play games in a terminal."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING

from kingdomino.cli.errors import as_sentence
from kingdomino.errors import KingdominoError

if TYPE_CHECKING:
    import typer


UNWRITABLE = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF}
"""What is wrong with an output that takes nothing any more."""


def run(app: typer.Typer, arguments: list[str] | None = None) -> None:
    """Run an app of commands with these arguments, by default those it was started with.

    Always ends in ``SystemExit``: 0 if all is well, 1 if a record does not verify or nothing can be
    printed, 2 for input that cannot be used, 130 after Ctrl-C. A ``KingdominoError`` is
    explained in one sentence to the person who typed the command.
    """
    from kingdomino.cli.app import UsageError
    from kingdomino.cli.speech import translate_help
    from kingdomino.words import choose_language, speak, t, tell
    from kingdomino.words.system import find_cause

    speak(choose_language(os.environ))

    if sys.stdout is None:
        os.open(os.devnull, os.O_WRONLY)  # in its place, so that no file takes it and is printed to
        sys.stdout = _Nowhere()

    # A sentence with a × in it is still readable where the terminal knows no ×.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code: int | None = None
    try:
        command = translate_help(app)
        code = command(args=arguments, prog_name="kingdomino", standalone_mode=False)
        sys.stdout.flush()
        if isinstance(sys.stdout, _Nowhere) and sys.stdout.missed:
            _complain(t("stdout is closed, so nothing could be printed."))
            code = code or 1
    except KingdominoError as error:
        _complain(as_sentence(error))
        code = 2
    except UsageError as error:
        _complain(_sentence(error) + " " + t("See: {command}", command=f"{_command(error)} --help"))
        code = 2
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        _silence()
        code = code or 1
    except OSError as error:
        if error.errno not in UNWRITABLE or error.filename is not None:
            raise
        _silence()
        reason = tell(find_cause(error))
        _complain(t("The output cannot be written: {reason}.", reason=reason))
        code = code or 1
    sys.exit(code or 0)


def _complain(sentence: str) -> None:
    from kingdomino.cli.console import make_console

    make_console(stderr=True).print(sentence, style="red", soft_wrap=True)


def _sentence(error: Exception) -> str:
    """What Typer says about wrong usage, as one sentence."""
    from kingdomino.cli.speech import translate_metavars
    from kingdomino.cli.usage import read_usage

    complaint = getattr(error, "format_message", error.__str__)()
    return as_sentence(read_usage(translate_metavars(complaint)))


def _command(error: Exception) -> str:
    """The command that was used wrongly."""
    context = getattr(error, "ctx", None)
    return getattr(context, "command_path", None) or "kingdomino"


class _Nowhere(io.TextIOBase):
    """What stands in for a stdout that was closed before the command began."""

    missed = False
    """Whether there was something to print."""

    def write(self, text: str) -> int:
        """Nothing is written."""
        self.missed = True
        return len(text)


def _silence() -> None:
    """Say nothing more on a pipe that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
