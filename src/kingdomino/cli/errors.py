"""What the command says when it cannot use what it was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kingdomino.errors import KingdominoError


class InputError(KingdominoError):
    """Input that cannot be used: the message is one sentence for the person who typed it."""

    code = "input"


@contextmanager
def explained(source: str) -> Iterator[None]:
    """Turn what the game refuses into a ``InputError`` that says where it comes from."""
    from kingdomino.game.errors import IllegalAction, NotationError
    from kingdomino.rules.ruleset import RulesError
    from kingdomino.words import retell

    try:
        yield
    except (NotationError, IllegalAction, RulesError) as error:
        raise InputError(f"{source}: {retell(str(error))}") from None


def as_sentence(reason: object) -> str:
    """What something else says was wrong, in the language that is spoken, with its full stop."""
    from kingdomino.words import retell

    text = " ".join(str(reason).split())
    told = retell(text)
    if told == text:
        told = retell(text.rstrip("."))
    return told if told.endswith((".", "?", "!")) else f"{told}."
