"""Small contests, and players that misbehave in them."""

import os
import time
from random import Random

import kingdomino as kd
from kingdomino.arena import game_runner
from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import read_entrants
from kingdomino.arena.results import GameResult
from kingdomino.players.player import Budget

HERE = "tests.arena.contests"


def make_contest(
    *players: str,
    rules: str = "classic 2p harmony middle",
    games: int = 8,
    seed: str = "7",
    budget: Budget | None = None,
    against_field: bool = False,
) -> Contest:
    """A contest between players given by name."""
    entrants = read_entrants(players, budget or Budget())
    return Contest(kd.Rules.from_text(rules), entrants, games, seed, against_field)


def without_times(games: list[GameResult]) -> dict[tuple[int, int, int], tuple[object, ...]]:
    """What must not depend on where and when games were played."""
    return {game.key: (game.seats, game.scores, game.ranks, game.record) for game in games}


def _acts_up(view: kd.View) -> bool:
    return view.round == 3


class Miser:
    """Claims the lowest domino, and places where it falls."""

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        return (
            view.legal_actions()[0] if view.phase == "claim" else rng.choice(view.legal_actions())
        )


class Crasher(Miser):
    """Breaks down in the third round."""

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        if _acts_up(view):
            raise ZeroDivisionError("no crowns left")
        return super().choose(view, rng)


class Cheat(Miser):
    """Claims a domino that nobody sees."""

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        return kd.Claim(min(view.unseen)) if _acts_up(view) else super().choose(view, rng)


class Mute:
    """Says nothing that is an action."""

    def choose(self, view: kd.View, rng: Random) -> object:
        return 17 if view.phase == "claim" else None


class Absent(Miser):
    """Can be made once, to be looked at, but never sits down."""

    made = 0

    def __init__(self) -> None:
        Absent.made += 1
        if Absent.made > 1:
            raise OSError("the weights are gone")


class Sleeper(Miser):
    """Thinks for longer than it may, once a game."""

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        if view.round == 2 and view.phase == "claim":
            time.sleep(0.06)
        return super().choose(view, rng)


class Killer(Miser):
    """Takes its process down when it sits in the second seat; not yet when it warms up."""

    made = 0

    def __init__(self) -> None:
        Killer.made += 1
        self.armed = Killer.made > 1 and os.environ.get("TEST_KILLER") == "on"

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        if self.armed and view.me == 1:
            os._exit(3)
        return super().choose(view, rng)


class Dreamer(Miser):
    """Never comes back from its thoughts when it sits in the second seat."""

    made = 0

    def __init__(self) -> None:
        Dreamer.made += 1
        self.dreams = Dreamer.made > 1  # not yet when it warms up
        # This is the process that plays, where nobody would wait for half a minute in a test.
        game_runner.patience_for = lambda budget: 0.5

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        while self.dreams and view.me == 1 and view.round == 1:
            time.sleep(0.1)
        return super().choose(view, rng)


class NoPlayer:
    """Has no method to choose."""


class Sportsman:
    """Is not to be asked before it has warmed up."""

    warm = False

    def warm_up(self) -> None:
        """Get warm."""
        Sportsman.warm = True

    def choose(self, view: kd.View, rng: Random) -> kd.Action:
        """Any action, once it is warm."""
        assert Sportsman.warm
        return rng.choice(view.legal_actions())
