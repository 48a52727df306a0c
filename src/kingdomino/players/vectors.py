"""The network's arithmetic, on whole rows of weights at a time.

Left to itself numba has to reckon with sums and weights that overlap, and keeps no sum in a
register. Here LLVM is given vectors to begin with, which is about twice as fast. With
``NUMBA_DISABLE_JIT=1`` numpy does the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kingdomino.rules.compiled import JIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_WORD, _LANE, _FLOAT = ir.IntType(64), ir.IntType(32), ir.FloatType()
_FUSED = ("contract",)  # a product and a sum may be one instruction where the machine has it
_UNALIGNED = 4  # a vector may begin at any number


def make_adder(rows: int, columns: int) -> Callable[[Floats, Floats, Floats, Floats], None]:
    """A compiled ``add_changes(features, seen, weights, sums)`` for weights of this shape.

    It adds to the ``sums`` what those features change that differ from the ones ``seen`` last, and
    sees them.
    """

    def add_changes(features: Floats, seen: Floats, weights: Floats, sums: Floats) -> None:
        sums[:columns] += (features - seen) @ weights
        seen[:] = features

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        code = _Writer(context, builder)
        features, seen, weights, sums = map(code.numbers_of, signature.args, args)
        total = cgutils.alloca_once_value(builder, code.load(sums, _WORD(0), columns))
        for begin in range(0, rows, _WORD.width):
            lanes = min(_WORD.width, rows - begin)
            now = code.load(features, _WORD(begin), lanes)
            differing = builder.fcmp_unordered("!=", now, code.load(seen, _WORD(begin), lanes))
            bits = builder.bitcast(differing, ir.IntType(lanes))
            bits = bits if lanes == _WORD.width else builder.zext(bits, _WORD)
            rest = cgutils.alloca_once_value(builder, bits)
            with cgutils.for_range(builder, builder.ctpop(bits)):
                bits = builder.load(rest)
                builder.store(builder.and_(bits, builder.sub(bits, _WORD(1))), rest)
                lowest = builder.cttz(bits, ir.IntType(1)(1))
                row = builder.add(lowest, _WORD(begin))
                change = builder.fsub(code.load_one(features, row), code.load_one(seen, row))
                code.add_row(total, change, weights, row)
            code.store(now, seen, _WORD(begin))
        code.store(builder.load(total), sums, _WORD(0))
        return context.get_dummy_value()

    def typed(typing_context: Any, features: Any, seen: Any, weights: Any, sums: Any) -> Any:
        return types.void(features, seen, weights, sums), generate

    return intrinsic(typed) if JIT else add_changes


def make_layer(inputs: int, outputs: int) -> Callable[[Floats, int, Floats, Floats, int], None]:
    """A compiled ``pass_on(units, source, weights, bias, target)`` for weights of this shape.

    It takes the sums that begin at ``source`` among the ``units``, leaves out those below 0, and
    writes the sums of the next layer from ``target`` on.
    """

    def pass_on(units: Floats, source: int, weights: Floats, bias: Floats, target: int) -> None:
        values = np.maximum(units[source : source + inputs], 0)
        units[target : target + outputs] = values @ weights + bias

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        code = _Writer(context, builder)
        kinds = signature.args
        units, weights, bias = (code.numbers_of(kinds[n], args[n]) for n in (0, 2, 3))
        # Two totals, so that a sum need not wait for the one before.
        totals = [
            cgutils.alloca_once_value(builder, code.load(bias, _WORD(0), outputs)),
            cgutils.alloca_once_value(builder, code.repeat(_FLOAT(0.0), outputs)),
        ]
        with cgutils.for_range(builder, _WORD(inputs // 2)) as loop:
            for which, total in enumerate(totals):
                row = builder.add(builder.mul(loop.index, _WORD(2)), _WORD(which))
                value = code.load_one(units, builder.add(args[1], row))
                positive = builder.fcmp_ordered(">", value, _FLOAT(0.0))
                value = builder.select(positive, value, _FLOAT(0.0))
                code.add_row(total, value, weights, row)
        both = builder.fadd(*(builder.load(total) for total in totals))
        code.store(both, units, args[4])
        return context.get_dummy_value()

    def typed(
        typing_context: Any, units: Any, source: Any, weights: Any, bias: Any, target: Any
    ) -> Any:
        return types.void(units, types.int64, weights, bias, types.int64), generate

    return intrinsic(typed) if JIT else pass_on


class _Writer:
    """Writes LLVM code for vectors of numbers."""

    def __init__(self, context: Any, builder: Any) -> None:
        self.context = context
        self.builder = builder

    def numbers_of(self, kind: Any, array: Any) -> Any:
        """Where the numbers of a numpy array begin."""
        return cgutils.create_struct_proxy(kind)(self.context, self.builder, value=array).data

    def load_one(self, numbers: Any, index: Any) -> Any:
        """The number at an index."""
        return self.builder.load(self.builder.gep(numbers, [index]))

    def load(self, numbers: Any, index: Any, lanes: int) -> Any:
        """As many numbers as there are lanes."""
        at = self._vector_at(numbers, index, lanes)
        return self.builder.load(at, align=_UNALIGNED)

    def store(self, vector: Any, numbers: Any, index: Any) -> None:
        """Write a vector among the numbers."""
        at = self._vector_at(numbers, index, vector.type.count)
        self.builder.store(vector, at, align=_UNALIGNED)

    def _vector_at(self, numbers: Any, index: Any, lanes: int) -> Any:
        at = self.builder.gep(numbers, [index])
        return self.builder.bitcast(at, ir.VectorType(_FLOAT, lanes).as_pointer())

    def repeat(self, number: Any, lanes: int) -> Any:
        """A vector with the same number in all lanes."""
        nothing = ir.Constant(ir.VectorType(_FLOAT, lanes), ir.Undefined)
        first = self.builder.insert_element(nothing, number, _LANE(0))
        lane = ir.Constant(ir.VectorType(_LANE, lanes), [0] * lanes)
        return self.builder.shuffle_vector(first, nothing, lane)

    def add_row(self, total: Any, factor: Any, weights: Any, row: Any) -> None:
        """Add a row of the weights, times a factor, to the vector that stands at ``total``."""
        before = self.builder.load(total)
        lanes = before.type.count
        weight = self.load(weights, self.builder.mul(row, _WORD(lanes)), lanes)
        product = self.builder.fmul(self.repeat(factor, lanes), weight, flags=_FUSED)
        self.builder.store(self.builder.fadd(before, product, flags=_FUSED), total)
