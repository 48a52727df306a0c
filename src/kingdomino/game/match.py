"""A match: a single game, or the three games of a Dynasty."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingdomino.errors import SettingError
from kingdomino.game.deal import Deal, Seed
from kingdomino.game.game import Game, read_rules

if TYPE_CHECKING:
    from kingdomino.game.actions import Playable
    from kingdomino.game.seats import Colour
    from kingdomino.rules.ruleset import Rules

DYNASTY_GAMES = 3


class Match:
    """Games in a row with the same seats. Without Dynasty a match is one game."""

    def __init__(self, games: Sequence[Game], deals: Sequence[Deal] = ()) -> None:
        """A match of games that have been played, of which the last may be in progress.

        ``deals`` are those of the games to come; fresh ones are made where they run out.
        """
        if not games:
            raise ValueError("a match has at least one game")
        self.rules: Rules = games[0].rules
        if any(game.rules != self.rules for game in games):
            raise SettingError("the games of a match are played by the same rules")
        if len(games) > self.length:
            raise SettingError(
                "this match has {most} games at the most, not {games}",
                most=self.length,
                games=len(games),
            )
        if not all(game.over for game in games[:-1]):
            raise SettingError("a game of a match begins when the one before it is over")
        self.games: list[Game] = list(games)
        """The games so far."""
        self.deals: list[Deal] = list(deals)
        """Those of the games to come, as far as they are settled: secret, like a pile."""

    @classmethod
    def new(
        cls,
        rules: Rules | str,
        seed: Seed | None = None,
        *,
        colours: tuple[Colour, ...] | None = None,
        names: Sequence[str] | None = None,
    ) -> Match:
        """Begin a match. The seed decides all its deals."""
        rules = read_rules(rules)
        first, *later = _derive_deals(rules, seed)
        return cls([Game.from_deal(rules, first, colours=colours, names=names)], later)

    @property
    def length(self) -> int:
        """How many games the match has when it is complete."""
        return DYNASTY_GAMES if self.rules.dynasty else 1

    @property
    def game(self) -> Game:
        """The game being played, or the last one when the match is over."""
        return self.games[-1]

    @property
    def over(self) -> bool:
        """Whether the last game of the match is over."""
        return len(self.games) == self.length and self.game.over

    def play(self, action: Playable) -> None:
        """Play an action in the current game; see ``Game.play``.

        When it ends a game and the match goes on, the next game begins.
        """
        self.game.play(action)
        if self.game.over and not self.over:
            last = self.game
            deal = self.deals.pop(0) if self.deals else Deal.from_seed()
            game = Game.from_deal(self.rules, deal, colours=last.colours, names=last.names)
            self.games.append(game)

    def totals(self) -> list[int]:
        """Every seat's points over all games so far."""
        scores = [[score.total for score in game.scores()] for game in self.games]
        return [sum(points) for points in zip(*scores, strict=True)]

    def winners(self) -> list[int]:
        """The seats that stand highest, and so win if the match is over.

        A single game has its tie-breaks; a Dynasty that ends level is shared.
        """
        if not self.rules.dynasty:
            return self.game.winners()
        totals = self.totals()
        return [seat for seat, total in enumerate(totals) if total == max(totals)]


def _derive_deals(rules: Rules, seed: Seed | None) -> list[Deal]:
    """A deal for each game of a match.

    A Dynasty's deals each have a secret of their own, so that a game's can be revealed when it is
    over without giving the next one away.
    """
    deal = Deal.from_seed(seed)
    if not rules.dynasty:
        return [deal]
    secrets = [f"{deal.secret} game {number}" for number in range(1, DYNASTY_GAMES + 1)]
    return [Deal("x" + hashlib.sha256(secret.encode()).hexdigest()) for secret in secrets]
