"""Self-play, compiled: games of a network against itself, and what is to be learned from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players.draft import BREADTH, think
from kingdomino.players.features import FEATURES, MIDDLE, UNKNOWN_RANK, describe_kingdom
from kingdomino.players.glance import GLANCES, glance_at, points_of_domino
from kingdomino.players.judgement import (
    BENCH,
    MOST,
    SETTLED,
    TRIAL,
    copy_kingdom,
    judge_claim,
    judge_placement,
    look_at_table,
    new_bench,
    settle,
    sit_down,
    value_kingdom,
)
from kingdomino.players.network import LAYERS, OUTLOOK_FEATURES
from kingdomino.players.outlook import describe_outlook, describe_seats
from kingdomino.players.search import play_round
from kingdomino.rules.chance import below
from kingdomino.rules.compiled import (
    FLAG,
    FLOATS,
    FLOATS_2D,
    NUMBER,
    NUMBERS,
    NUMBERS_2D,
    WORD,
    WORDS,
    compiled,
    lowest,
)
from kingdomino.rules.kernel import (
    DRAW,
    GRID,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUND,
    acting_domino,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    kingdom_of,
    new_state,
    placements,
    put_domino,
    redeal,
)
from kingdomino.rules.ruleset import Rules
from kingdomino.rules.territories import total
from kingdomino.rules.torus import bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers, Network
    from kingdomino.rules.compiled import Words

    Floats = NDArray[np.float32]
    Doubles = NDArray[np.float64]

GOOD_POINTS = (
    4.0  # how far below the best a placement may be and still teach what a glance should see
)

SAMPLES_A_GAME = 96  # 48 dominoes, each placed and claimed


def practised_rules(table: str) -> list[Rules]:
    """The rules that self-play at a table goes through, the more often the more they are played."""
    tables = {
        "two": [Rules(players=2)],
        "three": [Rules(players=3), Rules(players=3, edition="revised")],
        "four": [Rules(players=4)],
        "duel": [Rules(players=2, mighty_duel=True)],
    }[table]
    bonuses = [
        (True, True),
        (True, True),
        (True, True),
        (False, False),
        (True, False),
        (False, True),
    ]
    return [
        replace(rules, middle_kingdom=middle, harmony=harmony)
        for middle, harmony in bonuses
        for rules in tables
    ]


@compiled
def decide(state: Words, layers: Layers, bench: Bench, width: float, thinking: int) -> int:
    """The acting seat's action.

    ``thinking`` of a hundred are thought through to the end of the round. The others are quick
    judgements, disturbed by ``width``.
    """
    if below(bench.rng, 100) < thinking:
        return think(state, layers, bench, BREADTH)
    available = look_at_table(state, layers, bench)
    if state[PHASE] == PLACE:
        return judge_placement(state, available, layers, bench, width)
    return judge_claim(state, available, layers, bench, width)


@compiled(WORDS, FLAG, LAYERS, BENCH, NUMBER, WORD, WORD, FLOATS_2D, FLOATS)
def play_samples(
    state: Words,
    duel_opening: bool,
    layers: Layers,
    bench: Bench,
    width: float,
    thinking: int,
    games: int,
    samples: Floats,
    scores: Floats,
) -> int:
    """Play games of a network against itself; returns how many samples were written.

    A sample is what a kingdom looked like after a placement or a claim, and the seat's final score.
    """
    pile = np.zeros(48, dtype=np.int64)
    row = 0
    for _ in range(games):
        clear(state)
        draw_kings(state, duel_opening, bench.rng)
        redeal(state, pile, bench.rng)
        drawn = 0
        first = row
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = draw_line(state, pile, drawn)
                continue
            seat = acting_seat(state)
            placing = state[PHASE] == PLACE
            apply(state, decide(state, layers, bench, width, thinking))
            describe_sample(state, seat, placing, layers, bench, samples[row])
            scores[row] = seat
            row += 1
        for sample in range(first, row):
            scores[sample] = total(state, int(scores[sample]))
    return row


@compiled
def describe_sample(
    state: Words, seat: int, placing: bool, layers: Layers, bench: Bench, sample: Floats
) -> None:
    """Write the features of a seat's kingdom after its placement or its claim."""
    available = look_at_table(state, layers, bench)
    grid = state[GRID]
    context = bench.context
    if placing:
        sit_down(state, seat, bench)
        at = kingdom_of(seat)
        describe_kingdom(state, at, grid, available, context, UNKNOWN_RANK, bench.lands, sample)
    else:
        ranks, kings = settle(state, seat, available, layers, bench)
        rank = ranks / kings
        describe_kingdom(
            bench.kingdoms, SETTLED, grid, available, context, rank, bench.lands, sample
        )


@compiled
def compare_placements(
    state: Words, layers: Layers, bench: Bench, numbers: Floats, matrix: Doubles, vector: Doubles
) -> None:
    """Add what the network thinks of the acting king's placements to the equations of a glance.

    What counts is how the good placements differ among each other.
    """
    seat = acting_seat(state)
    at = kingdom_of(seat)
    grid = state[GRID]
    domino = acting_domino(state)
    trial = bench.kingdoms
    available = look_at_table(state, layers, bench)
    sit_down(state, seat, bench)
    count = 0
    best = -1e9
    before = points_of_domino(state, at, domino)
    ways = placements(state, at, grid, domino)
    for way in range(4):
        cells = ways[way]
        while cells != 0:
            cell = lowest(cells)
            cells ^= bit(cell)
            action = 64 * way + cell
            copy_kingdom(state, at, trial, TRIAL)
            put_domino(trial, TRIAL, domino, action)
            value, _ = value_kingdom(trial, TRIAL, grid, available, UNKNOWN_RANK, layers, bench)
            glance_at(
                state, at, grid, domino, action, before, bench.context[MIDDLE], numbers[count]
            )
            bench.values[count] = value
            best = max(best, value)
            count += 1
    weights = np.exp((bench.values[:count] - best) / GOOD_POINTS)
    weights /= max(weights.sum(), 1.0)
    values = bench.values[:count] - (weights * bench.values[:count]).sum()
    seen = np.zeros(GLANCES)
    for number in range(count):
        seen += weights[number] * numbers[number]
    for number in range(count):
        difference = numbers[number] - seen
        for row in range(GLANCES):
            vector[row] += weights[number] * difference[row] * values[number]
            for column in range(GLANCES):
                matrix[row, column] += weights[number] * difference[row] * difference[column]


@compiled(WORDS, FLAG, LAYERS, BENCH, WORD, NUMBERS_2D, NUMBERS)
def play_comparing(
    state: Words,
    duel_opening: bool,
    layers: Layers,
    bench: Bench,
    games: int,
    matrix: Doubles,
    vector: Doubles,
) -> None:
    """Play quick games of a network against itself, and compare the placements in them."""
    numbers = np.zeros((MOST, GLANCES), dtype=np.float32)
    pile = np.zeros(48, dtype=np.int64)
    for _ in range(games):
        clear(state)
        draw_kings(state, duel_opening, bench.rng)
        redeal(state, pile, bench.rng)
        drawn = 0
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = draw_line(state, pile, drawn)
                continue
            if state[PHASE] == PLACE:
                compare_placements(state, layers, bench, numbers, matrix, vector)
            apply(state, decide(state, layers, bench, 1.0, 0))


def fit_glance(network: Network, practised: list[Rules], seed: int, games: int = 20) -> Floats:
    """Weights of a glance that likes best what the network thinks best of."""
    matrix = GLANCES * np.eye(GLANCES)
    vector = np.zeros(GLANCES)
    bench = new_bench(seed)
    for rules in practised:
        state = new_state(rules)
        play_comparing(state, rules.duel_opening, network.layers, bench, games, matrix, vector)
    return np.linalg.solve(matrix, vector).astype(np.float32)


@compiled(WORDS, FLAG, LAYERS, BENCH, WORD, FLOATS_2D, FLOATS)
def play_outlooks(
    state: Words,
    duel_opening: bool,
    layers: Layers,
    bench: Bench,
    games: int,
    samples: Floats,
    leads: Floats,
) -> int:
    """Play games as futures are played; returns how many samples were written.

    A sample is the outlook of a seat between two rounds, and its lead at the end of the game.
    """
    row = 0
    for _ in range(games):
        clear(state)
        draw_kings(state, duel_opening, bench.rng)
        redeal(state, bench.pile, bench.rng)
        drawn = 0
        first = row
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW and state[ROUND] > 0:
                describe_seats(state, layers, bench)
                for seat in range(state[PLAYERS]):
                    describe_outlook(state[PLAYERS], seat, bench)
                    samples[row] = bench.outlook
                    leads[row] = seat
                    row += 1
            drawn = play_round(state, drawn, layers, bench)
        for sample in range(first, row):
            leads[sample] = lead_of(state, int(leads[sample]))
    return row


@compiled
def lead_of(state: Words, seat: int) -> int:
    """How many points a seat is ahead of the best of the others."""
    best = -1
    for other in range(state[PLAYERS]):
        if other != seat:
            best = max(best, total(state, other))
    return int(total(state, seat) - best)


def play_outlook_chunk(
    rules: Rules, seed: int, network: Network, games: int
) -> tuple[Floats, Floats]:
    """Samples from ``games`` games as futures are played: outlooks, leads at the end."""
    most = games * rules.rounds * rules.players
    samples = np.zeros((most, OUTLOOK_FEATURES), dtype=np.float32)
    leads = np.zeros(most, dtype=np.float32)
    count = play_outlooks(
        new_state(rules),
        rules.duel_opening,
        network.layers,
        new_bench(seed),
        games,
        samples,
        leads,
    )
    return samples[:count], leads[:count]


def play_chunk(
    rules: Rules, seed: int, network: Network, games: int, *, width: float, thinking: int
) -> tuple[Floats, Floats]:
    """Samples from ``games`` games of a network against itself: features, final scores."""
    samples = np.zeros((games * SAMPLES_A_GAME, FEATURES), dtype=np.float32)
    scores = np.zeros(games * SAMPLES_A_GAME, dtype=np.float32)
    count = play_samples(
        new_state(rules),
        rules.duel_opening,
        network.layers,
        new_bench(seed),
        width,
        thinking,
        games,
        samples,
        scores,
    )
    return samples[:count], scores[:count]
