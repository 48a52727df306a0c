"""The two ways in which an action or a record can be wrong."""

from __future__ import annotations


class IllegalAction(ValueError):
    """A well-formed action that the rules do not allow here; the message says why."""


class NotationError(ValueError):
    """Text that is not notation; the message says what was expected.

    ``line`` and ``column``, counted from 1, say where; they are ``None`` for a single action.
    """

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        place = "" if line is None else f"line {line}, column {column}: "
        super().__init__(place + reason)
