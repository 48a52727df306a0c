"""Players as they are asked for: by name, with a budget after an @, or given as they are."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import TypeGuard

from kingdomino.errors import KingdominoError, quote
from kingdomino.players.player import Budget, Player

ENTRY_POINTS = "kingdomino.players"
"""The entry-point group in which an installed package announces its players."""

Factory = Callable[..., Player]
"""A class or function that makes a player; it is handed a ``budget`` if it takes one."""

PlayerLike = str | Player | Factory
"""Whoever can be asked to play: a name such as ``champion@0.1s`` or ``module:Class``, a player, or
a class or function that makes one."""

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

_OWN_BUDGET = re.compile(r"(?P<number>[0-9]*\.?[0-9]+)(?P<unit>s|ms|)")


class PlayerError(KingdominoError, ValueError):
    """A player cannot be had as it was asked for; the message says why."""

    code = "player"


class UnknownPlayer(PlayerError):  # noqa: N818 (what it is needs no suffix)
    """No player goes by this name; the message says which there are."""

    code = "unknown_player"


def player_names() -> list[str]:
    """The names of all players that are installed."""
    return [*_OWN, *sorted(point.name for point in entry_points(group=ENTRY_POINTS))]


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody who can be asked to play: found and checked, but not made yet."""

    name: str
    """As it was asked for, or the module and class of what was given."""
    factory: Factory | None
    """What makes the player; ``None`` if the player itself was given."""
    player: Player | None = None
    budget: Budget | None = None
    """The budget of its own, after the @."""

    @property
    def takes_budget(self) -> bool:
        """Whether whoever makes the player can say what it may spend."""
        return self.factory is not None and _takes_budget(self.factory)

    def create(self, budget: Budget | None = None) -> Player:
        """The player, with its own budget or else this one; ``PlayerError`` if it cannot be made.

        A player that was given is handed out as it is, every time.
        """
        if self.player is not None:
            return self.player
        assert self.factory is not None
        spend = self.budget or budget or Budget()
        try:
            made = self.factory(budget=spend) if self.takes_budget else self.factory()
        except KingdominoError:
            raise
        except Exception as error:
            raise PlayerError(
                "the player {name} cannot be made: {reason}",
                name=quote(self.name),
                reason=describe_error(error),
            ) from error
        if not _is_player(made):
            raise PlayerError(
                "{name} is no player: it has no method choose(view, rng)", name=quote(self.name)
            )
        return made


def invite(player: PlayerLike) -> Invitation:
    """Find whoever is named or given; ``PlayerError`` if there is nobody, or not with this budget.

    After a name may stand an @ and a budget of its own: seconds (``champion@0.1s``, ``@200ms``) or
    else units of work (``mc-random@500``), for players that take one.
    """
    if not isinstance(player, str):
        return _take(player)
    if not player or player.startswith("@") or not player.isprintable():
        raise PlayerError("{text} is no player: write a name, or module:Class", text=quote(player))
    name, at, text = player.partition("@")
    budget = _read_budget(name, text) if at else None
    found = _take(_find(name), player, budget)
    if at and not found.takes_budget:
        raise PlayerError(
            "{name} decides without a budget: leave out {budget}",
            name=quote(name),
            budget=quote(at + text),
        )
    return found


def invite_all(players: PlayerLike | Sequence[PlayerLike], seats: int) -> list[Invitation]:
    """Whoever is asked to sit in so many seats: one for all of them, or one for each."""
    if isinstance(players, Sequence) and not isinstance(players, str):
        if len(players) != seats:
            raise PlayerError(
                "name one opponent for all other seats or one for each of the {seats}, not {found}",
                seats=seats,
                found=len(players),
            )
        return [invite(player) for player in players]
    return [invite(players)] * seats


def create_player(player: PlayerLike, budget: Budget | None = None) -> Player:
    """The player that is named or given, with its own budget after the @ or else this one.

    The budget is handed to players that take one. Raises ``PlayerError``, of which
    ``UnknownPlayer`` is a kind.
    """
    return invite(player).create(budget)


def describe_error(error: BaseException) -> str:
    """What went wrong in code that is not ours, in a few words."""
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _take(given: object, name: str = "", budget: Budget | None = None) -> Invitation:
    """An invitation for an object: a player, or a class or function that makes one."""
    kind = given if isinstance(given, type) or inspect.isroutine(given) else type(given)
    name = name or f"{kind.__module__}:{kind.__qualname__}"
    if _is_player(given) and not isinstance(given, type):
        return Invitation(name, None, given, budget)
    if callable(given):
        return Invitation(name, given, None, budget)
    raise PlayerError(
        "{name} is not a player, nor a class or function that makes one", name=quote(name)
    )


def _is_player(thing: object) -> TypeGuard[Player]:
    return callable(getattr(thing, "choose", None))


def _takes_budget(factory: Factory) -> bool:
    try:
        return "budget" in inspect.signature(factory).parameters
    except ValueError:  # made in C, and silent about what it takes
        return False


def _read_budget(player: str, text: str) -> Budget:
    found = _OWN_BUDGET.fullmatch(text)
    if found is None or (not found["unit"] and "." in text):
        raise PlayerError(
            "{text} is no budget for {player}: write seconds such as @0.5s or @200ms, "
            "or units of work such as @500",
            text=quote(text),
            player=player,
        )
    if not found["unit"]:
        return Budget(work=int(text))
    return Budget(seconds=float(found["number"]) / (1000 if found["unit"] == "ms" else 1))


def _find(name: str) -> object:
    """What a name stands for."""
    target = _OWN.get(name, name)
    if ":" in target:
        return _load(name, target)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            return _load(name, point.value)
    raise UnknownPlayer(
        "there is no player {name}: choose {names}, or name your own as module:Class",
        name=quote(name),
        names=", ".join(player_names()),
    )


def _load(name: str, target: str) -> object:
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # whatever a module does that is not ours
        missing = isinstance(error, ImportError | AttributeError)
        raise UnknownPlayer(
            "the player {name} cannot be loaded: {reason}",
            name=quote(name),
            reason=str(error) if missing else describe_error(error),
        ) from error
