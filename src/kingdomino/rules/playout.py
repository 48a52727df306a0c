"""Whole games inside the kernel: random playouts, many games at a time, and perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.chance import below, next_word, scale
from kingdomino.rules.compiled import (
    FLAG,
    WORD,
    WORDS,
    WORDS_2D,
    compiled,
    inlined,
    popcount,
    wrapping_add,
    wrapping_multiply,
)
from kingdomino.rules.kernel import (
    CLAIM_PHASE,
    DISCARDS,
    DRAW,
    GRID,
    LINE,
    LINE_LENGTH,
    LINE_SEATS,
    NEXT_SEATS,
    NOBODY,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    TURN,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    end_turn,
    finish_placing,
    gather_unseen,
    kingdom_of,
    legal_actions,
    placements,
    put_domino,
    redeal,
    shuffle,
)
from kingdomino.rules.territories import standings, total

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words


def _nth_bits() -> Words:
    table = np.zeros((256, 8), dtype=np.int64)
    for byte in range(256):
        for n, bit in enumerate(bit for bit in range(8) if byte >> bit & 1):
            table[byte, n] = bit
    return table


NTH_BIT = _nth_bits()
"""``NTH_BIT[byte, n]``: the index of the n-th lowest set bit of a byte, counted from 0."""


@inlined
def nth_bit(word: int, n: int) -> int:
    """The index of the n-th lowest set bit, counted from 0.

    Halving instead of clearing bit after bit: no branch for the processor to guess wrong.
    """
    index = 0
    for width in (32, 16, 8):
        count = popcount(word & ((1 << width) - 1))
        step = width if n >= count else 0
        n -= count if n >= count else 0
        word >>= step
        index += step
    return index + int(NTH_BIT[word & 0xFF, n])


@inlined
def place_at_random(words: Words, at: int, grid: int, domino: int, word: int) -> None:
    """Place a domino, every legal placement equally likely, or discard it if there is none."""
    east, north, west, south = placements(words, at, grid, domino)
    easts = popcount(east)
    norths = easts + popcount(north)
    wests = norths + popcount(west)
    count = wests + popcount(south)
    if count == 0:
        words[at + DISCARDS] += 1
        return
    n = scale(word, count)
    # Selections, not branches: which way it goes is beyond a processor's guessing.
    way = int(n >= easts) + int(n >= norths) + int(n >= wests)
    cells = east
    passed = 0
    if n >= easts:
        cells, passed = north, easts
    if n >= norths:
        cells, passed = west, norths
    if n >= wests:
        cells, passed = south, wests
    action = 64 * way + nth_bit(cells, n - passed)
    put_domino(words, at, domino, action)


@inlined
def claim_at_random(state: Words, word: int) -> None:
    """Put the acting king on a free domino, every one equally likely."""
    free = 0
    for slot in range(4):
        free |= (state[NEXT_SEATS + slot] == NOBODY) << slot
    free &= (1 << state[LINE_LENGTH]) - 1
    slot = NTH_BIT[free, scale(word, state[LINE_LENGTH] - state[TURN])]
    state[NEXT_SEATS + slot] = acting_seat(state)
    end_turn(state)


@compiled
def play_out(state: Words, pile: Words, rng: Words) -> None:
    """Play to the end, every legal action equally likely, drawing from the unseen dominoes.

    ``pile`` is room for 48 dominoes.
    """
    unseen = gather_unseen(state, pile)
    drawn = 0
    while True:
        phase = state[PHASE]
        if phase == PLACE:
            turn = state[TURN]
            at = kingdom_of(state[LINE_SEATS + turn])
            place_at_random(state, at, state[GRID], state[LINE + turn], next_word(rng))
            finish_placing(state)
        elif phase == CLAIM_PHASE:
            claim_at_random(state, next_word(rng))
        elif phase == DRAW:
            shuffle(pile, drawn, drawn + state[LINE_LENGTH], unseen, rng)
            drawn = draw_line(state, pile, drawn)
        else:
            return


@compiled
def deal_and_play_out(state: Words, pile: Words, duel_opening: bool, rng: Words) -> None:
    """Set up the table anew, draw the kings and play a random game to its end."""
    clear(state)
    draw_kings(state, duel_opening, rng)
    play_out(state, pile, rng)


@compiled(WORDS, WORDS, FLAG, WORD, WORDS)
def play_games(state: Words, pile: Words, duel_opening: bool, games: int, rng: Words) -> int:
    """Play random games from the deal to the final scores; returns the sum of all totals."""
    points = 0
    for _ in range(games):
        deal_and_play_out(state, pile, duel_opening, rng)
        for seat in range(state[PLAYERS]):
            points += total(state, seat)
    return points


@compiled(WORDS, WORDS, WORDS, FLAG, WORD, WORDS)
def sign_games(
    state: Words, pile: Words, actions: Words, duel_opening: bool, games: int, rng: Words
) -> int:
    """A checksum over random games: every number of choices, every choice, every final standing.

    The games are chosen through ``legal_actions`` and ``apply`` alone, so that the checksum changes
    when a rule does and not when playouts become faster.
    """
    signature = 0
    for _ in range(games):
        clear(state)
        draw_kings(state, duel_opening, rng)
        redeal(state, pile, rng)
        drawn = 0
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = draw_line(state, pile, drawn)
            else:
                count = legal_actions(state, actions)
                action = actions[below(rng, count)]
                signature = stir(stir(signature, count), action)
                apply(state, action)
        standings(state, actions)
        for seat in range(state[PLAYERS]):
            signature = stir(signature, actions[seat])
    return signature


@inlined
def stir(signature: int, number: int) -> int:
    """A checksum that has taken in one more number."""
    mixed = wrapping_multiply(signature ^ number, 0x100_0000_01B3)
    return wrapping_add(mixed, (mixed >> 29) & 0x7_FFFF_FFFF)


@compiled(WORDS_2D, WORDS_2D, WORDS, WORD, WORD)
def perft(states: Words, actions: Words, pile: Words, drawn: int, depth: int) -> int:
    """How many ways there are to play the next ``depth`` actions with this pile.

    ``states`` and ``actions`` have a row for each level: the position stands in row 0 of
    ``states``, of which ``depth + 1`` rows are needed, and ``drawn`` dominoes of ``pile`` are gone.
    """
    # A loop with its own stack: compiled code that calls itself does not survive being cached.
    counts = np.zeros(depth + 1, dtype=np.int64)
    following = np.zeros(depth + 1, dtype=np.int64)
    gone = np.full(depth + 1, drawn)
    paths = 0 if depth else 1
    level = 0 if depth else -1
    fresh = True
    while level >= 0:
        if fresh:
            if states[level, PHASE] == DRAW:
                gone[level] = draw_line(states[level], pile, gone[level])
            counts[level] = legal_actions(states[level], actions[level])
            following[level] = 0
            if level == depth - 1:
                paths += counts[level]
                following[level] = counts[level]
        number = following[level]
        fresh = number < counts[level]
        if fresh:
            following[level] = number + 1
            states[level + 1] = states[level]
            apply(states[level + 1], actions[level, number])
            gone[level + 1] = gone[level]
            level += 1
        else:
            level -= 1
    return int(paths)
