"""Kingdomino: the whole game, its players and its notation.

    >>> import kingdomino as kd
    >>> game = kd.Game.new(kd.Rules(players=2), seed=2026)
    >>> game.play(game.legal_actions()[0])

Names are loaded when first asked for, so importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingdomino.errors import KingdominoError as KingdominoError
    from kingdomino.game.actions import Action as Action
    from kingdomino.game.actions import Claim as Claim
    from kingdomino.game.actions import Discard as Discard
    from kingdomino.game.actions import Move as Move
    from kingdomino.game.actions import Place as Place
    from kingdomino.game.actions import Playable as Playable
    from kingdomino.game.actions import parse_action as parse_action
    from kingdomino.game.deal import Deal as Deal
    from kingdomino.game.errors import IllegalAction as IllegalAction
    from kingdomino.game.errors import NotationError as NotationError
    from kingdomino.game.game import Game as Game
    from kingdomino.game.kingdom import Kingdom as Kingdom
    from kingdomino.game.match import Match as Match
    from kingdomino.game.position import Position as Position
    from kingdomino.game.position import Slot as Slot
    from kingdomino.game.record import Record as Record
    from kingdomino.game.scores import Score as Score
    from kingdomino.game.scores import Territory as Territory
    from kingdomino.game.scores import rank as rank
    from kingdomino.game.scores import winners as winners
    from kingdomino.game.seats import Colour as Colour
    from kingdomino.game.view import View as View
    from kingdomino.rules.dominoes import DOMINOES as DOMINOES
    from kingdomino.rules.dominoes import Domino as Domino
    from kingdomino.rules.dominoes import Square as Square
    from kingdomino.rules.dominoes import Terrain as Terrain
    from kingdomino.rules.dominoes import domino as domino
    from kingdomino.rules.ruleset import Rules as Rules
    from kingdomino.rules.ruleset import RulesError as RulesError

__version__ = "0.1.0"

_HOMES = {
    "errors": ("KingdominoError",),
    "game.actions": ("Action", "Claim", "Discard", "Move", "Place", "Playable", "parse_action"),
    "game.deal": ("Deal",),
    "game.errors": ("IllegalAction", "NotationError"),
    "game.game": ("Game",),
    "game.kingdom": ("Kingdom",),
    "game.match": ("Match",),
    "game.position": ("Position", "Slot"),
    "game.record": ("Record",),
    "game.scores": ("Score", "Territory", "rank", "winners"),
    "game.seats": ("Colour",),
    "game.view": ("View",),
    "rules.dominoes": ("DOMINOES", "Domino", "Square", "Terrain", "domino"),
    "rules.ruleset": ("Rules", "RulesError"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


if not TYPE_CHECKING:  # a checker that saw it would take any name for one of ours

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'kingdomino' has no attribute {name!r}")
        value = getattr(import_module(f"kingdomino.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
