"""The garbage collector, kept from stopping the world: with thousands of connections in memory one
full collection takes half a second, in which nobody hears of anything.

Nearly everything here is freed by its reference count. So what lives on after it has been searched
for garbage is set aside (frozen) and not looked at again until the next search of everything. Only
what was just searched is set aside, never garbage; and the next search of everything comes the
sooner the less it costs, so what has become garbage since is not kept for long either.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

SHARE = 3000
"""A search of everything is followed by this many times its duration without one."""
SOONEST, LATEST = 10.0, 3600.0
"""Seconds between two searches of everything."""


class Collector:
    """Collects a little at a time, when it is told that there is a moment for it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._cost = 0.0
        """Seconds that a search of everything takes."""
        self._next = clock()
        """When everything is to be searched again."""

    def set_aside(self) -> None:
        """Search what is new and set aside what lives on: so a start is searched bit by bit."""
        begun = self._clock()
        gc.collect()
        gc.freeze()
        self._cost += self._clock() - begun

    def start(self) -> None:
        """Set aside what the start has brought, and leave the rest to ``rest``."""
        gc.set_threshold(50_000, 20, 1000)
        self.set_aside()
        self._plan()

    def rest(self) -> None:
        """Search what is new, and everything if it is time; set aside what lives on."""
        if self._clock() >= self._next:
            self._search_everything()
        else:
            gc.collect()  # of what is not set aside
            gc.freeze()

    def _search_everything(self) -> None:
        begun = self._clock()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._cost = self._clock() - begun
        self._plan()

    def _plan(self) -> None:
        self._next = self._clock() + min(LATEST, max(SOONEST, SHARE * self._cost))
