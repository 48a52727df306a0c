"""Visitors: no accounts, only a name and a 256-bit secret that the browser or bot keeps.

A *token* is the visitor's id, a dot, and the secret. It travels in an HttpOnly cookie or in an
``Authorization`` header, never in an address, and only a hash of the secret is stored.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import replace

from kingdomino.server.store import (
    Store,
    Visitor,
    add_visitor,
    find_visitor,
    hash_secret,
    rename_visitor,
)

REMEMBERED = 50_000
"""How many visitors are kept in memory."""


class Visitors:
    """Who has been here, by the tokens they show."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Visitor] = OrderedDict()
        self._addresses: dict[str, str] = {}

    async def recognise(self, token: str | None) -> Visitor | None:
        """The visitor who shows this token; ``None`` if it is no visitor's."""
        visitor_id, _, secret = (token or "").partition(".")
        if not (len(visitor_id) == 16 and len(secret) == 43):
            return None
        visitor = await self._find(visitor_id)
        # An unknown id takes as long as a wrong secret.
        expected = visitor.secret_hash if visitor is not None else hash_secret("")
        right = secrets.compare_digest(hash_secret(secret), expected)
        return visitor if right else None

    async def _find(self, visitor_id: str) -> Visitor | None:
        visitor = self._known.get(visitor_id)
        if visitor is None:
            visitor = await self._store.read(lambda c: find_visitor(c, visitor_id))
            if visitor is not None:
                self._remember(visitor)
        else:
            self._known.move_to_end(visitor_id)
        return visitor

    def _remember(self, visitor: Visitor) -> None:
        self._known[visitor.id] = visitor
        if len(self._known) > REMEMBERED:
            forgotten, _ = self._known.popitem(last=False)
            self._addresses.pop(forgotten, None)

    def note_address(self, visitor: Visitor, address: str) -> None:
        """Note where a visitor who is here asks from."""
        self._addresses[visitor.id] = address

    def address_of(self, visitor_id: str) -> str:
        """Where a visitor was last seen; their own id if they have not been here for long."""
        return self._addresses.get(visitor_id, visitor_id)

    async def meet(self, name: str, *, bot: bool = False) -> tuple[Visitor, str]:
        """A new visitor and the token to recognise them by, which is shown only now."""
        visitor_id = secrets.token_hex(8)
        secret = secrets.token_urlsafe(32)
        visitor = Visitor(visitor_id, name, hash_secret(secret), bot)
        await self._store.write(add_visitor(visitor))
        self._remember(visitor)
        return visitor, f"{visitor_id}.{secret}"

    async def rename(self, visitor: Visitor, name: str) -> Visitor:
        """The visitor with another name."""
        renamed = replace(visitor, name=name)
        await self._store.write(rename_visitor(renamed))
        self._remember(renamed)
        return renamed

    def name_of(self, visitor_id: str) -> str:
        """The name of a visitor who is here; empty if they are not."""
        visitor = self._known.get(visitor_id)
        return "" if visitor is None else visitor.name
