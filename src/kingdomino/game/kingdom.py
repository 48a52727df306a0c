"""A kingdom: castle, squares, what fits where and what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from kingdomino.errors import Phrase, Term, quote
from kingdomino.game.actions import Discard, Place, check_domino
from kingdomino.game.cells import WAYS, Cell, cell_name
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.game.names import name_square, name_terrain
from kingdomino.game.scores import Score, Territory
from kingdomino.rules import kernel, territories
from kingdomino.rules.dominoes import DOMINOES, LETTERS, TERRAINS, Square, domino
from kingdomino.rules.torus import REACH_EAST, REACH_WEST, index_of

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

CASTLE = (0, 0)

# For each column reached in the east, where on the plane the torus's eight columns are (and so for
# rows reached in the north).
_UNWRAPPED = [[x if x <= reach else x - 8 for x in range(8)] for reach in range(8)]


class Kingdom:
    """One player's kingdom on a grid of 5×5 or 7×7.

    Cells are ``(x, y)`` with the castle at ``(0, 0)``. A kingdom that a game hands out is a copy.
    """

    __slots__ = ("_words", "grid")

    def __init__(self, grid: int = 5) -> None:
        if grid not in (5, 7):
            raise ValueError(f"the grid is 5 or 7, not {grid!r}")
        self.grid = grid
        self._words: Words = np.zeros(kernel.KINGDOM_WORDS, dtype=np.int64)
        kernel.found_kingdom(self._words, 0)

    @classmethod
    def from_words(cls, words: Words, grid: int) -> Kingdom:
        """A kingdom over the kernel's words for it, which it keeps."""
        kingdom = cls.__new__(cls)
        kingdom.grid = grid
        kingdom._words = words
        return kingdom

    @property
    def words(self) -> Words:
        """The kernel's words for this kingdom."""
        return self._words

    def copy(self) -> Kingdom:
        """Another kingdom just like this one."""
        return Kingdom.from_words(self._words.copy(), self.grid)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kingdom):
            return NotImplemented
        return self.grid == other.grid and np.array_equal(self._words, other._words)

    __hash__ = None  # type: ignore[assignment]  # a kingdom changes

    @property
    def cells(self) -> dict[Cell, Square]:
        """The squares of land by cell, the castle left out."""
        words = self._words.tolist()
        found: dict[Cell, Square] = {}
        for number, terrain in enumerate(TERRAINS):
            for cell, index in self._cells_of(words[kernel.LAND + number]):
                low = words[kernel.CROWNS_LOW] >> index & 1
                high = words[kernel.CROWNS_HIGH] >> index & 1
                found[cell] = Square(terrain, low + 2 * high)
        return dict(sorted(found.items()))

    def _cells_of(self, word: int) -> list[tuple[Cell, int]]:
        """The cells in a word of the kernel, with their indexes there."""
        xs, ys = _UNWRAPPED[self._reach_east], _UNWRAPPED[self._reach_north]
        return [((xs[index & 7], ys[index >> 3]), index) for index in _bits(word)]

    @property
    def _reach_east(self) -> int:
        return REACH_EAST[self._words.item(kernel.COLUMNS)]

    @property
    def _reach_north(self) -> int:
        return REACH_EAST[self._words.item(kernel.ROWS)]

    @property
    def frame(self) -> tuple[Cell, Cell]:
        """The south-western and north-eastern cells that the kingdom may still reach."""
        far = self.grid - 1
        west = REACH_WEST[self._words[kernel.COLUMNS]]
        south = REACH_WEST[self._words[kernel.ROWS]]
        return (self._reach_east - far, self._reach_north - far), (far - west, far - south)

    # --- placing

    def placements(self, domino: int) -> list[Place]:
        """All legal placements of a domino, in a fixed order; none means it must be discarded."""
        check_domino(domino)
        found = kernel.placements(self._words, 0, self.grid, domino)
        actions = [64 * way + index for way in range(4) for index in _bits(int(found[way]))]
        return self.read_placements(domino, actions)

    def read_placements(self, domino: int, actions: Sequence[int]) -> list[Place]:
        """The placements that the kernel's numbers stand for in this kingdom."""
        columns, rows = self._words.item(kernel.COLUMNS), self._words.item(kernel.ROWS)
        return name_placements(domino, columns, rows, actions)

    def check_placement(self, place: Place) -> int:
        """The kernel's number for a legal placement; ``IllegalAction`` says why it is not legal."""
        check_domino(place.domino)
        place = canonical(place)
        action = number_placement(place)
        if action is None:
            self._refuse(place, Phrase("its squares take two neighbouring cells"))
        taken = [cell for cell in (place.a, place.b) if cell in self.cells or cell == CASTLE]
        if taken:
            self._refuse(place, _say_taken(*map(cell_name, taken)))
        (west, south), (east, north) = self.frame
        if not all(west <= x <= east and south <= y <= north for x, y in (place.a, place.b)):
            self._refuse(
                place, Phrase("the kingdom would outgrow its {grid}×{grid} grid", grid=self.grid)
            )
        ways = kernel.placements(self._words, 0, self.grid, place.domino)
        # Far from the castle two placements can have the same number: only one of them is legal.
        legal = ways[action >> 6] >> (action & 63) & 1
        if not legal or self.read_placements(place.domino, [action]) != [place]:
            names = dict.fromkeys(square.terrain for square in domino(place.domino)[1:])
            self._refuse(place, _say_apart(*map(name_terrain, names)))
        return action

    def _refuse(self, place: Place, reason: Phrase) -> NoReturn:
        raise IllegalAction(
            "domino {domino} does not fit at {where}: {reason}",
            domino=place.domino,
            where=f"{cell_name(place.a)}-{cell_name(place.b)}",
            reason=reason,
        )

    def place(self, place: Place) -> None:
        """Place a domino; ``IllegalAction`` says why it may not lie there."""
        action = self.check_placement(place)
        kernel.put_domino(self._words, 0, place.domino, action)

    def discard(self, domino: int) -> None:
        """Throw a domino away; ``IllegalAction`` if it fits somewhere."""
        self.check_discard(Discard(domino))
        self._words[kernel.DISCARDS] += 1

    def check_discard(self, discard: Discard) -> None:
        """Raise ``IllegalAction`` if the domino fits somewhere, and so must be placed."""
        possible = self.placements(discard.domino)
        if possible:
            raise IllegalAction(
                "domino {domino} may not be thrown away: it fits, as {placement} for one",
                domino=discard.domino,
                placement=possible[0],
            )

    @property
    def discards(self) -> int:
        """How many of this kingdom's dominoes were thrown away."""
        return int(self._words[kernel.DISCARDS])

    # --- scoring

    @property
    def territories(self) -> tuple[Territory, ...]:
        """All territories, crowned or not, terrain by terrain."""
        rows = np.zeros((48, 2), dtype=np.int64)
        count = territories.list_territories(self._words, 0, rows)
        found = []
        for terrain, word in rows[:count].tolist():
            cells = frozenset(cell for cell, _ in self._cells_of(word))
            crowns = int(territories.crowns_within(self._words, 0, word))
            found.append(Territory(TERRAINS[terrain], len(cells), crowns, cells))
        return tuple(found)

    def score(self, middle_kingdom: bool = False, harmony: bool = False) -> Score:
        """What the kingdom is worth as it stands, with the bonuses that are played for."""
        bonuses = {}
        if middle_kingdom and territories.is_centred(self._words, 0, self.grid):
            bonuses["middle_kingdom"] = territories.MIDDLE_KINGDOM_POINTS
        if harmony and territories.is_harmonious(self._words, 0):
            bonuses["harmony"] = territories.HARMONY_POINTS
        return Score(
            total=int(territories.points(self._words, 0)) + sum(bonuses.values()),
            territories=self.territories,
            bonuses=bonuses,
            largest=int(territories.largest_territory(self._words, 0)),
            crowns=int(territories.crowns_within(self._words, 0, -1)),
        )

    # --- text

    def __str__(self) -> str:
        """The kingdom as one line of text: rows from north to south, such as ``w1w./.Cf``."""
        cells = self.cells
        columns = [x for x, _ in cells] + [0]
        rows = [y for _, y in cells] + [0]
        lines = []
        for y in range(max(rows), min(rows) - 1, -1):
            line = ""
            for x in range(min(columns), max(columns) + 1):
                square = cells.get((x, y))
                if square is not None:
                    line += square.terrain[0] + (str(square.crowns) if square.crowns else "")
                else:
                    line += "C" if (x, y) == CASTLE else "."
            lines.append(line)
        return "/".join(lines)

    def __repr__(self) -> str:
        return f"<Kingdom {self} on {self.grid}×{self.grid}>"

    @classmethod
    def from_text(cls, text: str, grid: int = 5) -> Kingdom:
        """The finished kingdom that a text describes, row by row from north to south.

        Rows end with ``/`` or a new line. A square is a letter (w f l g s m) and its crowns if any,
        ``.`` an empty cell, ``C`` the castle; blanks do not count. What a full kingdom would have
        more is taken to have been thrown away. Raises ``NotationError``; a kingdom that could not
        come about by play is accepted, see ``doubts``.
        """
        squares = _read_squares(text)
        columns = [x for x, _ in squares] + [0]
        rows = [y for _, y in squares] + [0]
        width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        kingdom = cls(grid)
        if max(width, height) > grid:
            raise NotationError(
                "the kingdom is {width}×{height}: too large for {grid}×{grid}",
                width=width,
                height=height,
                grid=grid,
            )
        if len({0, *columns}) < width or len({0, *rows}) < height:
            raise NotationError("there is an empty row or column between squares of the kingdom")
        for (x, y), square in squares.items():
            terrain = TERRAINS.index(square.terrain)
            kernel.put_square(kingdom._words, 0, index_of(x, y), terrain, square.crowns)
        kingdom._words[kernel.DISCARDS] = (grid * grid - len(squares)) // 2
        return kingdom

    def doubts(self) -> list[Phrase]:
        """What could not have come about by play, a phrase each; none for a sound kingdom."""
        cells = self.cells
        found = []
        if len(cells) % 2:
            found.append(
                Phrase("{count} squares: dominoes would make an even number", count=len(cells))
            )
        reached, fresh = {CASTLE}, [CASTLE]
        while fresh:
            x, y = fresh.pop()
            around = {(x + dx, y + dy) for dx, dy in WAYS.values()}
            fresh += (around & cells.keys()) - reached
            reached |= around & cells.keys()
        apart = sorted(cells.keys() - reached)
        if apart:
            names = ", ".join(map(cell_name, apart))
            found.append(Phrase("cut off from the castle: {cells}", cells=names))
        box = Counter(square for domino in DOMINOES for square in domino[1:])
        for square, count in sorted(Counter(cells.values()).items()):
            if count > box[square]:
                found.append(
                    Phrase(
                        "{count} squares of {square}: the box holds {most}",
                        count=count,
                        square=name_square(square),
                        most=box[square],
                    )
                )
        return found


def _say_taken(first: str, second: str = "") -> Phrase:
    if not second:
        return Phrase("{cell} is taken", cell=first)
    return Phrase("{first} and {second} are taken", first=first, second=second)


def _say_apart(first: Term, second: Term | None = None) -> Phrase:
    if second is None:
        return Phrase("no {terrain} beside it, nor the castle", terrain=first)
    return Phrase(
        "no {terrain} or {other_terrain} beside it, nor the castle",
        terrain=first,
        other_terrain=second,
    )


def canonical(place: Place) -> Place:
    """The placement as it is listed: with ``a < b`` if the domino's halves are alike."""
    return place.turned if place.domino in _ALIKE and place.b < place.a else place


_ALIKE = {domino.number for domino in DOMINOES if domino.alike}


def name_placements(domino: int, columns: int, rows: int, actions: Sequence[int]) -> list[Place]:
    """The placements that the kernel's numbers stand for, by a kingdom's columns and rows."""
    placement = _placements_of(domino, REACH_EAST[columns], REACH_EAST[rows])
    return [placement[action] for action in actions]


_WAY_NUMBERS = {step: number for number, step in enumerate(WAYS.values())}


def number_placement(place: Place) -> int | None:
    """The kernel's number for a placement, legal or not; ``None`` if the cells lie apart."""
    (ax, ay), (bx, by) = place.a, place.b
    way = _WAY_NUMBERS.get((bx - ax, by - ay))
    return None if way is None else 64 * way + index_of(min(ax, bx), min(ay, by))


def _bits(word: int) -> list[int]:
    """The indexes of the bits that are set in a word of the kernel."""
    word &= 0xFFFF_FFFF_FFFF_FFFF
    found = []
    while word:
        found.append((word & -word).bit_length() - 1)
        word &= word - 1
    return found


class _Placements(dict[int, Place]):
    """The placements of a domino by their numbers, made when first asked for."""

    def __init__(self, domino: int, east: int, north: int) -> None:
        self.domino = domino
        # The cell that names a placement lies at most one beyond the kingdom to the east and north:
        # whatever is further there is in truth west or south of the castle.
        self.xs, self.ys = _UNWRAPPED[east + 1], _UNWRAPPED[north + 1]

    def __missing__(self, action: int) -> Place:
        x, y = self.xs[action & 7], self.ys[action >> 3 & 7]
        way = action >> 6
        other = (x, y + 1) if way & 1 else (x + 1, y)
        place = Place(self.domino, (x, y), other)
        self[action] = place if way < kernel.WEST else place.turned
        return self[action]


_placements_of = cache(_Placements)


def _read_squares(text: str) -> dict[Cell, Square]:
    """The squares of a kingdom's text, with the castle at ``(0, 0)``."""
    found: dict[Cell, Square] = {}
    castle: Cell | None = None
    x = y = 0
    last: Cell | None = None  # the square that a digit would give its crowns
    line = column = 1
    for letter in text.rstrip():
        if letter.isdigit():
            if last is None or letter not in "123" or found[last].crowns:
                raise NotationError(
                    "{text} is no number of crowns here", line, column, text=quote(letter)
                )
            found[last] = Square(found[last].terrain, int(letter))
            last = None
        elif letter in "/\n":
            x, y = 0, y - 1
            last = None
        elif letter in LETTERS:
            last = (x, y)
            found[last] = Square(LETTERS[letter])
            x += 1
        elif letter == "C":
            if castle is not None:
                raise NotationError("a second castle", line, column)
            castle = (x, y)
            x, last = x + 1, None
        elif letter == ".":
            x, last = x + 1, None
        elif not letter.isspace():
            raise NotationError(
                "{text} is no square: write w f l g s m with crowns 1 to 3 after it if any, "
                ". for an empty cell, C for the castle, / for the next row",
                line,
                column,
                text=quote(letter),
            )
        line, column = (line + 1, 1) if letter == "\n" else (line, column + 1)
    if castle is None:
        raise NotationError("there is no castle: write C where it stands", line, column)
    return {(x - castle[0], y - castle[1]): square for (x, y), square in found.items()}
