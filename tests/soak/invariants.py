"""Random games inside compiled code, with a look at the whole table after every action."""

from kingdomino.rules import kernel
from kingdomino.rules.chance import below
from kingdomino.rules.compiled import compiled, popcount
from kingdomino.rules.kernel import (
    ALL_DOMINOES,
    BORDER,
    CLAIM_PHASE,
    COLUMNS,
    CROWNS_HIGH,
    CROWNS_LOW,
    CROWNS_ON,
    DISCARD,
    DISCARDS,
    DRAW,
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
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUND,
    ROUNDS,
    ROWS,
    TURN,
    UNSEEN,
)
from kingdomino.rules.territories import (
    crowns_within,
    fill,
    largest_territory,
    list_territories,
    total,
)
from kingdomino.rules.torus import CASTLE, NEIGHBOURS, bit
from tests.rules.states import Words

FAULTS = [
    "none",
    "a domino is in two places",
    "a domino is nowhere",
    "an action is not what the phase asks for",
    "a kingdom's squares are not two for each domino that was not thrown away",
    "a square is of two terrains, or of none",
    "a kingdom's crowns are not those of its dominoes",
    "a kingdom's columns or rows are not those of its squares",
    "a kingdom has outgrown its grid",
    "a kingdom does not hang together with its castle",
    "a border is not beside the castle or its terrain",
    "a total is not the sum of its territories and bonuses",
    "a part of the table that is not in use is not empty",
    "the number of unseen dominoes is wrong",
    "the game is longer or shorter than its rules say",
]


@compiled
def span(run: int) -> int:
    """How many columns lie from the first to the last of a run that wraps round, by trying all."""
    fewest = 8
    for first in range(8):
        turned = ((run >> first) | (run << (8 - first))) & 0xFF
        width = 0
        while turned >> width:
            width += 1
        fewest = min(fewest, width)
    return fewest


@compiled
def find_fault_of_kingdom(state: Words, seat: int, received: int, crowns: int) -> int:
    """What is wrong with a kingdom that has received so many dominoes and placed so many crowns."""
    at = kernel.kingdom_of(seat)
    occupied = state[at + OCCUPIED]
    if popcount(occupied) != 1 + 2 * (received - state[at + DISCARDS]):
        return 4
    together, count = CASTLE, 1
    for terrain in range(6):
        together |= state[at + LAND + terrain]
        count += popcount(state[at + LAND + terrain])
    if together != occupied or count != popcount(occupied):
        return 5
    if (state[at + CROWNS_LOW] | state[at + CROWNS_HIGH]) & ~(occupied ^ CASTLE):
        return 6
    if crowns_within(state, at, -1) != crowns:
        return 6
    columns, rows = 0, 0
    for cell in range(64):
        if (occupied >> cell) & 1:
            columns |= 1 << (cell & 7)
            rows |= 1 << (cell >> 3)
    if state[at + COLUMNS] != columns or state[at + ROWS] != rows:
        return 7
    if span(columns) > state[GRID] or span(rows) > state[GRID]:
        return 8
    if fill(bit(0), occupied) != occupied:
        return 9
    for terrain in range(6):
        border = NEIGHBOURS[0]
        for cell in range(64):
            if (state[at + LAND + terrain] >> cell) & 1:
                border |= NEIGHBOURS[cell]
        if state[at + BORDER + terrain] != border:
            return 10
    return 0


@compiled
def find_fault_of_total(state: Words, seat: int, rows: Words) -> int:
    """Whether the points of a seat are those of its territories and bonuses."""
    at, points, squares, largest = kernel.kingdom_of(seat), 0, 0, 0
    for row in range(list_territories(state, at, rows)):
        size = popcount(rows[row, 1])
        points += size * crowns_within(state, at, rows[row, 1])
        squares += size
        largest = max(largest, size)
    if squares + 1 != popcount(state[at + OCCUPIED]) or largest != largest_territory(state, at):
        return 11
    reach = state[GRID] // 2
    centred = True
    for cell in range(64):
        if (state[at + OCCUPIED] >> cell) & 1:
            x, y = cell & 7, cell >> 3
            if min(x, 8 - x) > reach or min(y, 8 - y) > reach:
                centred = False
    if state[MIDDLE_KINGDOM] and centred:
        points += 10
    if state[HARMONY] and state[at + DISCARDS] == 0:
        points += 5
    return 0 if points == total(state, seat) else 11


@compiled
def find_fault_of_table(state: Words, gone: int) -> int:
    """What is wrong with the lines, where ``gone`` are the dominoes placed or thrown away."""
    seen, waiting, lying = gone, 0, 0
    for slot in range(4):
        for at, seats in ((LINE, LINE_SEATS), (NEXT, NEXT_SEATS)):
            domino = state[at + slot]
            if domino == 0:
                if at == NEXT and state[seats + slot] != NOBODY:
                    return 12
                continue
            if (seen >> (domino - 1)) & 1:
                return 1
            seen |= 1 << (domino - 1)
            lying += 1
        waiting += state[LINE_SEATS + slot] != NOBODY
    if seen & state[UNSEEN]:
        return 1
    if state[PHASE] != DRAW and state[PHASE] != OVER and waiting != state[KINGS] - state[TURN]:
        return 12
    if state[PHASE] == OVER and (waiting != 0 or lying != 0 or state[TURN] != 0):
        return 12
    lines = min(state[ROUND] + (state[PHASE] != DRAW), state[ROUNDS])
    if popcount(state[UNSEEN]) != 48 - lines * state[LINE_LENGTH]:
        return 13
    # A domino that no king chose is nobody's.
    thrown = (state[LINE_LENGTH] - state[KINGS]) * min(state[ROUND], state[ROUNDS])
    if popcount(seen | state[UNSEEN]) + thrown != 48 or (seen | state[UNSEEN]) & ~ALL_DOMINOES:
        return 2
    return 0


@compiled
def find_fault_of_games(
    state: Words,
    pile: Words,
    actions: Words,
    rows: Words,
    tally: Words,
    duel_opening: bool,
    games: int,
    rng: Words,
) -> int:
    """Play so many random games; the number of the first fault found, or 0.

    ``tally`` has a row for each seat: the dominoes it received, the crowns it placed.
    """
    for _ in range(games):
        kernel.clear(state)
        kernel.draw_kings(state, duel_opening, rng)
        kernel.redeal(state, pile, rng)
        tally[:] = 0
        drawn, gone, played = 0, 0, 0
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = kernel.draw_line(state, pile, drawn)
                continue
            phase, seat = state[PHASE], kernel.acting_seat(state)
            action = actions[below(rng, kernel.legal_actions(state, actions))]
            if phase == PLACE:
                domino = kernel.acting_domino(state)
                if action > DISCARD or (gone >> (domino - 1)) & 1:
                    return 3
                gone |= 1 << (domino - 1)
                tally[seat, 0] += 1
                if action != DISCARD:
                    tally[seat, 1] += CROWNS_ON[2 * domino] + CROWNS_ON[2 * domino + 1]
            elif phase != CLAIM_PHASE or action <= DISCARD:
                return 3
            kernel.apply(state, action)
            played += 1
            fault = find_fault_of_table(state, gone)
            if fault == 0 and phase == PLACE:
                fault = find_fault_of_kingdom(state, seat, tally[seat, 0], tally[seat, 1])
            if fault != 0:
                return fault
        if played != 2 * state[KINGS] * state[ROUNDS]:
            return 14
        for seat in range(state[PLAYERS]):
            if find_fault_of_total(state, seat, rows) != 0:
                return 11
    return 0
