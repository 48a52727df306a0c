"""The outlook of a seat between two rounds, compiled: how far ahead it will be at the end.

The evaluation of a kingdom (``players.judgement``) sees one kingdom at a time, so that it can be
asked of thousands in a moment. The outlook is asked of few positions, those in which the futures of
a search end, and sees more at once: the seat's own kingdom, that of its strongest rival, and what
everybody may expect. It answers with the lead over the best opponent at the end of the game, and
how uncertain that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.players.features import CONTEXT, FEATURES, SHAPE, UNKNOWN_RANK
from kingdomino.players.judgement import SETTLED, look_at_table, settle, value_kingdom
from kingdomino.players.network import OUTLOOK_FEATURES, SCORE_SCALE, evaluate_outlook
from kingdomino.rules.compiled import compiled
from kingdomino.rules.kernel import GRID, PLAYERS

if TYPE_CHECKING:
    from kingdomino.players.judgement import Bench
    from kingdomino.players.network import Layers
    from kingdomino.rules.compiled import Words

RIVAL = FEATURES  # where the strongest rival's kingdom begins: the table is not described twice
EXPECTED = RIVAL + CONTEXT + FEATURES - SHAPE  # where what everybody may expect begins
assert EXPECTED + 8 == OUTLOOK_FEATURES


@compiled
def describe_seats(state: Words, layers: Layers, bench: Bench) -> None:
    """Write every seat's kingdom, with the dominoes its kings stand on placed, and what it
    promises, into ``bench.seats`` and ``bench.expected``."""
    available = look_at_table(state, layers, bench)
    for seat in range(state[PLAYERS]):
        ranks, kings = settle(state, seat, available, layers, bench)
        rank = ranks / kings if kings > 0 else UNKNOWN_RANK
        mean, spread = value_kingdom(
            bench.kingdoms, SETTLED, state[GRID], available, rank, layers, bench
        )
        bench.seats[seat] = bench.features
        bench.expected[seat, 0] = mean
        bench.expected[seat, 1] = spread


@compiled
def describe_outlook(players: int, seat: int, bench: Bench) -> None:
    """Write what the outlook of a seat depends on into ``bench.outlook``."""
    expected, outlook = bench.expected, bench.outlook
    outlook[:FEATURES] = bench.seats[seat]
    outlook[EXPECTED:] = 0.0
    outlook[EXPECTED] = expected[seat, 0] / SCORE_SCALE
    outlook[EXPECTED + 1] = expected[seat, 1] / SCORE_SCALE
    told = 0
    for place in range(1, players):
        rival = -1
        for other in range(players):
            if other == seat or (told >> other) & 1:
                continue
            if rival < 0 or expected[other, 0] > expected[rival, 0]:
                rival = other
        told |= 1 << rival
        outlook[EXPECTED + 2 * place] = expected[rival, 0] / SCORE_SCALE
        outlook[EXPECTED + 2 * place + 1] = expected[rival, 1] / SCORE_SCALE
        if place == 1:
            outlook[RIVAL : RIVAL + CONTEXT] = bench.seats[rival, :CONTEXT]
            outlook[RIVAL + CONTEXT : EXPECTED] = bench.seats[rival, SHAPE:]


@compiled
def foresee(players: int, seat: int, layers: Layers, bench: Bench) -> tuple[float, float]:
    """The lead of a seat over its best opponent at the end, and its spread.

    To be asked after ``describe_seats``, between two rounds, when nobody has claimed anything of
    the next line.
    """
    describe_outlook(players, seat, bench)
    lead, spread = evaluate_outlook(bench.outlook, layers, bench.outlook_units)
    if players == 2:  # what one gains the other loses
        describe_outlook(players, 1 - seat, bench)
        other, other_spread = evaluate_outlook(bench.outlook, layers, bench.outlook_units)
        lead = (lead - other) / 2
        spread = (spread + other_spread) / 2
    return lead, spread
