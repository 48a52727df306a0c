"""How the server says no: to a player, and to whoever starts it."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "malformed",
    "unknown",
    "forbidden",
    "stale",
    "out_of_turn",
    "illegal",
    "closed",
    "taken",
    "too_many",
    "busy",
]
"""Why something was refused; ``docs/protocol.md`` says what each means."""

STATUS: dict[Code, int] = {
    "malformed": 422,
    "unknown": 404,
    "forbidden": 403,
    "stale": 409,
    "out_of_turn": 409,
    "illegal": 409,
    "closed": 409,
    "taken": 409,
    "too_many": 429,
    "busy": 503,
}
"""The HTTP status that goes with each code."""


class Refusal(Exception):  # noqa: N818 (what it is needs no suffix)
    """A request that is refused and has changed nothing; ``reason`` is a sentence for people."""

    def __init__(self, code: Code, reason: str) -> None:
        self.code: Code = code
        self.reason = reason
        super().__init__(reason)


class ServerError(Exception):
    """The server cannot start or go on: one sentence for the person who started it."""
