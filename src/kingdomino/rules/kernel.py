"""The kernel: the one place where a rule of the game is enforced.

A *state* is a flat array of 64-bit words that holds everything visible on the table and nothing
else: the order of the undrawn pile is not in it. Equal tables are equal arrays. Where a new line is
needed the state waits in phase ``DRAW`` until somebody lays one out, from a real pile or from one
that a search has dealt itself. Copying a state is copying the array. Nothing here allocates.

An *action* is a small integer, 0 to 304, to be read in the state it is played in:

- ``64 * way + cell`` places the acting king's domino. ``cell`` is the western or southern of the
  two cells it takes, ``way`` the direction in which its second half lies from its first: 0 east,
  1 north, 2 west, 3 south.
- ``DISCARD`` (256) throws it away.
- ``CLAIM + n`` (256 + n) claims domino n.

A domino with two like halves is only ever placed with ``way`` 0 or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.chance import below
from kingdomino.rules.compiled import FLAG, WORD, WORDS, compiled, inlined, lowest
from kingdomino.rules.dominoes import DOMINOES, TERRAINS
from kingdomino.rules.torus import (
    CASTLE,
    COLUMN_CELLS,
    COLUMN_PAIRS,
    NEIGHBOURS,
    ROW_CELLS,
    ROW_PAIRS,
    WINDOWS,
    bit,
    east_of,
    north_of,
    step_south,
    step_west,
)

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules

# Phases
PLACE, CLAIM_PHASE, DRAW, OVER = range(4)

# Actions
EAST, NORTH, WEST, SOUTH = range(4)
DISCARD = 256
CLAIM = 256
ACTIONS = 305

NOBODY = -1

# The words of a state. First the rules it is played by, then the table, then a kingdom per seat.
PLAYERS, GRID, KINGS, LINE_LENGTH, ROUNDS, MIDDLE_KINGDOM, HARMONY = range(7)
ROUND = 7  # 0 while the first line is claimed
PHASE = 8
TURN = 9  # how many kings have moved in this round
UNSEEN = 10  # bit n - 1 is set while domino n has never been face up
LINE = 12  # for each king of this round, in turn order, the domino it stands on; 0 if in hand
LINE_SEATS = 16  # whose king it is; nobody's once it has moved
NEXT = 20  # the line being claimed, in ascending order; 0 for none
NEXT_SEATS = 24
KINGDOMS = 28

# The words of a kingdom, counted from its first.
OCCUPIED, COLUMNS, ROWS, DISCARDS, CROWNS_LOW, CROWNS_HIGH = range(6)
LAND = 6  # a word for each terrain: its squares
BORDER = 12  # a word for each terrain: the cells where it would join what is there
KINGDOM_WORDS = 18

STATE_WORDS = KINGDOMS + 4 * KINGDOM_WORDS

_halves = [(square.terrain, square.crowns) for domino in DOMINOES for square in domino[1:]]
_padding = [0, 0]
TERRAIN_OF = np.array(_padding + [TERRAINS.index(terrain) for terrain, _ in _halves])
"""``TERRAIN_OF[2 * n]`` and ``TERRAIN_OF[2 * n + 1]``: the terrains of domino n's two halves."""
CROWNS_ON = np.array(_padding + [crowns for _, crowns in _halves])
"""The same for their crowns."""
TURNABLE = np.array([0] + [0 if domino.alike else -1 for domino in DOMINOES])
"""All bits set for a domino whose halves differ, so that turning it round makes a difference."""

ALL_DOMINOES = (1 << len(DOMINOES)) - 1


def new_state(rules: Rules) -> Words:
    """An empty table for these rules. The kings are still to be drawn: see ``draw_kings``."""
    state = np.zeros(KINGDOMS + rules.players * KINGDOM_WORDS, dtype=np.int64)
    state[PLAYERS] = rules.players
    state[GRID] = rules.grid
    state[KINGS] = rules.kings
    state[LINE_LENGTH] = rules.line_length
    state[ROUNDS] = rules.rounds
    state[MIDDLE_KINGDOM] = rules.middle_kingdom
    state[HARMONY] = rules.harmony
    clear(state)
    return state


@compiled(WORDS)
def clear(state: Words) -> None:
    """Set up the table anew for the same rules: lone castles, no line, all dominoes unseen."""
    state[ROUND] = 0
    state[PHASE] = DRAW
    state[TURN] = 0
    state[UNSEEN] = ALL_DOMINOES
    for slot in range(4):
        state[LINE + slot] = 0
        state[LINE_SEATS + slot] = NOBODY
        state[NEXT + slot] = 0
        state[NEXT_SEATS + slot] = NOBODY
    for seat in range(state[PLAYERS]):
        found_kingdom(state, kingdom_of(seat))


@inlined
def kingdom_of(seat: int) -> int:
    """Where the words of this seat's kingdom begin in a state."""
    return KINGDOMS + seat * KINGDOM_WORDS


@compiled(WORDS, WORD)
def found_kingdom(words: Words, at: int) -> None:
    """Make the kingdom at ``at`` a lone castle."""
    for offset in range(KINGDOM_WORDS):
        words[at + offset] = 0
    words[at + OCCUPIED] = CASTLE
    words[at + COLUMNS] = 1
    words[at + ROWS] = 1
    for terrain in range(6):
        words[at + BORDER + terrain] = NEIGHBOURS[0]


# --- Placing -----------------------------------------------------------------------------------


@inlined
def room(words: Words, at: int, grid: int) -> tuple[int, int]:
    """Where two neighbouring free cells lie inside the frame: the western cells of all such pairs
    that lie east-west, and the southern cells of those that lie north-south."""
    _, lying, standing = room_beside(
        words[at + OCCUPIED], words[at + COLUMNS], words[at + ROWS], grid
    )
    return lying, standing


@inlined
def room_beside(occupied: int, columns: int, rows: int, grid: int) -> tuple[int, int, int]:
    """The free cells that a kingdom of this extent may reach, and ``room`` for it."""
    free = ~occupied
    frame = (grid >> 1) & 1
    in_columns = WINDOWS[frame, columns, COLUMN_CELLS]
    in_rows = WINDOWS[frame, rows, ROW_CELLS]
    lying = WINDOWS[frame, columns, COLUMN_PAIRS] & in_rows
    standing = in_columns & WINDOWS[frame, rows, ROW_PAIRS]
    window = in_columns & in_rows & free
    return window, lying & free & step_west(free), standing & free & step_south(free)


@inlined(WORDS, WORD, WORD, WORD)
def placements(words: Words, at: int, grid: int, domino: int) -> tuple[int, int, int, int]:
    """All placements of a domino: for each way, the cells that name one (see the module's text)."""
    lying, standing = room(words, at, grid)
    a = words[at + BORDER + TERRAIN_OF[2 * domino]]
    b = words[at + BORDER + TERRAIN_OF[2 * domino + 1]]
    east = lying & (a | step_west(b))
    north = standing & (a | step_south(b))
    west = lying & (b | step_west(a)) & TURNABLE[domino]
    south = standing & (b | step_south(a)) & TURNABLE[domino]
    return east, north, west, south


@compiled
def fits(words: Words, at: int, grid: int, domino: int) -> bool:
    """Whether a domino fits anywhere in the kingdom."""
    east, north, west, south = placements(words, at, grid, domino)
    return (east | north | west | south) != 0


@inlined
def halves(action: int) -> tuple[int, int]:
    """The cells that a placement puts the domino's first and second half on."""
    cell = action & 63
    way = action >> 6
    other = north_of(cell) if way & 1 else east_of(cell)
    if way < WEST:
        return cell, other
    return other, cell


@compiled(WORDS, WORD, WORD, WORD, WORD)
def put_square(words: Words, at: int, cell: int, terrain: int, crowns: int) -> None:
    """Add a square of land to the kingdom, whether or not the rules allow it there."""
    words[at + OCCUPIED] |= bit(cell)
    words[at + COLUMNS] |= 1 << (cell & 7)
    words[at + ROWS] |= 1 << (cell >> 3)
    words[at + LAND + terrain] |= bit(cell)
    words[at + BORDER + terrain] |= NEIGHBOURS[cell]
    words[at + CROWNS_LOW] |= (crowns & 1) * bit(cell)
    words[at + CROWNS_HIGH] |= (crowns >> 1) * bit(cell)


@inlined
def put_domino(words: Words, at: int, domino: int, action: int) -> None:
    """Put a domino into the kingdom where a legal placement says."""
    a, b = halves(action)
    terrain_a, terrain_b = TERRAIN_OF[2 * domino], TERRAIN_OF[2 * domino + 1]
    crowns_a, crowns_b = CROWNS_ON[2 * domino], CROWNS_ON[2 * domino + 1]
    words[at + OCCUPIED] |= bit(a) | bit(b)
    words[at + COLUMNS] |= (1 << (a & 7)) | (1 << (b & 7))
    words[at + ROWS] |= (1 << (a >> 3)) | (1 << (b >> 3))
    words[at + CROWNS_LOW] |= ((crowns_a & 1) << a) | ((crowns_b & 1) << b)
    words[at + CROWNS_HIGH] |= ((crowns_a >> 1) << a) | ((crowns_b >> 1) << b)
    words[at + LAND + terrain_a] |= bit(a)
    words[at + LAND + terrain_b] |= bit(b)
    words[at + BORDER + terrain_a] |= NEIGHBOURS[a]
    words[at + BORDER + terrain_b] |= NEIGHBOURS[b]


# --- The round ---------------------------------------------------------------------------------


@inlined(WORDS)
def acting_seat(state: Words) -> int:
    """Whose king acts; not to be asked when the game is over."""
    return int(state[LINE_SEATS + state[TURN]])


@inlined
def acting_domino(state: Words) -> int:
    """The domino that the acting king stands on, in phase ``PLACE``."""
    return int(state[LINE + state[TURN]])


@inlined(WORDS, WORD)
def lay_line(state: Words, dominoes: int) -> None:
    """Lay out the next line: ``dominoes`` has bit n - 1 set for domino n. Ends phase ``DRAW``."""
    state[UNSEEN] &= ~dominoes
    for slot in range(state[LINE_LENGTH]):
        state[NEXT + slot] = lowest(dominoes) + 1
        state[NEXT_SEATS + slot] = NOBODY
        dominoes &= dominoes - 1
    state[PHASE] = CLAIM_PHASE if state[ROUND] == 0 else PLACE


@compiled(WORDS, WORD)
def apply(state: Words, action: int) -> None:
    """Play a legal action."""
    if state[PHASE] == CLAIM_PHASE:
        claim(state, action - CLAIM)
    else:
        at = kingdom_of(acting_seat(state))
        if action == DISCARD:
            state[at + DISCARDS] += 1
        else:
            put_domino(state, at, acting_domino(state), action)
        finish_placing(state)


@compiled
def claim(state: Words, domino: int) -> None:
    """Put the acting king on a free domino of the next line, and end its turn."""
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT + slot] == domino:
            state[NEXT_SEATS + slot] = acting_seat(state)
    end_turn(state)


@inlined
def finish_placing(state: Words) -> None:
    """Go on from a placement or discard: to the claim, or in the last round to the next king."""
    if state[ROUND] < state[ROUNDS]:
        state[LINE + state[TURN]] = 0
        state[PHASE] = CLAIM_PHASE
    else:
        end_turn(state)


@inlined
def end_turn(state: Words) -> None:
    """Pass the turn to the next king, or begin the next round."""
    state[LINE + state[TURN]] = 0
    state[LINE_SEATS + state[TURN]] = NOBODY
    state[TURN] += 1
    if state[TURN] == state[KINGS]:
        begin_round(state)
    elif state[ROUND] > 0:
        state[PHASE] = PLACE


@inlined
def begin_round(state: Words) -> None:
    """Make the next line the current one; a domino that nobody claimed is thrown away."""
    state[TURN] = 0
    state[ROUND] += 1
    king = 0
    for slot in range(state[LINE_LENGTH]):
        seat = state[NEXT_SEATS + slot]
        if seat != NOBODY:
            state[LINE + king] = state[NEXT + slot]
            state[LINE_SEATS + king] = seat
            king += 1
        state[NEXT + slot] = 0
        state[NEXT_SEATS + slot] = NOBODY
    if state[ROUND] < state[ROUNDS]:
        state[PHASE] = DRAW
    elif state[ROUND] == state[ROUNDS]:
        state[PHASE] = PLACE
    else:
        state[PHASE] = OVER


@compiled(WORDS, WORDS)
def legal_actions(state: Words, actions: Words) -> int:
    """Write all legal actions into ``actions`` in ascending order; returns how many there are.

    There are never more than 256; there are none in phases ``DRAW`` and ``OVER``.
    """
    count = 0
    if state[PHASE] == PLACE:
        ways = placements(state, kingdom_of(acting_seat(state)), state[GRID], acting_domino(state))
        for way in range(4):
            cells = ways[way]
            while cells != 0:
                cell = lowest(cells)
                cells ^= bit(cell)
                actions[count] = 64 * way + cell
                count += 1
        if count == 0:
            actions[0] = DISCARD
            count = 1
    elif state[PHASE] == CLAIM_PHASE:
        for slot in range(state[LINE_LENGTH]):
            if state[NEXT_SEATS + slot] == NOBODY:
                actions[count] = CLAIM + state[NEXT + slot]
                count += 1
    return count


# --- The deal ----------------------------------------------------------------------------------


@compiled
def redeal(state: Words, pile: Words, rng: Words) -> int:
    """Write the unseen dominoes into ``pile`` in a random order; returns how many there are."""
    count = gather_unseen(state, pile)
    shuffle(pile, 0, count, count, rng)
    return count


@inlined
def gather_unseen(state: Words, pile: Words) -> int:
    """Write the unseen dominoes into ``pile`` in ascending order; returns how many there are."""
    unseen = state[UNSEEN]
    count = 0
    while unseen != 0:
        pile[count] = lowest(unseen) + 1
        unseen &= unseen - 1
        count += 1
    return count


@inlined
def shuffle(items: Words, first: int, last: int, end: int, rng: Words) -> None:
    """Put a random choice of ``items[first:end]``, in random order, into ``items[first:last]``."""
    for place in range(first, min(last, end - 1)):
        other = place + below(rng, end - place)
        item = items[other]
        items[other] = items[place]
        items[place] = item


@inlined(WORDS, WORDS, WORD)
def draw_line(state: Words, pile: Words, drawn: int) -> int:
    """Lay out the next line from ``pile``, of which ``drawn`` are gone; returns the new count."""
    dominoes = 0
    for place in range(drawn, drawn + state[LINE_LENGTH]):
        dominoes |= 1 << (pile[place] - 1)
    lay_line(state, dominoes)
    return drawn + int(state[LINE_LENGTH])


@compiled(WORDS, FLAG, WORDS)
def draw_kings(state: Words, duel_opening: bool, rng: Words) -> None:
    """Set a random opening order: all kings shuffled, or one drawn and then A, B, B, A."""
    kings = state[KINGS]
    seat = below(rng, 2) if duel_opening else 0
    for king in range(kings):
        state[LINE_SEATS + king] = seat
        if duel_opening:
            seat ^= int(king != 1)
        else:
            seat = seat + 1 if seat + 1 < state[PLAYERS] else 0
    if not duel_opening:
        shuffle(state, LINE_SEATS, LINE_SEATS + kings, LINE_SEATS + kings, rng)
