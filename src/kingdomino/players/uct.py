"""UCT: Monte Carlo tree search with the upper confidence bound and a progressive bias.

After Gedda, Lagerkvist and Butler, "Monte Carlo Methods for the Game Kingdomino" (2018), with the
exploration factor 0.6 and the bias weight 0.1 of the authors' program. A unit of work is one
playout, that is, one descent of the tree.

An edge of the tree is a whole turn. The tree is *open loop*: a node stands for the turns that lead
to it, every descent has a deal of its own from the unseen dominoes, and only those children count
that the deal makes legal. Each seat maximises its own share of victories (max^n). A turn's bias is
the points it adds at once, and fades as the turn is tried. As in the authors' program turns are
first tried in order, those that claim the lowest domino before the others, so with few playouts the
highest may stay untried. The turn with the best share of victories is played; among equals, the
one that adds most points.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from kingdomino.players import policies
from kingdomino.players.greed import gain, new_desk
from kingdomino.players.montecarlo import policies_by_seat
from kingdomino.players.policies import (
    MOST_TURNS,
    NO_PLACEMENT,
    TURN_STEP,
    list_turns,
    play_out_by,
    play_turn,
)
from kingdomino.players.thinking import TurnPlayer, spend
from kingdomino.rules.compiled import NUMBER, WORD, WORDS, WORDS_2D, WORDS_3D, compiled, inlined
from kingdomino.rules.kernel import (
    DRAW,
    OVER,
    PHASE,
    PLAYERS,
    acting_seat,
    draw_line,
    redeal,
)
from kingdomino.rules.territories import standings

if TYPE_CHECKING:
    from kingdomino.players.player import Budget
    from kingdomino.rules.compiled import Words

EXPLORATION = 0.6
BIAS = 0.1

_VICTORY = 12  # shared by up to four seats without a remainder

# The columns of a node: the turn that leads to it and who plays it, how many points that adds at
# once, how often it was played, the victories of who played it, and its place in the tree.
_TURN, _SEAT, _GAIN, _VISITS, _WINS, _CHILD, _SIBLING, _LEGAL = range(8)
_COLUMNS = 8
_ROOT = 0
_NONE = 0  # the root is nobody's child or sibling

_FIRST_NODES = 4096
_TURN_CODES = TURN_STEP * (NO_PLACEMENT + 1)
_DEEPEST = 64  # turns in a game


@compiled(
    WORDS, WORDS_2D, WORD, WORD, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS_3D, WORDS
)
def grow(
    root: Words,
    nodes: Words,
    count: int,
    playouts: int,
    policies: Words,
    state: Words,
    pile: Words,
    turns: Words,
    actions: Words,
    known: Words,
    path: Words,
    desk: Words,
    rng: Words,
) -> int:
    """Grow the tree in ``nodes``, of which ``count`` are in use, by so many playouts.

    Returns how many nodes are then in use: each playout adds at most one. ``known`` has a word for
    every turn; it and ``nodes[_ROOT]`` are zero in the beginning.
    """
    for _ in range(playouts):
        state[:] = root
        redeal(state, pile, rng)
        drawn = 0
        node = _ROOT
        depth = 1
        path[0] = _ROOT
        fresh = False
        while state[PHASE] != OVER and not fresh:
            legal = list_turns(state, actions, turns)
            expanded = _mark_children(nodes, node, turns, legal, known)
            if expanded < legal:
                turn = _pick_unknown(nodes, node, turns, legal, known)
                child = count
                count += 1
                _add_child(nodes, node, child, turn, state, desk)
                fresh = True
            else:
                child = _best_child(nodes, node, EXPLORATION, BIAS)
            play_turn(state, nodes[child, _TURN])
            if state[PHASE] == DRAW:
                drawn = draw_line(state, pile, drawn)
            node = child
            path[depth] = node
            depth += 1
        play_out_by(state, policies, pile, drawn, desk, rng)
        _reward(nodes, path, depth, state, actions)
    return count


@inlined
def _mark_children(nodes: Words, node: int, turns: Words, legal: int, known: Words) -> int:
    """Mark which children of a node are legal now; returns how many. ``known`` is left clean."""
    for number in range(legal):
        known[turns[number]] = 1
    expanded = 0
    child = nodes[node, _CHILD]
    while child != _NONE:
        nodes[child, _LEGAL] = known[nodes[child, _TURN]]
        expanded += nodes[child, _LEGAL]
        child = nodes[child, _SIBLING]
    for number in range(legal):
        known[turns[number]] = 0
    return expanded


@inlined
def _pick_unknown(nodes: Words, node: int, turns: Words, legal: int, known: Words) -> int:
    """The first legal turn that no child of the node stands for, of those with the lowest claim."""
    child = nodes[node, _CHILD]
    while child != _NONE:
        known[nodes[child, _TURN]] = 1
        child = nodes[child, _SIBLING]
    chosen = -1
    for number in range(legal):
        turn = turns[number]
        if known[turn] == 0 and (chosen < 0 or turn % TURN_STEP < chosen % TURN_STEP):
            chosen = turn
    child = nodes[node, _CHILD]
    while child != _NONE:
        known[nodes[child, _TURN]] = 0
        child = nodes[child, _SIBLING]
    return chosen


@inlined
def _add_child(nodes: Words, node: int, child: int, turn: int, state: Words, desk: Words) -> None:
    """Make ``child`` the node that a turn leads to from ``node``, where ``state`` stands."""
    action = turn // TURN_STEP
    nodes[child, _TURN] = turn
    nodes[child, _SEAT] = acting_seat(state)
    nodes[child, _GAIN] = 0 if action == NO_PLACEMENT else gain(state, action, desk)
    nodes[child, _VISITS] = 0
    nodes[child, _WINS] = 0
    nodes[child, _CHILD] = _NONE
    nodes[child, _SIBLING] = nodes[node, _CHILD]
    nodes[node, _CHILD] = child


@compiled(WORDS_2D, WORD, NUMBER, NUMBER)
def _best_child(nodes: Words, node: int, exploration: float, bias: float) -> int:
    """The legal child with the highest bound, of a node all of whose legal children were tried.

    Among equals, the one that adds most points.
    """
    best = -1.0
    best_gain = 0
    chosen = _NONE
    scale = exploration * sqrt(log(nodes[node, _VISITS]))
    child = nodes[node, _CHILD]
    while child != _NONE:
        if nodes[child, _LEGAL] != 0:
            visits = nodes[child, _VISITS]
            share = nodes[child, _WINS] / (_VICTORY * visits)
            added = nodes[child, _GAIN]
            bound = share + scale / sqrt(visits) + bias * added / (visits + 1.0)
            if chosen == _NONE or bound > best or (bound == best and added > best_gain):
                best, best_gain, chosen = bound, added, child
        child = nodes[child, _SIBLING]
    return chosen


@inlined
def _reward(nodes: Words, path: Words, depth: int, state: Words, found: Words) -> None:
    """Count the visit and the victory in every node on the way down to a finished game."""
    standings(state, found)
    best = 0
    winners = 0
    for seat in range(state[PLAYERS]):
        if found[seat] > best:
            best, winners = found[seat], 1
        elif found[seat] == best:
            winners += 1
    for step in range(depth):
        node = path[step]
        nodes[node, _VISITS] += 1
        if step > 0 and found[nodes[node, _SEAT]] == best:
            nodes[node, _WINS] += _VICTORY // winners


class UctPlayer(TurnPlayer):
    """UCT over whole turns; subclasses name the policies of the playouts."""

    leans_on = (*TurnPlayer.leans_on, __name__)
    own_policy = policies.RANDOM
    """How the deciding seat plays in playouts."""
    other_policy = policies.RANDOM
    """How the other seats play in playouts."""

    def find_turn(
        self, state: Words, turns: Words, stream: Words, budget: Budget, start: float
    ) -> int:
        """The turn with the best share of victories."""
        seat_policies = policies_by_seat(state, self.own_policy, self.other_policy)
        nodes = np.zeros((_FIRST_NODES, _COLUMNS), dtype=np.int64)
        count = 1
        scratch = (
            np.empty_like(state),
            np.empty(48, dtype=np.int64),
            np.empty(MOST_TURNS, dtype=np.int64),
            np.empty(256, dtype=np.int64),
            np.zeros(_TURN_CODES, dtype=np.int64),
            np.empty(_DEEPEST, dtype=np.int64),
            new_desk(),
        )

        def work(playouts: int) -> None:
            nonlocal nodes, count
            if count + playouts > len(nodes):
                room = np.empty((max(2 * len(nodes), count + playouts), _COLUMNS), dtype=np.int64)
                room[:count] = nodes[:count]
                nodes = room
            count = grow(state, nodes, count, playouts, seat_policies, *scratch, stream)

        spend(budget, start, work)
        nodes[1:count, _LEGAL] = 1
        return int(nodes[_best_child(nodes, _ROOT, 0.0, 0.0), _TURN])


class UctRandom(UctPlayer):
    """UCT with random playouts."""


class UctPlayerGreedy(UctPlayer):
    """UCT with playouts in which it plays full greedy itself, the others at random."""

    own_policy = policies.FULL_GREEDY


class UctFullGreedy(UctPlayer):
    """UCT with playouts in which everybody plays full greedy."""

    own_policy = policies.FULL_GREEDY
    other_policy = policies.FULL_GREEDY
