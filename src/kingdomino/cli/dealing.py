"""A new game, dealt and printed."""

from __future__ import annotations

import sys

from kingdomino.cli.console import make_console, print_json
from kingdomino.cli.sources import complete_names, parse_deal, parse_rules
from kingdomino.cli.table import Players, draw_table
from kingdomino.game.game import Game
from kingdomino.words import t


def deal_game(
    rules_text: str,
    seed: str | None,
    names: list[str],
    *,
    board: bool | None,
    commit: bool,
    as_json: bool,
) -> None:
    """Deal a game and print its record, a board, or JSON.

    The record holds the seed, so that the same pile continues; with ``commit`` it holds the seed's
    SHA-256 instead, and the seed goes to stderr.
    """
    rules = parse_rules(rules_text)
    deal = parse_deal(seed)
    game = Game.from_deal(rules, deal, names=complete_names(names, rules.players))
    if commit:
        game.tags["Commitment"] = deal.commitment
    record = game.record(reveal=not commit)
    if as_json:
        print_json(
            {
                "rules": str(rules),
                "seed": deal.secret,
                "commitment": deal.commitment,
                "players": [
                    {"seat": seat, "colour": str(colour), "name": game.names[seat]}
                    for seat, colour in enumerate(game.colours)
                ],
                "line": [domino for domino, _ in game.line],
                "opening": list(game.opening),
                "position": str(game),
                "record": str(record),
            }
        )
        return
    if board is None:
        board = sys.stdout.isatty()
    if board:
        console = make_console()
        console.print(draw_table(game, Players(game.names, game.colours), console))
        console.print()
    sys.stdout.write(str(record))
    if commit:
        make_console(stderr=True).print(
            t("Keep this seed secret until the game is over: {seed}", seed=deal.secret),
            soft_wrap=True,
        )
