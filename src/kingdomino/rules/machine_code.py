"""Compiled code on disk: numba's cache, for which a stamp says whether it is fresh."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from kingdomino.rules.stamps import stamp

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher


class _Naming(CompileResultCacheImpl):  # type: ignore[misc]
    """Files named by their function, wherever it stands in its module."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        name: str = super().get_filename_base(fullname, abiflags)
        return name.replace(f"-{self._lineno}.py", ".py")


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function. Its stamp is calculated when they are first asked for.

    By then everything that the function leans on is defined.
    """

    def __init__(self, function: Dispatcher, folder: str, name: str) -> None:
        self._function = function
        super().__init__(cache_path=folder, filename_base=name, source_stamp=None)

    @property
    def _source_stamp(self) -> bytes:
        return self._stamp

    @_source_stamp.setter
    def _source_stamp(self, _: Any) -> None:
        """Numba's own stamp, of the function's file, is not used."""

    @cached_property
    def _stamp(self) -> bytes:
        return stamp(self._function)


class CodeCache(FunctionCache):  # type: ignore[misc]
    """The machine code of one function on disk."""

    _impl_class = _Naming

    def __init__(self, function: Dispatcher) -> None:
        super().__init__(function.py_func)
        self._cache_file = _Files(function, self._cache_path, self._impl.filename_base)
