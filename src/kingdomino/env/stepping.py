"""Many games at once, compiled: one action in each, and the next game where one has ended.

Every game is a row of the same arrays, its chance included, so the games do not depend on how many
there are beside it or on how they are shared out among threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import int8

from kingdomino.env.observation import (
    KINGDOM_SPAN,
    MASK_SPAN,
    SKETCH_SPAN,
    Layout,
    compose,
    renew_sketch,
    sketch_kingdom,
    write_mask,
)
from kingdomino.env.rewards import SCORE, write_rewards
from kingdomino.players.policies import choose
from kingdomino.rules.chance import below
from kingdomino.rules.compiled import (
    FLAG,
    FLAGS,
    WORD,
    WORDS,
    WORDS_2D,
    WORDS_3D,
    Kind,
    Like,
    compiled,
    inlined,
    popcount,
)
from kingdomino.rules.kernel import (
    ACTIONS,
    DRAW,
    LINE_LENGTH,
    OVER,
    PHASE,
    PLACE,
    PLAYERS,
    ROUNDS,
    TERRAIN_OF,
    UNSEEN,
    acting_domino,
    acting_seat,
    apply,
    clear,
    draw_kings,
    draw_line,
    new_state,
    shuffle,
)
from kingdomino.rules.ruleset import Rules
from kingdomino.rules.territories import standings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kingdomino.rules.compiled import Words

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
    """The seat whose turn it is, and which is not played by a policy."""
    rewards: NDArray[np.float32]
    """Every seat's reward for the last step."""
    own_rewards: NDArray[np.float32]
    """The reward of the seat that acted."""
    terminations: NDArray[np.bool_]
    """Whether the last step ended a game."""
    waiting: NDArray[np.bool_]
    """Whether the game is over and has not been followed by another."""
    final_points: NDArray[np.int32]
    """Every seat's points in the game that ended last."""
    final_seats: NDArray[np.int8]
    """The seat that acted last in that game, or the learner's."""
    winners: NDArray[np.bool_]
    """Who won it, each seat that shares the victory."""
    final_observations: Words
    """What that seat saw of it in the end."""


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
        own_rewards=np.zeros(games, dtype=np.float32),
        terminations=np.zeros(games, dtype=np.bool_),
        waiting=np.zeros(games, dtype=np.bool_),
        final_points=np.zeros((games, players), dtype=np.int32),
        final_seats=np.zeros(games, dtype=np.int8),
        winners=np.zeros((games, players), dtype=np.bool_),
        final_observations=observations.copy(),
    )


TABLES = Like(lambda: set_tables(Rules(players=2), 1))
MASKS = Kind(int8[:, :])  # a part of each row of words, so not one block of memory


# Functions inside the loops are given rows, not the tables: numba counts references to every array
# of a tuple that is handed on, which would take longer than the game itself.


@inlined
def _draw(state: Words, pile: Words) -> None:
    """Lay out the next line if it is time."""
    if state[PHASE] == DRAW:
        draw_line(state, pile, DOMINOES - popcount(state[UNSEEN]))


@compiled
def _deal(
    state: Words, pile: Words, sketches: Words, points: Words, duel_opening: bool, rng: Words
) -> None:
    """Begin a new game."""
    clear(state)
    draw_kings(state, duel_opening, rng)
    for place in range(DOMINOES):
        pile[place] = place + 1
    shuffle(pile, 0, state[ROUNDS] * state[LINE_LENGTH], DOMINOES, rng)
    _draw(state, pile)
    for seat in range(state[PLAYERS]):
        points[seat] = sketch_kingdom(state, seat, sketches[seat])


@inlined
def _play(state: Words, pile: Words, sketches: Words, points: Words, action: int) -> None:
    """Play a legal action and draw the next line if it is time."""
    if state[PHASE] == PLACE:
        seat, domino = acting_seat(state), acting_domino(state)
        terrains = (1 << TERRAIN_OF[2 * domino]) | (1 << TERRAIN_OF[2 * domino + 1])
        apply(state, action)
        points[seat] = renew_sketch(state, seat, terrains, sketches[seat])
    else:
        apply(state, action)
    _draw(state, pile)


@inlined
def _settle(
    state: Words,
    standing: Words,
    points: Words,
    final_points: NDArray[np.int32],
    winners: NDArray[np.bool_],
) -> None:
    """Note how a game has ended; ``standing`` is room for how high each seat stands."""
    standings(state, standing)
    highest = standing[0]
    for seat in range(standing.size):
        highest = max(highest, standing[seat])
    for seat in range(standing.size):
        final_points[seat] = points[seat]
        winners[seat] = standing[seat] == highest


@compiled(MASKS, WORDS, FLAGS)
def find_illegal(masks: NDArray[np.int8], actions: Words, waiting: NDArray[np.bool_]) -> int:
    """The first game whose action is not legal there, or −1; a game that is over takes any."""
    for game in range(actions.size):
        action = actions[game]
        if waiting[game]:
            continue
        if action < 0 or action >= ACTIONS or masks[game, action] == 0:
            return game
    return -1


@compiled(TABLES, FLAGS, WORD, WORD, FLAG)
def deal_games(
    tables: Tables, chosen: NDArray[np.bool_], first: int, last: int, duel_opening: bool
) -> None:
    """Begin a new game in the chosen ones of these rows; show it to the seat that is to act."""
    states, piles, streams = tables.states, tables.piles, tables.streams
    sketches, points, seats = tables.sketches, tables.points, tables.seats
    observations, masks = tables.observations, tables.masks
    rewards, own_rewards = tables.rewards, tables.own_rewards
    terminations, waiting = tables.terminations, tables.waiting
    players = points.shape[1]
    for game in range(first, last):
        if not chosen[game]:
            continue
        own_rewards[game] = 0.0
        for seat in range(players):
            rewards[game, seat] = 0.0
        terminations[game] = waiting[game] = False
        state = states[game]
        _deal(state, piles[game], sketches[game], points[game], duel_opening, streams[game])
        seats[game] = acting_seat(state)
        compose(state, acting_seat(state), sketches[game], players, observations[game])
        write_mask(state, masks[game])


@compiled(TABLES, WORDS, WORD, WORD, FLAG, WORD, FLAG)
def step_games(
    tables: Tables,
    actions: Words,
    first: int,
    last: int,
    duel_opening: bool,
    reward: int,
    same_step: bool,
) -> None:
    """Play an action in each of these games, whoever's turn it is.

    A game that ends is followed by the next at once if that is to be in the ``same_step``, else it
    waits as it is, and the next step begins the next instead of playing an action.
    """
    states, piles, streams = tables.states, tables.piles, tables.streams
    sketches, points, seats = tables.sketches, tables.points, tables.seats
    observations, masks = tables.observations, tables.masks
    rewards, own_rewards = tables.rewards, tables.own_rewards
    terminations, waiting = tables.terminations, tables.waiting
    final_points, winners = tables.final_points, tables.winners
    final_seats, final_observations = tables.final_seats, tables.final_observations
    players = points.shape[1]
    before = np.zeros(players, dtype=np.int64)
    found = np.zeros(players, dtype=np.int64)
    for game in range(first, last):
        state = states[game]
        for seat in range(players):
            before[seat] = points[game, seat]
            rewards[game, seat] = 0.0
        over, dealt = False, waiting[game]
        if not dealt:
            _play(state, piles[game], sketches[game], points[game], actions[game])
            over = state[PHASE] == OVER
            if over:
                _settle(state, found, points[game], final_points[game], winners[game])
            if over or reward == SCORE:
                write_rewards(reward, over, before, points[game], found, rewards[game])
        terminations[game] = over
        own_rewards[game] = rewards[game, seats[game]]
        if over:
            final_seats[game] = seats[game]
            compose(state, seats[game], sketches[game], players, final_observations[game])
            dealt = same_step
        waiting[game] = over and not dealt
        if dealt:
            _deal(state, piles[game], sketches[game], points[game], duel_opening, streams[game])
        # Whoever acts again has seen all kingdoms, and can have changed no other than its own.
        seat = seats[game] if waiting[game] else acting_seat(state)
        kingdoms = 1 if seat == seats[game] and not dealt else players
        seats[game] = seat
        compose(state, seat, sketches[game], kingdoms, observations[game])
        write_mask(state, masks[game])


# --- Against policies --------------------------------------------------------------------------


@compiled
def _let_others_play(
    state: Words,
    pile: Words,
    sketches: Words,
    points: Words,
    learner: int,
    policy: int,
    room: Words,
    desk: Words,
    rng: Words,
) -> None:
    """Let the policy play until it is the learner's turn, or the game is over."""
    while state[PHASE] != OVER and acting_seat(state) != learner:
        _play(state, pile, sketches, points, choose(state, policy, room, desk, rng))


@compiled
def _deal_against(
    state: Words,
    pile: Words,
    sketches: Words,
    points: Words,
    duel_opening: bool,
    policy: int,
    seat: int,
    room: Words,
    desk: Words,
    rng: Words,
) -> int:
    """Begin a new game and play it up to the learner's turn; returns where the learner sits."""
    _deal(state, pile, sketches, points, duel_opening, rng)
    learner = below(rng, state[PLAYERS]) if seat < 0 else seat
    _let_others_play(state, pile, sketches, points, learner, policy, room, desk, rng)
    return learner


@compiled(TABLES, FLAGS, WORD, WORD, FLAG, WORD, WORD, WORDS_3D)
def deal_games_against(
    tables: Tables,
    chosen: NDArray[np.bool_],
    first: int,
    last: int,
    duel_opening: bool,
    policy: int,
    seat: int,
    desk: Words,
) -> None:
    """Begin a new game in the chosen ones of these rows, and play it up to the learner's turn.

    ``seat`` is where the learner sits, or −1 for a seat drawn anew for each game.
    """
    states, piles, streams = tables.states, tables.piles, tables.streams
    sketches, points, seats = tables.sketches, tables.points, tables.seats
    observations, masks = tables.observations, tables.masks
    rewards, own_rewards = tables.rewards, tables.own_rewards
    terminations, waiting = tables.terminations, tables.waiting
    room = np.zeros(256, dtype=np.int64)
    for game in range(first, last):
        if not chosen[game]:
            continue
        own_rewards[game] = 0.0
        for other in range(points.shape[1]):
            rewards[game, other] = 0.0
        terminations[game] = waiting[game] = False
        state = states[game]
        seats[game] = _deal_against(
            state,
            piles[game],
            sketches[game],
            points[game],
            duel_opening,
            policy,
            seat,
            room,
            desk,
            streams[game],
        )
        compose(state, seats[game], sketches[game], points.shape[1], observations[game])
        write_mask(state, masks[game])


@compiled(TABLES, WORDS, WORD, WORD, FLAG, WORD, FLAG, WORD, WORD, WORDS_3D)
def step_games_against(
    tables: Tables,
    actions: Words,
    first: int,
    last: int,
    duel_opening: bool,
    reward: int,
    same_step: bool,
    policy: int,
    seat: int,
    desk: Words,
) -> None:
    """Play the learner's action in each of these games, and then the others' up to its next.

    Games that end are followed by the next as with ``step_games``.
    """
    states, piles, streams = tables.states, tables.piles, tables.streams
    sketches, points, seats = tables.sketches, tables.points, tables.seats
    observations, masks = tables.observations, tables.masks
    rewards, own_rewards = tables.rewards, tables.own_rewards
    terminations, waiting = tables.terminations, tables.waiting
    final_points, winners = tables.final_points, tables.winners
    final_seats, final_observations = tables.final_seats, tables.final_observations
    players = points.shape[1]
    room = np.zeros(256, dtype=np.int64)
    before = np.zeros(players, dtype=np.int64)
    found = np.zeros(players, dtype=np.int64)
    for game in range(first, last):
        state, pile, rng = states[game], piles[game], streams[game]
        learner = int(seats[game])
        for other in range(players):
            before[other] = points[game, other]
            rewards[game, other] = 0.0
        over, dealt = False, waiting[game]
        if not dealt:
            _play(state, pile, sketches[game], points[game], actions[game])
            _let_others_play(
                state, pile, sketches[game], points[game], learner, policy, room, desk, rng
            )
            over = state[PHASE] == OVER
            if over:
                _settle(state, found, points[game], final_points[game], winners[game])
            if over or reward == SCORE:
                write_rewards(reward, over, before, points[game], found, rewards[game])
        terminations[game] = over
        own_rewards[game] = rewards[game, learner]
        if over:
            final_seats[game] = learner
            compose(state, learner, sketches[game], players, final_observations[game])
            dealt = same_step
        waiting[game] = over and not dealt
        if dealt:
            learner = _deal_against(
                state,
                pile,
                sketches[game],
                points[game],
                duel_opening,
                policy,
                seat,
                room,
                desk,
                rng,
            )
        seats[game] = learner
        compose(state, learner, sketches[game], players, observations[game])
        write_mask(state, masks[game])


# --- Random actions ----------------------------------------------------------------------------


@compiled(WORDS_2D, WORDS_2D, WORDS, WORD, WORD)
def sample_games(masks: Words, streams: Words, actions: Words, first: int, last: int) -> None:
    """Choose a legal action in each of these games, every one equally likely, 0 if there is none.

    ``masks`` are words of eight actions each.
    """
    for game in range(first, last):
        count = 0
        for word in range(MASK_SPAN):
            count += popcount(masks[game, word])
        if count == 0:
            actions[game] = 0
            continue
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
