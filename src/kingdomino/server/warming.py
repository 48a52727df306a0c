"""Loads compiled code before somebody waits for it. The first time on a machine it is compiled."""

from __future__ import annotations

from random import Random

import kingdomino.server.table as _table  # noqa: F401 (loaded here, so that nobody waits for it)
from kingdomino.game.game import Game
from kingdomino.game.kingdom import Kingdom
from kingdomino.rules.entries import TABLE, is_fresh, load
from kingdomino.rules.ruleset import Rules
from kingdomino.server.snapshots import Artist, show_fits, show_legal


def is_compiled() -> bool:
    """Whether the kernel's compiled code lies on disk, and need only be loaded."""
    return is_fresh(TABLE)


def warm_rules() -> None:
    """Load what a table needs of the kernel, and play a short game."""
    load(TABLE)
    chance = Random(1)
    game = Game.new(Rules(players=2, harmony=True, middle_kingdom=True), seed=1)
    artist = Artist()
    while not game.over:
        show_legal(game, 0)
        game.play(chance.choice(game.legal_actions()))
    artist.show_game(game, [], game=1, number=0, deadline=None, take_back=False)
    show_fits(game, 0, 1)
    game.winners()
    Kingdom.from_text("w1f/Cs").doubts()


def warm_level(name: str) -> None:
    """Load what a level needs, so that nobody waits for it."""
    from kingdomino.players.levels import find_level

    find_level(name).warm_up()
