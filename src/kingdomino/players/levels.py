"""Five levels for people: from a page that a child beats to the monarch, our strongest player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingdomino.errors import KingdominoError, quote
from kingdomino.game.company import entitle
from kingdomino.players.player import Budget, Player
from kingdomino.players.registry import UnknownPlayer, invite

# What makes a level is imported when one is made: its name is wanted long before its code.
if TYPE_CHECKING:
    from random import Random

    from kingdomino.game.actions import Action
    from kingdomino.game.view import View
    from kingdomino.rules.entries import Progress

MOST_SECONDS = 0.9
"""What the strongest level spends on a decision, so that a slow moment keeps it below a second."""


class UnknownLevel(KingdominoError, ValueError):  # noqa: N818 (what it is needs no suffix)
    """No level goes by this name; the message says which there are."""

    code = "unknown_level"


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people: what it is called, what it is like, and what makes one."""

    name: str
    character: str
    """One line for the person who chooses."""
    create: Callable[[], Player]
    leans_on: tuple[str, ...]
    """The modules whose compiled code it calls."""
    thinks: bool = False
    """Whether a person has to wait for it, up to a second for a decision."""

    def warm_up(self, progress: Progress | None = None) -> None:
        """Load the compiled code that it needs beside the rules, and nothing more; compile it once.

        From nothing that takes some seconds for the first three levels together, and most of a
        minute for the others.
        """
        from kingdomino.rules.entries import load

        load(self.leans_on, progress)

    @property
    def is_compiled(self) -> bool:
        """Whether what it needs lies on disk and need only be loaded."""
        from kingdomino.rules.entries import is_fresh

        return is_fresh(self.leans_on)

    @property
    def title(self) -> str:
        """The name as it stands at a table."""
        return entitle(self.name)


class Page:
    """Places mostly at random, and always claims so."""

    random_placements = 0.65

    def __init__(self) -> None:
        from kingdomino.players.simple import GreedyPlacement, RandomPlayer

        self._careful = GreedyPlacement()
        self._careless = RandomPlayer()

    def choose(self, view: View, rng: Random) -> Action:
        """A random action, or now and then the placement that adds most points."""
        careless = view.phase == "claim" or rng.random() < self.random_placements
        return (self._careless if careless else self._careful).choose(view, rng)


class Squire:
    """Places for the most points, and is careless with most of its claims."""

    random_claims = 0.8

    def __init__(self) -> None:
        from kingdomino.players.simple import FullGreedy, GreedyPlacement, RandomPlayer

        self._placing = GreedyPlacement()
        self._claiming = FullGreedy()
        self._careless = RandomPlayer()

    def choose(self, view: View, rng: Random) -> Action:
        """The placement that adds most points; the best claim or any."""
        if view.phase == "place":
            return self._placing.choose(view, rng)
        careless = rng.random() < self.random_claims
        return (self._careless if careless else self._claiming).choose(view, rng)


class Duke:
    """Judges as ``learned`` does, and now and then sees no further than a knight."""

    hasty_decisions = 0.4

    def __init__(self) -> None:
        from kingdomino.players.champion import Learned
        from kingdomino.players.simple import FullGreedy

        self._wise = Learned()
        self._hasty = FullGreedy()

    def choose(self, view: View, rng: Random) -> Action:
        """The action that promises best, or now and then the one that adds most points."""
        hasty = rng.random() < self.hasty_decisions
        return (self._hasty if hasty else self._wise).choose(view, rng)


def create_page() -> Player:
    """A player of the first level."""
    return Page()


def create_squire() -> Player:
    """A player of the second level."""
    return Squire()


def create_knight() -> Player:
    """A player of the third level: ``full-greedy``."""
    from kingdomino.players.simple import FullGreedy

    return FullGreedy()


def create_duke() -> Player:
    """A player of the fourth level."""
    return Duke()


def create_monarch(budget: Budget | None = None) -> Player:
    """A player of the fifth level: ``champion``, by default with just under a second."""
    from kingdomino.players.champion import Champion

    if budget is None or budget == Budget():
        budget = Budget(seconds=MOST_SECONDS)
    return Champion(budget=budget)


_QUICK = ("kingdomino.players.policies",)
_WISE = (*_QUICK, "kingdomino.players.draft")
_SEARCHING = ("kingdomino.players.search", "kingdomino.players.endgame")

LEVELS = (
    Level(
        "page",
        "new at court: claims and often places at random, easily beaten",
        create_page,
        _QUICK,
    ),
    Level("squire", "places well, but seldom thinks about what it claims", create_squire, _QUICK),
    Level(
        "knight",
        "takes the most points it can see for this turn and the next",
        create_knight,
        _QUICK,
    ),
    Level("duke", "has played many thousands of games, and knows what pays", create_duke, _WISE),
    Level(
        "monarch",
        "thinks for a second, about your turns too: the strongest",
        create_monarch,
        _SEARCHING,
        thinks=True,
    ),
)
"""The levels, weakest first, which is also the order in which they are best warmed up."""


def find_level(name: str) -> Level:
    """The level with this name; ``UnknownLevel`` if there is none."""
    for level in LEVELS:
        if level.name == name:
            return level
    names = ", ".join(level.name for level in LEVELS)
    raise UnknownLevel("there is no level {name}: choose {names}", name=quote(name), names=names)


def create_level(name: str) -> Player:
    """A player of the level with this name; ``UnknownLevel`` if there is none."""
    return find_level(name).create()


def find_opponent(name: str) -> Level:
    """The level with this name, or any other player, named as everywhere, as if it were one.

    Raises ``UnknownLevel`` or ``PlayerError`` if there is none.
    """
    for level in LEVELS:
        if level.name == name.lower():
            return level
    try:
        invitation = invite(name)
    except UnknownPlayer:
        if name.isalpha():  # most likely meant to be a level: say which there are
            find_level(name.lower())
        raise
    return Level(name, "", invitation.create, leans_on=(), thinks=invitation.takes_budget)
