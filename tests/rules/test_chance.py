"""Random numbers inside compiled code."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kingdomino.rules.chance import below, next_word, scale, stream
from kingdomino.rules.compiled import compiled


def splitmix(seed: int, count: int) -> list[int]:
    """SplitMix64 as its authors write it down, on whole numbers without end."""
    found = []
    for step in range(1, count + 1):
        word = (seed + step * 0x9E3779B97F4A7C15) % 2**64
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        found.append(word ^ word >> 31)
    return found


def test_the_stream_of_seed_0_is_the_published_one() -> None:
    rng = stream(0)
    assert int(next_word(rng)) % 2**64 == 0xE220A8397B1DCDAF
    assert int(next_word(rng)) % 2**64 == 0x6E789E6AA1B965F4


@given(st.integers())
def test_any_integer_is_a_seed(seed: int) -> None:
    rng = stream(seed)
    assert rng.dtype == np.int64
    assert [int(next_word(rng)) % 2**64 for _ in range(5)] == splitmix(seed, 5)


@compiled
def draw_twice(rng: NDArray[np.int64]) -> tuple[int, int]:
    """Two words in a row, the second where the first says so, all in one compiled function."""
    first = next_word(rng)
    second = 0
    if first & 1:
        second = next_word(rng)
    return first, second


@given(st.integers())
def test_words_drawn_in_a_row_by_one_function_are_those_of_the_stream(seed: int) -> None:
    first, second = splitmix(seed, 2)
    drawn = [int(word) % 2**64 for word in draw_twice(stream(seed))]
    assert drawn == [first, second if first & 1 else 0]


@given(st.integers(-(2**63), 2**63 - 1), st.integers(1, 300))
def test_a_word_is_scaled_by_its_upper_half(word: int, count: int) -> None:
    assert scale(word, count) == (word % 2**64 >> 32) * count >> 32
    assert 0 <= scale(word, count) < count


@pytest.mark.parametrize("count", [1, 2, 3, 24, 48])
def test_every_number_below_is_about_equally_likely(count: int) -> None:
    rng, draws = stream(count), 200 * count
    found = np.bincount([int(below(rng, count)) for _ in range(draws)], minlength=count)
    assert len(found) == count
    # Chi-square: its mean is count - 1, its variance twice that.
    surplus = ((found - 200) ** 2 / 200).sum() - (count - 1)
    assert abs(surplus) <= 5 * (2 * count) ** 0.5
