"""Attendance: for how long those who sit at a table have been away."""

from __future__ import annotations

import time
from collections.abc import Callable


class Attendance:
    """When each visitor was last at a table. Before it came into memory, nobody knows."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened = clock()
        self._seen: dict[str, float] = {}

    def note(self, visitor: str) -> None:
        """A visitor is here, or was until now."""
        self._seen[visitor] = self._clock()

    def away_for(self, visitor: str) -> float:
        """How many seconds ago a visitor who is not here was seen, as far as is known."""
        return self._clock() - self._seen.get(visitor, self._opened)
