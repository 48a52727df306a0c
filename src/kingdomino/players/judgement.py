"""The learned evaluation at work, compiled: what a kingdom, a placement and a claim promise.

All functions take a *bench*: arrays to work on, so that nothing is allocated while thinking. A
bench belongs to one thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kingdomino.players.features import (
    CONTEXT_FEATURES,
    FEATURES,
    LAND_WORDS,
    MIDDLE,
    UNKNOWN_RANK,
    WANTS,
    available_dominoes,
    describe_kingdom,
    describe_rivalry,
    describe_table,
    describe_wants,
)
from kingdomino.players.glance import GLANCES, list_placements
from kingdomino.players.network import OUTLOOK_FEATURES, UNITS, begin, evaluate
from kingdomino.rules.chance import next_word, stream
from kingdomino.rules.compiled import Like, compiled, inlined
from kingdomino.rules.kernel import (
    CLAIM,
    DISCARD,
    DISCARDS,
    GRID,
    KINGDOM_WORDS,
    KINGS,
    LINE,
    LINE_LENGTH,
    LINE_SEATS,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    PLAYERS,
    STATE_WORDS,
    TURN,
    acting_domino,
    acting_seat,
    kingdom_of,
    put_domino,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

# Where among a bench's kingdoms those that are thought of stand.
TRIAL, SETTLED, BEST, WITH_FIRST = (number * KINGDOM_WORDS for number in range(4))

MOST = 256
"""Room for all placements of a domino, and for all candidates of a search."""


class Bench(NamedTuple):
    """What thinking works on."""

    kingdoms: Words
    """Kingdoms that are thought of, at ``TRIAL``, ``SETTLED``, ``BEST`` and ``WITH_FIRST``."""
    wants: NDArray[np.float32]
    """A row for each seat: what it builds."""
    wanted: Words
    """What is known of the land of each seat, and there of each terrain."""
    context: NDArray[np.float32]
    """The table's features, as a seat sees it."""
    lands: Words
    """What is known of the land of each terrain in the kingdom described last."""
    features: NDArray[np.float32]
    """A kingdom's features, the table's among them."""
    seen: NDArray[np.float32]
    """The features that the network saw last."""
    units: NDArray[np.float32]
    """The sums of the network's layers."""
    after: Words
    """A state that is thought of."""
    future: Words
    """A state that a search has played on to."""
    survey: NDArray[np.float64]
    """A row for each seat: see ``draft``."""
    row: NDArray[np.float64]
    """The row of a survey that is to be kept."""
    means: NDArray[np.float64]
    """The final score to be expected of each seat."""
    shares: Words
    """The slots of the line that each seat claims in thought, as bits."""
    frees: Words
    """The slots that are free for each king in turn, as bits."""
    tried: Words
    """The slot that each king in turn tries."""
    best: NDArray[np.float64]
    """The prospects of all seats with the best claim of each king in turn."""
    actions: Words
    """Placements, the most promising first."""
    values: NDArray[np.float64]
    """What they promise."""
    candidates: Words
    """Pairs of actions that a search tries."""
    weights: NDArray[np.float64]
    """What the candidates promise, or the slots of the line."""
    glances: NDArray[np.float32]
    """What a glance sees of a placement."""
    listed: Words
    """The placements that a glance likes best."""
    liked: NDArray[np.float32]
    """How much it likes them."""
    seats: NDArray[np.float32]
    """The features of each seat's kingdom, for the outlook."""
    expected: NDArray[np.float64]
    """The final score to be expected of each seat, and its spread."""
    outlook: NDArray[np.float32]
    """What the outlook of a seat depends on."""
    outlook_units: NDArray[np.float32]
    """The sums of the layers of the outlook, and the features that they were made of."""
    held: Words
    """The slots of the line that each seat has claimed since the survey, as bits."""
    pile: Words
    """An order of the unseen dominoes, with room for it twice."""
    rng: Words
    """Where chance comes from."""


def new_bench(seed: int = 0) -> Bench:
    """A fresh bench."""
    return Bench(
        kingdoms=np.zeros(4 * KINGDOM_WORDS, dtype=np.int64),
        wants=np.zeros((4, WANTS), dtype=np.float32),
        wanted=np.zeros((4, 6, LAND_WORDS), dtype=np.int64),
        context=np.zeros(CONTEXT_FEATURES, dtype=np.float32),
        lands=np.zeros((6, LAND_WORDS), dtype=np.int64),
        features=np.zeros(FEATURES, dtype=np.float32),
        seen=np.zeros(FEATURES, dtype=np.float32),
        units=np.zeros(UNITS, dtype=np.float32),
        after=np.zeros(STATE_WORDS, dtype=np.int64),
        future=np.zeros(STATE_WORDS, dtype=np.int64),
        survey=np.zeros((4, 18)),
        row=np.zeros(18),
        means=np.zeros(4),
        shares=np.zeros(4, dtype=np.int64),
        frees=np.zeros(5, dtype=np.int64),
        tried=np.zeros(5, dtype=np.int64),
        best=np.zeros((5, 4)),
        actions=np.zeros(MOST, dtype=np.int64),
        values=np.zeros(MOST),
        candidates=np.zeros((MOST, 2), dtype=np.int64),
        weights=np.zeros(MOST),
        glances=np.zeros(GLANCES, dtype=np.float32),
        listed=np.zeros(MOST, dtype=np.int64),
        liked=np.zeros(MOST, dtype=np.float32),
        seats=np.zeros((4, FEATURES), dtype=np.float32),
        expected=np.zeros((4, 2)),
        outlook=np.zeros(OUTLOOK_FEATURES, dtype=np.float32),
        outlook_units=np.zeros(UNITS + OUTLOOK_FEATURES, dtype=np.float32),
        held=np.zeros(4, dtype=np.int64),
        pile=np.zeros(96, dtype=np.int64),
        rng=stream(seed),
    )


BENCH = Like(new_bench)
"""The type of a bench, for functions that Python calls."""


@inlined
def copy_state(state: Words, target: Words) -> None:
    """Copy a state, of whatever number of players, to where the largest has room."""
    for word in range(len(state)):
        target[word] = state[word]


@inlined
def copy_kingdom(source: Words, at: int, target: Words, to: int) -> None:
    """Copy the words of a kingdom."""
    for word in range(KINGDOM_WORDS):
        target[to + word] = source[at + word]


@inlined
def noise(rng: Words, width: float) -> float:
    """A random number between minus and plus ``width``."""
    return ((next_word(rng) & 0xFFFF) / 32768.0 - 1.0) * width


@compiled
def look_at_table(state: Words, layers: Layers, bench: Bench) -> int:
    """Describe the table on the bench; returns the dominoes still to be had, as bits.

    Before a kingdom is judged, ``sit_down`` says whose it is.
    """
    begin(layers, bench.seen, bench.units)
    bench.held[:] = 0
    available = available_dominoes(state)
    describe_table(state, available, bench.context)
    for seat in range(state[PLAYERS]):
        describe_wants(state, seat, bench.wanted[seat], bench.wants[seat])
    return available


@compiled
def sit_down(state: Words, seat: int, bench: Bench) -> None:
    """See the table from a seat: the others are its rivals for what is to be had."""
    describe_rivalry(bench.wants, state[PLAYERS], seat, bench.context)


@compiled
def value_kingdom(
    words: Words, at: int, grid: int, available: int, rank: float, layers: Layers, bench: Bench
) -> tuple[float, float]:
    """The final score that a kingdom promises, and its spread."""
    describe_kingdom(words, at, grid, available, bench.context, rank, bench.lands, bench.features)
    return evaluate(bench.features, layers, bench.seen, bench.units)


@inlined
def enough(grid: int) -> int:
    """How many placements have to be judged so that the best is hardly ever missed: the larger the
    grid, the less a glance sees."""
    return grid - 1


@compiled
def value_placements(
    words: Words,
    at: int,
    grid: int,
    domino: int,
    available: int,
    rank: float,
    layers: Layers,
    bench: Bench,
    width: float,
    most: int,
) -> tuple[int, float]:
    """The best placement of a domino and the final score it promises; a discard if nothing fits.

    Only the ``most`` that a glance likes are judged. The kingdom as it then is stands at ``BEST``
    on the bench. ``width`` is how far each judgement is disturbed at random.
    """
    trial = bench.kingdoms
    best = -1e9
    chosen = DISCARD
    count = list_placements(
        words,
        at,
        grid,
        domino,
        most,
        bench.context[MIDDLE],
        layers.glance,
        bench.glances,
        bench.listed,
        bench.liked,
    )
    for number in range(count):
        action = bench.listed[number]
        copy_kingdom(words, at, trial, TRIAL)
        put_domino(trial, TRIAL, domino, action)
        value, _ = value_kingdom(trial, TRIAL, grid, available, rank, layers, bench)
        if width > 0.0:
            value += noise(bench.rng, width)
        if value > best:
            best = value
            chosen = int(action)
    copy_kingdom(words, at, trial, BEST)
    if chosen == DISCARD:
        trial[BEST + DISCARDS] += 1
        best, _ = value_kingdom(trial, BEST, grid, available, rank, layers, bench)
    else:
        put_domino(trial, BEST, domino, chosen)
    return chosen, best


@compiled
def settle(
    state: Words, seat: int, available: int, layers: Layers, bench: Bench
) -> tuple[float, int]:
    """Place all dominoes that the seat's kings stand on, as well as can be judged.

    The kingdom as it then is stands at ``SETTLED`` on the bench, and the table is seen from that
    seat. Returns the sum of the ranks of the seat's kings on the next line and how many there are.
    """
    sit_down(state, seat, bench)
    trial = bench.kingdoms
    grid = state[GRID]
    copy_kingdom(state, kingdom_of(seat), trial, SETTLED)
    ranks = 0.0
    kings = 0
    # Between two rounds the order in which kings will choose is that of the current line.
    between_rounds = state[TURN] == 0 and state[NEXT] == 0
    for king in range(state[TURN], state[KINGS]):
        if state[LINE_SEATS + king] == seat and state[LINE + king] > 0:
            if between_rounds:
                ranks += king / (state[KINGS] - 1)
                kings += 1
            rank = ranks / kings if between_rounds else UNKNOWN_RANK
            settle_domino(trial, grid, state[LINE + king], available, rank, layers, bench)
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == seat:
            ranks += slot / (state[LINE_LENGTH] - 1)
            kings += 1
            rank = ranks / kings
            settle_domino(trial, grid, state[NEXT + slot], available, rank, layers, bench)
    return ranks, kings


@inlined
def settle_domino(
    trial: Words,
    grid: int,
    domino: int,
    available: int,
    rank: float,
    layers: Layers,
    bench: Bench,
) -> None:
    """Place one more domino in the kingdom at ``SETTLED``."""
    value_placements(
        trial, SETTLED, grid, domino, available, rank, layers, bench, 0.0, enough(grid)
    )
    copy_kingdom(trial, BEST, trial, SETTLED)


@compiled
def judge_placement(
    state: Words, available: int, layers: Layers, bench: Bench, width: float
) -> int:
    """The acting seat's placement that promises the highest final score."""
    seat = acting_seat(state)
    sit_down(state, seat, bench)
    action, _ = value_placements(
        state,
        kingdom_of(seat),
        state[GRID],
        acting_domino(state),
        available,
        UNKNOWN_RANK,
        layers,
        bench,
        width,
        enough(state[GRID]),
    )
    return action


@compiled
def judge_claim(state: Words, available: int, layers: Layers, bench: Bench, width: float) -> int:
    """The acting seat's claim that promises it the highest final score."""
    ranks, kings = settle(state, acting_seat(state), available, layers, bench)
    best = -1e9
    chosen = 0
    last = state[LINE_LENGTH] - 1
    for slot in range(state[LINE_LENGTH]):
        if state[NEXT_SEATS + slot] == NOBODY:
            _, value = value_placements(
                bench.kingdoms,
                SETTLED,
                state[GRID],
                state[NEXT + slot],
                available,
                (ranks + slot / last) / (kings + 1),
                layers,
                bench,
                0.0,
                enough(state[GRID]),
            )
            if width > 0.0:
                value += noise(bench.rng, width)
            if value > best:
                best = value
                chosen = state[NEXT + slot]
    return CLAIM + chosen
