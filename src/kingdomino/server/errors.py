"""How the server says no: to a player, and to whoever starts it."""

from __future__ import annotations

from typing import Literal

from kingdomino.errors import KingdominoError, Phrase

Code = Literal[
    "malformed",
    "unknown",
    "forbidden",
    "stale",
    "out_of_turn",
    "too_late",
    "illegal",
    "closed",
    "taken",
    "too_large",
    "too_many",
    "busy",
]
"""Why something was refused; ``docs/protocol.md`` says what each means."""

STATUS: dict[str, int] = {
    "malformed": 422,
    "unknown": 404,
    "forbidden": 403,
    "stale": 409,
    "out_of_turn": 409,
    "too_late": 409,
    "illegal": 409,
    "closed": 409,
    "taken": 409,
    "too_large": 413,
    "too_many": 429,
    "busy": 503,
}
"""The HTTP status that goes with each code."""


class Refusal(KingdominoError):  # noqa: N818 (what it is needs no suffix)
    """A request that is refused and has changed nothing; the message is a sentence for people."""

    def __init__(self, code: Code, template: str | Phrase, /, **values: object) -> None:
        self.code = code
        super().__init__(template, **values)

    @property
    def status(self) -> int:
        """The HTTP status that goes with its code."""
        return STATUS[self.code]

    @property
    def reason(self) -> str:
        """The sentence, in English."""
        return str(self.phrase)


class ServerError(KingdominoError):
    """The server cannot start or go on: one sentence for the person who started it."""

    code = "server"
