"""A process that turns SVG into PNG: pictures come in on stdin and go out on stdout.

It is started by ``kingdomino.server.easel``. Before each picture stands its length, four bytes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import BinaryIO

from kingdomino.server.pictures import rasterise

LENGTH = 4
"""Bytes of a picture's length."""


def write(out: BinaryIO, picture: bytes) -> None:
    """Write a picture after its length."""
    out.write(len(picture).to_bytes(LENGTH, "big") + picture)
    out.flush()


def read(source: BinaryIO) -> bytes | None:
    """The next picture; ``None`` at the end."""
    length = source.read(LENGTH)
    return source.read(int.from_bytes(length, "big")) if len(length) == LENGTH else None


def main() -> None:
    """Draw until there is nothing more to be drawn."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    while (svg := read(sys.stdin.buffer)) is not None:
        write(sys.stdout.buffer, rasterise(svg.decode()))


if __name__ == "__main__":
    main()
