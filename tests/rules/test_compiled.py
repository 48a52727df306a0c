"""Bit operations against Python's own numbers, and machine code that follows its sources."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.rules.compiled import (
    WORDS_2D,
    Like,
    compiled,
    inlined,
    lowest,
    popcount,
    wrapping_add,
    wrapping_multiply,
)

words = st.integers(-(2**63), 2**63 - 1)


# The bit operations exist inside compiled code only.
@compiled
def count_bits(word: int) -> int:
    return popcount(word)


@compiled
def find_lowest(word: int) -> int:
    return lowest(word)


@compiled
def add(a: int, b: int) -> int:
    return wrapping_add(a, b)


@compiled
def multiply(a: int, b: int) -> int:
    return wrapping_multiply(a, b)


def wrapped(number: int) -> int:
    """The number that 64 bits keep of this one."""
    return int.from_bytes((number % 2**64).to_bytes(8, "big"), "big", signed=True)


@given(words)
def test_popcount_counts_the_bits(word: int) -> None:
    assert count_bits(word) == f"{word % 2**64:b}".count("1")


@given(words.filter(bool))
def test_lowest_is_the_number_of_zeros_at_the_end(word: int) -> None:
    digits = f"{word % 2**64:064b}"
    assert find_lowest(word) == len(digits) - len(digits.rstrip("0"))


@pytest.mark.parametrize("index", range(64))
def test_lowest_finds_every_bit(index: int) -> None:
    assert find_lowest(wrapped(1 << index)) == index
    assert count_bits(wrapped(1 << index)) == 1


@given(words, words)
def test_sums_and_products_wrap_round(a: int, b: int) -> None:
    assert add(a, b) == wrapped(a + b)
    assert multiply(a, b) == wrapped(a * b)


def test_a_parameter_has_the_type_that_python_hands_over() -> None:
    assert WORDS_2D.type == numba.typeof(np.zeros((2, 2), dtype=np.int64))
    assert Like(lambda: (1, 0.5)).type == numba.typeof((1, 0.5))


def test_what_is_compiled_keeps_its_name_and_text() -> None:
    @inlined
    def twice(number: int) -> int:
        """Two of it."""
        return number + number

    assert (twice.__name__, twice.__doc__, twice(21)) == ("twice", "Two of it.", 42)


@pytest.mark.compiled_only
def test_a_cached_function_follows_a_change_in_another_file(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(
        "from kingdomino.rules.compiled import compiled\n"
        "from callee import answer\n"
        "@compiled\n"
        "def ask():\n"
        "    return answer()\n"
        "print(ask())\n",
        encoding="utf-8",
    )
    answers = []
    for number in (1, 2):
        (tmp_path / "callee.py").write_text(
            "from kingdomino.rules.compiled import inlined\n"
            f"@inlined\ndef answer():\n    return {number}\n",
            encoding="utf-8",
        )
        done = subprocess.run(
            [sys.executable, "-B", "caller.py"],
            cwd=tmp_path,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(done.stdout)
    assert answers == ["1\n", "2\n"]
