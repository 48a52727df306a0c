"""How the kernel is compiled: one decorator and the few bit operations Python lacks.

With ``NUMBA_DISABLE_JIT=1`` everything here runs as plain Python, slowly, with equal results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

F = TypeVar("F", bound=Callable[..., Any])

JIT: bool = not numba.config.DISABLE_JIT


class Kind:
    """What a parameter is, for a function that Python calls."""

    def __init__(self, type: object) -> None:
        self._type = type

    @property
    def type(self) -> object:
        """The type by which numba knows it."""
        return self._type


class Like(Kind):
    """A parameter like what ``make`` returns, which is called when somebody asks for the type."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    @property
    def type(self) -> object:
        """The type by which numba knows it."""
        return numba.typeof(self._make())


# What Python hands to compiled code: single ones, and arrays that lie in memory row by row.
WORD, WORDS = Kind(types.int64), Kind(types.int64[::1])
WORDS_2D, WORDS_3D = Kind(types.int64[:, ::1]), Kind(types.int64[:, :, ::1])
FLAG, FLAGS = Kind(types.boolean), Kind(types.boolean[::1])
NUMBER, NUMBERS, NUMBERS_2D = (
    Kind(types.float64),
    Kind(types.float64[::1]),
    Kind(types.float64[:, ::1]),
)
FLOATS, FLOATS_2D = Kind(types.float32[::1]), Kind(types.float32[:, ::1])


@overload
def compiled(function: F, /) -> F: ...
@overload
def compiled(*kinds: Kind) -> Callable[[F], F]: ...
def compiled(*kinds: Any) -> Any:
    """Compile a function with numba: kept on disk, without the GIL, without bounds checks.

    One that Python calls is given the types of its parameters, and is then compiled for them by
    ``entries.load``; one that only compiled functions call needs none.
    """
    return _decorate(kinds, forceinline=False)


@overload
def inlined(function: F, /) -> F: ...
@overload
def inlined(*kinds: Kind) -> Callable[[F], F]: ...
def inlined(*kinds: Any) -> Any:
    """Compile a small function that is to be merged into every compiled one that calls it."""
    return _decorate(kinds, forceinline=True)


def _decorate(kinds: tuple[Any, ...], *, forceinline: bool) -> Any:
    if isinstance(kinds[0], Kind):
        return lambda function: _compile(function, kinds, forceinline)
    return _compile(kinds[0], (), forceinline)


def _compile(function: F, kinds: tuple[Kind, ...], forceinline: bool) -> F:
    if JIT:
        from kingdomino.rules.entries import register
        from kingdomino.rules.machine_code import CodeCache

        options = {"nogil": True, "error_model": "numpy", "forceinline": forceinline}
        dispatcher = numba.njit(**options)(function)
        dispatcher._cache = CodeCache(dispatcher)
        if kinds:
            register(dispatcher, kinds)
        return dispatcher  # type: ignore[no-any-return]
    return function


if TYPE_CHECKING:

    def popcount(word: int) -> int: ...

    def lowest(word: int) -> int: ...

    def wrapping_add(a: int, b: int) -> int: ...

    def wrapping_multiply(a: int, b: int) -> int: ...

elif JIT:

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:
        """How many bits of ``word`` are set."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:
        """The index of the lowest set bit of ``word``, which must not be zero."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate

    # Numba's own ``+`` and ``*`` promise LLVM that nothing overflows. Where two words were drawn in
    # a row from one stream it then took the second to be anything it liked.
    @intrinsic
    def wrapping_add(typing_context: Any, a: Any, b: Any) -> Any:
        """``a + b`` on 64-bit words, overflow wrapping round."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.add(*args)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def wrapping_multiply(typing_context: Any, a: Any, b: Any) -> Any:
        """``a * b`` on 64-bit words, overflow wrapping round."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.mul(*args)

        return types.int64(types.int64, types.int64), generate

else:

    def popcount(word: int) -> int:
        """How many bits of ``word`` are set."""
        return (int(word) & 0xFFFF_FFFF_FFFF_FFFF).bit_count()

    def lowest(word: int) -> int:
        """The index of the lowest set bit of ``word``, which must not be zero."""
        word = int(word) & 0xFFFF_FFFF_FFFF_FFFF
        return (word & -word).bit_length() - 1

    def _wrap(number: int) -> int:
        return (number + 2**63) % 2**64 - 2**63

    def wrapping_add(a: int, b: int) -> int:
        """``a + b`` on 64-bit words, overflow wrapping round."""
        return _wrap(int(a) + int(b))

    def wrapping_multiply(a: int, b: int) -> int:
        """``a * b`` on 64-bit words, overflow wrapping round."""
        return _wrap(int(a) * int(b))
