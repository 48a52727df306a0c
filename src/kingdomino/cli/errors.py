"""What the command says when it cannot use what it was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kingdomino.errors import KingdominoError, Phrase


class InputError(KingdominoError):
    """Input that cannot be used: the message is one sentence for the person who typed it."""

    code = "input"


@contextmanager
def explained(source: str) -> Iterator[None]:
    """Turn what the game refuses into a ``InputError`` that says where it comes from."""
    try:
        yield
    except InputError:
        raise
    except KingdominoError as error:
        raise InputError("{source}: {reason}", source=source, reason=error) from None


def as_sentence(reason: KingdominoError | Phrase | Exception) -> str:
    """What was wrong, in the language that is spoken, as a sentence with its full stop.

    What Python or the system says may come in English.
    """
    from kingdomino.words import tell
    from kingdomino.words.system import find_cause

    said = reason if isinstance(reason, KingdominoError | Phrase) else find_cause(reason)
    text = " ".join(tell(said).split())
    # After a command to be typed, in its quotes, a full stop would be taken for a part of it.
    return text if text.endswith((".", "?", "!", '"')) else f"{text}."
