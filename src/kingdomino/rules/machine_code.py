"""Machine code on disk: where it is kept, and whether it is fresh and whole.

Every compiled function has a file for each list of types, named by a digest of all that the machine
code in it follows from: the function's stamp, the types, the processor. So a file that is there is
fresh, and processes that compile the same thing at the same time write the same file. It begins
with a checksum: what a full disk or a power cut has damaged is compiled anew.

The folders, in the order in which they are tried:

1. the one that ``NUMBA_CACHE_DIR`` names, if it does; otherwise ``__pycache__`` beside the source,
   which is read even where only somebody else may write, as in an installation of root's;
2. the user's folder for caches;
3. one of the user's own among the temporary files.

Where nothing can be written, compiled code stays in memory, and every process compiles anew.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import tempfile
import uuid
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from kingdomino.rules.stamps import stamp

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

SUFFIX = ".nbc"
_CHECKSUM_BYTES = 32

log = logging.getLogger("kingdomino.compiled")


@dataclass(frozen=True, slots=True)
class Shelter:
    """Where new machine code is kept."""

    folder: Path | None
    """The folder; ``None`` if there is none to write to, and it stays in memory."""
    usual: Path
    """The folder where it would be kept if everything were as it should be."""

    @property
    def lasting(self) -> bool:
        """Whether the next process will find what this one compiles."""
        return self.folder is not None


def find_shelter(source: str = __file__) -> Shelter:
    """Where machine code of this source is kept: the first folder that can be written to."""
    folders = _folders(source)
    found = next((folder for folder in folders if _is_writable(folder)), None)
    return Shelter(found, folders[0])


@cache
def _folders(source: str) -> tuple[Path, ...]:
    """Where machine code of this source may lie, in the order in which one looks."""
    place = Path(source).absolute().parent
    own = f"{place.name}_{hashlib.sha256(os.fsencode(place)).hexdigest()[:16]}"
    first = Path(config.CACHE_DIR, own) if config.CACHE_DIR else place / "__pycache__"
    user = Path(AppDirs("kingdomino", False).user_cache_dir)
    homes = [user] if user.is_absolute() else []  # else there is no home at all
    with suppress(OSError):
        homes.append(_among_temporary())
    return first, *(home / own for home in homes)


def _among_temporary() -> Path:
    """The user's own folder among the temporary files; ``OSError`` if those have no place."""
    return Path(tempfile.gettempdir(), f"kingdomino-{getattr(os, 'getuid', lambda: 'user')()}")


@cache
def _is_writable(folder: Path) -> bool:
    try:
        if folder.parent.name == _among_temporary().name:
            folder.parent.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return _is_trusted(folder)


def _is_trusted(folder: Path) -> bool:
    """Whether nobody else can have put there what is going to be run."""
    try:
        if folder.parent != _among_temporary() or not hasattr(os, "getuid"):
            return True
        found = folder.parent.lstat()
    except OSError:
        return True
    return found.st_uid == os.getuid() and not found.st_mode & 0o077


@cache
def _warn(source_folder: Path, reason: str) -> None:
    """Say once for each folder what is not as it should be."""
    log.warning("%s: %s", source_folder, reason)


class CodeCache(_Cache):  # type: ignore[misc]
    """The machine code of one function on disk, as numba asks for it."""

    def __init__(self, function: Dispatcher) -> None:
        self._function = function
        plain = function.py_func
        self._source = plain.__code__.co_filename
        module = plain.__module__.rpartition(".")[2]
        name = f"{module}.{plain.__qualname__}".replace("<", "").replace(">", "")
        self._prefix = f"{name}.{sys.implementation.cache_tag}-"

    @classmethod
    def of(cls, function: Any) -> CodeCache:
        """That of a compiled function."""
        found: CodeCache = function._cache
        return found

    @cached_property
    def _stamp(self) -> str:
        # Not before it is asked for: by then all that the function leans on is defined.
        return stamp(self._function).hex()[:16]

    @property
    def cache_path(self) -> str | None:
        """The folder that new machine code goes to."""
        folder = find_shelter(self._source).folder
        return str(folder) if folder else None

    def find(self, types: tuple[Any, ...], context: Any) -> Path | None:
        """The file with fresh and whole machine code for these types, if there is one."""
        found = self._read(types, context)
        return found[0] if found else None

    def load_overload(self, sig: tuple[Any, ...], target_context: Any) -> Any:
        """The machine code for these types, made ready to run; ``None`` if there is none."""
        target_context.refresh()
        found = self._read(sig, target_context)
        if found is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(found[1]))
        except Exception as error:
            _warn(found[0], f"this compiled code cannot be loaded, and is made anew ({error!r})")
            return None

    def save_overload(self, sig: tuple[Any, ...], data: Any) -> None:
        """Keep newly compiled machine code for these types."""
        if data.library.has_dynamic_globals or not all(each.can_cache for each in data.lifted):
            return
        payload = dumps(data._reduce())
        name = self._name(sig, data.codegen)
        folders = _folders(self._source)
        for folder in folders:
            if _is_writable(folder) and self._write(folder / name, payload):
                if folder != folders[0]:
                    _warn(folders[0], f"compiled code cannot be kept here: it goes to {folder}")
                return
        _warn(folders[0], "compiled code cannot be kept here nor elsewhere, and is lost at the end")

    def enable(self) -> None:
        """Nothing: it always is."""

    def disable(self) -> None:
        """Nothing: it always is enabled."""

    def flush(self) -> None:
        """Forget the machine code on disk."""
        for folder in _folders(self._source):
            self._sweep(folder, "")

    def _name(self, types: tuple[Any, ...], codegen: Any) -> str:
        kind = hashlib.sha256(f"{types} {codegen.magic_tuple()}".encode()).hexdigest()[:16]
        return f"{self._prefix}{self._stamp}-{kind}{SUFFIX}"

    def _read(self, types: tuple[Any, ...], context: Any) -> tuple[Path, bytes] | None:
        name = self._name(types, context.codegen())
        for folder in _folders(self._source):
            path = folder / name
            try:
                data = path.read_bytes()
            except OSError:
                continue
            checksum, payload = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
            if hashlib.sha256(payload).digest() != checksum:
                _warn(path, "this compiled code is damaged, and is made anew")
            elif _is_trusted(folder):
                return path, payload
        return None

    def _write(self, path: Path, payload: bytes) -> bool:
        """Write a file whole or not at all, and take away those that it replaces."""
        draft = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}")
        try:
            draft.write_bytes(hashlib.sha256(payload).digest() + payload)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            return False
        self._sweep(path.parent, self._stamp)
        return True

    def _sweep(self, folder: Path, kept: str) -> None:
        """Take away this function's files, but for those with a stamp that is kept."""
        for path in folder.glob(f"{self._prefix}*{SUFFIX}"):
            if not kept or not path.name.startswith(f"{self._prefix}{kept}"):
                with suppress(OSError):
                    path.unlink()
