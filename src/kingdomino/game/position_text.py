"""The one-line text of a position, in the spirit of FEN. ``docs/notation.md`` has the grammar.

    classic-2p-harmony PG 1 G10,P16,P45,G46 3,6,15,36 C C 1-2,4-5,7-9,11-14,17-35,37-44,47-48

Fields, with one space between them: the rules, the seats' letters in seat order, the round, the
kings yet to finish their turn (a letter and the domino the king stands on, no domino while it is in
hand), the line being claimed (a letter before a domino that is claimed), every seat's kingdom, and
the dominoes never yet face up. A dash stands for an empty field.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from kingdomino.errors import quote
from kingdomino.game.errors import NotationError
from kingdomino.game.kingdom import Kingdom
from kingdomino.game.names import name_square
from kingdomino.game.position import Position
from kingdomino.game.seats import COLOURS, Colour
from kingdomino.rules import kernel
from kingdomino.rules.dominoes import DOMINOES
from kingdomino.rules.ruleset import Rules, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kingdomino.rules.compiled import Words


def write_position(position: Position) -> str:
    """The text of a position."""
    letters = [colour.letter for colour in position.colours]
    kings = [f"{letters[seat]}{domino or ''}" for seat, domino in position.waiting]
    line = [
        f"{'' if seat is None else letters[seat]}{domino}" for domino, seat in position.claim_line
    ]
    fields = [
        str(position.rules).replace(" ", "-"),
        "".join(letters),
        str(position.round),
        ",".join(kings) or "-",
        ",".join(line) or "-",
        *map(str, position.kingdoms),
        _write_ranges(position.unseen) or "-",
    ]
    return " ".join(fields)


def read_position(text: str) -> Position:
    """The position that a text describes.

    ``NotationError`` says in which column it is malformed, or what does not fit together.
    """
    return _Reader(text).read()


def _write_ranges(numbers: Iterable[int]) -> str:
    """Numbers as ascending ranges: ``1-3,7,9-12``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


class _Reader:
    """Reads one position, field by field."""

    def __init__(self, text: str) -> None:
        self.fields = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
        self.column = 1

    def read(self) -> Position:
        self.rules = self._read_rules(self._next())
        self.colours = self._read_colours(self._next())
        self.seats = {colour.letter: seat for seat, colour in enumerate(self.colours)}
        if len(self.fields) != self.rules.players + 3 + 1:
            raise self._miss_fields()
        self.state = kernel.new_state(self.rules)
        round_ = self._read_round(self._next())
        self._read_kings(self._next(), round_)
        self._read_line(self._next(), round_)
        for seat in range(self.rules.players):
            self._read_kingdom(self._next(), seat)
        self._read_unseen(self._next())
        self._check_squares()
        return Position(self.rules, self.state, self.colours)

    def _next(self) -> str:
        if not self.fields:
            raise self._miss_fields()
        field, self.column = self.fields.pop(0)
        return field

    @property
    def _place(self) -> tuple[int, int]:
        """The line and column of the field that was read last."""
        return 1, self.column

    def _miss_fields(self) -> NotationError:
        return NotationError(
            "the fields are rules, letters, round, kings, line, a kingdom for each player, "
            "unseen dominoes",
            *self._place,
        )

    def _read_rules(self, field: str) -> Rules:
        try:
            return Rules.from_text(field.replace("-", " "))
        except RulesError as error:
            raise NotationError(error.phrase, *self._place) from None

    def _read_colours(self, field: str) -> tuple[Colour, ...]:
        if len(set(field)) != self.rules.players or len(field) != self.rules.players:
            raise NotationError(
                "the letters of {players} players should stand here",
                *self._place,
                players=self.rules.players,
            )
        for letter in field:
            if letter not in COLOURS:
                raise NotationError(
                    "{letter} is no player's letter: they are P, Y, G and B",
                    *self._place,
                    letter=quote(letter),
                )
        return tuple(COLOURS[letter] for letter in field)

    def _read_round(self, field: str) -> int:
        if not re.fullmatch("[0-9]{1,2}", field) or int(field) > self.rules.rounds:
            raise NotationError(
                "the round is a number from 0 to {rounds}", *self._place, rounds=self.rules.rounds
            )
        self.state[kernel.ROUND] = int(field)
        return int(field)

    def _read_items(self, field: str) -> list[tuple[int | None, int | None]]:
        """The seat and the domino of each item of a list such as ``G10,P,15``."""
        items: list[tuple[int | None, int | None]] = []
        for item in [] if field == "-" else field.split(","):
            match = re.fullmatch(r"(?P<letter>[A-Z]?)(?P<domino>[0-9]{0,2})", item)
            if match is None or not item:
                raise NotationError(
                    "{text} is no king or domino: write G10, G or 10",
                    *self._place,
                    text=quote(item),
                )
            if match["letter"] and match["letter"] not in self.seats:
                raise NotationError(
                    "{letter} is not the letter of a player here",
                    *self._place,
                    letter=quote(match["letter"]),
                )
            domino = int(match["domino"]) if match["domino"] else None
            if domino is not None and not 1 <= domino <= len(DOMINOES):
                raise NotationError("there is no domino {domino}", *self._place, domino=domino)
            items.append((self.seats.get(match["letter"]), domino))
        return items

    def _read_kings(self, field: str, round_: int) -> None:
        items = self._read_items(field)
        kings = self.rules.kings
        if len(items) > kings or (not items and round_ < self.rules.rounds):
            raise NotationError(
                "between 1 and {kings} kings have yet to move in this round",
                *self._place,
                kings=kings,
            )
        standing = [domino for _, domino in items if domino is not None]
        if any(seat is None for seat, _ in items):
            raise NotationError("every king has its player's letter", *self._place)
        if standing != sorted(set(standing)):
            raise NotationError(
                "the kings stand in ascending order of their dominoes", *self._place
            )
        in_hand = [domino is None for _, domino in items]
        if round_ == 0 and not all(in_hand):
            raise NotationError("in round 0 all kings are in hand", *self._place)
        if round_ > 0 and any(in_hand[1:]):
            raise NotationError("only the first king can be in hand", *self._place)
        if round_ == self.rules.rounds and any(in_hand):
            raise NotationError(
                "in the last round no king is in hand: nothing is claimed", *self._place
            )
        if round_ == 0 and self.rules.duel_opening:
            *_, second, third, fourth = [None, None, *(seat for seat, _ in items)]
            if third == fourth or (second is not None and second != third):
                raise NotationError(
                    "one player claims a domino, the other two, then the first", *self._place
                )
        turn = kings - len(items)
        for king, (seat, domino) in enumerate(items, start=turn):
            self.state[kernel.LINE + king] = domino or 0
            self.state[kernel.LINE_SEATS + king] = _or_nobody(seat)
        self.state[kernel.TURN] = turn % kings
        if not items:
            self.state[kernel.ROUND] += 1
            self.state[kernel.PHASE] = kernel.OVER
        else:
            self.state[kernel.PHASE] = kernel.CLAIM_PHASE if in_hand[0] else kernel.PLACE

    def _read_line(self, field: str, round_: int) -> None:
        items = self._read_items(field)
        length = self.rules.line_length if round_ < self.rules.rounds else 0
        dominoes = [domino for _, domino in items if domino is not None]
        if len(items) != length or len(dominoes) != length:
            raise NotationError(
                "the line of this round has {length} dominoes", *self._place, length=length
            )
        if dominoes != sorted(set(dominoes)):
            raise NotationError("the line is in ascending order", *self._place)
        moved = self.rules.kings - len(_seats(self.state, kernel.LINE_SEATS))
        claimed = [seat for seat, _ in items if seat is not None]
        if length and len(claimed) != moved:
            raise NotationError(
                "{moved} kings have moved, but {standing} stand on the line",
                *self._place,
                moved=moved,
                standing=len(claimed),
            )
        if self._on_lines() & set(dominoes):
            raise NotationError("a domino on which a king stands is not in the line", *self._place)
        for slot, (seat, domino) in enumerate(items):
            self.state[kernel.NEXT + slot] = domino or 0
            self.state[kernel.NEXT_SEATS + slot] = _or_nobody(seat)
        kings = Counter(claimed + _seats(self.state, kernel.LINE_SEATS))
        # In the last round kings leave the table one by one.
        each = self.rules.kings_each
        if any(count > each or (length and count < each) for count in kings.values()):
            raise NotationError("each player has {kings} kings", *self._place, kings=each)

    def _read_kingdom(self, field: str, seat: int) -> None:
        try:
            kingdom = Kingdom.from_text(field, self.rules.grid)
        except NotationError as error:
            raise NotationError(error.reason, *self._place) from None
        doubts = kingdom.doubts()
        if doubts:
            raise NotationError(doubts[0], *self._place)
        discards = self._received(seat) - len(kingdom.cells) // 2
        if discards < 0:
            raise NotationError(
                "{colour} has not received that many dominoes yet",
                *self._place,
                colour=self.colours[seat],
            )
        kingdom.words[kernel.DISCARDS] = discards
        at = kernel.kingdom_of(seat)
        self.state[at : at + kernel.KINGDOM_WORDS] = kingdom.words

    def _received(self, seat: int) -> int:
        """How many dominoes the seat has placed or thrown away."""
        rounds = int(self.state[kernel.ROUND])
        if rounds == 0:
            return 0
        standing = [
            king
            for king in range(self.rules.kings)
            if self.state[kernel.LINE_SEATS + king] == seat and self.state[kernel.LINE + king]
        ]
        over = self.state[kernel.PHASE] == kernel.OVER
        moved = 0 if over else self.rules.kings_each - len(standing)
        return (rounds - 1) * self.rules.kings_each + moved

    def _read_unseen(self, field: str) -> None:
        unseen: set[int] = set()
        for part in [] if field == "-" else field.split(","):
            match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", part)
            if match is None:
                raise NotationError(
                    "{text} is no domino or range of dominoes: write 3 or 3-7",
                    *self._place,
                    text=quote(part),
                )
            first, last = int(match[1]), int(match[2] or match[1])
            if not 1 <= first <= last <= len(DOMINOES):
                raise NotationError(
                    "{text} is no range within 1 to {most}",
                    *self._place,
                    text=quote(part),
                    most=len(DOMINOES),
                )
            unseen |= set(range(first, last + 1))
        lines = min(int(self.state[kernel.ROUND]) + 1, self.rules.rounds)
        expected = len(DOMINOES) - lines * self.rules.line_length
        if len(unseen) != expected:
            raise NotationError(
                "{expected} dominoes are unseen in this round, not {found}",
                *self._place,
                expected=expected,
                found=len(unseen),
            )
        if unseen & self._on_lines():
            raise NotationError("an open domino is listed as unseen", *self._place)
        self.unseen = unseen
        self.state[kernel.UNSEEN] = sum(1 << (domino - 1) for domino in unseen)

    def _on_lines(self) -> set[int]:
        return {
            int(domino) for at in (kernel.LINE, kernel.NEXT) for domino in self.state[at : at + 4]
        }

    def _check_squares(self) -> None:
        """The kingdoms hold only what is on dominoes that have been seen and are not on a line."""
        gone = [
            domino
            for domino in DOMINOES
            if domino.number not in self.unseen and domino.number not in self._on_lines()
        ]
        available = Counter(square for domino in gone for square in domino[1:])
        kingdoms = Position(self.rules, self.state, self.colours).kingdoms
        squares = Counter(square for kingdom in kingdoms for square in kingdom.cells.values())
        for square, count in squares.items():
            if count > available[square]:
                raise NotationError(
                    "the kingdoms have {count} squares of {square}, "
                    "the dominoes gone from the lines only {available}",
                    *self._place,
                    count=count,
                    square=name_square(square),
                    available=available[square],
                )


def _or_nobody(seat: int | None) -> int:
    return kernel.NOBODY if seat is None else seat


def _seats(state: Words, at: int) -> list[int]:
    return [seat for seat in state[at : at + 4].tolist() if seat != kernel.NOBODY]
