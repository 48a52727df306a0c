"""Who asks for a seat at a table that is by invitation, and whom its host did not let in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from kingdomino.server.errors import Refusal

Standing = Literal["waiting", "declined"]

MOST_WAITING = 8
"""How many may wait for an answer at a table."""

MOST_BY_ONE = 3
"""How often a visitor may ask at a table: a request that was withdrawn can be made again."""

MOST_IN_ALL = 40
"""How many requests a table takes: else its log could be filled without end."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Somebody who asks for a seat; ``number`` is that of the event by which they did."""

    number: int
    visitor: str
    name: str


class SeatRequests:
    """The requests of one table, as its log tells them."""

    def __init__(self) -> None:
        self.waiting: dict[int, SeatRequest] = {}
        """Those without an answer, by their numbers, the oldest first."""
        self._declined: set[str] = set()
        self._asked: Counter[str] = Counter()

    def copy(self) -> SeatRequests:
        """The same requests once more, to try events on."""
        twin = SeatRequests()
        twin.waiting = dict(self.waiting)
        twin._declined = set(self._declined)
        twin._asked = Counter(self._asked)
        return twin

    def standing_of(self, visitor: str | None) -> Standing | None:
        """What has become of a visitor's request, if they made one that still counts."""
        if visitor in self._declined:
            return "declined"
        return None if visitor is None or self.find_of(visitor) is None else "waiting"

    def find_of(self, visitor: str) -> SeatRequest | None:
        """The request of a visitor that waits for an answer."""
        return next((each for each in self.waiting.values() if each.visitor == visitor), None)

    def find(self, number: int) -> SeatRequest:
        """The request that waits for an answer; ``Refusal`` if there is none of that number."""
        if number not in self.waiting:
            raise Refusal("unknown", "nobody waits for an answer to that request any more")
        return self.waiting[number]

    def expect_room(self, visitor: str) -> None:
        """``Refusal`` if this visitor may not ask now."""
        if visitor in self._declined:
            raise Refusal("forbidden", "your request was declined: you can watch")
        if self._asked[visitor] >= MOST_BY_ONE:
            raise Refusal("too_many", "you have asked often enough at this table")
        if len(self.waiting) >= MOST_WAITING or self._asked.total() >= MOST_IN_ALL:
            raise Refusal("too_many", "too many ask for a seat at this table")

    # --- what the log tells

    def add(self, number: int, visitor: str, name: str) -> None:
        """Somebody asks."""
        self.waiting[number] = SeatRequest(number, visitor, name)
        self._asked[visitor] += 1

    def decline(self, number: int) -> None:
        """The host does not let somebody in."""
        self._declined.add(self.waiting.pop(number).visitor)

    def withdraw(self, number: int) -> None:
        """Somebody has thought better of it."""
        del self.waiting[number]

    def forget(self, visitor: str) -> None:
        """Somebody sits: with an invitation, or because they were let in."""
        self._declined.discard(visitor)
        request = self.find_of(visitor)
        if request is not None:
            del self.waiting[request.number]

    def close(self) -> None:
        """The game begins: nobody waits for a seat any more."""
        self.waiting.clear()
