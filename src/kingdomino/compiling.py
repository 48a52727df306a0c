"""Everything that is compiled, compiled: so that nobody waits for it later.

``python -m kingdomino.compiling`` does it by hand, after an installation or in an image.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from importlib.resources import files

from kingdomino.rules import entries
from kingdomino.rules.machine_code import find_shelter

PACKAGES = ("rules", "players", "env")
"""The packages that hold compiled code."""


def compiled_modules() -> list[str]:
    """The modules with functions that Python calls, but for those whose needs are not installed."""
    found = [
        f"kingdomino.{package}.{file.name.removesuffix('.py')}"
        for package in PACKAGES
        for file in sorted(files(f"kingdomino.{package}").iterdir(), key=lambda file: file.name)
        if file.name.endswith(".py") and "\n@compiled(" in file.read_text(encoding="utf-8")
    ]
    return [module for module in found if _can_import(module)]


def compile_all(progress: entries.Progress | None = None) -> None:
    """Compile all that is not on disk yet, and load it."""
    entries.load(compiled_modules(), progress)


def is_all_fresh() -> bool:
    """Whether all of it is on disk, compiled from the sources as they are."""
    return entries.is_fresh(compiled_modules())


def main() -> None:
    """Compile everything, and say what is being compiled and where it is kept."""
    start = time.perf_counter()

    def tell(done: int, of: int, name: str) -> None:
        if name:
            print(f"{done + 1}/{of} {name}", flush=True)

    compile_all(tell)
    shelter = find_shelter()
    place = shelter.folder or "memory only: no folder can be written to"
    print(f"{time.perf_counter() - start:.0f} s, kept in {place}")
    if not shelter.lasting:
        sys.exit(1)


def _can_import(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        if module.startswith("kingdomino.env."):  # an extra
            return False
        raise
    return True


if __name__ == "__main__":
    main()
