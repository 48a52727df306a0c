"""The rules a game is played by: edition, number of players and variants, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kingdomino.errors import KingdominoError, quote

Edition = Literal["classic", "revised"]

EDITIONS: tuple[Edition, ...] = ("classic", "revised")

# The word for each variant in the short text of a ruleset, in the order they are written.
_VARIANT_WORDS = {
    "duel": "mighty_duel",
    "dynasty": "dynasty",
    "harmony": "harmony",
    "middle": "middle_kingdom",
}


class RulesError(KingdominoError, ValueError):
    """These rules cannot be played; the message says why and what can be."""

    code = "malformed"


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play Kingdomino.

    Impossible combinations raise ``RulesError``. The revised two-player game is always the duel,
    so there ``mighty_duel`` adds nothing and is dropped: equal rules compare equal.
    """

    players: int = 2
    edition: Edition = "classic"
    middle_kingdom: bool = False
    harmony: bool = False
    dynasty: bool = False
    mighty_duel: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.players, bool) or not isinstance(self.players, int):
            raise RulesError(
                "the number of players is 2, 3 or 4, not {players}", players=repr(self.players)
            )
        if not 2 <= self.players <= 4:
            raise RulesError(
                "Kingdomino is for 2, 3 or 4 players, not {players}", players=self.players
            )
        if self.edition not in EDITIONS:
            raise RulesError(
                'the edition is "classic" or "revised", not {edition}', edition=repr(self.edition)
            )
        if self.mighty_duel and self.players != 2:
            raise RulesError("Mighty Duel is for 2 players, not {players}", players=self.players)
        if self.edition == "revised":
            object.__setattr__(self, "mighty_duel", False)

    @property
    def duel(self) -> bool:
        """Whether this is the two-player game with all dominoes on the large grid."""
        return self.players == 2 and (self.mighty_duel or self.edition == "revised")

    @property
    def duel_opening(self) -> bool:
        """Whether one king is drawn, and A claims one domino, B two, A the last."""
        return self.players == 2 and self.edition == "revised"

    @property
    def grid(self) -> int:
        """The side of the square a kingdom must fit into: 5, or 7 in the duel."""
        return 7 if self.duel else 5

    @property
    def deck_size(self) -> int:
        """How many dominoes are in play; the rest of the 48 is left out unseen."""
        return self.line_length * self.rounds

    @property
    def line_length(self) -> int:
        """How many dominoes are laid out in a line."""
        return 3 if self.players == 3 and self.edition == "classic" else 4

    @property
    def rounds(self) -> int:
        """How many dominoes' worth of rounds are played after the opening claims."""
        return 6 if self.players == 2 and not self.duel else 12

    @property
    def kings_each(self) -> int:
        """How many kings each player has."""
        return 2 if self.players == 2 else 1

    @property
    def kings(self) -> int:
        """How many kings are in play, that is, how many dominoes of a line are claimed."""
        return self.players * self.kings_each

    @property
    def dominoes_each(self) -> int:
        """How many dominoes each player receives over the game; they fill the grid exactly."""
        return self.rounds * self.kings_each

    def __str__(self) -> str:
        """The short text of the rules, such as ``classic 2p harmony middle``."""
        variants = [word for word, field in _VARIANT_WORDS.items() if getattr(self, field)]
        return " ".join([self.edition, f"{self.players}p", *variants])

    @classmethod
    def from_text(cls, text: str) -> Rules:
        """The rules that a short text such as ``revised 3p middle`` stands for.

        The words may come in any order; the edition defaults to classic. Raises ``RulesError``.
        """
        players: int | None = None
        edition: Edition | None = None
        variants: dict[str, bool] = {}
        for word in text.lower().split():
            if word in EDITIONS:
                if edition is not None:
                    raise RulesError("the rules {text} name an edition twice", text=quote(text))
                edition = "classic" if word == "classic" else "revised"
            elif len(word) == 2 and word[0] in "0123456789" and word[1] == "p":
                if players is not None:
                    raise RulesError(
                        "the rules {text} name the number of players twice", text=quote(text)
                    )
                players = int(word[0])
            elif word in _VARIANT_WORDS:
                if _VARIANT_WORDS[word] in variants:
                    raise RulesError(
                        "the rules {text} name {word} twice", text=quote(text), word=word
                    )
                variants[_VARIANT_WORDS[word]] = True
            else:
                known = ", ".join([*EDITIONS, "2p", "3p", "4p", *_VARIANT_WORDS])
                raise RulesError(
                    "{word} is no word for a rule: the words are {known}",
                    word=quote(word),
                    known=known,
                )
        if players is None:
            raise RulesError(
                "the rules {text} do not say how many play: add 2p, 3p or 4p", text=quote(text)
            )
        return cls(players=players, edition=edition or "classic", **variants)
