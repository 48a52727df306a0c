"""Plays one game between players and watches them: their time, their legality, their health."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from kingdomino.arena.randomness import deal_of, generator_of, substitute_generator
from kingdomino.arena.results import Fault, FaultKind, GameResult
from kingdomino.errors import Phrase, quote
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.game.game import Game
from kingdomino.game.scores import rank
from kingdomino.players import registry
from kingdomino.players.player import Budget, WarmsUp
from kingdomino.players.registry import describe_error

if TYPE_CHECKING:
    from kingdomino.arena.contest import Contest
    from kingdomino.arena.entrants import Entrant
    from kingdomino.arena.pairing import Fixture
    from kingdomino.game.actions import Playable
    from kingdomino.game.view import View
    from kingdomino.players.player import Player
    from kingdomino.rules.ruleset import Rules

MOST_WARM_UP_SECONDS = 5.0
WARM_UP_PATIENCE = 300.0  # all of a player's code may be compiled meanwhile

Notice = Callable[[int, int, float], None]
"""Told before each decision: the entrant, the round, and after how many seconds to give it up."""


def _ignore(entrant: int, round_: int, patience: float) -> None:
    """Nobody waits for a player in this process: it cannot be given up."""


def allowed_seconds(budget: Budget) -> float:
    """How long a decision may take: a tenth or 20 ms more than the budget, whichever is larger."""
    if budget.seconds is None:
        return float("inf")
    return budget.seconds + max(0.1 * budget.seconds, 0.02)


def patience_for(budget: Budget) -> float:
    """After how many seconds a player that still thinks is given up."""
    return float("inf") if budget.seconds is None else max(30.0, 10 * budget.seconds)


class _Seat:
    """A player at the table. Once it has failed, its actions are drawn at random."""

    def __init__(self, contest: Contest, fixture: Fixture, seat: int, notice: Notice) -> None:
        self.number = fixture.seats[seat]
        self.entrant = contest.entrants[self.number]
        self.notice = notice
        self.deal = fixture.deal
        self.generator = generator_of(contest.seed, fixture.deal, seat)
        self.substitute = substitute_generator(contest.seed, fixture.deal, seat)
        self.microseconds: list[int] = []
        self.fault: Fault | None = None
        self.overrun: tuple[float, int] | None = None
        self.player: Player | None = None
        try:
            self.player = self.entrant.create()
        except Exception as error:
            cause = error.__cause__ or error  # what the player's own code says
            said = Phrase(
                "{player} cannot sit down ({reason}) in deal {deal}, round {round}: "
                "the rest of this game is played at random for it.",
                reason=describe_error(cause),
                **self._where(0),
            )
            self.fail("crash", 0, said, cause)

    def act(self, game: Game) -> None:
        """Let the player decide, and play what it decides."""
        view = game.view(game.acting_seat)
        action = self._decide(view) if self.player is not None else None
        if action is not None:
            try:
                game.play(action)
                return
            except (IllegalAction, NotationError) as error:
                said = Phrase(
                    "{player} plays {action}, but {reason} in deal {deal}, round {round}: "
                    "the rest of this game is played at random for it.",
                    action=quote(action),
                    reason=error,
                    **self._where(view.round),
                )
                self.fail("illegal", view.round, said)
            except Exception as error:  # not an action at all
                said = Phrase(
                    "{player} plays {action} ({reason}) in deal {deal}, round {round}: "
                    "the rest of this game is played at random for it.",
                    action=repr(action),
                    reason=describe_error(error),
                    **self._where(view.round),
                )
                self.fail("illegal", view.round, said, error)
        game.play(self.substitute.choice(game.legal_actions()))

    def _decide(self, view: View) -> Playable | None:
        assert self.player is not None
        self.notice(self.number, view.round, patience_for(self.entrant.budget))
        start = time.perf_counter()
        try:
            action = self.player.choose(view, self.generator)
        except Exception as error:
            said = Phrase(
                "{player} crashes ({reason}) in deal {deal}, round {round}: "
                "the rest of this game is played at random for it.",
                reason=describe_error(error),
                **self._where(view.round),
            )
            self.fail("crash", view.round, said, error)
            return None
        seconds = time.perf_counter() - start
        self.microseconds.append(round(seconds * 1e6))
        slowest = 0.0 if self.overrun is None else self.overrun[0]
        if seconds > max(slowest, allowed_seconds(self.entrant.budget)):
            self.overrun = seconds, view.round
        if action is None:
            said = Phrase(
                "{player} makes no move in deal {deal}, round {round}: "
                "the rest of this game is played at random for it.",
                **self._where(view.round),
            )
            self.fail("illegal", view.round, said)
        return action

    def _where(self, round_: int) -> dict[str, object]:
        """Who did something and when, as values of what is said about it."""
        return {"player": self.entrant.name, "deal": self.deal, "round": round_}

    def fail(
        self, kind: FaultKind, round_: int, said: Phrase, error: BaseException | None = None
    ) -> None:
        """Note what went wrong, and ask this player no more in this game."""
        trace = "" if error is None else _trace(error)
        self.fault = Fault(kind, self.entrant.name, self.deal, round_, said, trace)
        self.player = None

    def faults(self) -> list[Fault]:
        """The failure of this game and its slowest decision beyond the budget, if any."""
        found = [] if self.fault is None else [self.fault]
        if self.overrun is not None:
            seconds, round_ = self.overrun
            said = Phrase(
                "{player} takes {seconds} s instead of {budget} s in deal {deal}, round {round}.",
                seconds=f"{seconds:.3f}",
                budget=f"{self.entrant.budget.seconds:g}",
                **self._where(round_),
            )
            found.append(Fault("overrun", self.entrant.name, self.deal, round_, said))
        return found


def play_fixture(contest: Contest, fixture: Fixture, notice: Notice = _ignore) -> GameResult:
    """Play one game to its end. Never raises for what a player does."""
    for number, entrant in enumerate(contest.entrants):
        notice(number, 0, WARM_UP_PATIENCE)
        warm_up(entrant, contest.rules)
    names = [contest.entrants[entrant].name for entrant in fixture.seats]
    game = Game.from_deal(contest.rules, deal_of(contest.seed, fixture.deal), names=names)
    game.tags["Arena"] = (
        f"seed {contest.seed}, deal {fixture.deal}, table {fixture.table + 1}, "
        f"rotation {fixture.rotation + 1}"
    )
    seats = [_Seat(contest, fixture, seat, notice) for seat in range(contest.rules.players)]
    while not game.over:
        seats[game.acting_seat].act(game)
    scores = game.scores()
    return GameResult(
        deal=fixture.deal,
        table=fixture.table,
        rotation=fixture.rotation,
        seats=fixture.seats,
        scores=tuple(score.total for score in scores),
        ranks=tuple(rank(scores)),
        microseconds=tuple(tuple(seat.microseconds) for seat in seats),
        record=str(game.record()),
        faults=tuple(fault for seat in seats for fault in seat.faults()),
    )


_warm: set[tuple[object, ...]] = set()


def warm_up(entrant: Entrant, rules: Rules) -> None:
    """Let a player warm up, if it knows how to, and play a game by itself with hardly any budget.

    What it compiles or loads then, once in every process, is not counted against its decisions.
    """
    key = entrant.player, entrant.budget, id(entrant.given), rules
    if key in _warm:
        return
    _warm.add(key)
    generator = Random(0)
    game = Game.new(rules, seed=0)
    small = Budget(seconds=0.002, work=2)
    try:
        player = entrant.create(small)
        if isinstance(player, WarmsUp):
            player.warm_up()
        end = time.perf_counter() + MOST_WARM_UP_SECONDS
        while not game.over and time.perf_counter() < end:
            game.play(player.choose(game.view(game.acting_seat), generator))
    except Exception:
        return  # it will fail again where it counts, and be reported there


def _trace(error: BaseException) -> str:
    """An exception's traceback from the player's own code on."""
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename in _OURS:
        place = place.tb_next
    return "".join(traceback.format_exception(type(error), error, place)).rstrip()


_OURS = {__file__, registry.__file__}
