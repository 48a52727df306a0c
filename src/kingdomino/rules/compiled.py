"""How the kernel is compiled: one decorator and the few bit operations Python lacks.

With ``NUMBA_DISABLE_JIT=1`` everything here runs as plain Python, slowly, with equal results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

F = TypeVar("F", bound=Callable[..., Any])

JIT: bool = not numba.config.DISABLE_JIT


def compiled(function: F) -> F:
    """Compile ``function`` with numba: cached on disk, without the GIL, without bounds checks."""
    return _compile(function, forceinline=False)


def inlined(function: F) -> F:
    """Compile a small ``function`` that is to be merged into every compiled one that calls it."""
    return _compile(function, forceinline=True)


def _compile(function: F, *, forceinline: bool) -> F:
    if JIT:
        from kingdomino.rules.machine_code import CodeCache

        options = {"nogil": True, "error_model": "numpy", "forceinline": forceinline}
        dispatcher = numba.njit(**options)(function)
        dispatcher._cache = CodeCache(dispatcher)
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
