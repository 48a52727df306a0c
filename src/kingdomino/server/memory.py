"""The garbage collector, kept from stopping the world: with thousands of connections in memory one
full collection takes half a second, in which nobody hears of anything.

Nearly everything here is freed by its reference count. So what has survived a few seconds is set
aside (frozen) and not looked at again, and only now and then is all of it searched for cycles.
"""

from __future__ import annotations

import gc
import time

CLEAN_EVERY = 3600.0
"""Seconds between two searches of everything."""


class Collector:
    """Collects a little at a time, when it is told that there is a moment for it."""

    def __init__(self) -> None:
        self._cleaned = time.monotonic()

    def start(self) -> None:
        """Set aside what the start has brought, and leave the rest to ``rest``."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 1000)

    def rest(self) -> None:
        """Collect what is young, and set aside what survives; once an hour collect everything."""
        if time.monotonic() - self._cleaned > CLEAN_EVERY:
            self._cleaned = time.monotonic()
            gc.unfreeze()
            gc.collect()
        else:
            gc.collect(1)
        gc.freeze()
