"""Compiled policies: the quick ways to act that playouts are made of.

A policy chooses an action for the acting seat from a state alone. ``FULL_GREEDY`` takes the
placement that adds most points together with the best claim after it, and then that claim;
``GREEDY_PLACEMENT`` takes the placement that adds most points by itself, and claims at random.
Among equals, all choose at random. Points count the bonuses that are played for: leaving the middle
costs 10, a discard 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.players.greed import greedy_claim, greedy_placement
from kingdomino.rules.chance import below, next_word
from kingdomino.rules.compiled import WORD, WORDS, WORDS_3D, compiled
from kingdomino.rules.kernel import (
    CLAIM,
    CLAIM_PHASE,
    DRAW,
    GRID,
    LINE_LENGTH,
    NEXT,
    NEXT_SEATS,
    NOBODY,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUND,
    ROUNDS,
    acting_domino,
    acting_seat,
    apply,
    draw_line,
    finish_placing,
    kingdom_of,
    legal_actions,
)
from kingdomino.rules.playout import claim_at_random, place_at_random
from kingdomino.rules.territories import total

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

RANDOM, GREEDY_PLACEMENT, FULL_GREEDY = range(3)


@compiled(WORDS, WORD, WORDS, WORDS_3D, WORDS)
def choose(state: Words, policy: int, actions: Words, desk: Words, rng: Words) -> int:
    """The acting seat's action by a policy.

    ``actions`` is room for 256 numbers, ``desk`` comes from ``greed.new_desk``. The state is
    written to, but afterwards it is what it was.
    """
    if state[PHASE] == PLACE and policy != RANDOM:
        return greedy_placement(state, policy == FULL_GREEDY, desk, rng)
    if state[PHASE] == CLAIM_PHASE and policy == FULL_GREEDY:
        return greedy_claim(state, desk, rng)
    return int(actions[below(rng, legal_actions(state, actions))])


@compiled
def play_out_by(
    state: Words, policies: Words, pile: Words, drawn: int, desk: Words, rng: Words
) -> None:
    """Play to the end, each seat by its policy, drawing from ``pile`` after the first ``drawn``."""
    while state[PHASE] != OVER:
        if state[PHASE] == DRAW:
            drawn = draw_line(state, pile, drawn)
            continue
        seat = acting_seat(state)
        policy = policies[seat]
        if state[PHASE] == CLAIM_PHASE:
            if policy == FULL_GREEDY:
                apply(state, greedy_claim(state, desk, rng))
            else:
                claim_at_random(state, next_word(rng))
        elif policy == RANDOM:
            place_at_random(
                state, kingdom_of(seat), state[GRID], acting_domino(state), next_word(rng)
            )
            finish_placing(state)
        else:
            apply(state, greedy_placement(state, policy == FULL_GREEDY, desk, rng))


@compiled
def relative_score(state: Words, seat: int) -> float:
    """The seat's points as a share of its own and its best opponent's: one half is level."""
    mine = total(state, seat)
    best = 0
    for other in range(state[PLAYERS]):
        if other != seat:
            best = max(best, total(state, other))
    return mine / (mine + best) if mine + best > 0 else 0.5


# --- Whole turns -------------------------------------------------------------------------------

# A turn is a placement (or discard) together with the claim after it: TURN_STEP * action + domino,
# where the action is NO_PLACEMENT in the opening and the domino 0 in the last round.
TURN_STEP = 64
NO_PLACEMENT = 511
MOST_TURNS = 4 * 256


@compiled(WORDS, WORDS, WORDS)
def list_turns(state: Words, actions: Words, turns: Words) -> int:
    """Write all ways to finish the acting king's turn into ``turns``; returns how many there are.

    ``actions`` is room for 256 numbers, ``turns`` for ``MOST_TURNS``.
    """
    count = 0
    if state[PHASE] == PLACE:
        placements = legal_actions(state, actions)
    else:
        placements = 1
        actions[0] = NO_PLACEMENT
    for number in range(placements):
        if state[ROUND] == state[ROUNDS]:
            turns[count] = TURN_STEP * actions[number]
            count += 1
        else:
            for slot in range(state[LINE_LENGTH]):
                if state[NEXT_SEATS + slot] == NOBODY:
                    turns[count] = TURN_STEP * actions[number] + state[NEXT + slot]
                    count += 1
    return count


@compiled
def play_turn(state: Words, turn: int) -> None:
    """Play the placement and the claim of a legal turn."""
    action = turn // TURN_STEP
    domino = turn % TURN_STEP
    if action != NO_PLACEMENT:
        apply(state, action)
    if domino != 0:
        apply(state, CLAIM + domino)
