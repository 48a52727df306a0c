"""What Python calls of the compiled code: every such function, and the types it is compiled for.

``@compiled`` with types registers the function here. So whoever wants compiled code ready names
the modules that he will call, and nobody keeps a list of functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from numba.core.registry import cpu_target

from kingdomino.rules.machine_code import CodeCache

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

    from kingdomino.rules.compiled import Kind

TABLE = ("kingdomino.rules.kernel", "kingdomino.rules.territories")
"""The modules whose compiled code ``Game`` and ``Kingdom`` call."""

Progress = Callable[[int, int, str], None]
"""Called with how many functions are ready, of how many, and the name of the next one or ``""``."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A compiled function that Python calls, and for which types."""

    function: Dispatcher
    kinds: tuple[Kind, ...]

    @property
    def name(self) -> str:
        """Its module and its name."""
        return f"{self.function.py_func.__module__}.{self.function.py_func.__qualname__}"

    @property
    def types(self) -> tuple[Any, ...]:
        """Numba's types of its parameters."""
        return tuple(kind.type for kind in self.kinds)

    def is_fresh(self) -> bool:
        """Whether its machine code lies on disk, compiled from the sources as they are."""
        context = cpu_target.target_context
        return CodeCache.of(self.function).find(self.types, context) is not None

    def load(self) -> None:
        """Load its machine code, or compile it if that is not on disk."""
        self.function.compile(self.types)


_entries: dict[str, list[Entry]] = {}


def register(function: Dispatcher, kinds: tuple[Kind, ...]) -> None:
    """Note a function that Python calls."""
    _entries.setdefault(function.py_func.__module__, []).append(Entry(function, kinds))


def entries_of(modules: Iterable[str]) -> list[Entry]:
    """The entries of these modules, in their order; none where nothing is compiled at all."""
    for module in modules:
        import_module(module)
    return [entry for module in modules for entry in _entries.get(module, [])]


def load(modules: Iterable[str], progress: Progress | None = None) -> None:
    """Load the compiled code of these modules, and compile what is not on disk."""
    entries = entries_of(modules)
    for done, entry in enumerate(entries):
        if progress:
            progress(done, len(entries), entry.name)
        entry.load()
    if progress:
        progress(len(entries), len(entries), "")


def is_fresh(modules: Iterable[str]) -> bool:
    """Whether all compiled code of these modules lies on disk and need only be loaded."""
    return all(entry.is_fresh() for entry in entries_of(modules))
