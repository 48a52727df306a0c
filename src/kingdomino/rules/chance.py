"""Random numbers inside compiled code: a stream is an array of one word, advanced in place.

This is SplitMix64. It decides playouts and searches; the deal of a real game comes from
``kingdomino.game.deal``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kingdomino.rules.compiled import inlined, wrapping_add, wrapping_multiply

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

_GAMMA = 0x9E37_79B9_7F4A_7C15 - 2**64
_MIX_1 = 0xBF58_476D_1CE4_E5B9 - 2**64
_MIX_2 = 0x94D0_49BB_1331_11EB - 2**64


def stream(seed: int) -> Words:
    """A new stream of random numbers; any integer is a seed."""
    return np.array([(seed + 2**63) % 2**64 - 2**63], dtype=np.int64)


@inlined
def next_word(rng: Words) -> int:
    """The next 64 random bits of the stream."""
    word = wrapping_add(rng[0], _GAMMA)
    rng[0] = word
    word = wrapping_multiply(word ^ ((word >> 30) & 0x3_FFFF_FFFF), _MIX_1)
    word = wrapping_multiply(word ^ ((word >> 27) & 0x1F_FFFF_FFFF), _MIX_2)
    return word ^ ((word >> 31) & 0x1_FFFF_FFFF)


@inlined
def scale(word: int, count: int) -> int:
    """The upper 32 bits of a random ``word`` as a number from 0 to ``count - 1``.

    For counts of a game's size the bias stays below one in ten million.
    """
    return (((word >> 32) & 0xFFFF_FFFF) * count) >> 32


@inlined
def below(rng: Words, count: int) -> int:
    """A random number from 0 to ``count - 1``."""
    return scale(next_word(rng), count)
