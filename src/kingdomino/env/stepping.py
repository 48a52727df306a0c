"""Many games at once, compiled: one action in each, and the next game where one has ended.

Every game is a row of the same arrays, its chance included, so the games do not depend on how many
there are beside it or on how they are shared out among threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kingdomino.env.observation import (
    KINGDOM_SPAN,
    MASK_SPAN,
    SKETCH_SPAN,
    Layout,
    compose,
    sketch_kingdom,
    write_mask,
)
from kingdomino.env.rewards import write_rewards
from kingdomino.players.policies import choose
from kingdomino.rules.chance import below
from kingdomino.rules.compiled import compiled, inlined, popcount
from kingdomino.rules.kernel import (
    ACTIONS,
    DRAW,
    LINE_LENGTH,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUNDS,
    UNSEEN,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    new_state,
    shuffle,
)
from kingdomino.rules.territories import standings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules

DOMINOES = 48


class Tables(NamedTuple):
    """The games and all that is written about them, a row for each game in every array."""

    states: Words
    piles: Words
    """The dominoes in the order they are drawn; those after the deck are left out."""
    streams: Words
    """A word of chance for each game."""
    sketches: Words
    points: Words
    """Every seat's points as they stand."""
    observations: Words
    masks: Words
    seats: NDArray[np.int8]
    """The seat whose turn it is."""
    rewards: NDArray[np.float32]
    """Every seat's reward for the last step."""
    terminations: NDArray[np.bool_]
    """Whether the last step ended a game."""
    final_points: NDArray[np.int32]
    """Every seat's points in the game that ended last."""
    learners: NDArray[np.int8]
    """The seat that is not played by a policy, where there are policies."""


def set_tables(rules: Rules, games: int) -> Tables:
    """Room for so many games; they are dealt by ``deal_games``."""
    players = rules.players
    layout = Layout(players)
    observations = np.zeros((games, layout.size // 8), dtype=np.int64)
    observations[:, players * KINGDOM_SPAN] = 1  # the castle
    return Tables(
        states=np.tile(new_state(rules), (games, 1)),
        piles=np.zeros((games, DOMINOES), dtype=np.int64),
        streams=np.zeros((games, 1), dtype=np.int64),
        sketches=np.zeros((games, players, SKETCH_SPAN), dtype=np.int64),
        points=np.zeros((games, players), dtype=np.int64),
        observations=observations,
        masks=np.zeros((games, MASK_SPAN), dtype=np.int64),
        seats=np.zeros(games, dtype=np.int8),
        rewards=np.zeros((games, players), dtype=np.float32),
        terminations=np.zeros(games, dtype=np.bool_),
        final_points=np.zeros((games, players), dtype=np.int32),
        learners=np.zeros(games, dtype=np.int8),
    )


@inlined
def _draw(state: Words, pile: Words) -> None:
    """Lay out the next line if it is time."""
    if state[PHASE] == DRAW:
        draw_line(state, pile, DOMINOES - popcount(state[UNSEEN]))


@compiled
def _deal(tables: Tables, game: int, duel_opening: bool) -> None:
    """Begin a new game in a row."""
    state, pile, rng = tables.states[game], tables.piles[game], tables.streams[game]
    clear(state)
    draw_kings(state, duel_opening, rng)
    for place in range(DOMINOES):
        pile[place] = place + 1
    shuffle(pile, 0, state[ROUNDS] * state[LINE_LENGTH], DOMINOES, rng)
    _draw(state, pile)
    for seat in range(state[PLAYERS]):
        tables.points[game, seat] = sketch_kingdom(state, seat, tables.sketches[game, seat])


@inlined
def _play(tables: Tables, game: int, action: int) -> None:
    """Play a legal action and draw the next line if it is time."""
    state = tables.states[game]
    seat = acting_seat(state)
    placed = state[PHASE] == PLACE
    apply(state, action)
    if placed:
        tables.points[game, seat] = sketch_kingdom(state, seat, tables.sketches[game, seat])
    _draw(state, tables.piles[game])


@inlined
def _show(tables: Tables, game: int) -> None:
    """Write what the acting seat may know and do."""
    state = tables.states[game]
    seat = acting_seat(state)
    tables.seats[game] = seat
    compose(state, seat, tables.sketches[game], tables.observations[game])
    write_mask(state, tables.masks[game])


@compiled
def find_illegal(masks: NDArray[np.int8], actions: Words) -> int:
    """The first game whose action is not legal there, or −1."""
    for game in range(actions.size):
        action = actions[game]
        if action < 0 or action >= ACTIONS or masks[game, action] == 0:
            return game
    return -1


@compiled
def deal_games(tables: Tables, first: int, last: int, duel_opening: bool) -> None:
    """Begin a new game in each of these rows, and show it to the seat that is to act."""
    for game in range(first, last):
        _deal(tables, game, duel_opening)
        tables.rewards[game] = 0.0
        tables.terminations[game] = False
        _show(tables, game)


@compiled
def step_games(
    tables: Tables, actions: Words, first: int, last: int, duel_opening: bool, reward: int
) -> None:
    """Play an action in each of these games, whoever's turn it is."""
    players = tables.points.shape[1]
    before = np.zeros(players, dtype=np.int64)
    found = np.zeros(players, dtype=np.int64)
    for game in range(first, last):
        before[:] = tables.points[game]
        _play(tables, game, actions[game])
        _settle(tables, game, before, found, reward)
        if tables.terminations[game]:
            _deal(tables, game, duel_opening)
        _show(tables, game)


@inlined
def _settle(tables: Tables, game: int, before: Words, found: Words, reward: int) -> None:
    """Write the rewards for what happened since ``before``, and the final points at the end."""
    over = tables.states[game, PHASE] == OVER
    if over:
        standings(tables.states[game], found)
        tables.final_points[game] = tables.points[game]
    tables.terminations[game] = over
    write_rewards(reward, over, before, tables.points[game], found, tables.rewards[game])


# --- Against policies --------------------------------------------------------------------------


@compiled
def _let_others_play(
    tables: Tables, game: int, policy: int, actions: Words, desk: Words, rng: Words
) -> None:
    """Let the policy play until it is the learner's turn, or the game is over."""
    state = tables.states[game]
    while state[PHASE] != OVER and acting_seat(state) != tables.learners[game]:
        _play(tables, game, choose(state, policy, actions, desk, rng))


@compiled
def deal_games_against(
    tables: Tables, first: int, last: int, duel_opening: bool, policy: int, seat: int, desk: Words
) -> None:
    """Begin a new game in each of these rows, and play it up to the learner's turn.

    ``seat`` is where the learner sits, or −1 for a seat drawn anew for each game.
    """
    room = np.zeros(256, dtype=np.int64)
    for game in range(first, last):
        _deal_against(tables, game, duel_opening, policy, seat, room, desk)
        tables.rewards[game] = 0.0
        tables.terminations[game] = False
        _show(tables, game)


@compiled
def _deal_against(
    tables: Tables,
    game: int,
    duel_opening: bool,
    policy: int,
    seat: int,
    room: Words,
    desk: Words,
) -> None:
    rng = tables.streams[game]
    _deal(tables, game, duel_opening)
    tables.learners[game] = below(rng, tables.points.shape[1]) if seat < 0 else seat
    _let_others_play(tables, game, policy, room, desk, rng)


@compiled
def step_games_against(
    tables: Tables,
    actions: Words,
    first: int,
    last: int,
    duel_opening: bool,
    reward: int,
    policy: int,
    seat: int,
    desk: Words,
) -> None:
    """Play the learner's action in each of these games, and then the others' up to its next."""
    players = tables.points.shape[1]
    room = np.zeros(256, dtype=np.int64)
    before = np.zeros(players, dtype=np.int64)
    found = np.zeros(players, dtype=np.int64)
    for game in range(first, last):
        before[:] = tables.points[game]
        _play(tables, game, actions[game])
        _let_others_play(tables, game, policy, room, desk, tables.streams[game])
        _settle(tables, game, before, found, reward)
        if tables.terminations[game]:
            _deal_against(tables, game, duel_opening, policy, seat, room, desk)
        _show(tables, game)


# --- Random actions ----------------------------------------------------------------------------


@compiled
def sample_games(masks: Words, streams: Words, actions: Words, first: int, last: int) -> None:
    """Choose a legal action in each of these games, every one equally likely.

    ``masks`` are words of eight actions each.
    """
    for game in range(first, last):
        count = 0
        for word in range(MASK_SPAN):
            count += popcount(masks[game, word])
        n = below(streams[game], count)
        word = 0
        within = popcount(masks[game, 0])
        while n >= within:
            n -= within
            word += 1
            within = popcount(masks[game, word])
        chosen = masks[game, word]
        for _ in range(n):
            chosen &= chosen - 1
        actions[game] = 8 * word + (popcount((chosen & -chosen) - 1) >> 3)
