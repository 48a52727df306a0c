"""A position: everything that lies open on the table at one moment, and its one-line text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple, SupportsIndex

import numpy as np

from kingdomino.game import faults
from kingdomino.game.actions import Action, Claim, Discard, Place, Playable, parse_action
from kingdomino.game.errors import IllegalAction
from kingdomino.game.kingdom import Kingdom, canonical, name_placements, number_placement
from kingdomino.game.scores import Score
from kingdomino.game.seats import Colour, check_colours
from kingdomino.rules import kernel, territories
from kingdomino.rules.dominoes import DOMINOES

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules

Phase = Literal["claim", "place", "over"]
"""What is to be done: see ``Position.phase``."""

_CLAIMS = tuple(Claim(domino.number) for domino in DOMINOES)
_PHASES: dict[int, Phase] = {
    kernel.PLACE: "place",
    kernel.CLAIM_PHASE: "claim",
    kernel.OVER: "over",
}


class Slot(NamedTuple):
    """A domino in a line and the seat whose king stands on it, if any."""

    domino: int
    seat: int | None


class Position:
    """What everybody at the table can see. It never holds the order of the pile."""

    def __init__(
        self, rules: Rules, state: Words, colours: tuple[Colour, ...] | None = None
    ) -> None:
        """A position over a kernel state, which it keeps and does not change."""
        self.rules = rules
        self.colours = check_colours(colours, rules.players)
        self._state = state
        self._legal: list[int] | None = None
        self._listed: list[Action] | None = None
        self._buffer: Words | None = None

    @property
    def state(self) -> Words:
        """The kernel's words for this position, as a copy that may be searched from and changed."""
        return self._state.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.rules == other.rules
            and self.colours == other.colours
            and np.array_equal(self._state, other._state)
        )

    __hash__ = None  # type: ignore[assignment]  # a game is a position that changes

    def __str__(self) -> str:
        """The position as one line of text; see ``docs/notation.md``."""
        from kingdomino.game.position_text import write_position

        return write_position(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    @classmethod
    def from_text(cls, text: str) -> Position:
        """The position that one line of text describes; ``NotationError`` if it does not."""
        from kingdomino.game.position_text import read_position

        return read_position(text)

    # --- the table

    @property
    def round(self) -> int:
        """0 while the first line is claimed, then 1 to ``rules.rounds``."""
        return min(self._state.item(kernel.ROUND), self.rules.rounds)

    @property
    def phase(self) -> Phase:
        """What the acting seat does: ``"claim"`` or ``"place"``; ``"over"`` after the game."""
        return _PHASES[self._state.item(kernel.PHASE)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._state.item(kernel.PHASE) == kernel.OVER

    @property
    def seat(self) -> int | None:
        """The seat that is to act; ``None`` when the game is over."""
        return None if self.over else self.acting_seat

    @property
    def domino(self) -> int | None:
        """The domino to be placed now, if there is one."""
        item = self._state.item
        return item(kernel.LINE + item(kernel.TURN)) or None

    @property
    def acting_seat(self) -> int:
        """The seat that is to act, of a game that is not over."""
        item = self._state.item
        return item(kernel.LINE_SEATS + item(kernel.TURN))

    @property
    def waiting(self) -> tuple[tuple[int, int | None], ...]:
        """The kings yet to finish their turn in this round, in turn order: the seat and the domino
        the king stands on, or ``None`` while it is in hand."""
        state = self._state.tolist()
        return tuple(
            (seat, domino or None)
            for seat, domino in zip(
                state[kernel.LINE_SEATS : kernel.LINE_SEATS + 4],
                state[kernel.LINE : kernel.LINE + 4],
                strict=True,
            )
            if seat != kernel.NOBODY
        )

    @property
    def line(self) -> tuple[Slot, ...]:
        """The current line: the dominoes whose kings have yet to place, in turn order.

        During the opening claims this is the first line.
        """
        if self.round == 0:
            return self.claim_line
        return tuple(Slot(domino, seat) for seat, domino in self.waiting if domino is not None)

    @property
    def next_line(self) -> tuple[Slot, ...]:
        """The next line, in ascending order; empty in the opening and in the last round."""
        return () if self.round == 0 else self.claim_line

    @property
    def claim_line(self) -> tuple[Slot, ...]:
        """The line that kings are put on now: the first in the opening, then the next one."""
        state = self._state.tolist()
        return tuple(
            Slot(domino, None if seat == kernel.NOBODY else seat)
            for domino, seat in zip(
                state[kernel.NEXT : kernel.NEXT + 4],
                state[kernel.NEXT_SEATS : kernel.NEXT_SEATS + 4],
                strict=True,
            )
            if domino
        )

    @property
    def unseen(self) -> frozenset[int]:
        """The dominoes that have never been face up: undrawn, or left out of the game."""
        word = self._state.item(kernel.UNSEEN)
        return frozenset(number for number in range(1, 49) if word >> (number - 1) & 1)

    @property
    def kingdoms(self) -> tuple[Kingdom, ...]:
        """Every seat's kingdom, as copies."""
        return tuple(self.kingdom(seat) for seat in range(self.rules.players))

    def kingdom(self, seat: int) -> Kingdom:
        """This seat's kingdom, as a copy."""
        return Kingdom.from_words(self._kingdom_words(seat).copy(), self.rules.grid)

    def _kingdom_words(self, seat: int) -> Words:
        at = kernel.KINGDOMS + kernel.KINGDOM_WORDS * seat
        return self._state[at : at + kernel.KINGDOM_WORDS]

    def scores(self) -> list[Score]:
        """Every seat's score as its kingdom stands, bonuses included."""
        return [
            kingdom.score(self.rules.middle_kingdom, self.rules.harmony)
            for kingdom in self.kingdoms
        ]

    def winners(self) -> list[int]:
        """The seats that stand highest now, and so win if the game is over."""
        found = np.empty(self.rules.players, dtype=np.int64)
        territories.standings(self._state, found)
        standings: list[int] = found.tolist()
        highest = max(standings)
        return [seat for seat, standing in enumerate(standings) if standing == highest]

    # --- actions

    def legal_actions(self) -> list[Action]:
        """All legal actions, in a fixed order: that of the kernel's numbers for them."""
        if self._listed is None:
            self._listed = self._read(self._numbers)
        return self._listed.copy()

    def legal_numbers(self) -> list[int]:
        """The kernel's numbers for all legal actions, in ascending order."""
        return self._numbers.copy()

    @property
    def _numbers(self) -> list[int]:
        if self._legal is None:
            if self._buffer is None:
                self._buffer = np.zeros(256, dtype=np.int64)
            count = kernel.legal_actions(self._state, self._buffer)
            self._legal = self._buffer[:count].tolist()
        return self._legal

    def read_actions(self, numbers: Iterable[SupportsIndex]) -> list[Action]:
        """The actions that the kernel's numbers stand for here.

        Raises ``IllegalAction`` for a number that is not legal.
        """
        return self._read([self._check_number(number) for number in numbers])

    def _check_number(self, number: SupportsIndex) -> int:
        """The number if it is legal."""
        checked = faults.read_number(number)
        if checked not in self._numbers:
            raise faults.refuse_number(self, checked)
        return checked

    def _read(self, numbers: list[int]) -> list[Action]:
        """The actions that numbers stand for which are known to be legal."""
        domino = self.domino
        if domino is None:
            return [_CLAIMS[number - kernel.CLAIM - 1] for number in numbers]
        if numbers and numbers[0] == kernel.DISCARD:
            return [Discard(domino)] * len(numbers)
        item = self._state.item
        at = kernel.KINGDOMS + kernel.KINGDOM_WORDS * self.acting_seat
        columns, rows = item(at + kernel.COLUMNS), item(at + kernel.ROWS)
        return [*name_placements(domino, columns, rows, numbers)]

    def find(self, action: Playable) -> Action:
        """The legal action that is meant: by an equal object, its text, or the kernel's number.

        Raises ``IllegalAction`` with the reason, ``NotationError`` for text that is no action.
        """
        return self._choose(action)[1]

    def number_action(self, action: Playable) -> int:
        """The kernel's number for a legal action; raises what ``find`` raises."""
        return self._choose(action)[0]

    def _choose(self, action: Playable) -> tuple[int, Action]:
        """The legal action that is meant, with its number, or the error that says why it is not."""
        number: int | None
        if self._listed is not None:  # most often it is one of those just listed
            for number, listed in zip(self._numbers, self._listed, strict=True):
                if listed is action:
                    return number, listed
        if isinstance(action, str):
            action = parse_action(action)
        if isinstance(action, Place):
            action = canonical(action)
            number = number_placement(action)
        elif isinstance(action, Claim):
            number = kernel.CLAIM + action.domino
        elif isinstance(action, Discard):
            number = kernel.DISCARD
        elif hasattr(action, "__index__"):
            number = self._check_number(action)
            return number, self._read([number])[0]
        else:
            raise IllegalAction(
                "an action is given as such, as text like -15, or by its number: not {thing}",
                thing=repr(action),
            )
        # Far from the castle two placements can have the same number: only one of them is legal.
        if number in self._numbers:
            (found,) = self._read([number])
            if found is action or found == action:
                return number, found
        raise faults.refuse_action(self, action)
