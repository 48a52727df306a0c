"""The fair deal: from a secret and the players' contributions to a pile that anyone can check.

1. The secret is a text: a seed's digits, or ``x`` and the hexadecimal digits of its bytes. Its
   *commitment*, published before the game, is the SHA-256 of that text.
2. The *entropy* is an endless run of bytes: SHA-256 of ``kingdomino deal 1``, the secret, each
   contribution and the block's number 0, 1, 2 …, one to a line, block after block.
3. A number below n is the next byte modulo n; a byte that is not below the largest multiple of n
   that fits is skipped, so that every number is equally likely.
4. To shuffle, for each place from the last down to the second, swap it with one of the places up to
   and including it. First the dominoes 1 to 48 are shuffled, then the kings.

``docs/notation.md`` shows the same with an example.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import TypeVar

from kingdomino.errors import quote
from kingdomino.game.errors import NotationError
from kingdomino.rules.dominoes import DOMINOES
from kingdomino.rules.ruleset import Rules

Item = TypeVar("Item")

Seed = int | bytes

SECRET = re.compile(r"0|[1-9][0-9]*|x(?:[0-9a-f]{2})*")
_LONGEST_DECIMAL = 4096  # bits: Python does not write numbers of any length in decimal

CONTRIBUTION = re.compile(r"[0-9a-f]{1,128}")


@dataclass(frozen=True, slots=True)
class Deal:
    """A secret and the players' contributions, and all that follows from them."""

    secret: str
    contributions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not SECRET.fullmatch(self.secret):
            raise NotationError(
                "{text} is no seed: write a whole number, or x and pairs of digits 0-f",
                text=quote(self.secret),
            )
        for contribution in self.contributions:
            if not CONTRIBUTION.fullmatch(contribution):
                raise NotationError(
                    "{text} is no contribution: write 1 to 128 digits 0-f", text=quote(contribution)
                )

    @classmethod
    def from_seed(cls, seed: Seed | None = None, contributions: tuple[str, ...] = ()) -> Deal:
        """A deal from a whole number or bytes; ``None`` draws 256 bits from the system.

        A number of more than 4096 bits stands for its bytes, the highest first.
        """
        if seed is None:
            seed = secrets.token_bytes(32)
        if isinstance(seed, bytes):
            return cls("x" + seed.hex(), contributions)
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number or bytes, not {type(seed).__name__}")
        if seed < 0:
            raise ValueError(f"a seed is zero or more, not {seed}")
        if seed.bit_length() > _LONGEST_DECIMAL:
            return cls(f"x{seed.to_bytes((seed.bit_length() + 7) // 8).hex()}", contributions)
        return cls(str(seed), contributions)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, in hexadecimal: fit to be published before the game."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def shuffle(self, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The pile, first domino to be drawn first, and the seats in opening order.

        The pile holds the dominoes that are in play; the others are left out.
        """
        entropy = self._entropy()
        pile = _shuffled([domino.number for domino in DOMINOES], entropy)
        if rules.duel_opening:
            first = _below(2, entropy)
            opening = [first, 1 - first, 1 - first, first]
        else:
            opening = _shuffled(
                [seat for seat in range(rules.players) for _ in range(rules.kings_each)], entropy
            )
        return tuple(pile[: rules.deck_size]), tuple(opening)

    def _entropy(self) -> Iterator[int]:
        prefix = "\n".join(["kingdomino deal 1", self.secret, *self.contributions, ""])
        return chain.from_iterable(
            hashlib.sha256(f"{prefix}{block}".encode()).digest() for block in count()
        )


def _below(limit: int, entropy: Iterator[int]) -> int:
    multiple = 256 - 256 % limit
    while (byte := next(entropy)) >= multiple:
        pass
    return byte % limit


def _shuffled(items: list[Item], entropy: Iterator[int]) -> list[Item]:
    for place in range(len(items) - 1, 0, -1):
        other = _below(place + 1, entropy)
        items[place], items[other] = items[other], items[place]
    return items
