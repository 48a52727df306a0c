"""A referee for Kingdomino that only ever does the obvious thing.

It plays by the rules as a person at the table does: it tries every pair of cells, looks at every
square, and counts. It is slow, it knows nothing of the package, and it shares no table with it.
"""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

Cell = tuple[int, int]
Action = tuple[str, int] | tuple[str, int, Cell, Cell]  # ("claim", 13), ("place", 13, a, b), ...
Kings = list[tuple[int, int | None]]  # a line: dominoes, and the seat whose king stands on each


class Square(NamedTuple):
    terrain: str
    crowns: int


class Setup(NamedTuple):
    kings_each: int
    dominoes: int
    in_a_line: int
    grid: int


class Territory(NamedTuple):
    terrain: str
    squares: int
    crowns: int


class Score(NamedTuple):
    total: int
    largest: int
    crowns: int
    territories: list[Territory]


Kingdom = dict[Cell, Square]  # the castle is not in it: it always stands on CASTLE

CASTLE: Cell = (0, 0)
SETUPS = {
    ("classic", 2): Setup(2, 24, 4, 5),
    ("classic", 3): Setup(1, 36, 3, 5),
    ("classic", 4): Setup(1, 48, 4, 5),
    ("revised", 2): Setup(2, 48, 4, 7),
    ("revised", 3): Setup(1, 48, 4, 5),
    ("revised", 4): Setup(1, 48, 4, 5),
}
MIGHTY_DUEL = SETUPS["revised", 2]


with (Path(__file__).parent / "data" / "dominoes.csv").open(encoding="utf-8") as table:
    DOMINOES = {
        int(row["number"]): (
            Square(row["terrain_a"], int(row["crowns_a"])),
            Square(row["terrain_b"], int(row["crowns_b"])),
        )
        for row in csv.DictReader(table)
    }


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


# Every cell a kingdom could ever reach, and some more; every way to lay a domino on them.
CELLS = [(x, y) for x in range(-7, 8) for y in range(-7, 8)]
PAIRS = [(a, b) for a in CELLS for b in neighbours(a) if b in CELLS]


def span(coordinates: Iterable[int]) -> int:
    """How many columns (or rows) lie from the first to the last."""
    numbers = list(coordinates)
    return max(numbers) - min(numbers) + 1


def joins(kingdom: Kingdom, terrain: str) -> set[Cell]:
    """The cells that share an edge with the castle or with a square of this terrain."""
    alike = [CASTLE] + [cell for cell in kingdom if kingdom[cell].terrain == terrain]
    return {beside for cell in alike for beside in neighbours(cell)}


def placements(kingdom: Kingdom, domino: int, grid: int) -> set[tuple[Cell, Cell]]:
    """Every pair of cells on which the two squares of a domino may land."""
    first, second = DOMINOES[domino]
    taken = {CASTLE, *kingdom}
    columns, rows = {x for x, _ in taken}, {y for _, y in taken}
    first_joins, second_joins = joins(kingdom, first.terrain), joins(kingdom, second.terrain)
    return {
        (a, b)
        for a, b in PAIRS
        if a not in taken and b not in taken
        if a in first_joins or b in second_joins
        if span(columns | {a[0], b[0]}) <= grid and span(rows | {a[1], b[1]}) <= grid
        if first != second or a < b  # turning a domino of two like squares changes nothing
    }


def territory_around(kingdom: Kingdom, cell: Cell) -> set[Cell]:
    """All squares of the territory that this square belongs to."""
    terrain = kingdom[cell].terrain
    found: set[Cell] = set()

    def visit(here: Cell) -> None:
        if here in kingdom and here not in found and kingdom[here].terrain == terrain:
            found.add(here)
            for beside in neighbours(here):
                visit(beside)

    visit(cell)
    return found


def territories(kingdom: Kingdom) -> list[Territory]:
    """Every territory of a kingdom, crowned or not."""
    found = {frozenset(territory_around(kingdom, cell)) for cell in kingdom}
    return sorted(
        Territory(kingdom[min(cells)].terrain, len(cells), sum(kingdom[c].crowns for c in cells))
        for cells in found
    )


def in_the_middle(kingdom: Kingdom, grid: int) -> bool:
    """Whether the kingdom lies inside the full-size frame centred on its castle."""
    return all(max(abs(x), abs(y)) <= grid // 2 for x, y in kingdom)


def winners(scores: Sequence[Score]) -> list[int]:
    """The seats that win: most points, then the largest territory, then most crowns, or shared."""
    merits = [(score.total, score.largest, score.crowns) for score in scores]
    return [seat for seat, merit in enumerate(merits) if merit == max(merits)]


class Oracle:
    """One game at the table, with the order of the kings and of the dominoes already known.

    `opening` names the seat of each king in claiming order; `pile` is the order in which the
    dominoes are drawn, of which the game uses as many as its set-up says.
    """

    def __init__(
        self,
        players: int,
        edition: str,
        mighty_duel: bool,
        middle_kingdom: bool,
        harmony: bool,
        opening: Sequence[int],
        pile: Sequence[int],
    ) -> None:
        self.setup = MIGHTY_DUEL if mighty_duel else SETUPS[edition, players]
        assert sorted(opening) == sorted(list(range(players)) * self.setup.kings_each)
        self.middle_kingdom = middle_kingdom
        self.harmony = harmony
        self.phase = "claim"
        self.seat: int | None = None
        self.domino: int | None = None
        self.kingdoms: list[Kingdom] = [{} for _ in range(players)]
        self.discards = [0] * players
        self.pile = list(pile[: self.setup.dominoes])
        self.kings_to_come = list(opening)
        self.round = 0
        self.line: Kings = self._draw_line()
        self.next_line: Kings = []
        self._begin_turn()

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def legal_actions(self) -> set[Action]:
        """Everything the king whose turn it is may do."""
        if self.phase == "claim":
            free_in = self.line if self.round == 0 else self.next_line
            return {("claim", domino) for domino, seat in free_in if seat is None}
        if self.seat is None or self.domino is None:
            return set()
        ways = placements(self.kingdoms[self.seat], self.domino, self.setup.grid)
        # Who can place must place; who cannot throws the domino away.
        return {("place", self.domino, a, b) for a, b in ways} or {("discard", self.domino)}

    def play(self, action: Action) -> None:
        """Carry out one of the legal actions."""
        assert self.seat is not None, "the game is over"
        match action:
            case ("claim", domino):
                line = self.line if self.round == 0 else self.next_line
                line[line.index((domino, None))] = (domino, self.seat)
                self._begin_turn()
            case ("place", domino, a, b):
                self.kingdoms[self.seat] |= zip((a, b), DOMINOES[domino], strict=True)
                self._domino_is_gone()
            case ("discard", _):
                self.discards[self.seat] += 1
                self._domino_is_gone()

    def scores(self) -> list[Score]:
        """What each seat's kingdom is worth, as it lies."""
        return [self._score(*pair) for pair in zip(self.kingdoms, self.discards, strict=True)]

    def winners(self) -> list[int]:
        return winners(self.scores())

    def _draw_line(self) -> Kings:
        """The next dominoes of the pile, lowest first, with no king on them."""
        drawn, self.pile = self.pile[: self.setup.in_a_line], self.pile[self.setup.in_a_line :]
        return [(domino, None) for domino in sorted(drawn)]

    def _begin_turn(self) -> None:
        """Hand the turn to the next king: in the opening as drawn, later as they stand in line."""
        if self.kings_to_come:
            self.seat, self.phase, self.domino = self.kings_to_come.pop(0), "claim", None
        elif self.round == 0 or not self.line:
            self._begin_round()
        else:
            self.domino, self.seat = self.line[0]
            self.phase = "place"

    def _begin_round(self) -> None:
        """The claimed line becomes the current one; what no king stands on is thrown away."""
        claimed = self.line if self.round == 0 else self.next_line
        self.line = [(domino, seat) for domino, seat in claimed if seat is not None]
        self.next_line = self._draw_line()
        if self.line:
            self.round += 1
            self._begin_turn()
        else:
            self.seat, self.phase, self.domino = None, "over", None

    def _domino_is_gone(self) -> None:
        """The king's domino has left the line; the king now claims another, if there is one."""
        del self.line[0]
        if self.next_line:
            self.phase, self.domino = "claim", None
        else:
            self._begin_turn()

    def _score(self, kingdom: Kingdom, discards: int) -> Score:
        found = territories(kingdom)
        total = sum(territory.squares * territory.crowns for territory in found)
        if self.middle_kingdom and in_the_middle(kingdom, self.setup.grid):
            total += 10
        if self.harmony and discards == 0:
            total += 5
        largest = max((territory.squares for territory in found), default=0)
        crowns = sum(territory.crowns for territory in found)
        return Score(total, largest, crowns, found)
