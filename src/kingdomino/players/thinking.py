"""How a player spends its budget: whole turns, batches of work, and the clock between them."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kingdomino.players import policies
from kingdomino.players.player import Budget
from kingdomino.rules import chance, kernel
from kingdomino.rules.entries import load

if TYPE_CHECKING:
    from random import Random

    from kingdomino.game.actions import Action
    from kingdomino.game.view import View
    from kingdomino.rules.compiled import Words

DEFAULT_SECONDS = 0.5
"""What a player that thinks spends on a decision if nobody says otherwise."""

_LONGEST_BATCH = 0.004  # seconds: a slow moment of the machine must not make much of it


def spend(budget: Budget, start: float, work: Callable[[int], None]) -> int:
    """Call ``work(n)`` for n units of work at a time until the budget is spent; returns the sum.

    ``start`` is when the decision began, by ``time.perf_counter``. At least one unit is done. How
    the work is cut into batches depends on the clock; the sum of a pure work budget does not.
    """
    seconds = budget.seconds
    if seconds is None and budget.work is None:
        seconds = DEFAULT_SECONDS
    done = 0
    batch = 1
    slowest = 0.0
    while budget.work is None or done < budget.work:
        if budget.work is not None:
            batch = min(batch, budget.work - done)
        begun = perf_counter()
        work(batch)
        done += batch
        if seconds is not None:
            now = perf_counter()
            each = (now - begun) / batch
            left = start + seconds - now
            # Other work on the machine may hold up the last batch as it held up another before.
            slowest = max(slowest, now - begun)
            if left < max(each, min(slowest, seconds / 10)):
                break
            batch = min(2 * batch, max(1, int(min(left, _LONGEST_BATCH) / each)))
        else:
            batch *= 2
    return done


class _Foreseen(NamedTuple):
    """The claim decided on together with a placement, and the state it is to be made in."""

    state: bytes
    claim: int


class TurnPlayer:
    """A player that decides a whole turn, placement and claim, with one budget.

    The claim is remembered, and made at once if the game then stands as foreseen. A claim that was
    not foreseen is thought about by itself, so one object may play any number of games and seats.
    """

    leans_on: tuple[str, ...] = (policies.__name__,)
    """The modules whose compiled code it calls."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._foreseen: _Foreseen | None = None
        self._warm = False

    def choose(self, view: View, rng: Random) -> Action:
        """The first action of the best turn found within the budget.

        The clock starts when compiled code is loaded: see ``warm_up``.
        """
        if self._foreseen is not None and self._foreseen.state == view.state.tobytes():
            return view.find(self._foreseen.claim)
        self.warm_up()
        start = perf_counter()
        stream = chance.stream(rng.getrandbits(64))
        turn = self._choose_turn(view.state, stream, self.budget, start)
        action, domino = divmod(turn, policies.TURN_STEP)
        self._foreseen = None
        if action == policies.NO_PLACEMENT:
            action = kernel.CLAIM + domino
        elif domino:
            state = view.state
            kernel.apply(state, action)
            self._foreseen = _Foreseen(state.tobytes(), kernel.CLAIM + domino)
        return view.find(action)

    def warm_up(self) -> None:
        """Load the compiled code this player needs, so that its first decision is not late.

        Compiling takes some seconds once after an installation, loading a moment once a process.
        """
        if not self._warm:
            load(self.leans_on)
            self._warm = True

    def _choose_turn(self, state: Words, stream: Words, budget: Budget, start: float) -> int:
        turns = np.empty(policies.MOST_TURNS, dtype=np.int64)
        count = policies.list_turns(state, np.empty(256, dtype=np.int64), turns)
        if count == 1:
            return int(turns[0])
        return self.find_turn(state, turns[:count], stream, budget, start)

    def find_turn(
        self, state: Words, turns: Words, stream: Words, budget: Budget, start: float
    ) -> int:
        """The turn to play: one of ``turns``, of which there are several.

        ``state`` must be left as it is; all randomness comes from ``stream``.
        """
        raise NotImplementedError
