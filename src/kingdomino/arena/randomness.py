"""Where chance comes from: hashes of the seed, the deal and the seat, and nothing else.

So a game is the same by itself, whoever plays it when, and on the same deal every seat draws the
same numbers whoever sits there.
"""

from __future__ import annotations

import hashlib
from random import Random

from kingdomino.game.deal import Deal


def deal_of(seed: str, deal: int) -> Deal:
    """The dominoes and kings of the deal with this number."""
    return Deal.from_seed(_hash(seed, "deal", deal))


def generator_of(seed: str, deal: int, seat: int) -> Random:
    """The generator for whoever sits in this seat in this deal."""
    return _generator(seed, "seat", deal, seat)


def substitute_generator(seed: str, deal: int, seat: int) -> Random:
    """The generator for the random actions in place of a player that failed."""
    return _generator(seed, "substitute", deal, seat)


def order_generator(seed: str, deal: int, table: int) -> Random:
    """The generator that says who sits next to whom."""
    return _generator(seed, "order", deal, table)


def _generator(seed: str, *what: str | int) -> Random:
    return Random(int.from_bytes(_hash(seed, *what), "big"))


def _hash(*what: str | int) -> bytes:
    text = "\n".join(["kingdomino arena 1", *map(str, what)])
    return hashlib.sha256(text.encode()).digest()
