"""Limits: how fast one address or connection may go on."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

BURST_SECONDS = 3.0
"""How many seconds' worth may come at once."""

LONGEST_WAIT = 3600.0
"""Seconds to wait where nothing is ever allowed."""


class Bucket:
    """A token bucket: so many a second on average, a few seconds' worth at once."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_then")

    def __init__(
        self,
        rate: float,
        burst: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = rate
        self._burst = max(1.0, rate * BURST_SECONDS if burst is None else burst)
        self._left = self._burst
        self._clock = clock
        self._then = clock()

    def take(self) -> bool:
        """Take one token; whether there was one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, tokens: int) -> None:
        """Take so many tokens, also those that are not there yet."""
        self._fill()
        self._left -= tokens

    def wait(self) -> float:
        """Seconds until there is a token; 0 if there is one."""
        self._fill()
        if self._left >= 1:
            return 0.0
        return (1 - self._left) / self._rate if self._rate else LONGEST_WAIT

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now

    @property
    def full(self) -> bool:
        """Whether nothing has been taken of late, so that the bucket can be forgotten."""
        return self._left + (self._clock() - self._then) * self._rate >= self._burst


class Buckets:
    """A bucket for each address, forgotten when it has not been used for a while."""

    def __init__(
        self,
        rate: float,
        burst: float | None = None,
        most: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = partial(Bucket, rate, burst, clock)
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one token of this address's bucket; whether there was one."""
        return self.of(address).take()

    def of(self, address: str) -> Bucket:
        """This address's bucket."""
        bucket = self._buckets.get(address)
        if bucket is None:
            self._sweep()
            bucket = self._buckets[address] = self._make()
        self._buckets.move_to_end(address)
        return bucket

    def __len__(self) -> int:
        return len(self._buckets)

    def _sweep(self) -> None:
        """Forget full buckets at the old end, and the oldest if there are too many."""
        while self._buckets:
            oldest = next(iter(self._buckets))
            if not self._buckets[oldest].full and len(self._buckets) < self._most:
                return
            del self._buckets[oldest]


class Counter:
    """How many of something each address has open now."""

    def __init__(self, most_each: int, most: int) -> None:
        self._most_each = most_each
        self._most = most
        self._open: dict[str, int] = {}
        self.total = 0

    def enter(self, address: str) -> bool:
        """Open one more for this address; whether that is allowed."""
        count = self._open.get(address, 0)
        if count >= self._most_each or self.total >= self._most:
            return False
        self._open[address] = count + 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        """Close one."""
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
