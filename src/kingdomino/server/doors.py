"""The door: how many connections each address may hold, whatever it does with them."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from kingdomino.server.addresses import group_address


class Guest(Protocol):
    """A connection, as the door sees it."""

    def close_idle(self) -> None:
        """Close; nobody waits for an answer on it."""


class Door:
    """Counts connections by address, from the first byte on.

    Where there are too many, one that only waits for a request makes room: a browser keeps several
    of those, and opens another when it needs one. If all are in use, the new one stays outside.
    Proxies speak for many, so only the number of all connections bounds theirs.
    """

    def __init__(self, most_each: int, most: int, proxies: Container[str] = ()) -> None:
        self._most_each = most_each
        self._most = most
        self._proxies = proxies
        self._addresses: dict[Guest, str] = {}
        self._counts: dict[str, int] = {}
        self._idle: dict[str, dict[Guest, None]] = {}
        """Those of each address that wait for a request, the longest waiting first."""

    def __len__(self) -> int:
        return len(self._addresses)

    def enter(self, guest: Guest, host: str) -> bool:
        """Let one more in; whether there is room. It is idle at first."""
        address = group_address(host)
        most = self._most if host in self._proxies else self._most_each
        full = self._counts.get(address, 0) >= most or len(self) >= self._most
        if full and not self._make_room(address):
            return False
        self._addresses[guest] = address
        self._counts[address] = self._counts.get(address, 0) + 1
        self.rest(guest)
        return True

    def leave(self, guest: Guest) -> None:
        """One has gone; leaving twice is leaving once."""
        address = self._addresses.pop(guest, None)
        if address is None:
            return
        self._forget_idle(guest, address)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def rest(self, guest: Guest) -> None:
        """One waits for its next request."""
        address = self._addresses.get(guest)
        if address is not None:
            self._idle.setdefault(address, {})[guest] = None

    def work(self, guest: Guest) -> None:
        """One has asked for something, and waits for the answer."""
        address = self._addresses.get(guest)
        if address is not None:
            self._forget_idle(guest, address)

    def _forget_idle(self, guest: Guest, address: str) -> None:
        idle = self._idle.get(address)
        if idle is not None:
            idle.pop(guest, None)
            if not idle:
                del self._idle[address]

    def _make_room(self, address: str) -> bool:
        idle = self._idle.get(address)
        if not idle:
            return False
        oldest = next(iter(idle))
        self.leave(oldest)
        oldest.close_idle()
        return True
