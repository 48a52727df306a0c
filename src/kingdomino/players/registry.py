"""Players by name: our own, those of installed packages, and any ``module:Class``."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points

from kingdomino.players.player import Budget, Player

ENTRY_POINTS = "kingdomino.players"
"""The entry-point group in which an installed package announces its players."""

Factory = Callable[..., Player]

# Where our own players live; their modules are loaded when first asked for.
_OWN: dict[str, str] = {
    "random": "kingdomino.players.simple:RandomPlayer",
    "greedy-placement": "kingdomino.players.simple:GreedyPlacement",
    "full-greedy": "kingdomino.players.simple:FullGreedy",
    "mc-random": "kingdomino.players.montecarlo:MonteCarloRandom",
    "mc-player-greedy": "kingdomino.players.montecarlo:MonteCarloPlayerGreedy",
    "mc-full-greedy": "kingdomino.players.montecarlo:MonteCarloFullGreedy",
    "uct-random": "kingdomino.players.uct:UctRandom",
    "uct-player-greedy": "kingdomino.players.uct:UctPlayerGreedy",
    "uct-full-greedy": "kingdomino.players.uct:UctFullGreedy",
    "learned": "kingdomino.players.champion:Learned",
    "champion": "kingdomino.players.champion:Champion",
    "page": "kingdomino.players.levels:create_page",
    "squire": "kingdomino.players.levels:create_squire",
    "knight": "kingdomino.players.levels:create_knight",
    "duke": "kingdomino.players.levels:create_duke",
    "monarch": "kingdomino.players.levels:create_monarch",
}


class UnknownPlayer(ValueError):  # noqa: N818 (what it is needs no suffix)
    """No player goes by this name; the message says which there are."""


def player_names() -> list[str]:
    """The names of all players that are installed."""
    return [*_OWN, *sorted(point.name for point in entry_points(group=ENTRY_POINTS))]


def create_player(name: str, budget: Budget | None = None) -> Player:
    """The player with this name, or the one that ``module:Class`` defines, with this budget.

    The budget is handed to players that take one. Raises ``UnknownPlayer``.
    """
    factory = _find_factory(name)
    if "budget" in inspect.signature(factory).parameters:
        return factory(budget=budget or Budget())
    return factory()


def _find_factory(name: str) -> Factory:
    target = _OWN.get(name, name)
    if ":" in target:
        return _load(name, target)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            return _load(name, point.value)
    raise UnknownPlayer(
        f"there is no player {name!r}: choose {', '.join(player_names())}, "
        "or name your own as module:Class"
    )


def _load(name: str, target: str) -> Factory:
    module, _, attribute = target.partition(":")
    try:
        factory = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownPlayer(f"the player {name!r} cannot be loaded: {error}") from error
    if not callable(factory):
        raise UnknownPlayer(f"{name!r} is not a class or function that makes a player")
    made: Factory = factory
    return made
