"""What a seat may know, as bytes: a stack of 8×8 planes, and the table beside them.

An observation is one row of unsigned bytes, the same in every environment. First come the planes,
ten for each kingdom, the observer's own first and then the others in the order of the seats, and
one for the castle; then the table: the lines with their kings, the unseen dominoes, the round, and
how every seat stands. ``Layout`` gives the places names. ``docs/environments.md`` has them all.

A plane is laid out as the kernel's torus is: cell (x, y) is row y mod 8, column x mod 8, the castle
at row 0, column 0. A placement's number is ``64 * way + 8 * row + column``, so four planes of the
same layout are all placements, and a convolution that wraps round at the edges sees a plane without
edges.

Nothing here knows the pile: an observation is written from a kernel state, which does not hold it.

Rows are written eight bytes at a time, as 64-bit words; every machine that numba compiles for keeps
the lowest byte first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.compiled import WORD, WORDS, WORDS_2D, compiled, inlined, lowest, popcount
from kingdomino.rules.dominoes import DOMINOES, TERRAINS
from kingdomino.rules.kernel import (
    ACTIONS,
    CLAIM,
    CLAIM_PHASE,
    COLUMNS,
    CROWNS_HIGH,
    CROWNS_LOW,
    CROWNS_ON,
    DISCARD,
    DISCARDS,
    GRID,
    HARMONY,
    KINGS,
    LAND,
    LINE,
    LINE_LENGTH,
    LINE_SEATS,
    MIDDLE_KINGDOM,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    OCCUPIED,
    PHASE,
    PLACE,
    PLAYERS,
    ROUND,
    ROUNDS,
    ROWS,
    TERRAIN_OF,
    TURN,
    UNSEEN,
    acting_domino,
    acting_seat,
    kingdom_of,
    placements,
)
from kingdomino.rules.territories import (
    HARMONY_POINTS,
    MIDDLE_KINGDOM_POINTS,
    crowns_within,
    fill,
    is_centred,
    is_harmonious,
)
from kingdomino.rules.torus import COLUMN_CELLS, ROW_CELLS, SIDE, WINDOWS, bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

    Bytes = NDArray[np.uint8]

# The planes of a kingdom; the first six are the terrains.
PLANE_NAMES = (
    *(str(terrain) for terrain in TERRAINS),
    "crowns",
    "territory squares",
    "territory crowns",
    "open",
)
_CROWNS, _SQUARES, _TERRITORY_CROWNS, _OPEN = range(6, 10)
KINGDOM_PLANES = len(PLANE_NAMES)

# Counted in words of eight bytes, as everything below is. A plane is a word for each row.
_PLANE = SIDE
KINGDOM_SPAN = KINGDOM_PLANES * _PLANE
_SLOT = 3
_LINES, _UNSEEN, _MOMENT, _SEATS = 0, 24, 30, 31
TABLE_SPAN = 35
MASK_SPAN = 39  # 305 actions, and 7 bytes that stay 0

# A sketch of a kingdom: its planes, then the word that sums it up, then a word for each terrain
# with what its territories are worth and how large the largest is.
SUMMARY = KINGDOM_SPAN
_LEDGER = SUMMARY + 1
SKETCH_SPAN = _LEDGER + 6
_LARGEST = 32  # from which bit on a word of the ledger has the size of the largest territory
ALL_TERRAINS = 0b111111

MOST_POINTS = 255


def _spread_bytes() -> Words:
    bits = (np.arange(256)[:, None] >> np.arange(SIDE)) & 1
    return bits.astype(np.uint8).view(np.int64).reshape(256)


_SPREAD = _spread_bytes()
"""For each byte, a word that has a byte of 0 or 1 for each of its bits, the lowest first."""
_COVER = (_SPREAD.view(np.uint8) * np.uint8(255)).view(np.int64)
"""The same with bytes of 0 or 255."""


def _draw_faces() -> Words:
    faces = np.zeros((len(DOMINOES) + 1, 2, 8), dtype=np.uint8)
    for number in range(1, len(DOMINOES) + 1):
        for half in range(2):
            faces[number, half, TERRAIN_OF[2 * number + half]] = 1
            faces[number, half, 6] = CROWNS_ON[2 * number + half]
        faces[number, 0, 7] = number
    return faces.view(np.int64).reshape(-1, 2)


_FACES = _draw_faces()
"""A word for each half of each domino: its terrain, its crowns, and on the first the number."""


# --- Kingdoms ----------------------------------------------------------------------------------


@inlined
def _spread(word: int, out: Words, first: int) -> None:
    """Make a plane that is 1 on these cells and 0 elsewhere."""
    for row in range(SIDE):
        out[first + row] = _SPREAD[(word >> (8 * row)) & 0xFF]


@inlined
def _stamp(word: int, number: int, out: Words, first: int) -> None:
    """Write a number, above 0, on these cells of a plane where there is 0."""
    for row in range(SIDE):
        cells = (word >> (8 * row)) & 0xFF
        if cells != 0:
            out[first + row] |= _SPREAD[cells] * number


@inlined
def _chart(state: Words, at: int, terrain: int, sketch: Words) -> None:
    """Write anew all that is about one terrain."""
    land = state[at + LAND + terrain]
    _spread(land, sketch, terrain * _PLANE)
    for row in range(SIDE):
        others = ~_COVER[(land >> (8 * row)) & 0xFF]
        sketch[_SQUARES * _PLANE + row] &= others
        sketch[_TERRITORY_CROWNS * _PLANE + row] &= others
    points, largest = 0, 0
    while land != 0:
        territory = fill(bit(lowest(land)), land)
        land &= ~territory
        squares = popcount(territory)
        crowns = crowns_within(state, at, territory)
        _stamp(territory, squares, sketch, _SQUARES * _PLANE)
        if crowns != 0:
            _stamp(territory, crowns, sketch, _TERRITORY_CROWNS * _PLANE)
        points += squares * crowns
        largest = max(largest, squares)
    sketch[_LEDGER + terrain] = points | (largest << _LARGEST)


@compiled
def renew_sketch(state: Words, seat: int, terrains: int, sketch: Words) -> int:
    """Bring the sketch of a kingdom up to date; returns its exact points, bonuses included.

    ``terrains`` has a bit for each terrain of which squares have been added since.
    """
    at = kingdom_of(seat)
    for terrain in range(6):
        if (terrains >> terrain) & 1:
            _chart(state, at, terrain, sketch)
    points, largest = 0, 0
    for terrain in range(6):
        entry = sketch[_LEDGER + terrain]
        points += entry & 0xFFFF
        largest = max(largest, entry >> _LARGEST)
    low, high = state[at + CROWNS_LOW], state[at + CROWNS_HIGH]
    for row in range(SIDE):
        singles, doubles = (low >> (8 * row)) & 0xFF, (high >> (8 * row)) & 0xFF
        sketch[_CROWNS * _PLANE + row] = _SPREAD[singles] + 2 * _SPREAD[doubles]
    frame = (state[GRID] >> 1) & 1
    window = (
        WINDOWS[frame, state[at + COLUMNS], COLUMN_CELLS]
        & WINDOWS[frame, state[at + ROWS], ROW_CELLS]
    )
    _spread(window & ~state[at + OCCUPIED], sketch, _OPEN * _PLANE)
    centred = is_centred(state, at, state[GRID])
    if state[MIDDLE_KINGDOM] and centred:
        points += MIDDLE_KINGDOM_POINTS
    if state[HARMONY] and is_harmonious(state, at):
        points += HARMONY_POINTS
    sketch[SUMMARY] = (
        min(points, MOST_POINTS)
        | (state[at + DISCARDS] << 8)
        | (int(centred) << 16)
        | (crowns_within(state, at, -1) << 24)
        | (largest << 32)
        | (1 << 40)
    )
    return int(points)


@compiled
def sketch_kingdom(state: Words, seat: int, sketch: Words) -> int:
    """Draw the sketch of a kingdom from nothing; returns its exact points, bonuses included."""
    for word in range(SKETCH_SPAN):
        sketch[word] = 0
    return renew_sketch(state, seat, ALL_TERRAINS, sketch)


# --- The table ---------------------------------------------------------------------------------


@inlined
def _write_slot(domino: int, owner: int, mark: int, out: Words, at: int) -> None:
    """A domino in a line, the king on it, and a mark of what that means."""
    out[at] = _FACES[domino, 0]
    out[at + 1] = _FACES[domino, 1]
    out[at + 2] = (mark << 32) | ((1 << (8 * owner)) if owner >= 0 else 0)


@inlined
def _relative(seat: int, observer: int, players: int) -> int:
    """How many seats after the observer this one is; nobody stays nobody."""
    if seat == NOBODY:
        return NOBODY
    return seat - observer + (players if seat < observer else 0)


@inlined
def write_table(state: Words, observer: int, out: Words, first: int) -> None:
    """Write all of the table but how the seats stand."""
    players = state[PLAYERS]
    slot = first + _LINES
    for king in range(state[TURN], state[KINGS]):
        seat = state[LINE_SEATS + king]
        if seat != NOBODY:
            domino = state[LINE + king]
            _write_slot(domino, _relative(seat, observer, players), int(domino == 0), out, slot)
            slot += _SLOT
    for word in range(slot, first + _LINES + 4 * _SLOT):
        out[word] = 0
    for place in range(4):
        slot = first + _LINES + (4 + place) * _SLOT
        domino = state[NEXT + place]
        seat = state[NEXT_SEATS + place]
        free = int(domino != 0 and seat == NOBODY)
        _write_slot(domino, _relative(seat, observer, players), free, out, slot)
    unseen = state[UNSEEN]
    for word in range(6):
        out[first + _UNSEEN + word] = _SPREAD[(unseen >> (8 * word)) & 0xFF]
    round_ = min(state[ROUND], state[ROUNDS])
    out[first + _MOMENT] = (
        round_
        | ((state[ROUNDS] - round_) << 8)
        | (int(state[PHASE] == PLACE) << 16)
        | (int(state[PHASE] == CLAIM_PHASE) << 24)
        | (int(state[GRID] == 7) << 32)
        | (state[MIDDLE_KINGDOM] << 40)
        | (state[HARMONY] << 48)
        | (players << 56)
    )


@inlined
def compose(state: Words, observer: int, sketches: Words, kingdoms: int, out: Words) -> None:
    """Write an observation from the sketches of all kingdoms, a row for each seat.

    Only the first so many ``kingdoms``, the observer's own first, are written anew. The plane of
    the castle is left as it is: it is the same in every observation.
    """
    players = state[PLAYERS]
    table = players * KINGDOM_SPAN + _PLANE
    for place in range(kingdoms):
        seat = observer + place
        if seat >= players:
            seat -= players
        first = place * KINGDOM_SPAN
        for word in range(KINGDOM_SPAN):
            out[first + word] = sketches[seat, word]
        out[table + _SEATS + place] = sketches[seat, SUMMARY]
    write_table(state, observer, out, table)


@compiled(WORDS, WORD, WORDS_2D, WORDS)
def observe(state: Words, observer: int, sketches: Words, out: Words) -> None:
    """Write the whole observation of one seat; ``sketches`` is room for a row for each seat."""
    players = state[PLAYERS]
    for seat in range(players):
        sketch_kingdom(state, seat, sketches[seat])
    for word in range(out.size):
        out[word] = 0
    out[players * KINGDOM_SPAN] = 1
    compose(state, observer, sketches, players, out)


@compiled(WORDS, WORDS)
def write_mask(state: Words, out: Words) -> None:
    """Write a byte of 1 for each action that is legal for the acting seat, 0 for all others."""
    placing = state[PHASE] == PLACE
    for word in range(4 * _PLANE if placing else 0, MASK_SPAN):
        out[word] = 0
    if placing:
        at = kingdom_of(acting_seat(state))
        ways = placements(state, at, state[GRID], acting_domino(state))
        for way in range(4):
            _spread(ways[way], out, way * _PLANE)
        if (ways[0] | ways[1] | ways[2] | ways[3]) == 0:
            out[DISCARD >> 3] = 1
    elif state[PHASE] == CLAIM_PHASE:
        for slot in range(state[LINE_LENGTH]):
            if state[NEXT_SEATS + slot] == NOBODY:
                action = CLAIM + state[NEXT + slot]
                out[action >> 3] |= 1 << (8 * (action & 7))


# --- Where everything stands -------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """Where everything stands in an observation, for so many players."""

    players: int

    @property
    def planes(self) -> int:
        """How many planes there are: ten for each kingdom, and the castle's."""
        return self.players * KINGDOM_PLANES + 1

    @property
    def size(self) -> int:
        """How many bytes an observation has."""
        return SIDE * SIDE * self.planes + 8 * TABLE_SPAN

    @cached_property
    def fields(self) -> dict[str, slice]:
        """The parts of the table by name, as slices of the whole observation."""
        spans = {f"line {king}": _SLOT for king in range(4)}
        spans |= {f"next {place}": _SLOT for place in range(4)}
        spans |= {"unseen": 6, "moment": 1} | {f"seat {seat}": 1 for seat in range(4)}
        found, start = {}, SIDE * SIDE * self.planes
        for name, span in spans.items():
            found[name] = slice(start, start + 8 * span)
            start += 8 * span
        return found

    @cached_property
    def highest(self) -> Bytes:
        """The highest value that each byte can have; dividing by it scales all to 0 to 1.

        Bytes that are always 0 are given 1 here.
        """
        high = np.ones(self.size, dtype=np.uint8)
        planes = self.split(high)[0]
        for kingdom in range(self.players):
            first = kingdom * KINGDOM_PLANES
            planes[first + _CROWNS] = 3
            planes[first + _SQUARES] = 48
            planes[first + _TERRITORY_CROWNS] = 48
        for name, place in self.fields.items():
            part = high[place]
            if name.startswith(("line", "next")):
                part[[6, 14]] = 3
                part[7] = 48
            elif name == "moment":
                part[[0, 1]] = 12
                part[7] = 4
            elif name.startswith("seat"):
                part[:5] = MOST_POINTS, 24, 1, 48, 48
        high.flags.writeable = False
        return high

    def split(self, observation: Bytes) -> tuple[Bytes, Bytes]:
        """An observation, or many in the last axis, as views: the planes (…, planes, 8, 8) and the
        table (…, 280)."""
        end = SIDE * SIDE * self.planes
        planes = observation[..., :end].reshape(*observation.shape[:-1], self.planes, SIDE, SIDE)
        return planes, observation[..., end:]


class Observer:
    """Writes the observations and masks of single states, for so many players."""

    def __init__(self, players: int) -> None:
        self.layout = Layout(players)
        self._sketches = np.zeros((players, SKETCH_SPAN), dtype=np.int64)

    def observe(self, state: Words, seat: int) -> Bytes:
        """What this seat may know of a state, in a new array."""
        words = np.empty(self.layout.size // 8, dtype=np.int64)
        observe(state, seat, self._sketches, words)
        return words.view(np.uint8)

    def mask(self, state: Words) -> NDArray[np.int8]:
        """Which actions are legal for the acting seat, in a new array."""
        words = np.empty(MASK_SPAN, dtype=np.int64)
        write_mask(state, words)
        return words.view(np.int8)[:ACTIONS]
