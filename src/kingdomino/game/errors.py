"""The two ways in which an action or a record can be wrong."""

from __future__ import annotations

from kingdomino.errors import KingdominoError, Phrase


class IllegalAction(KingdominoError, ValueError):
    """A well-formed action that the rules do not allow here; the message says why."""

    code = "illegal"


class NotationError(KingdominoError, ValueError):
    """Text that is not notation; the message says what was expected.

    ``line`` and ``column``, counted from 1, say where; they are ``None`` for a single action.
    ``reason`` is the message without that place.
    """

    code = "malformed"

    def __init__(
        self,
        template: str | Phrase,
        line: int | None = None,
        column: int | None = None,
        /,
        **values: object,
    ) -> None:
        self.reason = template if isinstance(template, Phrase) else Phrase(template, **values)
        self.line = line
        self.column = column
        if line is None:
            super().__init__(self.reason)
        else:
            super().__init__(
                Phrase(
                    "line {line}, column {column}: {reason}",
                    line=line,
                    column=column,
                    reason=self.reason,
                )
            )
