"""How the server says no: to a player, and to whoever starts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

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
    "misdirected",
    "busy",
    "failed",
]
"""Why something was refused; ``docs/protocol.md`` says what each means."""

STATUS: dict[Code, int] = {
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
    "misdirected": 421,
    "busy": 503,
    "failed": 500,
}
"""The HTTP status that goes with each code."""


class Refusal(KingdominoError):  # noqa: N818 (what it is needs no suffix)
    """A request that is refused and has changed nothing; the message is a sentence for people."""

    code: Code

    def __init__(self, code: Code, template: str | Phrase, /, **values: object) -> None:
        self.code = code
        super().__init__(template, **values)

    @classmethod
    def because(cls, error: KingdominoError) -> Refusal:
        """What the game, its notation or its rules refuse, as an answer."""
        return cls("illegal" if error.code == "illegal" else "malformed", error.phrase)

    @property
    def status(self) -> int:
        """The HTTP status that goes with its code."""
        return STATUS[self.code]


class ServerError(KingdominoError):
    """The server cannot start or go on: one sentence for the person who started it."""

    code = "server"


def explain(phrase: Phrase) -> dict[str, object]:
    """What is said about something that is not refused, as it is sent."""
    return {"reason": str(phrase), **phrase.describe()}


def refuse_malformed(faults: Sequence[Mapping[str, Any]]) -> Refusal:
    """The answer to what is not of the form that is asked for, by the faults that pydantic found.

    What a check of ours has found comes in its own words.
    """
    first = faults[0]
    found = first.get("ctx", {}).get("error")
    if isinstance(found, KingdominoError):
        return Refusal("malformed", found.phrase)
    where = ".".join(map(str, first["loc"]))
    detail = f"{where}: {first['msg']}" if where else str(first["msg"])
    return Refusal("malformed", "this is not what is asked for here: {detail}", detail=detail)
