"""Proxies that nobody has named: all who come through one share one limit, and the log says so."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

MOST_WARNINGS = 3
"""For how many addresses a warning is logged; anybody can send that header."""

log = logging.getLogger("kingdomino.server")


class ProxyWatch:
    """Middleware: says in the log which proxy sends us visitors without being trusted to.

    Uvicorn replaces the address of a proxy that ``KINGDOMINO_PROXIES`` names by that of the visitor
    for whom it asks. Where the header is there and nothing was replaced, we do not guess.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._warned: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            self._look(scope)
        await self._app(scope, receive, send)

    def _look(self, scope: Scope) -> None:
        forwarded = Headers(scope=scope).get("x-forwarded-for")
        client = scope.get("client")
        if not forwarded or not client or len(self._warned) >= MOST_WARNINGS:
            return
        address: str = client[0]
        if address not in forwarded and address not in self._warned:
            self._warned.add(address)
            log.warning(
                "requests that %s passes on count as its own, and share one limit: "
                "if that is your proxy, start with KINGDOMINO_PROXIES=%s",
                address,
                address,
            )
