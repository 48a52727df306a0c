"""What a compiled function is made of, as a digest: machine code is fresh while that stays.

Whatever a compiled function calls may be merged into it, and whatever constants it names are part
of its machine code, wherever they are defined. So its stamp is taken from the function itself and
from everything that it leans on, step by step: the functions that it names, the constants, and
theirs. Comments, docstrings and what only a type checker reads make no difference.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np

_VERSIONS = f"numba {numba.__version__} llvmlite {llvmlite.__version__} numpy {np.__version__}"

# What changes only with those versions and Python's is named, and not looked into.
_FOREIGN = {*sys.stdlib_module_names, "llvmlite", "numba", "numpy"}

_ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")


def stamp(function: object) -> bytes:
    """A digest of all that the machine code of ``function`` is made from."""
    parts: dict[int, bytes] = {}
    waiting = [function]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in parts:
            parts[id(thing)], leaning_on = _read(thing)
            waiting.extend(leaning_on)
    digest = hashlib.sha256(_VERSIONS.encode())
    for part in sorted(parts.values()):
        digest.update(part)
    return digest.digest()


class _Reader:
    """Collects what one function or class consists of, and what else it leans on."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.leaning_on: list[object] = []

    def read(self, thing: object) -> None:
        """Take in a function, compiled or not, an intrinsic, or a class."""
        if isinstance(thing, type):
            self._read_class(thing)
            return
        self.texts.append(repr(getattr(thing, "targetoptions", None)))
        self._read_function(_plain(thing))

    def _read_class(self, kind: type) -> None:
        self.texts.append(f"{kind.__module__}.{kind.__qualname__}")
        for name, value in sorted(vars(kind).items()):
            if name == "__annotations__" or isinstance(value, FunctionType):
                self._name(name, value, ())

    def _read_function(self, function: FunctionType) -> None:
        self.texts.append(f"{function.__module__}.{function.__qualname__}")
        codes = list(_nested(function.__code__))
        names = {name for code in codes for name in code.co_names}
        for code in codes:
            self.texts.append(repr((code.co_code, code.co_varnames, code.co_freevars)))
            self.texts.append(repr(code.co_names))
            for constant in code.co_consts:
                if not isinstance(constant, CodeType) and constant != function.__doc__:
                    self._name("", constant, ())
        for value in function.__defaults__ or ():
            self._name("", value, ())
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            self._name(name, cell.cell_contents, names)
        for name in sorted(names & function.__globals__.keys()):
            self._name(name, function.__globals__[name], names)

    def _name(self, name: str, value: object, names: Iterable[str]) -> None:
        """Take in what a function calls by a name; ``names`` are all that it uses."""
        if isinstance(value, ModuleType):
            self.texts.append(f"{name} = module {value.__name__}")
            if _is_ours(value.__name__):
                for each in sorted(vars(value).keys() & names):
                    self._name(f"{name}.{each}", vars(value)[each], ())
        elif isinstance(value, np.ndarray):
            digest = hashlib.sha256(value.tobytes()).hexdigest()
            self.texts.append(f"{name} = array {value.dtype} {value.shape} {digest}")
        elif isinstance(value, tuple | list):
            self.texts.append(f"{name} = {type(value).__name__} of {len(value)}")
            for each in value:
                self._name(name, each, names)
        elif isinstance(value, frozenset | set):
            self.texts.append(f"{name} = {sorted(map(repr, value))}")
        elif isinstance(value, type) or isinstance(_plain(value), FunctionType):
            thing = value if isinstance(value, type) else _plain(value)
            self.texts.append(f"{name} = {thing.__module__}.{thing.__qualname__}")
            if _is_ours(thing.__module__):
                self.leaning_on.append(value)
        else:
            self.texts.append(f"{name} = {_ADDRESS.sub('', repr(value))}")


@cache
def _read(thing: object) -> tuple[bytes, tuple[object, ...]]:
    reader = _Reader()
    reader.read(thing)
    return hashlib.sha256("\n".join(reader.texts).encode()).digest(), tuple(reader.leaning_on)


def _plain(thing: Any) -> Any:
    """The Python function behind a compiled one or an intrinsic; another thing as it is."""
    return getattr(thing, "py_func", getattr(thing, "_defn", thing))


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] not in _FOREIGN
