"""Loads compiled code before somebody waits for it. The first time on a machine it is compiled."""

from __future__ import annotations

from pathlib import Path
from random import Random

import kingdomino.server.table as _table  # noqa: F401 (loaded here, so that nobody waits for it)
from kingdomino.game.game import Game
from kingdomino.game.kingdom import Kingdom
from kingdomino.rules import kernel
from kingdomino.rules.compiled import JIT
from kingdomino.rules.ruleset import Rules
from kingdomino.server.snapshots import Artist, show_fits, show_legal


def is_compiled() -> bool:
    """Whether the kernel's compiled code lies on disk, as far as can be told without loading it."""
    if not JIT:
        return True
    newest = max(path.stat().st_mtime for path in Path(kernel.__file__).parent.glob("*.py"))
    # Once compiled a function is more than that, which its type does not say.
    folder = Path(kernel.legal_actions.stats.cache_path)  # type: ignore[attr-defined]
    found = folder.glob("kernel.legal_actions-*.nbi")
    return any(path.stat().st_mtime > newest for path in found)


def warm_rules() -> None:
    """Play a short game, and use all of the kernel that a table uses."""
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
    """Have a level decide claims and placements, on both grids, so that nobody waits for it."""
    from kingdomino.players.levels import find_level
    from kingdomino.players.player import WarmsUp

    level = find_level(name)
    player = level.create()
    if isinstance(player, WarmsUp):
        player.warm_up()
    for rules in (Rules(players=2), Rules(players=2, mighty_duel=True)):
        game = Game.new(rules, seed=1)
        for _ in range(5):
            game.play(level.create().choose(game.view(game.acting_seat), Random(1)))


def warm_players() -> None:
    """Make all levels ready."""
    from kingdomino.players.levels import LEVELS

    for level in LEVELS:
        warm_level(level.name)
